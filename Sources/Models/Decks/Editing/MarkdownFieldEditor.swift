import RabbleQuestions
import RabbleText

/// Changes the fields of a question written as Markdown, each in its own line or place; bullets,
/// comments, order and spacing stay.
struct MarkdownFieldEditor {
  private let deck: DeckSource
  private let source: QuestionSource
  private let new: Question

  /// Makes what changes a question of a deck into `new`.
  init(_ deck: DeckSource, _ source: QuestionSource, as new: Question) {
    self.deck = deck
    self.source = source
    self.new = new
  }

  /// The edits of the fields that differ; none where the question must be rewritten.
  var edits: [TextEdit] {
    let sentence = ClozeText.sound(new.cloze)
    let oldSentence = ClozeText.sound(source.question.cloze)
    var edits: [TextEdit] = []
    // Where they come to the same place, the id stands behind the tags, and the note last.
    let last: [Question.Field] = [.id, .note]
    for field in Question.Field.allCases.filter({ !last.contains($0) }) + last {
      let texts = new.written(field, sentence: sentence)
      if texts.isSame(as: source.question.written(field, sentence: oldSentence)) { continue }
      guard let edit = edit(of: field, to: texts) else { return [] }
      edits.append(edit)
    }
    return Self.joined(edits)
  }

  private func edit(of field: Question.Field, to texts: [String]) -> TextEdit? {
    let places = source.fields.filter { $0.key == .question(field) && $0.element == nil }
    guard let place = places.first else { return texts.isEmpty ? nil : inserting(field, texts[0]) }
    if places.count > 1 { return nil }
    if field == .note {
      return texts.isEmpty ? removing(deck.lines(of: place.span)) : replacingNote(place.span)
    }
    if place.keySpan.range.isEmpty {
      return texts.isEmpty ? removingMark(of: field, place.span) : replacing(field, place, texts[0])
    }
    if texts.isEmpty { return removingLine(of: place) }
    // A colon without a value may have no space behind it.
    let isGlued = place.span.range.isEmpty && !deck.bytes[place.span.start - 1].isBlank
    return TextEdit(place.span.range, (isGlued ? " " : "") + value(of: field, texts))
  }

  // MARK: - What is there

  /// What stands behind the name of a field.
  private func value(of field: Question.Field, _ texts: [String]) -> String {
    switch field {
    case .id, .prompt, .cloze, .answer, .reading: return MarkdownText.line(texts[0])
    case .tags: return texts.map { MarkdownText.line($0, .words) }.joined(separator: ", ")
    default:
      let line = Self.written(field, of: new).lines.first ?? ""
      return String(line.dropFirst("  \(field.markdownNames[0]): ".count))
    }
  }

  /// Writes another text where one stands without a name.
  private func replacing(_ field: Question.Field, _ place: SourceField, _ text: String)
    -> TextEdit?
  {
    let range = place.span.range
    switch field {
    case .prompt where isSpread, .answer where isSpread:
      let lines = MarkdownText.lines(
        text, [.question, .margin], keepsBlankLines: field == .prompt)
      return TextEdit(range, lines.joined(separator: deck.newline))
    case .prompt: return TextEdit(range, MarkdownText.line(text, [.question, .margin, .prompt]))
    case .answer: return TextEdit(range, MarkdownText.line(text, .question))
    case .reading: return TextEdit(range, MarkdownText.line(text, [.question, .brackets]))
    case .cloze:
      guard let sentence = ClozeText.sound(text) else { return nil }
      let alone = Question(prompt: sentence.opened, answer: sentence.filled, cloze: text)
      return TextEdit(range, String(DeckMarkdown.text(of: DeckEntry(alone)).dropLast()))
    case .tags, .id:
      // Without the space and the `#` or `^`.
      let tail = Self.written(field, of: new).tail
      return tail.isEmpty ? nil : TextEdit(range, String(tail.dropFirst(2)))
    default: return nil
    }
  }

  private func replacingNote(_ span: SourceSpan) -> TextEdit {
    let margin = indentation(at: span.start)
    let lines = Self.written(.note, of: new).lines.enumerated().map { number, line in
      (number == 0 || line.isEmpty ? "" : margin) + String(line.dropFirst(2))
    }
    return TextEdit(span.range, lines.joined(separator: deck.newline))
  }

  /// Takes away a `[reading]`, `#tags` or an `^id` with the space before it.
  private func removingMark(of field: Question.Field, _ span: SourceSpan) -> TextEdit? {
    let bytes = deck.bytes
    var (start, end) = (span.start, span.end)
    switch field {
    case .reading:
      start = afterText(before: start) - 1
      end = bracketEnd(span)
      guard start > 0, bytes[start] == .openingBracket else { return nil }
    case .tags: start -= 1
    case .id:
      let hasBrace = bytes[start - 1] == .numberSign
      start -= hasBrace ? 2 : 1
      end += hasBrace ? 1 : 0
    default: return nil
    }
    return TextEdit(max(0, afterText(before: start))..<end, "")
  }

  private func removingLine(of place: SourceField) -> TextEdit {
    let line = deck.lines(of: SourceSpan(place.keySpan.start, place.span.end))
    let rest = deck.bytes[place.span.end..<line.upperBound]
    if let comment = rest.firstIndex(where: { !$0.isBlank && !$0.isLineEnd }) {
      return TextEdit(place.keySpan.start..<comment, "")
    }
    return removing(line)
  }

  /// Takes away lines, with the blank ones before them where others follow.
  private func removing(_ lines: Range<Int>) -> TextEdit {
    let first = deck.bytes.textStart
    var start = lines.lowerBound
    if lines.upperBound == deck.bytes.count || deck.isBlankLine(lines.upperBound) {
      while start > first, deck.isBlankLine(deck.lineStart(start - 1)) {
        start = deck.lineStart(start - 1)
      }
    }
    return TextEdit(start..<lines.upperBound, "")
  }

  // MARK: - What comes

  /// Puts in a field that is not there; `nil` where the question takes another form.
  private func inserting(_ field: Question.Field, _ text: String) -> TextEdit? {
    let name = field.markdownNames[0]
    switch field {
    case .cloze: return nil
    case .reading where !isSpread && !text.utf8.contains(.lineFeed):
      let asked = [own(.prompt), own(.cloze)].compactMap(\.self).min { $0.start < $1.start }
      return asked.map {
        let mark = " [" + MarkdownText.line(text, [.question, .brackets]) + "]"
        return TextEdit($0.end..<$0.end, mark)
      }
    case .prompt, .answer, .reading:
      return inserting(["  \(name): " + MarkdownText.line(text)], of: field)
    default:
      let (tail, lines) = Self.written(field, of: new)
      if tail.isEmpty { return inserting(lines, of: field) }
      guard let end = textEnd(withTags: field == .id) else { return nil }
      return TextEdit(end..<end, tail)
    }
  }

  /// Puts lines below that of the field that comes before, or below the question's own.
  private func inserting(_ lines: [String], of field: Question.Field) -> TextEdit? {
    let above = named.filter { $0.field.rawValue < field.rawValue }
      .max { $0.field.rawValue < $1.field.rawValue }
    let anchor =
      field == .note ? source.span.end : above?.place.span.end ?? textEnd(withTags: true)
    guard let anchor else { return nil }
    let end = deck.lineEnd(anchor)
    let first =
      source.fields.first { !$0.keySpan.range.isEmpty }?.keySpan ?? source.field(.note)?.span
    let margin = first.map { indentation(at: $0.start) } ?? "  "
    let texts = lines.map { $0.isEmpty ? "" : margin + String($0.dropFirst(2)) }
    let newline = deck.newline
    return TextEdit(
      end..<end,
      deck.endsLine(end)
        ? texts.map { $0 + newline }.joined() : texts.map { newline + $0 }.joined())
  }

  // MARK: - Places

  /// Whether the question is written as `Q:` and `A:`.
  private var isSpread: Bool { deck.bytes[source.span.range].starts(with: "Q:".utf8) }

  /// The fields that stand behind their names.
  private var named: [(field: Question.Field, place: SourceField)] {
    source.fields.compactMap { place in
      guard case .question(let field) = place.key, place.element == nil,
        !place.keySpan.range.isEmpty
      else { return nil }
      return (field, place)
    }
  }

  /// Where a field stands in the question's own line or lines.
  private func own(_ field: Question.Field) -> SourceSpan? {
    source.fields.last {
      $0.key == .question(field) && $0.element == nil && $0.keySpan.range.isEmpty
    }?.span
  }

  /// The end of what the question's own lines say, before its id, and before its tags or behind them.
  private func textEnd(withTags: Bool) -> Int? {
    var ends = [own(.prompt), own(.cloze), own(.answer)].map { $0?.end }
    ends.append(own(.reading).map { bracketEnd($0) })
    if withTags { ends.append(own(.tags)?.end) }
    return ends.compactMap(\.self).max()
  }

  /// The offset behind the bracket that closes a reading.
  private func bracketEnd(_ span: SourceSpan) -> Int {
    let rest = deck.bytes[span.end...]
    return (rest.firstIndex { !$0.isBlank } ?? rest.endIndex - 1) + 1
  }

  /// The end of the text before the spaces that stand before an offset.
  private func afterText(before offset: Int) -> Int {
    var end = offset
    while end > 0, deck.bytes[end - 1].isBlank { end -= 1 }
    return end
  }

  /// The spaces at the beginning of a line.
  private func indentation(at offset: Int) -> String {
    let line = deck.bytes[deck.lineStart(offset)..<offset]
    return String(decoding: line.prefix { $0.isBlank }, as: UTF8.self)
  }

  // MARK: - Texts

  /// A field as a question is written that has only this one: what stands behind its answer, and the
  /// lines below.
  private static func written(_ field: Question.Field, of question: Question)
    -> (tail: String, lines: [String])
  {
    var alone = Question(prompt: "a", answer: "b")
    alone.copy(field, from: question)
    var lines = DeckMarkdown.text(of: DeckEntry(alone))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.removeLast()
    let head = lines.removeFirst()
    // A long tail makes `Q:` and `A:` of it.
    if head != "Q: a" { return (String(head.dropFirst("a :: b".count)), lines) }
    return (String(lines.removeFirst().dropFirst("A: b".count)), lines)
  }

  /// Edits of which no two begin at the same place; none where two change the same.
  private static func joined(_ edits: [TextEdit]) -> [TextEdit] {
    var result: [TextEdit] = []
    for edit in edits {
      guard let index = result.firstIndex(where: { $0.overlaps(edit) }) else {
        result.append(edit)
        continue
      }
      let other = result[index]
      guard other.range.lowerBound == edit.range.lowerBound,
        other.range.isEmpty || edit.range.isEmpty
      else { return [] }
      result[index] = TextEdit(
        other.range.isEmpty ? edit.range : other.range, other.replacement + edit.replacement)
    }
    return result
  }
}
