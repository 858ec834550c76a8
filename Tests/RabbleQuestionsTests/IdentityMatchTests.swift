import RabbleQuestions
import Testing

@Suite struct IdentityMatchTests {
  private func entry(
    _ prompt: String, _ answer: String, at position: Int = 0, in group: String = "G"
  )
    -> IdentityMatch.Entry
  {
    IdentityMatch.Entry(
      id: QuestionID(of: Question(prompt: prompt, answer: answer), inGroup: group), group: group,
      position: position, prompt: prompt, answer: answer)
  }

  @Test func `case, spaces and punctuation do not make another question`() {
    let match = IdentityMatch(
      gone: [entry("Good morning!", "おはよう。", at: 3)],
      come: [entry("good  morning", "おはよう", at: 9, in: "Other")])
    #expect(match.decisions.map(\.reason) == [.sameText])
  }

  @Test func `a typo mended in place is the same question`() {
    let match = IdentityMatch(
      gone: [entry("recieve a letter", "てがみをもらう", at: 4)],
      come: [entry("receive a letter", "手がみをもらう", at: 4)])
    #expect(match.decisions.map(\.reason) == [.samePlace])
  }

  @Test func `another question in the same place is another question`() {
    let match = IdentityMatch(gone: [entry("犬", "dog")], come: [entry("猫", "cat")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.isEmpty)
  }

  @Test func `two candidates are no match`() {
    let match = IdentityMatch(
      gone: [entry("bank", "Bank", at: 0)],
      come: [entry("bank", "Ufer", at: 5), entry("bank", "Sitzbank", at: 6)])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.map(\.prompt) == ["bank"])
  }

  @Test func `no question is matched twice`() {
    let match = IdentityMatch(
      gone: [entry("a b", "x", at: 0), entry("c d", "y", at: 1)],
      come: [entry("A b", "x", at: 1), entry("C d", "y", at: 0)])
    #expect(match.decisions.count == 2)
    #expect(Set(match.decisions.map(\.known.id)).count == 2)
    #expect(match.decisions.allSatisfy { $0.entry.answer == $0.known.answer })
  }
}
