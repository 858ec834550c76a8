import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleJudging

struct SignTests {
  private func verdict(_ typed: String, _ answer: String) -> Verdict {
    Judge().judge(typed, against: Question(prompt: "数", answer: answer))
  }

  @Test(arguments: [
    ("-5 degrees", "5 degrees"), ("5 degrees", "-5 degrees"), ("2-3 days", "23 days"),
    ("2-3 days", "2 3 days"), ("1/2", "12"), ("10:30", "1030"), ("10:30", "10 30"),
    ("3.5 liters", "35 liters"), ("3.5 liters", "3,500 liters"), ("10:30 train", "10:31 train"),
    ("$5.50 each", "€5.50 each"), ("50% more", "50 more"), ("+5 points", "5 points"),
    ("5-10 people", "510 people"), ("24/7", "247"), ("-10", "10"), ("from -5 to 5", "from 5 to 5"),
    ("1–2 hours", "12 hours"), ("−3", "3"), ("2〜3 days", "23 days"), ("9:00", "900"),
    ("2-3 days", "2 to 4 days"), ("2-3 days", "2 - 4 days"), ("an hour", "2 hours"),
    ("one hour", "hour"),
  ])
  func `a sign makes another number`(answer: String, typed: String) {
    #expect(verdict(typed, answer).kind == .wrong)
  }

  @Test(arguments: [
    ("-5 degrees", "−5 degrees"), ("-5 degrees", "minus 5 degrees"),
    ("-5 degrees", "minus five degrees"), ("2-3 days", "2–3 days"), ("2〜3 days", "2-3 days"),
    ("10,000", "10000"), ("3.5", "3,5"), ("1/2", "１／２"), ("10:30", "10：30"),
    ("a 20-minute walk", "20 minute walk"), ("T-shirt", "t shirt"), ("100 %", "100%"),
    ("twenty-one", "twenty one"), ("and/or", "and or"), ("3.", "3"), ("(5)", "5"),
    ("rock & roll", "rock and roll"), ("rock and roll", "rock & roll"), ("100%", "100 per cent"),
    ("100%", "100 percent"), ("100 per cent", "100%"), ("2-3 days", "2 to 3 days"),
    ("2-3 days", "2 - 3 days"), ("2-3 days", "two to three days"), ("2 to 3 days", "2–3 days"),
    ("-5 degrees", "- 5 degrees"), ("1/2", "1 / 2"), ("1/2", "½"), ("½", "1/2"),
    ("1 1/2 cups", "1½ cups"), ("No. 1", "No.1"), ("No. 1", "no 1"), ("an hour", "one hour"),
    ("an hour", "1 hour"), ("a cup of tea", "one cup of tea"),
    ("to ride (a bike, a horse)", "to ride a bike"),
    ("to ride (a bike, or a horse)", "ride a horse"),
    ("to put on (shoes, trousers)", "to put on shoes"),
    ("to put on (shoes, trousers)", "to put on"),
  ])
  func `the same number may be written in several ways`(answer: String, typed: String) {
    #expect(verdict(typed, answer).kind.isAccepted)
  }

  @Test func `very many spaces beside the numbers of an answer are as good as one`() {
    let spaces = String(repeating: " ", count: 200_000)
    #expect(verdict("5 apples", "5\(spaces)apples").kind.isAccepted)
    #expect(verdict("2 to 3 days", "2\(spaces)-\(spaces)3 days").kind.isAccepted)
    #expect(!verdict("4 to 3 days", "2\(spaces)-\(spaces)3 days").kind.isAccepted)
  }

  @Test(arguments: 0..<4)
  func `no number with another sign is ever right`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let one = Int.random(in: 1...99, using: &generator)
      let other = Int.random(in: 1...99, using: &generator)
      let forms = [
        "\(one)-\(other)", "\(one)/\(other)", "\(one):\(other)", "\(one).\(other)",
        "\(one)\(other)",
      ]
      let right = try #require(forms.randomElement(using: &generator))
      let sign = Bool.random(using: &generator) ? "-" : ""
      for typed in forms + forms.map({ "-" + $0 }) where typed != sign + right {
        #expect(
          verdict("\(typed) km", "\(sign)\(right) km").kind == .wrong,
          "\(typed) for \(sign)\(right)")
      }
      #expect(verdict("\(sign)\(right)km", "\(sign)\(right) km").kind.isAccepted)
    }
  }
}
