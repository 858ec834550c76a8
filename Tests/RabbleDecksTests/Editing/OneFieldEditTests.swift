import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// Edits of one field of one question in decks full of marks, with comments, unknown keys and silenced
/// rules.
struct OneFieldEditTests {
  /// A deck of two groups in a form.
  private func deck(_ name: String, _ form: DeckForm, using random: inout SeededGenerator) throws
    -> DeckSource
  {
    let groups = (0..<2).map { number in
      String(HostileDecks.json("\(name)-\(number)", using: &random).dropFirst().dropLast(2))
    }
    var text = "[" + groups.joined(separator: ",") + "]\n"
    if form == .markdown {
      let source = DeckLoader().parseSource(Array(text.utf8), path: "d.json")
      text = try DeckRewriting(source).text(as: .markdown)
    }
    if Bool.random(using: &random) { text = text.replacing("\n", with: "\r\n") }
    return DeckLoader().parseSource(
      Array(text.utf8), path: form == .json ? "d.json" : "d.md")
  }

  /// The whole lines of a span in Markdown; in JSON only its own bytes may change.
  private func changeable(_ span: SourceSpan, in deck: DeckSource) -> Range<Int> {
    if deck.form == .json { return span.range }
    let isEnd: (UInt8) -> Bool = { $0 == 10 || $0 == 13 }
    let start = deck.bytes[..<span.start].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let end = deck.bytes[span.end...].firstIndex(where: isEnd) ?? deck.bytes.count
    return start..<end
  }

  /// What a group or question says, to the scalar.
  private func text(_ entry: DeckEntry) -> [UInt8] {
    Array(JSONWriter.text(DeckJSON.value(of: entry)).utf8)
  }

  private func header(_ group: GroupSource) -> [UInt8] {
    var content = group.content
    content.entries = []
    return Array(DeckJSON.text(of: [content]).utf8)
  }

  @Test(arguments: [DeckForm.json, .markdown], 0..<150)
  func `the field has its new value, and all else is as it was`(form: DeckForm, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(1000 + seed))
    var old = try deck("\(seed)", form, using: &random)
    func place() -> QuestionIndex {
      let group = Int.random(in: old.groups.indices, using: &random)
      let count = old.groups[group].questions.count
      return QuestionIndex(group: group, question: Int.random(in: 0..<count, using: &random))
    }
    if form == .markdown {
      let at = place()
      let end = old.groups[at.group].questions[at.question].span.end
      let bytes = try TextEdit.apply(
        [TextEdit(end..<end, "\n  <!--   within   -->")], to: old.bytes)
      old = DeckLoader().parseSource(bytes, path: "d.md")
    }
    for number in 0..<8 {
      let at = place()
      let source = old.groups[at.group].questions[at.question]
      #expect(try old.applying([.replace(at, by: source.question)]).bytes == old.bytes)
      var question = source.question
      let other = HostileDecks.question("\(seed)~\(number)", using: &random)
      let field = random.element(of: Question.Field.allCases)
      question.copy(field, from: other)
      let new = try old.applying([.replace(at, by: question)])
      var expected = source.entry
      expected.question = question
      let range = changeable(source.span, in: old)
      #expect(new.bytes.starts(with: old.bytes[..<range.lowerBound]))
      #expect(new.bytes.reversed().starts(with: old.bytes[range.upperBound...].reversed()))
      try #require(old.groups.count == new.groups.count)
      for (group, (was, now)) in zip(old.groups, new.groups).enumerated() {
        #expect(header(was) == header(now))
        try #require(was.questions.count == now.questions.count)
        for (index, (was, now)) in zip(was.questions, now.questions).enumerated() {
          let isTouched = QuestionIndex(group: group, question: index) == at
          #expect(
            text(now.entry) == text(isTouched ? expected : was.entry), "\(field) \(question)")
        }
      }
      old = new
    }
  }
}
