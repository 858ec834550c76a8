import RabbleQuestions
import RabbleText

/// A question while its lines are read.
struct MarkdownQuestion {
  let start: Int
  var end: Int
  var isSound = true
  var texts: [DeckKey.Question: String] = [:]
  var lists: [DeckKey.Question: [String]] = [:]
  var note = MarkdownLines()
  var directions: [Direction]?
  var pitch: Int?
  var example: Example?
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
    let sentence = ClozeText.sound(texts[.cloze])
    return Question(
      id: texts[.id], prompt: texts[.prompt] ?? sentence?.opened ?? "", hint: texts[.hint],
      answer: texts[.answer] ?? sentence?.filled ?? "", reading: texts[.reading],
      furigana: texts[.furigana], alternatives: lists[.alternatives] ?? [],
      blocked: lists[.blocked] ?? [], partOfSpeech: texts[.partOfSpeech], pitch: pitch,
      example: example, note: note.text.flatMap { DeckDecoder.isBlank($0) ? nil : $0 },
      tags: lists[.tags] ?? [], directions: directions, cloze: texts[.cloze],
      source: texts[.source])
  }

  /// The question with all that is said of it.
  var draft: DraftQuestion {
    DraftQuestion(
      question: question,
      extras: DeckExtra.comments(comments) + extras.owned(by: "example", if: example != nil),
      silences: silences.map { DraftSilence(code: $0.code, reason: $0.reason) })
  }

  /// The places of its values.
  func source(index: Int?) -> QuestionSource {
    var fields = fields
    if let span = note.span { fields.append(SourceField(.question(.note), span: span)) }
    return QuestionSource(
      question, index: index, span: SourceSpan(start, end), fields: fields, silences: silences)
  }
}

/// A text of several lines while they are read; blank lines between them are part of it.
struct MarkdownLines {
  private(set) var text: String?
  private(set) var span: SourceSpan?

  /// Adds a line after so many blank ones.
  mutating func add(_ line: String, at range: Range<Int>, after blankLines: Int) {
    guard let text, let span else {
      text = line
      span = SourceSpan(range.lowerBound, range.upperBound)
      return
    }
    self.text = text + String(repeating: "\n", count: blankLines + 1) + line
    self.span = SourceSpan(span.start, range.upperBound)
  }
}

extension MarkdownReader {
  /// Begins a question; what was said before it belongs to it.
  private mutating func beginQuestion(_ start: Int, _ end: Int) {
    group?.questionCount += 1
    place = DeckPlace(
      group: place.group, groupNumber: place.groupNumber, question: group?.questionCount ?? 1)
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
    return range.lowerBound..<(tail.text.isEmpty ? start : tail.text.upperBound)
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
        add(.markdown(.bracesBesideBlank), at: blank, .questionLeftOut)
        question?.isSound = false
        return
      }
      result += text + "{{" + inner + "}}"
      start = blank.upperBound + 2
    }
    let rest = scanner.text(start..<max(start, range.upperBound))
    guard !rest.contains("{{") else {
      add(.markdown(.bracesBesideBlank), at: range, .questionLeftOut)
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

  private mutating func set(_ key: DeckKey.Question, toLines lines: [Range<Int>]) {
    var lines = lines[...]
    while let line = lines.first, line.isEmpty, lines.count > 1 { lines.removeFirst() }
    while let line = lines.last, line.isEmpty, lines.count > 1 { lines.removeLast() }
    let text = lines.map { scanner.text($0) }.joined(separator: "\n")
    let start = lines.first?.lowerBound ?? 0
    set(key, to: text, at: start..<max(start, lines.last?.upperBound ?? 0))
  }

  /// Takes over a text; a blank one counts as absent.
  mutating func set(
    _ key: DeckKey.Question, to text: String, at range: Range<Int>, keySpan: SourceSpan? = nil
  ) {
    if question?.texts[key] != nil {
      let name = MarkdownQuestionKey.name(of: key)
      add(.duplicateKey(key: name), at: range, .valueIgnored)
    }
    question?.fields.append(
      SourceField(
        .question(key), span: SourceSpan(range.lowerBound, range.upperBound), keySpan: keySpan))
    if DeckDecoder.isBlank(text) {
      guard key == .id else { return }
      add(.emptyText(key: "id"), at: range, .questionLeftOut)
      question?.isSound = false
      return
    }
    question?.texts[key] = text
  }

  /// Closes the question that is open, if it is sound.
  mutating func finishQuestion() {
    guard var open = question else { return }
    question = nil
    check(&open)
    let isSound = open.isSound && isFirst(open)
    let index = isSound ? group?.questions.count : nil
    group?.questionSources.append(open.source(index: index))
    if isSound { group?.questions.append(open.draft) }
    place = DeckPlace(group: place.group, groupNumber: place.groupNumber)
  }

  private mutating func check(_ open: inout MarkdownQuestion) {
    let range = open.start..<open.start
    if let cloze = open.texts[.cloze] {
      do throws(ClozeError) {
        _ = try ClozeText(cloze)
      } catch {
        add(.cloze(error), at: range, .questionLeftOut)
        open.isSound = false
      }
    }
    guard open.isSound else { return }
    let found = open.question
    for (key, text) in [("prompt", found.prompt), ("answer", found.answer)]
    where DeckDecoder.isBlank(text) {
      add(.emptyText(key: key), at: range, .questionLeftOut)
      open.isSound = false
    }
  }

  /// Whether no question of the file before has the identity of this one; names it if one has.
  private mutating func isFirst(_ open: MarkdownQuestion) -> Bool {
    let question = open.question
    let identity = QuestionID(of: question, inGroup: place.group ?? "")
    guard let first = seen[identity] else {
      seen[identity] = open.start
      return true
    }
    let line = faults.line(of: first)
    if let id = question.id {
      let span = open.fields.last { $0.key == .question(.id) }?.span
      add(
        .duplicateID(id: id, firstLine: line), at: span?.range ?? open.start..<open.start,
        .questionLeftOut)
    } else {
      add(
        .duplicateQuestion(firstLine: line), at: open.start..<open.start, .questionLeftOut)
    }
    return false
  }
}

extension MarkdownReader {
  /// Reads an indented line below a question.
  mutating func readField(_ content: Range<Int>) {
    question?.end = content.upperBound
    if let (name, value) = scanner.key(of: content) {
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      let keySpan = SourceSpan(name.lowerBound, name.upperBound)
      switch MarkdownQuestionKey.of(text) {
      case .known(let key):
        read(key, withoutComment(value), keySpan: keySpan)
        return
      case .extra(let owner, let key):
        let known =
          owner == nil
          ? DeckKey.Question.allCases.map(\.name) : DeckKey.Example.allCases.map(\.name)
        let extra = extra(owner: owner, key: key, value, name: text, known: known)
        guard let extra else {
          question?.isSound = false
          return
        }
        question?.extras.append(extra)
        question?.fields.append(
          SourceField(
            .unknown, span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan))
        return
      case .similar(let known):
        add(.markdown(.similarKey(found: text, known: known)), at: name, .valueIgnored)
      case nil: break
      }
    }
    let line = withoutComment(content)
    question?.note.add(scanner.text(line), at: line, after: blankLines)
  }

  /// A value without the comment behind it, which belongs to the question.
  private mutating func withoutComment(_ range: Range<Int>) -> Range<Int> {
    var noted: [String] = []
    let result = withoutComment(range, comments: &noted)
    question?.comments += noted
    return result
  }

  private mutating func read(
    _ key: DeckKey.Question, _ value: Range<Int>, keySpan: SourceSpan
  ) {
    if key != .note, key != .silence { blankLines = 0 }
    switch key {
    case .alternatives, .blocked, .tags:
      question?.fields.append(
        SourceField(
          .question(key), span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan))
      let marks: [UInt8] = key == .tags ? [.comma, .verticalLine] : [.verticalLine]
      if !value.isEmpty {
        addElements(scanner.split(value, at: marks), to: key, keySpan: keySpan)
      }
    case .directions:
      let found = directions(value, key: .question(.directions), .questionLeftOut)
      if found == nil, !value.isEmpty { question?.isSound = false }
      question?.directions = found
      let fields = directionFields(value, key: .question(.directions), keySpan: keySpan)
      question?.fields += fields
    case .pitch: readPitch(value, keySpan: keySpan)
    case .example: readExample(value, keySpan: keySpan)
    case .note:
      question?.note.add(scanner.text(value), at: value, after: blankLines)
    case .silence:
      if let silence = silence(value) { question?.silences.append(silence) }
    default: set(key, to: scanner.text(value), at: value, keySpan: keySpan)
    }
  }

  /// Adds the elements of a list; blank ones are passed over and named.
  mutating func addElements(
    _ ranges: [Range<Int>], to key: DeckKey.Question, keySpan: SourceSpan?
  ) {
    for (index, range) in ranges.enumerated() {
      let text = scanner.text(range)
      if DeckDecoder.isBlank(text) {
        let name = MarkdownQuestionKey.name(of: key)
        add(.emptyText(key: "\(name)[\(index)]"), at: range, .valueIgnored)
        continue
      }
      let number = question?.lists[key]?.count ?? 0
      question?.fields.append(
        SourceField(
          .question(key), element: number,
          span: SourceSpan(range.lowerBound, range.upperBound), keySpan: keySpan))
      question?.lists[key, default: []].append(text)
    }
  }

  private mutating func readPitch(_ value: Range<Int>, keySpan: SourceSpan) {
    if question?.pitch != nil { add(.duplicateKey(key: "pitch"), at: value, .valueIgnored) }
    question?.fields.append(
      SourceField(
        .question(.pitch), span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan))
    if value.isEmpty { return }
    guard value.count <= 2, value.allSatisfy({ bytes[$0].isDigit }),
      let pitch = Int(scanner.text(value))
    else {
      add(.malformedPitch, at: value, .questionLeftOut)
      question?.isSound = false
      return
    }
    question?.pitch = pitch
  }

  /// Reads `text | reading | meaning`, of which the last two may be missing.
  private mutating func readExample(_ value: Range<Int>, keySpan: SourceSpan) {
    if question?.example != nil { add(.duplicateKey(key: "example"), at: value, .valueIgnored) }
    question?.fields.append(
      SourceField(
        .question(.example), span: SourceSpan(value.lowerBound, value.upperBound),
        keySpan: keySpan))
    if value.isEmpty { return }
    var ranges = scanner.split(value, at: [.verticalLine])
    if ranges.count > 3, let end = ranges.last?.upperBound {
      ranges = [ranges[0], ranges[1], ranges[2].lowerBound..<end]
    }
    for (range, key) in zip(ranges, DeckKey.Example.allCases) {
      question?.fields.append(
        SourceField(.example(key), span: SourceSpan(range.lowerBound, range.upperBound)))
    }
    let texts = ranges.map { scanner.text($0) }.map { DeckDecoder.isBlank($0) ? nil : $0 }
    guard let text = texts[0] else {
      add(.emptyText(key: "example"), at: value, .questionLeftOut)
      question?.isSound = false
      return
    }
    question?.example = Example(
      text: text, reading: texts.count > 1 ? texts[1] : nil,
      meaning: texts.count > 2 ? texts[2] : nil)
  }
}

/// Values that groups and questions have alike.
extension MarkdownReader {
  /// The directions of a list of their names, each once; `nil` for none or an unknown one.
  mutating func directions(
    _ value: Range<Int>, key: SourceField.Key, _ consequence: DeckFault.Consequence
  ) -> [Direction]? {
    guard !value.isEmpty else { return nil }
    var result: [Direction] = []
    var isSound = true
    for range in scanner.split(value, at: [.comma, .verticalLine]) {
      let name = scanner.text(range)
      guard let direction = Direction(name: name) else {
        let known = Direction.named.compactMap(\.name)
        add(.unknownValue(name, key: "directions", known: known), at: range, consequence)
        isSound = false
        continue
      }
      if !result.contains(direction) { result.append(direction) }
    }
    return isSound ? result : nil
  }

  /// The places of directions, each once.
  func directionFields(_ value: Range<Int>, key: SourceField.Key, keySpan: SourceSpan)
    -> [SourceField]
  {
    var fields = [
      SourceField(key, span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan)
    ]
    var seen: Set<String> = []
    for range in scanner.split(value, at: [.comma, .verticalLine])
    where seen.insert(scanner.text(range)).inserted {
      fields.append(
        SourceField(
          key, element: seen.count - 1, span: SourceSpan(range.lowerBound, range.upperBound),
          keySpan: keySpan))
    }
    return fields
  }

  /// The code of a rule and why it is to be silent.
  mutating func silence(_ value: Range<Int>) -> Silence? {
    guard !value.isEmpty else {
      add(.emptyText(key: "silence"), at: value, .valueIgnored)
      return nil
    }
    let end = value.first { bytes[$0].isBlank } ?? value.upperBound
    let reason = scanner.trimmed(end..<value.upperBound)
    return Silence(
      code: scanner.text(value.lowerBound..<end), reason: scanner.text(reason),
      codeSpan: SourceSpan(value.lowerBound, end),
      reasonSpan: SourceSpan(reason.lowerBound, reason.upperBound))
  }

  /// A value under a key that no deck knows; `nil`, and a fault, if it is not JSON or one knows it.
  mutating func extra(
    owner: String?, key: String, _ value: Range<Int>, name: String, known: [String]
  ) -> DeckExtra? {
    if known.contains(key), owner != nil || key != DeckKey.Question.silence.name {
      add(.markdown(.knownKey(key)), at: value, .questionLeftOut)
      return nil
    }
    guard !value.isEmpty else {
      add(.emptyText(key: name), at: value, .questionLeftOut)
      return nil
    }
    let source = UnsafeBufferPointer(rebasing: bytes[value])
    do throws(JSONParser.Failure) {
      _ = try JSONParser.document(source, depthLimit: depthLimit)
    } catch {
      let start = value.lowerBound + error.offset
      add(error.kind, at: start..<start, .questionLeftOut)
      return nil
    }
    return DeckExtra(owner: owner, key: key, source: String(decoding: source, as: UTF8.self))
  }
}
