import RabbleQuestions
import RabbleText

/// What an author has probably meant where a line is nearly a question, or nearly more than a text.
struct MarkdownMistake {
  let fault: MarkdownFault
  /// The bytes it is about.
  let range: Range<Int>
  /// What fixes it; empty where only the author can.
  let edits: [TextEdit]
}

extension MarkdownScanner {
  /// What keeps a line, without the bullet of a list, from being a question; `nil` where it isn't nearly
  /// one. The lines above and below it are without bullets, too.
  func mistake(
    in line: Range<Int>, between above: Range<Int>?, _ below: Range<Int>?
  ) -> MarkdownMistake? {
    tableRow(line, between: above, below) ?? fullWidthName(in: line) ?? foreignBlank(in: line)
      ?? separator(in: line) ?? unclosedMark(in: line)
  }

  /// `Q:` or `A:` with a full-width colon.
  private func fullWidthName(in line: Range<Int>) -> MarkdownMistake? {
    let isName =
      has("Q：", at: line.lowerBound, before: line.upperBound)
      || has("A：", at: line.lowerBound, before: line.upperBound)
    guard isName else { return nil }
    let mark = line.lowerBound..<line.lowerBound + 4
    return MarkdownMistake(
      fault: .fullWidthName(text(mark), meant: text(mark.lowerBound..<mark.lowerBound + 1) + ":"),
      range: mark, edits: [TextEdit(mark.lowerBound + 1..<mark.upperBound, ":")])
  }

  // MARK: - Blanks

  /// A blank as Anki writes it, `{{c1::text::hint}}`.
  private func foreignBlank(in line: Range<Int>) -> MarkdownMistake? {
    guard let open = first("{{", in: line),
      let close = first("}}", in: open + 2..<line.upperBound),
      let mark = first("::", in: open + 2..<close),
      bytes[open + 2] | 0x20 == UInt8(ascii: "c"), mark > open + 3, mark + 2 < close,
      (open + 3..<mark).allSatisfy({ bytes[$0].isDigit })
    else { return nil }
    return MarkdownMistake(
      fault: .foreignBlank(
        text(open..<close + 2), meant: "==\(text(mark + 2..<close))=="),
      range: open..<close + 2, edits: [])
  }

  // MARK: - Tables

  private func tableRow(
    _ line: Range<Int>, between above: Range<Int>?, _ below: Range<Int>?
  ) -> MarkdownMistake? {
    guard let cells = cells(of: line) else { return nil }
    let isHeading = below.flatMap { self.cells(of: $0) }.map(isDivider) ?? false
    var edits: [TextEdit] = []
    if isHeading || isDivider(cells) {
      // A table needs a heading, so that its first question may stand there.
      let heading = isHeading ? cells : above.flatMap { self.cells(of: $0) }
      if heading.map(namesSides) ?? false { edits = [removal(ofLine: line)] }
    } else if cells.count == 2, cells.allSatisfy({ !text($0).isBlank }) {
      edits = [
        TextEdit(line.lowerBound..<cells[0].lowerBound, ""),
        TextEdit(cells[0].upperBound..<cells[1].lowerBound, " :: "),
        TextEdit(cells[1].upperBound..<line.upperBound, ""),
      ]
    }
    return MarkdownMistake(fault: .tableRow, range: line, edits: edits)
  }

  /// Whether two cells name the sides of a card, as a heading does.
  private func namesSides(_ cells: [Range<Int>]) -> Bool {
    let names = cells.map { text($0).trimmed.lowercased() }
    return names.count == 2
      && names.allSatisfy { name in
        Question.Field.allCases.contains { $0.key == name || $0.columnNames.contains(name) }
      }
  }

  /// The edit that removes the line in which a text stands.
  private func removal(ofLine text: Range<Int>) -> TextEdit {
    var (start, end) = (text.lowerBound, text.upperBound)
    while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
    while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
    if end + 1 < bytes.count, bytes[end] == .carriageReturn, bytes[end + 1] == .lineFeed {
      end += 1
    }
    return TextEdit(start..<min(end + 1, bytes.count), "")
  }

  /// The cells of `| a | b |`.
  private func cells(of line: Range<Int>) -> [Range<Int>]? {
    let line = trimmed(line)
    guard line.count > 1, bytes[line.lowerBound] == .verticalLine,
      bytes[line.upperBound - 1] == .verticalLine
    else { return nil }
    return split(line.lowerBound + 1..<line.upperBound - 1, at: [.verticalLine])
  }

  /// Whether a row is the line below the heading of a table, `|---|:--|`.
  private func isDivider(_ cells: [Range<Int>]) -> Bool {
    cells.allSatisfy { cell in
      !cell.isEmpty && cell.allSatisfy { "-: ".utf8.contains(bytes[$0]) }
    }
  }

  // MARK: - Separators

  private func separator(in line: Range<Int>) -> MarkdownMistake? {
    var index = line.lowerBound
    while index < line.upperBound {
      if isEscape(at: index, before: line.upperBound) {
        index += 2
        continue
      }
      guard let mark = colons(at: index, before: line.upperBound) else {
        index += 1
        continue
      }
      var (start, end) = (mark.lowerBound, mark.upperBound)
      while let space = space(endingAt: start, after: line.lowerBound) { start = space }
      while let space = space(at: end, before: line.upperBound) { end = space }
      guard start > line.lowerBound, end < line.upperBound else { return nil }
      if colon(at: mark.upperBound, before: line.upperBound) != nil {
        return tripleColon(from: start, mark, in: line)
      }
      let around = text(start..<end)
      let isWide = around.contains { "：\u{3000}".contains($0) }
      return MarkdownMistake(
        fault: isWide
          ? .fullWidthSeparator(around.contains("：") ? text(mark) : "\u{3000}")
          : .separatorWithoutSpaces,
        range: mark, edits: [TextEdit(start..<end, " :: ")])
    }
    return nil
  }

  /// `:::`, which separates the sides of a card that is asked both ways in other programs; of more colons
  /// nobody knows what they mean.
  private func tripleColon(
    from start: Int, _ mark: Range<Int>, in line: Range<Int>
  ) -> MarkdownMistake {
    var end = mark.upperBound
    var count = 2
    while let next = colon(at: end, before: line.upperBound) { (end, count) = (next, count + 1) }
    var answer = end
    while let space = space(at: answer, before: line.upperBound) { answer = space }
    let directions = [Direction.recognition, .production].compactMap(\.name)
      .joined(separator: ", ")
    let isCertain = count == 3 && answer < line.upperBound
    return MarkdownMistake(
      fault: .tripleColon, range: mark.lowerBound..<end,
      edits: isCertain
        ? [
          TextEdit(start..<answer, " :: "),
          TextEdit(
            line.upperBound..<line.upperBound,
            "\n  \(Question.Field.directions.key): \(directions)"),
        ] : [])
  }

  /// Two colons, each of either width.
  private func colons(at index: Int, before end: Int) -> Range<Int>? {
    colon(at: index, before: end).flatMap { colon(at: $0, before: end) }.map { index..<$0 }
  }

  private func colon(at index: Int, before end: Int) -> Int? {
    has(":", at: index, before: end)
      ? index + 1 : has("：", at: index, before: end) ? index + 3 : nil
  }

  /// The end of a space, a tab or an ideographic space at `index`.
  private func space(at index: Int, before end: Int) -> Int? {
    guard index < end else { return nil }
    if bytes[index].isBlank { return index + 1 }
    return has("\u{3000}", at: index, before: end) ? index + 3 : nil
  }

  private func space(endingAt end: Int, after start: Int) -> Int? {
    guard end > start else { return nil }
    if bytes[end - 1].isBlank { return end - 1 }
    return end - 3 >= start && has("\u{3000}", at: end - 3, before: end) ? end - 3 : nil
  }

  /// The colon or equals sign between two short texts, where `::` may be meant.
  func singleSeparator(in line: Range<Int>) -> Range<Int>? {
    var index = line.lowerBound
    while index < line.upperBound {
      if isEscape(at: index, before: line.upperBound) {
        index += 2
      } else if bytes[index] == .colon || bytes[index] == .equalsSign, index > line.lowerBound,
        bytes[index - 1].isBlank, index + 1 < line.upperBound, bytes[index + 1].isBlank
      {
        let areShort = [line.lowerBound..<index, index..<line.upperBound].allSatisfy { side in
          side.count { bytes[$0] & 0xC0 != 0x80 } <= 32
        }
        return areShort ? index..<index + 1 : nil
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Whether kana, kanji or the like stand in a range.
  func hasEastAsian(in range: Range<Int>) -> Bool {
    // U+3000 and above; the bytes within a character are less.
    range.contains { bytes[$0] >= 0xE3 }
  }

  private func unclosedMark(in line: Range<Int>) -> MarkdownMistake? {
    first("==", in: line).map {
      MarkdownMistake(fault: .unclosedMark, range: $0..<$0 + 2, edits: [])
    }
  }

  // MARK: - Marks that are read as text

  /// Full-width brackets around a reading at the end of a prompt.
  func fullWidthReading(in prompt: Range<Int>) -> MarkdownMistake? {
    let close = prompt.upperBound - 3
    guard close > prompt.lowerBound, has("］", at: close, before: prompt.upperBound) else {
      return nil
    }
    var open = close - 3
    while open > prompt.lowerBound, !has("［", at: open, before: close) { open -= 1 }
    guard open > prompt.lowerBound, open + 3 < close else { return nil }
    var start = open
    while let space = space(endingAt: start, after: prompt.lowerBound) { start = space }
    guard start > prompt.lowerBound else { return nil }
    return MarkdownMistake(
      fault: .fullWidthMark(text(open..<prompt.upperBound), meant: "[\(text(open + 3..<close))]"),
      range: open..<prompt.upperBound,
      edits: [TextEdit(start..<open + 3, " ["), TextEdit(close..<prompt.upperBound, "]")])
  }

  /// Tags with a full-width number sign at the end of an answer.
  func fullWidthTag(in answer: Range<Int>) -> MarkdownMistake? {
    var start = answer.upperBound
    while start > answer.lowerBound, space(endingAt: start, after: answer.lowerBound) == nil {
      start -= 1
    }
    guard start > answer.lowerBound, has("＃", at: start, before: answer.upperBound),
      start + 3 < answer.upperBound
    else { return nil }
    var before = start
    while let space = space(endingAt: before, after: answer.lowerBound) { before = space }
    return MarkdownMistake(
      fault: .fullWidthMark(
        text(start..<answer.upperBound), meant: "#\(text(start + 3..<answer.upperBound))"),
      range: start..<answer.upperBound, edits: [TextEdit(before..<start + 3, " #")])
  }
}
