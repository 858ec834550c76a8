import RabbleDecks
import RabbleQuestions
import RabbleTestSupport
import Testing

/// Two changes of one deck, made into one.
struct DeckMergingTests {
  private func source(_ text: String, _ path: String = "d.json") -> DeckSource {
    DeckLoader().parseSource(Array(text.utf8), path: path)
  }

  private func text(_ deck: DeckSource?) -> String? {
    deck.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let base = """
    [{"title": "T", "questions": [
      {"prompt": "a", "answer": "1"},
      {"prompt": "b", "answer": "2"},
      {"prompt": "c", "answer": "3"}
    ]}]

    """

  @Test func `changes of different lines are both kept, to the byte`() {
    let mine = Self.base.replacing("\"1\"", with: "\"one\"   ")
    let theirs = Self.base.replacing("\"3\"", with: "\"three\"")
    let merged = source(mine).merging(from: source(Self.base), to: source(theirs))
    #expect(text(merged) == mine.replacing("\"3\"", with: "\"three\""))
  }

  @Test func `changes of the same line are not merged`() {
    let mine = Self.base.replacing("\"2\"", with: "\"two\"")
    let theirs = Self.base.replacing("\"2\"", with: "\"zwei\"")
    #expect(source(mine).merging(from: source(Self.base), to: source(theirs)) == nil)
  }

  @Test func `changes of two questions on one line are both kept`() {
    let base = Self.base.replacing("\n", with: "")
    let mine = base.replacing("\"1\"", with: "\"one\" ")
    let theirs = base.replacing("\"2\"", with: "\"2\", \"hint\": \"h\", \"x\": [1,  2]")
      .replacing("\"3\"", with: "\"three\"")
    let merged = source(mine).merging(from: source(base), to: source(theirs))
    #expect(text(merged) == theirs.replacing("\"1\"", with: "\"one\" "))
  }

  @Test func `changes of two fields of a question are both kept, in JSON and Markdown`() throws {
    for (base, path) in [(Self.base, "d.json"), ("## T\n\na :: 1\nb :: 2 ^b\n", "d.md")] {
      let old = source(base, path)
      let place = QuestionIndex(group: 0, question: 1)
      func changing(_ change: (inout Question) -> Void) throws -> DeckSource {
        var question = old.groups[0].questions[1].question
        change(&question)
        return try old.applying([.replace(place, by: question)])
      }
      let mine = try changing { $0.tags = ["t"] }
      let both = try changing { (question: inout Question) in
        question.tags = ["t"]
        question.reading = "r"
      }
      let merged = mine.merging(from: old, to: try changing { $0.reading = "r" })
      #expect(text(merged) == text(both))
      #expect(mine.merging(from: old, to: try changing { $0.tags = ["u"] }) == nil)
    }
  }

  @Test func `a question that one version removes and the other edits is not merged`() throws {
    let base = source(Self.base)
    let place = QuestionIndex(group: 0, question: 1)
    let removed = try base.applying([.remove(place)])
    let edited = try base.applying([
      .replace(place, by: Question(prompt: "b", hint: "h", answer: "2"))
    ])
    #expect(removed.merging(from: base, to: edited) == nil)
    #expect(edited.merging(from: base, to: removed) == nil)
  }

  @Test func `a question that was added goes though another came behind it`() throws {
    func adding(_ prompt: String, to deck: DeckSource) throws -> DeckSource {
      try deck.applying([
        .add([DeckEntry(Question(prompt: prompt, answer: prompt))], toGroup: 0)
      ])
    }
    for (base, path) in [(Self.base, "d.json"), ("## T\n\na :: 1\nb :: 2\n", "d.md")] {
      let before = source(base, path)
      let first = try adding("x", to: before)
      let both = try adding("y", to: first)
      let merged = try #require(both.merging(from: first, to: before))
      #expect(merged.file.groups == (try adding("y", to: before)).file.groups)
      // And comes back before it.
      let again = try #require(merged.merging(from: before, to: first))
      #expect(
        Set(again.file.groups[0].questions.map(\.prompt))
          == Set(both.file.groups[0].questions.map(\.prompt)))
    }
  }

  @Test func `a question that was removed comes back where it stood`() throws {
    let before = source(Self.base)
    let removed = try before.applying([.remove(QuestionIndex(group: 0, question: 1))])
    let edited = source(
      String(decoding: removed.bytes, as: UTF8.self).replacing("\"1\"", with: "\"one\""))
    let merged = try #require(edited.merging(from: removed, to: before))
    #expect(text(merged) == Self.base.replacing("\"1\"", with: "\"one\""))
  }

  @Test(arguments: UInt64(1)...40)
  func `of two random changes both are there, or nothing is merged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let questions = (0..<8).map { Question(prompt: "p\($0)", answer: "a\($0)") }
    let isMarkdown = seed % 2 == 0
    let group = QuestionGroup(title: "T", questions: questions)
    let base = source(
      isMarkdown ? DeckMarkdown.text(of: [group]) : DeckJSON.text(of: [group]),
      isMarkdown ? "d.md" : "d.json")
    func changed(_ name: String) throws -> (deck: DeckSource, gone: String?, come: String?) {
      let place = QuestionIndex(group: 0, question: Int.random(in: 0..<8, using: &random))
      let old = questions[place.question].prompt
      let new = Question(prompt: name, answer: name)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return (try base.applying([.remove(place)]), old, nil)
      case 1: return (try base.applying([.replace(place, by: new)]), old, name)
      default:
        return (
          try base.applying([.add([DeckEntry(new)], toGroup: 0, before: place.question)]), nil, name
        )
      }
    }
    let (mine, theirs) = (try changed("mine"), try changed("theirs"))
    guard let merged = mine.deck.merging(from: base, to: theirs.deck) else {
      #expect(mine.gone != nil || theirs.gone != nil || mine.come != nil && theirs.come != nil)
      return
    }
    let prompts = merged.file.groups.flatMap(\.questions).map(\.prompt)
    for gone in [mine.gone, theirs.gone] { if let gone { #expect(!prompts.contains(gone)) } }
    for come in [mine.come, theirs.come] { if let come { #expect(prompts.contains(come)) } }
    let kept = Set(questions.map(\.prompt)).subtracting([mine.gone, theirs.gone].compactMap { $0 })
    #expect(kept.isSubset(of: prompts))
    #expect(Set(prompts).count == prompts.count)
  }
}
