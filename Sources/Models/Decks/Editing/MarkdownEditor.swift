import RabbleQuestions

extension DeckSource {
  /// The bytes that change in a deck written as Markdown; a move is none.
  func markdownEdits(for changes: [DeckChange]) throws(DeckChangeError) -> [TextEdit] {
    var edits: [TextEdit] = []
    for change in changes {
      switch change {
      case .add(let entries, let group, let before):
        var texts: [String] = []
        for entry in entries {
          let literal = try entry.literal(in: .markdown, path: file.path)
          texts.append(literal?.text ?? DeckMarkdown.text(of: entry))
        }
        edits.append(adding(texts, to: group, before: before))
      case .replace(let index, let question, let extras):
        if let edit = try replacing(index, by: question, extras) { edits.append(edit) }
      case .remove(let index): edits.append(removing(index))
      case .rename(let group, let title):
        guard let field = groups[group].field(.title) else { throw .notThere(path: file.path) }
        edits.append(TextEdit(field.span.range, MarkdownText.line(title, .heading)))
      case .addGroups(let groups):
        let isEmpty = bytes.count == bytes.textStart
        let gap = isEmpty ? "" : (endsLine(bytes.count) ? "" : newline) + newline
        edits.append(
          TextEdit(bytes.count..<bytes.count, gap + withNewlines(DeckMarkdown.text(of: groups))))
      case .move: break
      }
    }
    return edits
  }

  /// A question as it is written as Markdown.
  func markdownLiteral(of index: QuestionIndex) -> DeckEntry.Literal {
    DeckEntry.Literal(form: .markdown, text: lines(of: block(index)), indentation: "")
  }

  /// What changes when a question is written as it is elsewhere.
  func markdownEdit(of index: QuestionIndex, by literal: DeckEntry.Literal) -> TextEdit {
    let block = block(index)
    let text = withNewlines(literal.text)
    return TextEdit(block, endsLine(block.upperBound) ? text : String(text.dropLast()))
  }

  /// The lines of a question with the comments right above it.
  private func block(_ index: QuestionIndex) -> Range<Int> {
    let span = groups[index.group].questions[index.question].span
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

  private func adding(_ texts: [String], to group: Int, before: Int?) -> TextEdit {
    let blocks = groups[group].questions.indices.map {
      block(QuestionIndex(group: group, question: $0))
    }
    let neighbor = before.map { $0 < blocks.count ? $0 : blocks.count - 1 } ?? blocks.count - 1
    let bullet =
      neighbor < 0 ? "" : bullet(of: QuestionIndex(group: group, question: neighbor))
    let texts = texts.map { text in
      let hasOwn = ["Q:", "<!--", "- ", "* ", "+ "].contains { text.hasPrefix($0) }
      return hasOwn ? text : bullet + text
    }
    let isLong = texts.contains { isSpread($0) }
    // A question of several lines stands apart from its neighbors.
    var text = texts.first ?? ""
    for (above, below) in zip(texts, texts.dropFirst()) {
      text += (isSpread(above) || isSpread(below) ? "\n" : "") + below
    }
    text = withNewlines(text)
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

  /// What a question's line begins with if it is one of a list, such as “- ”; nothing before a number, or where it
  /// is indented.
  private func bullet(of index: QuestionIndex) -> String {
    let start = groups[index.group].questions[index.question].span.start
    let bullet = bytes[lineStart(start)..<start]
    let isMark = ["-", "*", "+"].contains(Self.trimmed(bullet))
    return isMark && bullet.first?.isBlank == false ? String(decoding: bullet, as: UTF8.self) : ""
  }

  private func removing(_ index: QuestionIndex) -> TextEdit {
    let block = block(index)
    var start = block.lowerBound
    if block.upperBound == bytes.count || isBlankLine(block.upperBound) {
      while start > first, isBlankLine(lineStart(start - 1)) { start = lineStart(start - 1) }
    }
    return TextEdit(start..<block.upperBound, "")
  }

  /// The question's own lines in canonical form, with all else that is said of it. The comments above stay as
  /// they are, and those within come below them; a bullet stays before the question's first line.
  private func replacing(_ index: QuestionIndex, by question: Question, _ extras: [DeckExtra])
    throws(DeckChangeError) -> TextEdit?
  {
    let source = groups[index.group].questions[index.question]
    var entry = source.entry
    let come = extras.filter { extra in
      !entry.extras.contains { $0.owner == extra.owner && $0.key == extra.key }
    }
    if come.isEmpty, source.question.isWritten(as: question) { return nil }
    if faults.contains(where: { source.span.range.contains($0.span.start) && $0.fault.costsLines })
    {
      throw .unwritable(path: file.path, reason: "the question has problems; fix them first")
    }
    entry.question = question
    entry.extras += come
    // What the example says besides goes with it.
    if question.example == nil { entry.extras.removeAll { $0.owner != nil } }
    if source.commentsAbove > 0, let texts = entry.extras.first?.texts {
      let within = texts.dropFirst(source.commentsAbove)
      entry.extras.replaceSubrange(0...0, with: DeckExtra.comments(Array(within)))
    }
    let comments = DeckMarkdown.comments(on: entry)
    var own = DeckMarkdown.text(of: entry)
    own.removeFirst(comments.count)
    let lines = lines(of: source.span)
    let bullet =
      own.hasPrefix("Q:")
      ? "" : String(decoding: bytes[lines.lowerBound..<source.span.start], as: UTF8.self)
    let text = withNewlines(comments + bullet + own)
    return TextEdit(lines, endsLine(lines.upperBound) ? text : String(text.dropLast()))
  }

  // MARK: - Lines

  /// How the file's lines end.
  var newline: String {
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

  /// The whole lines of a span.
  func lines(of span: SourceSpan) -> Range<Int> { lineStart(span.start)..<lineEnd(span.end) }

  /// The offset of the first byte, after a byte order mark.
  private var first: Int { bytes.textStart }

  /// Where the line begins that has the byte at an offset, which may be its end.
  func lineStart(_ offset: Int) -> Int {
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
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
    guard end < bytes.count else { return end }
    let isPair =
      bytes[end] == .carriageReturn && end + 1 < bytes.count && bytes[end + 1] == .lineFeed
    return end + (isPair ? 2 : 1)
  }

  /// Whether an offset lies right behind a line's end.
  func endsLine(_ offset: Int) -> Bool { offset > first && bytes[offset - 1].isLineEnd }

  /// Whether the line that begins at an offset has nothing but spaces.
  func isBlankLine(_ start: Int) -> Bool {
    start < bytes.count && Self.trimmed(bytes[start..<lineEnd(start)]).isEmpty
  }

  /// Whether a blank line stands between a question and a neighbor.
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

extension Question {
  /// Whether every field has the same text, to the scalar.
  fileprivate func isWritten(as other: Question) -> Bool {
    Field.allCases.allSatisfy { texts($0).isSame(as: other.texts($0)) }
  }
}

extension DeckFault {
  /// Whether a question with it says something that is not in what was read of it.
  fileprivate var costsLines: Bool {
    switch kind {
    case .emptyText, .duplicateID, .duplicateQuestion, .cloze, .markdown(.unclosedMark),
      .markdown(.indentedQuestion):
      false
    default: costsText
    }
  }
}
