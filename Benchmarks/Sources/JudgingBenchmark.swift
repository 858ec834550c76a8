import RabbleJudging
import RabbleQuestions

/// How long a line is judged, the usual ones and the hardest that could be thought of.
struct JudgingBenchmark {
  let groups: [QuestionGroup]

  /// Lines that can be read in very many ways, or are long, or are hard to compare.
  private static let hard = [
    String(repeating: "n", count: 60), String(repeating: "n", count: 240),
    String(repeating: "ji", count: 60), String(repeating: "dujitiwisi", count: 12),
    String(repeating: "nnnxtu", count: 20), String(repeating: "no", count: 12),
    String(repeating: "あ", count: 80), String(repeating: "ﾊﾞ", count: 40),
    String(repeating: "(a", count: 120), String(repeating: "a,", count: 120),
    String(repeating: "ō", count: 120), String(repeating: "e\u{301}", count: 80),
    String(repeating: "x", count: 1_000_000), "word after word with a long tail of words behind",
  ]

  func run(_ report: inout Report) throws {
    let judge = Judge(groups: groups)
    let questions = groups.flatMap(\.questions)
    report.section("Judging a line, among \(questions.count) questions (medians)")
    let usual: [(String, (Question) -> String)] = [
      ("a right answer", { $0.answer }),
      ("an answer with two letters swapped", { Self.swapped($0.answer) }),
      ("a wrong answer", { _ in "something else" }),
    ]
    for (name, line) in usual {
      let (time, right) = measure(judge, questions, line)
      report.line(name, "\(Report.number(time)) µs  (\(right) of 1000 accepted)")
    }
    let hardest = Self.hard.map { line in measure(judge, questions) { _ in line }.time }.max() ?? 0
    report.line("the hardest of \(Self.hard.count) hard lines", hardest, "µs", atMost: 1000)
  }

  private func measure(_ judge: Judge, _ questions: [Question], _ line: (Question) -> String) -> (
    time: Double, accepted: Int
  ) {
    var times = Sample()
    var accepted = 0
    for question in questions.prefix(1000) {
      let line = line(question)
      let asked = question.asked(.recognition)
      let time = ContinuousClock().measure {
        accepted += judge.judge(line, for: asked).kind.isAccepted ? 1 : 0
      }
      times.add(time.inMicroseconds)
    }
    return (times.quantile(0.5), accepted)
  }

  /// The text with the third and the fourth letter swapped.
  private static func swapped(_ text: String) -> String {
    var letters = Array(text)
    if letters.count > 3 { letters.swapAt(2, 3) }
    return String(letters)
  }
}
