import RabbleQuestions
import RabbleText

extension DeckSource {
  /// The bytes that change in a deck written as Markdown; a move is none. `isWhole` writes a question
  /// that is replaced anew, where else only its values that differ give way.
  func markdownEdits(for change: DeckChange, isWhole: Bool = false) throws(DeckChangeError)
    -> [TextEdit]
  {
    switch change {
    case .add(let written, let group, let before):
      let text =
        try written.text(as: .markdown, path: file.path)?.text
        ?? DeckMarkdown.text(of: written.question)
      return [adding(text, to: group, before: before)]
    case .replace(let place, let question):
      return isWhole
        ? try rewriting(place, as: question) : replacing(place, by: question)
    case .remove(let place):
      return [removing(place)]
    case .rename(let group, let title):
      guard let field = groups[group].field(.title) else { throw .noSuchPlace(path: file.path) }
      return [TextEdit(field.span.range, MarkdownText.line(title, .heading))]
    case .addGroup(let group):
      let gap = bytes.isEmpty ? "" : (endsLine(bytes.count) ? "" : newline) + newline
      return [
        TextEdit(bytes.count..<bytes.count, gap + withNewlines(DeckMarkdown.text(of: [group])))
      ]
    case .move:
      return []
    }
  }

  /// A question as it is written as Markdown.
  func markdownQuestion(_ place: QuestionPlace) -> WrittenQuestion {
    let source = groups[place.group].questions[place.question]
    let block = block(place)
    let lines = lines(of: block)
    let hasMore =
      source.fields.contains { $0.key == .unknown } || !source.silences.isEmpty
      || lines.contains("<!--")
    return WrittenQuestion(
      source.question,
      as: .init(form: .markdown, text: lines, indentation: "", hasMore: hasMore))
  }

  /// The lines of a question with the comments right above it.
  private func block(_ place: QuestionPlace) -> Range<Int> {
    let span = groups[place.group].questions[place.question].span
    var start = lineStart(span.start)
    var isComment = false
    while start > first {
      let above = lineStart(start - 1)
      let line = Self.trimmed(bytes[above..<start])
      if line.hasSuffix("-->"), line.hasPrefix("<!--") || !line.contains("<!--") {
        isComment = !line.hasPrefix("<!--")
      } else if isComment {
        isComment = !line.hasPrefix("<!--")
      } else {
        break
      }
      start = above
    }
    return start..<lineEnd(span.end)
  }

  private func adding(_ text: String, to group: Int, before: Int?) -> TextEdit {
    let blocks = groups[group].questions.indices.map {
      block(QuestionPlace(group: group, question: $0))
    }
    let isLong = isSpread(text)
    let text = withNewlines(text)
    if let before, before < blocks.count {
      let isApart = isLong || areApart(blocks, around: before)
      let start = blocks[before].lowerBound
      return TextEdit(start..<start, text + (isApart ? newline : ""))
    }
    let end = blocks.last?.upperBound ?? lineEnd(groups[group].span.end)
    if blocks.isEmpty, isBlankLine(end) {
      let start = lineEnd(end)
      let isLast = bytes[start...].allSatisfy { $0.isBlank || $0.isLineEnd }
      return TextEdit(start..<start, text + (isLast ? "" : newline))
    }
    let isApart =
      blocks.last.map { isSpread(lines(of: $0)) } ?? true || isLong
      || areApart(blocks, around: blocks.count - 1)
    let start = (endsLine(end) ? "" : newline) + (isApart ? newline : "")
    return TextEdit(
      end..<end, start + (endsLine(end) ? text : String(text.dropLast())))
  }

  private func removing(_ place: QuestionPlace) -> TextEdit {
    let block = block(place)
    var start = block.lowerBound
    if block.upperBound == bytes.count || isBlankLine(block.upperBound) {
      while start > first, isBlankLine(lineStart(start - 1)) { start = lineStart(start - 1) }
    }
    return TextEdit(start..<block.upperBound, "")
  }

  /// The values that differ, each where it stands; none where one cannot be written by itself.
  private func replacing(_ place: QuestionPlace, by question: Question) -> [TextEdit] {
    let source = groups[place.group].questions[place.question]
    let layout = JSONLayout()
    func members(_ question: Question) -> [String: String] {
      let members = layout.members(of: DeckJSON.value(of: question, extras: []))
      return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.literal) })
    }
    let (old, new) = (members(source.question), members(question))
    let values: [(DeckKey.Question, String?, MarkdownText.Place)] = [
      (.prompt, question.prompt, [.question, .margin, .prompt]),
      (.answer, question.answer, .question), (.hint, question.hint, []),
      (.reading, question.reading, [.question, .brackets]), (.furigana, question.furigana, []),
      (.partOfSpeech, question.partOfSpeech, []), (.pitch, question.pitch.map(String.init), []),
      (.source, question.source, []),
    ]
    var edits: [TextEdit] = []
    for key in Set(old.keys).union(new.keys) where !(old[key] ?? "").isSame(as: new[key] ?? "") {
      guard let (key, text, place) = values.first(where: { $0.0.name == key }), let text,
        let field = source.field(key)
      else { return [] }
      edits.append(TextEdit(field.span.range, MarkdownText.line(text, place)))
    }
    return edits
  }

  /// The question written anew, with all else that is said of it.
  private func rewriting(_ place: QuestionPlace, as question: Question) throws(DeckChangeError)
    -> [TextEdit]
  {
    let source = groups[place.group]
    guard let group = source.index, let number = source.questions[place.question].index else {
      throw .unwritable(path: file.path, reason: "the question has faults; mend them first")
    }
    var draft = bytes.withUnsafeBufferPointer { buffer in
      let start = DeckLoader.start(of: buffer)
      let faults = FaultList(path: file.path, bytes: buffer, start: start, limit: 1)
      return DeckLoader().markdown(buffer, start: start, faults).groups[group].questions[number]
    }
    draft.question = question
    let block = block(place)
    let text = withNewlines(MarkdownWriter.text(of: draft))
    return [TextEdit(block, endsLine(block.upperBound) ? text : String(text.dropLast()))]
  }

  // MARK: Lines

  private var newline: String {
    guard let first = bytes.firstIndex(where: \.isLineEnd) else { return "\n" }
    if bytes[first] == .lineFeed { return "\n" }
    return first + 1 < bytes.count && bytes[first + 1] == .lineFeed ? "\r\n" : "\r"
  }

  private func withNewlines(_ text: String) -> String {
    newline == "\n" ? text : text.replacing("\n", with: newline)
  }

  /// The lines of a range, each with LF at its end.
  private func lines(of range: Range<Int>) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return text.utf8.last == .lineFeed ? text : text + "\n"
  }

  /// The offset of the first byte, after a byte order mark.
  private var first: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Where the line begins that has the byte at an offset, which may be its end.
  private func lineStart(_ offset: Int) -> Int {
    var start = offset
    if start > 0, start < bytes.count, bytes[start] == .lineFeed,
      bytes[start - 1] == .carriageReturn
    {
      start -= 1
    }
    while start > first, !bytes[start - 1].isLineEnd { start -= 1 }
    return start
  }

  /// The offset after a line's end.
  private func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
    guard end < bytes.count else { return end }
    let isPair =
      bytes[end] == .carriageReturn && end + 1 < bytes.count && bytes[end + 1] == .lineFeed
    return end + (isPair ? 2 : 1)
  }

  private func endsLine(_ offset: Int) -> Bool { offset > first && bytes[offset - 1].isLineEnd }

  private func isBlankLine(_ start: Int) -> Bool {
    start < bytes.count && Self.trimmed(bytes[start..<lineEnd(start)]).isEmpty
  }

  /// Whether a blank line stands between a question and a neighbour.
  private func areApart(_ blocks: [Range<Int>], around index: Int) -> Bool {
    guard index > 0 else { return blocks.count > 1 && isBlankLine(blocks[0].upperBound) }
    return isBlankLine(blocks[index - 1].upperBound)
  }

  /// Whether lines, each with LF at its end, are more than one.
  private func isSpread(_ lines: String) -> Bool { lines.utf8.count { $0 == .lineFeed } > 1 }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in byte.isBlank || byte.isLineEnd }
    let rest = line.drop(while: isSpace)
    return String(decoding: rest.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
  }
}
