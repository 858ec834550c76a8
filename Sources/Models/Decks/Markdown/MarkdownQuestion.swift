import RabbleQuestions
import RabbleText

/// A question while its lines are read.
struct MarkdownQuestion {
  /// Its object in the tree.
  let node: Int
  var end: Int
  var note = MarkdownLines()
}

/// A text of several lines while they are read; blank lines between them are part of it.
struct MarkdownLines {
  private(set) var range: Range<Int>?
  /// The text of more than one line.
  private(set) var text: String?

  /// Adds a line after this many blank ones.
  mutating func add(_ line: Range<Int>, of scanner: MarkdownScanner, after blankLines: Int) {
    guard let first = range else {
      range = line
      return
    }
    // In place: a text of many lines would be copied for each of them.
    if text == nil { text = scanner.text(first) }
    text?.append(String(repeating: "\n", count: blankLines + 1))
    text?.append(scanner.text(line))
    range = first.lowerBound..<line.upperBound
  }
}

extension MarkdownReader {
  /// Begins a question; what was said before it belongs to it.
  private mutating func beginQuestion(_ start: Int, _ end: Int) {
    if let description = group?.description, group?.questions == nil {
      add(.known(GroupKey.field(.description)), lines: description)
      tree.add(.known(GroupKey.questions), at: start..<start)
      group?.questions = tree.open(.array, at: start)
    }
    group?.questionCount += 1
    location = FaultLocation(
      group: location.group, groupNumber: location.groupNumber, question: group?.questionCount ?? 1)
    question = MarkdownQuestion(node: tree.open(.object, at: start), end: end)
    addComments()
  }

  /// Reads `prompt [reading] :: answer #tag ^id`, or a sentence with `==blanks==`.
  mutating func readQuestion(_ line: Range<Int>, _ parts: MarkdownScanner.Parts) {
    beginQuestion(line.lowerBound, line.upperBound)
    let separator = parts.separator ?? line.upperBound..<line.upperBound
    var left = scanner.trimmed(line.lowerBound..<separator.lowerBound)
    var right = scanner.trimmed(separator.upperBound..<line.upperBound)
    let leftBlanks = parts.blanks.filter { $0.upperBound <= left.upperBound }
    let rightBlanks = parts.blanks.filter { $0.lowerBound >= right.lowerBound }
    if parts.separator == nil {
      left = readTail(of: left, after: leftBlanks.last)
    } else {
      right = readTail(of: right, after: rightBlanks.last)
    }
    let afterBlanks = leftBlanks.last.map { $0.upperBound + 2 } ?? left.lowerBound
    if let (prompt, reading) = scanner.reading(in: left, after: afterBlanks) {
      left = prompt
      add(Self.key(.reading), value: reading)
    } else if leftBlanks.isEmpty, let mistake = scanner.fullWidthReading(in: left) {
      add(mistake, .valueIgnored)
    }
    if let mark = parts.unclosedMark {
      add(.markdown(.unclosedMark), at: mark..<mark + 2, .valueIgnored)
    }
    if let second = parts.secondSeparator {
      add(.markdown(.secondSeparator), at: second, .valueIgnored)
    }
    if parts.separator != nil, leftBlanks.isEmpty { reportTag(within: left) }
    if rightBlanks.isEmpty, let mistake = scanner.fullWidthTag(in: right) {
      add(mistake, .valueIgnored)
    }
    if !leftBlanks.isEmpty {
      setCloze(left, leftBlanks)
      if parts.separator != nil { add(Self.key(.prompt), value: right) }
    } else if !rightBlanks.isEmpty {
      setCloze(right, rightBlanks)
      add(Self.key(.prompt), value: left)
    } else {
      add(Self.key(.prompt), value: left)
      add(Self.key(.answer), value: right)
    }
  }

  /// Reads the tags and the id at the end of a text; gives the text before them.
  private mutating func readTail(
    of range: Range<Int>, after blank: Range<Int>?, mayBeAll: Bool = false
  ) -> Range<Int> {
    let start = blank.map { $0.upperBound + 2 } ?? range.lowerBound
    let tail = scanner.tail(
      of: start..<max(start, range.upperBound), mayBeAll: mayBeAll || blank != nil)
    if let first = tail.tags.first, let last = tail.tags.last {
      add(Self.key(.tags), elements: tail.tags, of: first.lowerBound..<last.upperBound)
    }
    if let id = tail.id { add(Self.key(.id), value: id) }
    if let second = tail.secondID {
      add(.markdown(.secondID(scanner.text(second))), at: second, .valueIgnored)
    }
    let rest = range.lowerBound..<(tail.text.isEmpty ? start : tail.text.upperBound)
    if blank == nil { reportTag(within: rest) }
    return rest
  }

  /// Names a tag that is read as text because of what stands behind it.
  private mutating func reportTag(within text: Range<Int>) {
    guard let tag = scanner.tagWithin(text) else { return }
    add(.markdown(.tagWithinText(scanner.text(tag))), at: tag, .valueIgnored)
  }

  /// Takes over a sentence, with braces for the marks of its blanks.
  private mutating func setCloze(_ range: Range<Int>, _ blanks: [Range<Int>]) {
    var result = ""
    var start = range.lowerBound
    for blank in blanks {
      let text = scanner.text(start..<blank.lowerBound - 2)
      let inner = scanner.text(blank)
      guard !text.contains("{{"), text.utf8.last != .openingBrace, !inner.contains("{{"),
        !inner.contains("}}"), inner.utf8.last != .closingBrace
      else {
        add(.markdown(.bracesBesideBlank), at: blank, .questionSkipped)
        return addUnreadable(Self.key(.cloze), at: range)
      }
      result += text + "{{" + inner + "}}"
      start = blank.upperBound + 2
    }
    let rest = scanner.text(start..<max(start, range.upperBound))
    guard !rest.contains("{{") else {
      add(.markdown(.bracesBesideBlank), at: range, .questionSkipped)
      return addUnreadable(Self.key(.cloze), at: range)
    }
    add(Self.key(.cloze), value: range, text: result + rest)
  }

  /// Reads `Q:` and what follows up to the end of its `A:`.
  mutating func readQuestionAndAnswer(_ content: Range<Int>) {
    finishQuestion()
    var noted: [Comment] = []
    let first = next
    var asked = [withoutComment(content.lowerBound + 2..<content.upperBound, comments: &noted)]
    var index = next + 1
    var answerLine: Range<Int>?
    while index < lines.count, answerLine == nil {
      let line = scanner.trimmed(lines[index])
      if scanner.has("A:", at: line.lowerBound, before: line.upperBound) {
        answerLine = line
      } else if startsBlock(line) {
        break
      } else {
        asked.append(withoutComment(line, comments: &noted))
        index += 1
      }
    }
    guard let answerLine else {
      group?.hasFaultyQuestions = true
      skip(.questionWithoutAnswer, content)
      while next < lines.count {
        let line = scanner.trimmed(lines[next])
        if line.isEmpty || startsBlock(line) { break }
        next += 1
      }
      return
    }
    var answered = [
      withoutComment(answerLine.lowerBound + 2..<answerLine.upperBound, comments: &noted)
    ]
    next = index + 1
    while next < lines.count, let line = continuation(lines[next]) {
      answered.append(withoutComment(line, comments: &noted))
      next += 1
    }
    comments += noted
    let end = answered.last?.upperBound ?? answerLine.upperBound
    beginQuestion(lines[first].lowerBound, end)
    if let last = answered.popLast() {
      answered.append(readTail(of: last, after: nil, mayBeAll: !answered.isEmpty))
    }
    add(.prompt, lines: asked)
    add(.answer, lines: answered)
  }

  /// A line that goes on with the answer above it.
  private func continuation(_ line: Range<Int>) -> Range<Int>? {
    guard !line.isEmpty, !bytes[line.lowerBound].isBlank else { return nil }
    let content = scanner.trimmed(line)
    let parts = scanner.parts(of: withoutBullet(content))
    guard !startsBlock(content), parts.separator == nil, parts.blanks.isEmpty,
      !scanner.has("A:", at: content.lowerBound, before: content.upperBound)
    else { return nil }
    return content
  }

  private mutating func add(_ field: Question.Field, lines: [Range<Int>]) {
    var lines = lines[...]
    while let line = lines.first, line.isEmpty, lines.count > 1 { lines.removeFirst() }
    while let line = lines.last, line.isEmpty, lines.count > 1 { lines.removeLast() }
    let start = lines.first?.lowerBound ?? 0
    add(
      Self.key(field), value: start..<max(start, lines.last?.upperBound ?? 0),
      text: lines.count == 1 ? nil : lines.map { scanner.text($0) }.joined(separator: "\n"))
  }

  static func key(_ field: Question.Field) -> RawKey { .known(QuestionKey.field(field)) }

  /// Closes the question that is open.
  mutating func finishQuestion() {
    guard let open = question else { return }
    question = nil
    add(Self.key(.note), lines: open.note)
    tree.close(open.node, at: open.end)
    if let end = group?.end { group?.end = max(end, open.end) }
    location = FaultLocation(group: location.group, groupNumber: location.groupNumber)
  }
}
