import RabbleQuestions
import Testing

@Suite struct IdentityMatchTests {
  private func entry(
    _ prompt: String, _ answer: String, id: String? = nil, in group: String = "G",
    after place: String? = "edge", isStudied: Bool = true
  ) -> IdentityEntry {
    IdentityEntry(
      id: QuestionID(of: Question(id: id, prompt: prompt, answer: answer), inGroup: group),
      name: id, group: group,
      place: place.map { place in
        let before = QuestionID(of: Question(prompt: place, answer: place), inGroup: group)
        return .init(before: before, after: nil)
      }, prompt: prompt, answer: answer, isStudied: isStudied)
  }

  @Test(arguments: [
    ("Good morning!", "おはよう。", "good  morning", "おはよう"),
    ("食べる", "to eat", "食[た]べる", "to eat"),
    ("ＡＢＣ", "１", "abc", "1"),
  ])
  func `what an author changes without meaning anything by it makes no other question`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer)], come: [entry(newPrompt, newAnswer, in: "Other", after: nil)])
    #expect(match.decisions.map(\.reason) == [.sameText])
  }

  @Test(arguments: [
    ("recieve a letter", "てがみをもらう", "receive a letter", "手がみをもらう"),
    ("teh", "das", "the", "das"),
    ("犬", "dgo", "犬", "dog"),
    ("食べる", "to eat", "食べる", "to eat; to have a meal"),
    ("お早う", "good morning", "おはよう", "good morning"),
  ])
  func `an edit in place is the same question`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer)], come: [entry(newPrompt, newAnswer)])
    #expect(match.decisions.map(\.reason) == [.samePlace])
  }

  @Test(arguments: [
    ("犬", "dog", "猫", "cat"),
    ("三十", "さんじゅう", "四十", "よんじゅう"),
    ("Room 12", "twelve", "Room 13", "thirteen"),
    ("三十分", "さんじゅっぷん", "四十分", "よんじゅっぷん"),
    ("火曜日", "Tuesday", "水曜日", "Wednesday"),
    ("きゃ", "kya", "きゅ", "kyu"),
    ("来週", "next week", "来月", "next month"),
    ("四", "よん", "四", "し"),
  ])
  func `another question in the same place is never taken for it`(
    prompt: String, answer: String, newPrompt: String, newAnswer: String
  ) {
    let match = IdentityMatch(
      gone: [entry(prompt, answer)], come: [entry(newPrompt, newAnswer)])
    #expect(match.decisions.isEmpty)
  }

  @Test func `an edit in another place is asked about, not guessed`() {
    let match = IdentityMatch(
      gone: [entry("bank", "Bank", after: "a")], come: [entry("bank", "Geldbank", after: "b")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.map(\.known.answer) == ["Bank"])
    #expect(match.unclear.first?.candidates.map(\.answer) == ["Geldbank"])
  }

  @Test func `what has nothing in common is not asked about`() {
    let match = IdentityMatch(gone: [entry("犬", "dog")], come: [entry("猫", "cat")])
    #expect(match.unclear.isEmpty)
  }

  @Test func `two candidates are no match`() {
    let match = IdentityMatch(
      gone: [entry("bank", "Bank")],
      come: [entry("bank", "Banke"), entry("bank", "Bankk")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.first?.candidates.count == 2)
  }

  @Test func `a question that was never answered keeps its successor from being taken`() {
    let match = IdentityMatch(
      gone: [entry("colour", "Farbe"), entry("color", "Farbe", isStudied: false)],
      come: [entry("colors", "Farbe")])
    #expect(match.decisions.isEmpty)
  }

  @Test func `two ids of the author are two questions`() {
    let match = IdentityMatch(
      gone: [entry("犬", "dog", id: "a")], come: [entry("犬", "dog", id: "b")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.isEmpty)
  }

  @Test func `a question that is given an id is the same question`() {
    let match = IdentityMatch(gone: [entry("犬", "dog")], come: [entry("犬", "dog", id: "b")])
    #expect(match.decisions.map(\.reason) == [.sameText])
  }

  @Test func `equal questions of two renamed groups go with their groups`() {
    let old = ["A", "B"].flatMap { [entry("x", "1", in: $0), entry("only \($0)", "2", in: $0)] }
    let new = ["A", "B"].flatMap {
      [entry("x", "1", in: "New " + $0), entry("only \($0)", "2", in: "New " + $0)]
    }
    let match = IdentityMatch(gone: old, come: new)
    #expect(match.decisions.count == 4)
    #expect(match.decisions.allSatisfy { $0.entry.group == "New " + $0.known.group })
  }

  @Test func `one question in place of two equal ones is asked about`() {
    let match = IdentityMatch(
      gone: [entry("x", "1", in: "A"), entry("x", "1", in: "B")],
      come: [entry("x", "1", in: "C")])
    #expect(match.decisions.isEmpty)
    #expect(match.unclear.count == 2)
  }
}
