import RabbleQuestions
import RabbleText

/// A question while its lines are read.
struct MarkdownQuestion {
  let start: Int
  var end: Int
  var isSound = true
  /// The fields that were read; what a sentence with blanks says of prompt and answer is not in it.
  var fieldsRead: Set<Question.Field> = []
  /// The question as far as it was read, without its note.
  var draft = Question(prompt: "", answer: "")
  var note = MarkdownLines()
  var extras: [DeckExtra] = []
  var comments: [String] = []
  var silences: [Silence] = []
  var fields: [SourceField] = []

  /// Makes a question of the comments before it.
  init(start: Int, end: Int, comments: [String]) {
    self.start = start
    self.end = end
    self.comments = comments
  }

  /// The question as far as it is sound.
  var question: Question {
    var question = draft
    if let sentence = ClozeText.sound(draft.cloze) {
      if !fieldsRead.contains(.prompt) { question.prompt = sentence.opened }
      if !fieldsRead.contains(.answer) { question.answer = sentence.filled }
    }
    question.note = note.text.flatMap { $0.isBlank ? nil : $0 }
    return question
  }

  /// The places of its values.
  func source(index: Int?) -> QuestionSource {
    var fields = fields
    if let span = note.span { fields.append(SourceField(.question(.note), span: span)) }
    let extras = extras.owned(by: Question.Field.example.key, if: draft.example != nil)
    return QuestionSource(
      question: question, index: index, span: SourceSpan(start, end), fields: fields,
      extras: DeckExtra.comments(comments) + extras, silences: silences)
  }
}

/// A text of several lines while they are read; blank lines between them are part of it.
struct MarkdownLines {
  private(set) var text: String?
  private(set) var span: SourceSpan?

  /// Adds a line after this many blank ones.
  mutating func add(_ line: String, at range: Range<Int>, after blankLines: Int) {
    guard text != nil, let start = span?.start else {
      text = line
      span = SourceSpan(range.lowerBound, range.upperBound)
      return
    }
    // In place: a text of many lines would be copied for each of them.
    text?.append(String(repeating: "\n", count: blankLines + 1))
    text?.append(line)
    span = SourceSpan(start, range.upperBound)
  }
}

extension MarkdownReader {
  /// Begins a question; what was said before it belongs to it.
  private mutating func beginQuestion(_ start: Int, _ end: Int) {
    group?.questionCount += 1
    location = FaultLocation(
      group: location.group, groupNumber: location.groupNumber, question: group?.questionCount ?? 1)
    question = MarkdownQuestion(start: start, end: end, comments: comments)
    comments = []
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
      set(.reading, to: scanner.text(reading), at: reading)
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
      if parts.separator != nil { set(.prompt, to: scanner.text(right), at: right) }
    } else if !rightBlanks.isEmpty {
      setCloze(right, rightBlanks)
      set(.prompt, to: scanner.text(left), at: left)
    } else {
      set(.prompt, to: scanner.text(left), at: left)
      set(.answer, to: scanner.text(right), at: right)
    }
  }

  /// Reads the tags and the id at the end of a text; gives the text before them.
  private mutating func readTail(
    of range: Range<Int>, after blank: Range<Int>?, mayBeAll: Bool = false
  ) -> Range<Int> {
    let start = blank.map { $0.upperBound + 2 } ?? range.lowerBound
    let tail = scanner.tail(
      of: start..<max(start, range.upperBound), mayBeAll: mayBeAll || blank != nil)
    if !tail.tags.isEmpty, let first = tail.tags.first, let last = tail.tags.last {
      question?.fields.append(
        SourceField(.question(.tags), span: SourceSpan(first.lowerBound, last.upperBound)))
      addElements(tail.tags, to: .tags, keySpan: nil)
    }
    if let id = tail.id { set(.id, to: scanner.text(id), at: id) }
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
        question?.isSound = false
        return
      }
      result += text + "{{" + inner + "}}"
      start = blank.upperBound + 2
    }
    let rest = scanner.text(start..<max(start, range.upperBound))
    guard !rest.contains("{{") else {
      add(.markdown(.bracesBesideBlank), at: range, .questionSkipped)
      question?.isSound = false
      return
    }
    set(.cloze, to: result + rest, at: range)
  }

  /// Reads `Q:` and what follows up to the end of its `A:`.
  mutating func readQuestionAndAnswer(_ content: Range<Int>) {
    finishQuestion()
    var noted: [String] = []
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
    set(.prompt, toLines: asked)
    set(.answer, toLines: answered)
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

  private mutating func set(_ field: Question.Field, toLines lines: [Range<Int>]) {
    var lines = lines[...]
    while let line = lines.first, line.isEmpty, lines.count > 1 { lines.removeFirst() }
    while let line = lines.last, line.isEmpty, lines.count > 1 { lines.removeLast() }
    let text = lines.map { scanner.text($0) }.joined(separator: "\n")
    let start = lines.first?.lowerBound ?? 0
    set(field, to: text, at: start..<max(start, lines.last?.upperBound ?? 0))
  }

  /// Takes over a text; a blank one counts as absent.
  mutating func set(
    _ field: Question.Field, to text: String, at range: Range<Int>, keySpan: SourceSpan? = nil
  ) {
    reportSecond(field, at: range)
    question?.fields.append(
      SourceField(
        .question(field), span: SourceSpan(range.lowerBound, range.upperBound), keySpan: keySpan))
    if isTooLong(text, field.key, at: range) { return }
    if text.isBlank {
      guard field == .id else { return }
      add(.emptyText(key: field.key), at: range, .questionSkipped)
      question?.isSound = false
      return
    }
    question?.fieldsRead.insert(field)
    switch field.kind {
    case .required(let path): question?.draft[keyPath: path] = text
    case .text(let path): question?.draft[keyPath: path] = text
    case .list, .number, .choice, .directions, .example: break
    }
  }

  /// Whether a text of the question is longer than ``Question/longestText``; names it if it is.
  mutating func isTooLong(_ text: String, _ key: String, at range: Range<Int>) -> Bool {
    guard text.isTooLong else { return false }
    add(.longText(key: key, limit: Question.longestText), at: range, .questionSkipped)
    question?.isSound = false
    return true
  }

  /// Names a value whose field was read before.
  mutating func reportSecond(_ field: Question.Field, at range: Range<Int>) {
    guard question?.fieldsRead.contains(field) == true else { return }
    add(.duplicateKey(key: field.markdownNames[0]), at: range, .valueIgnored)
  }

  /// Closes the question that is open, if it is sound.
  mutating func finishQuestion() {
    guard var open = question else { return }
    question = nil
    check(&open)
    let isSound = open.isSound && isFirst(open)
    let index = isSound ? group?.questions.count : nil
    group?.questionSources.append(open.source(index: index))
    if isSound { group?.questions.append(open.question) }
    location = FaultLocation(group: location.group, groupNumber: location.groupNumber)
  }

  private mutating func check(_ open: inout MarkdownQuestion) {
    let range = open.start..<open.start
    if let cloze = open.draft.cloze {
      do throws(ClozeError) {
        _ = try ClozeText(cloze)
      } catch {
        add(.cloze(error), at: range, .questionSkipped)
        open.isSound = false
      }
    }
    guard open.isSound else { return }
    let found = open.question
    for (field, text) in [(Question.Field.prompt, found.prompt), (.answer, found.answer)]
    where text.isBlank {
      add(.emptyText(key: field.key), at: range, .questionSkipped)
      open.isSound = false
    }
  }

  /// Whether no question of the file before has the identity of this one; names it if one has.
  private mutating func isFirst(_ open: MarkdownQuestion) -> Bool {
    let question = open.question
    let identity = QuestionID(of: question, inGroup: location.group ?? "")
    guard let first = seen[identity] else {
      seen[identity] = open.start
      return true
    }
    let line = faults.line(of: first)
    if let id = question.id {
      let span = open.fields.last { $0.key == .question(.id) }?.span
      add(
        .duplicateID(id: id, firstLine: line), at: span?.range ?? open.start..<open.start,
        .questionSkipped)
    } else {
      add(
        .duplicateQuestion(firstLine: line), at: open.start..<open.start, .questionSkipped)
    }
    return false
  }
}
