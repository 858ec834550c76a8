extension MarkdownReader {
  /// Reads a comment that begins a line; it may go over several.
  mutating func readComment(at start: Int, isIndented: Bool) {
    var end = start + 4
    while end + 2 < bytes.count, !scanner.has("-->", at: end, before: bytes.count) { end += 1 }
    guard end + 2 < bytes.count else {
      add(.markdown(.unclosedComment), at: start..<start + 4, .groupLeftOut)
      next = lines.count
      return
    }
    let text = commentText(start + 4..<end)
    if !text.isEmpty {
      if isIndented, question != nil {
        question?.comments.append(text)
      } else {
        comments.append(text)
      }
    }
    while next < lines.count, lines[next].upperBound < end + 3 { next += 1 }
    if next < lines.count {
      let rest = scanner.trimmed(end + 3..<lines[next].upperBound)
      if !rest.isEmpty { add(.markdown(.textAfterComment), at: rest, .questionLeftOut) }
    }
    next += 1
  }

  /// A line without the comment at its end, which is added to `comments`.
  func withoutComment(_ line: Range<Int>, comments: inout [String]) -> Range<Int> {
    let line = scanner.trimmed(line)
    guard line.count > 7, scanner.has("-->", at: line.upperBound - 3, before: line.upperBound),
      let start = scanner.first("<!--", in: line), start + 7 <= line.upperBound
    else { return line }
    let inner = start + 4..<line.upperBound - 3
    for index in inner where scanner.has("-->", at: index, before: line.upperBound - 1) {
      return line
    }
    let text = commentText(inner)
    if !text.isEmpty { comments.append(text) }
    return scanner.trimmed(line.lowerBound..<start)
  }

  /// A comment's text without white space around it; its lines end in LF.
  private func commentText(_ range: Range<Int>) -> String {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isBlank || bytes[start].isLineEnd { start += 1 }
    while end > start, bytes[end - 1].isBlank || bytes[end - 1].isLineEnd { end -= 1 }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }
}
