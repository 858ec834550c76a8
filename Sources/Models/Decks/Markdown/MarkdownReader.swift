import RabbleQuestions
import RabbleText

/// Reads a deck written as Markdown into a tree, line by line, naming what is no part of one.
struct MarkdownReader {
  /// A comment and the bytes between its marks.
  typealias Comment = (text: String, range: Range<Int>)

  let scanner: MarkdownScanner
  let depthLimit: Int
  var faults: FaultList
  /// What was read: an array of groups as in JSON, which is unreadable where there is none.
  var tree: RawTree
  /// The lines without their ends.
  let lines: [Range<Int>]
  /// The number of the line to be read.
  var next = 0
  /// How many blank lines stand before it.
  var blankLines = 0
  var location = FaultLocation(group: nil, groupNumber: 0)
  /// A heading `# Title` of which it is not clear yet whether it is a group's.
  private var heading: Range<Int>?
  /// Comments that belong to what comes next.
  var comments: [Comment] = []
  var group: MarkdownGroup?
  var question: MarkdownQuestion?
  /// Whether what is indented belongs to a line that was no question.
  private var skipsIndented = false

  /// Makes a reader of the bytes from `start` on, which must be UTF-8.
  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, depthLimit: Int, faults: FaultList) {
    scanner = MarkdownScanner(bytes: bytes)
    tree = RawTree(bytes: bytes, form: .markdown)
    self.depthLimit = depthLimit
    self.faults = faults
    lines = Self.lines(of: bytes, from: start)
  }

  private static func lines(of bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = first
    var index = first
    while index < bytes.count {
      guard bytes[index].isLineEnd else {
        index += 1
        continue
      }
      lines.append(start..<index)
      let isPair =
        bytes[index] == .carriageReturn && index + 1 < bytes.count && bytes[index + 1] == .lineFeed
      index += isPair ? 2 : 1
      start = index
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }

  var bytes: UnsafeBufferPointer<UInt8> { scanner.bytes }

  /// Reads all lines.
  mutating func read() {
    let start = lines.first?.lowerBound ?? bytes.count
    let groups = tree.open(.array, at: start)
    while next < lines.count { readLine() }
    finishGroup(isLast: true)
    if let heading { add(.markdown(.noQuestions), at: heading, .groupSkipped) }
    tree.close(groups, at: bytes.count)
    guard location.groupNumber == 0 else { return }
    if heading == nil { faults.add(.markdown(.noGroup), at: start, in: nil, .fileSkipped) }
    tree = RawTree(bytes: bytes, form: .markdown)
    tree.addUnreadable(at: start..<start)
  }

  private mutating func readLine() {
    let line = lines[next]
    let content = scanner.trimmed(line)
    if content.isEmpty {
      blankLines += 1
      next += 1
      return
    }
    defer { blankLines = 0 }
    let isIndented = bytes[line.lowerBound].isBlank
    if scanner.has("<!--", at: content.lowerBound, before: content.upperBound) {
      readComment(at: content.lowerBound, isIndented: isIndented)
    } else if isIndented, question != nil {
      next += 1
      readField(content)
    } else if isIndented, skipsIndented {
      next += 1
    } else {
      skipsIndented = false
      readBlock(content)
    }
  }

  /// Reads what begins at the margin.
  private mutating func readBlock(_ content: Range<Int>) {
    if let level = headingLevel(content) {
      next += 1
      readHeading(content, level: level)
    } else if scanner.has("Q:", at: content.lowerBound, before: content.upperBound) {
      guard openGroup(content) else { return skip(.textOutsideGroup, content) }
      readQuestionAndAnswer(content)
    } else if scanner.has("A:", at: content.lowerBound, before: content.upperBound) {
      finishQuestion()
      skip(.answerWithoutQuestion, content)
    } else {
      readPlainLine(content)
    }
  }

  private mutating func readPlainLine(_ content: Range<Int>) {
    var noted: [Comment] = []
    let line = withoutComment(withoutBullet(content), comments: &noted)
    let parts = scanner.parts(of: line)
    let isQuestion =
      (parts.separator != nil || !parts.blanks.isEmpty) && !isHeaderExtra(line)
    if !isQuestion, heading == nil, group == nil { return skip(.textOutsideGroup, content) }
    guard openGroup(content) else { return skip(.textOutsideGroup, content) }
    if isQuestion {
      next += 1
      finishQuestion()
      comments += noted
      readQuestion(line, parts)
    } else if group?.hasQuestions == false {
      if !isHeaderValue(line), let (mistake, consequence) = questionMeant(by: line) {
        add(mistake, consequence)
        if consequence == .questionSkipped {
          group?.hasFaultyQuestions = true
          passOver()
          return
        }
      }
      next += 1
      comments += noted
      readHeader(content, line: line)
    } else if let mistake = mistake(in: line) {
      finishQuestion()
      add(mistake, .questionSkipped)
      passOver()
    } else {
      finishQuestion()
      skip(.noSeparator, content)
    }
  }

  func mistake(in line: Range<Int>) -> MarkdownMistake? {
    func content(_ number: Int) -> Range<Int>? {
      guard lines.indices.contains(number) else { return nil }
      let content = scanner.trimmed(lines[number])
      return content.isEmpty ? content : withoutBullet(content)
    }
    return scanner.mistake(in: line, between: content(next - 1), content(next + 1))
  }

  /// Whether a line before the first question is `x-key: JSON`, where anything may stand in a text.
  func isHeaderExtra(_ line: Range<Int>) -> Bool {
    guard group?.hasQuestions != true,
      scanner.has("x-", at: line.lowerBound, before: line.upperBound),
      let (_, value) = scanner.key(of: line)
    else { return false }
    do throws(JSONParser.Failure) {
      _ = try JSONParser.document(
        UnsafeBufferPointer(rebasing: bytes[value]), depthLimit: depthLimit)
      return true
    } catch {
      return false
    }
  }

  /// Passes over a line that is no part of the deck, with what is indented below it.
  mutating func skip(_ fault: MarkdownFault, _ content: Range<Int>) {
    add(.markdown(fault), at: content, .questionSkipped)
    passOver()
    guard fault == .textOutsideGroup else { return }
    // One fault for a paragraph.
    while next < lines.count {
      let content = scanner.trimmed(lines[next])
      if content.isEmpty || startsBlock(content) { break }
      next += 1
    }
  }

  private mutating func passOver() {
    next += 1
    skipsIndented = true
  }

  /// Whether a heading, a question or a comment begins with these bytes.
  func startsBlock(_ content: Range<Int>) -> Bool {
    headingLevel(content) != nil
      || scanner.has("Q:", at: content.lowerBound, before: content.upperBound)
      || scanner.has("<!--", at: content.lowerBound, before: content.upperBound)
  }

  private func headingLevel(_ content: Range<Int>) -> Int? {
    let end = content.first { bytes[$0] != .numberSign } ?? content.upperBound
    let level = end - content.lowerBound
    guard level > 0, end == content.upperBound || bytes[end].isBlank else { return nil }
    return level
  }

  /// The line without the `-`, `*` or `+` of a list.
  func withoutBullet(_ content: Range<Int>) -> Range<Int> {
    guard "-*+".utf8.contains(bytes[content.lowerBound]), content.count > 1,
      bytes[content.lowerBound + 1].isBlank
    else { return content }
    return scanner.trimmed(content.lowerBound + 1..<content.upperBound)
  }

  private mutating func readHeading(_ content: Range<Int>, level: Int) {
    guard level < 3 else {
      finishQuestion()
      add(.markdown(.deepHeading), at: content, .valueIgnored)
      return
    }
    finishGroup()
    var noted: [Comment] = []
    var title = withoutComment(content.lowerBound + level..<content.upperBound, comments: &noted)
    // Closing number signs (CommonMark 4.2).
    var end = title.upperBound
    while end > title.lowerBound, bytes[end - 1] == .numberSign { end -= 1 }
    if end == title.lowerBound || bytes[end - 1].isBlank { title = title.lowerBound..<end }
    title = scanner.trimmed(title)
    comments += noted
    let above = heading
    if level == 1 {
      if let above { add(.markdown(.noQuestions), at: above, .groupSkipped) }
      heading = title
    } else {
      heading = nil
      beginGroup(title: title, start: content.lowerBound, heading: above)
    }
  }

  /// Makes a group of a heading `# Title` if there is no group yet.
  private mutating func openGroup(_ content: Range<Int>) -> Bool {
    if let title = heading, group == nil {
      heading = nil
      beginGroup(title: title, start: title.lowerBound, heading: nil)
    }
    return group != nil
  }

  private mutating func beginGroup(title: Range<Int>, start: Int, heading: Range<Int>?) {
    let text = scanner.text(title)
    location = FaultLocation(
      group: text.isBlank || text.isTooLong ? nil : text, groupNumber: location.groupNumber + 1)
    group = MarkdownGroup(node: tree.open(.object, at: start), start: start, end: title.upperBound)
    add(.known(GroupKey.field(.title)), value: title)
    if let heading, !heading.isEmpty { add(.heading, value: heading) }
    addComments()
  }

  /// Closes the group that is open.
  private mutating func finishGroup(isLast: Bool = false) {
    finishQuestion()
    guard let group else { return }
    if let questions = group.questions {
      tree.close(questions, at: group.end)
    } else {
      add(.known(GroupKey.field(.description)), lines: group.description)
      addUnreadable(.known(GroupKey.questions), at: group.end..<group.end)
    }
    if isLast { addComments() }
    tree.close(group.node, at: group.end)
    self.group = nil
    if group.questions == nil, !group.hasFaultyQuestions {
      add(.markdown(.noQuestions), at: group.start..<group.start, .groupSkipped)
    }
  }

  /// Adds a fault of the current group or question, which reaches as far.
  mutating func add(
    _ kind: DeckFault.Kind, at range: Range<Int>, _ consequence: DeckFault.Consequence,
    edits: [TextEdit] = []
  ) {
    if let end = group?.end { group?.end = max(end, range.upperBound) }
    faults.add(
      kind, at: range.lowerBound, to: range.upperBound,
      in: location.groupNumber > 0 ? location : nil, consequence, edits: edits)
  }

  /// Adds a mistake with what fixes it.
  mutating func add(_ mistake: MarkdownMistake, _ consequence: DeckFault.Consequence) {
    add(.markdown(mistake.fault), at: mistake.range, consequence, edits: mistake.edits)
  }
}

extension MarkdownReader {
  /// Reads a comment that begins a line; it may go over several.
  mutating func readComment(at start: Int, isIndented: Bool) {
    var end = start + 4
    while end + 2 < bytes.count, !scanner.has("-->", at: end, before: bytes.count) { end += 1 }
    guard end + 2 < bytes.count else {
      add(.markdown(.unclosedComment), at: start..<start + 4, .groupSkipped)
      next = lines.count
      return
    }
    let text = commentText(start + 4..<end)
    if isIndented { question?.end = end + 3 }
    if !text.isEmpty {
      if isIndented, question != nil {
        add(.comment, value: start + 4..<end, text: text)
      } else {
        comments.append((text, start + 4..<end))
      }
    }
    while next < lines.count, lines[next].upperBound < end + 3 { next += 1 }
    if next < lines.count {
      let rest = scanner.trimmed(end + 3..<lines[next].upperBound)
      if !rest.isEmpty { add(.markdown(.textAfterComment), at: rest, .questionSkipped) }
    }
    next += 1
  }

  /// A line without the comment at its end, which is added to `comments`.
  func withoutComment(_ line: Range<Int>, comments: inout [Comment]) -> Range<Int> {
    let line = scanner.trimmed(line)
    guard line.count > 7, scanner.has("-->", at: line.upperBound - 3, before: line.upperBound),
      let start = scanner.first("<!--", in: line), start + 7 <= line.upperBound
    else { return line }
    let inner = start + 4..<line.upperBound - 3
    for index in inner where scanner.has("-->", at: index, before: line.upperBound - 1) {
      return line
    }
    let text = commentText(inner)
    if !text.isEmpty { comments.append((text, inner)) }
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
