import RabbleDecks
import RabbleQuestions

extension DeckMerge {
  /// What changes in a deck written as Markdown.
  func markdownEdits(in source: DeckSource) -> [TextEdit] {
    var edits = replacements.map { place, entry in
      let old = source.groups[place.group].questions[place.question]
      let lines = source.lines(of: old.span.range)
      let spans =
        old.fields.filter { $0.key == .unknown }.map { $0.keySpan.start..<$0.span.end }
        + old.silences.map { $0.codeSpan.start..<max($0.codeSpan.end, $0.reasonSpan.end) }
      let kept = spans.map { source.text(source.lines(of: $0)) }
      // The new question's own lines come first, then those that nobody but the author knows.
      let text = DeckMarkdown.text(of: entry.question, extras: kept.isEmpty ? entry.extras : [])
      return TextEdit(lines, text + kept.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined())
    }
    for addition in additions {
      guard let group = addition.group else { continue }
      let end = source.groups[group].questions.last?.span.end ?? source.groups[group].span.end
      let place = source.lines(of: max(0, end - 1)..<end).upperBound
      edits.append(
        TextEdit(
          place..<place,
          source.lineBreak(before: place) + Self.markdown(of: addition.entries)))
    }
    let groups = additions.filter { $0.group == nil }
    if !groups.isEmpty {
      let end = source.bytes.count
      let text = source.lineBreak(before: end) + "\n" + Self.markdown(of: groups)
      if let last = edits.firstIndex(where: { $0.range == end..<end }) {
        edits[last] = TextEdit(end..<end, edits[last].replacement + text)
      } else {
        edits.append(TextEdit(end..<end, text))
      }
    }
    return edits
  }

  /// Groups as the whole text of a file.
  static func markdown(of additions: [Addition]) -> String {
    additions.map { addition in
      if addition.entries.allSatisfy(\.extras.isEmpty) {
        let questions = addition.entries.map(\.question)
        return DeckMarkdown.text(of: [addition.header.with(questions: questions, score: nil)])
      }
      let header = addition.header.with(questions: [], score: nil)
      return DeckMarkdown.text(of: [header]) + markdown(of: addition.entries)
    }.joined(separator: "\n")
  }

  private static func markdown(of entries: [Entry]) -> String {
    entries.map { "\n" + DeckMarkdown.text(of: $0.question, extras: $0.extras) }.joined()
  }
}

extension DeckSource {
  /// The whole lines that a range lies in, with the end of the last.
  fileprivate func lines(of range: Range<Int>) -> Range<Int> {
    let start = bytes[..<min(range.lowerBound, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // A range that ends with its line's end has it already.
    let last = max(range.lowerBound, range.upperBound - 1)
    let end = bytes[min(last, bytes.count)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    return start..<max(end, range.upperBound)
  }

  fileprivate func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// A line break where text can't begin without one.
  fileprivate func lineBreak(before place: Int) -> String {
    place == 0 || bytes[place - 1] == 0x0A ? "" : "\n"
  }
}
