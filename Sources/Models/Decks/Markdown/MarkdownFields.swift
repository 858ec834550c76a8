import RabbleQuestions
import RabbleText

/// The indented lines below a question: its fields, or a part of its note.
extension MarkdownReader {
  /// Reads an indented line below a question.
  mutating func readField(_ content: Range<Int>) {
    question?.end = content.upperBound
    if let (name, value) = scanner.key(of: content) {
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      let keySpan = SourceSpan(name.lowerBound, name.upperBound)
      switch MarkdownKey<QuestionKey>(ofQuestion: text[...]) {
      case .known(let key):
        read(key, withoutComment(value), keySpan: keySpan)
        return
      case .extra(let owner, let key):
        let known =
          owner == nil ? QuestionKey.allCases.map(\.name) : ExamplePart.allCases.map(\.name)
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
      case .ofQuestion, nil: break
      }
    } else if let name = scanner.fullWidthKey(of: content),
      MarkdownKey<QuestionKey>(ofQuestion: scanner.text(name)[...]) != nil
    {
      addFullWidthKey(name)
    }
    let line = withoutComment(content)
    if let separator = scanner.parts(of: withoutBullet(line)).separator,
      separator.lowerBound > withoutBullet(line).lowerBound, separator.upperBound < line.upperBound
    {
      add(.markdown(.indentedQuestion), at: line, .valueIgnored)
    }
    question?.note.add(scanner.text(line), at: line, after: blankLines)
  }

  /// Names a key that is read as text because of its full-width colon.
  mutating func addFullWidthKey(_ name: Range<Int>) {
    let text = scanner.text(name)
    add(
      .markdown(.fullWidthMark(text + "：", meant: text + ":")),
      at: name.lowerBound..<name.upperBound + 3, .valueIgnored)
  }

  /// A value without the comment behind it, which belongs to the question.
  private mutating func withoutComment(_ range: Range<Int>) -> Range<Int> {
    var noted: [String] = []
    let result = withoutComment(range, comments: &noted)
    question?.comments += noted
    return result
  }

  private mutating func read(_ key: QuestionKey, _ value: Range<Int>, keySpan: SourceSpan) {
    guard case .field(let field) = key else {
      if let silence = silence(value) { question?.silences.append(silence) }
      return
    }
    if field == .note {
      question?.note.add(scanner.text(value), at: value, after: blankLines)
      return
    }
    blankLines = 0
    switch field.kind {
    case .required, .text:
      set(field, to: scanner.text(value), at: value, keySpan: keySpan)
      return
    case .directions(let path):
      let found = directions(value, .questionSkipped)
      if found == nil, !value.isEmpty { question?.isSound = false }
      question?.draft[keyPath: path] = found
      let fields = directionFields(value, key: .question(field), keySpan: keySpan)
      question?.fields += fields
      return
    case .list, .number, .choice, .example: break
    }
    reportSecond(field, at: value)
    question?.fields.append(
      SourceField(
        .question(field), span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan))
    if value.isEmpty { return }
    switch field.kind {
    case .list:
      let marks: [UInt8] = field == .tags ? [.comma, .verticalLine] : [.verticalLine]
      addElements(scanner.split(value, at: marks), to: field, keySpan: keySpan)
    case .number(let path, let range): readNumber(value, of: field, into: path, range)
    case .choice(let path, let names):
      let text = scanner.text(value)
      if names.contains(text) {
        question?.draft[keyPath: path] = text
      } else {
        add(.unknownValue(text, key: field.key, known: names), at: value, .valueIgnored)
      }
      question?.fieldsRead.insert(field)
    case .example(let path): readExample(value, of: field, into: path)
    case .required, .text, .directions: break
    }
  }

  /// Adds the elements of a list; blank ones are passed over and named.
  mutating func addElements(
    _ ranges: [Range<Int>], to field: Question.Field, keySpan: SourceSpan?
  ) {
    guard case .list(let path) = field.kind else { return }
    for (index, range) in ranges.enumerated() {
      let text = scanner.text(range)
      if text.isBlank {
        let key = "\(field.markdownNames[0])[\(index)]"
        add(.emptyText(key: key), at: range, .valueIgnored)
        continue
      }
      if isTooLong(text, "\(field.markdownNames[0])[\(index)]", at: range) { continue }
      let number = question?.draft[keyPath: path].count
      question?.fields.append(
        SourceField(
          .question(field), element: number, span: SourceSpan(range.lowerBound, range.upperBound),
          keySpan: keySpan))
      question?.draft[keyPath: path].append(text)
    }
  }

  private mutating func readNumber(
    _ value: Range<Int>, of field: Question.Field, into path: Question.Field.Path<Int?>,
    _ range: ClosedRange<Int>
  ) {
    guard value.count <= "\(range.upperBound)".utf8.count,
      value.allSatisfy({ bytes[$0].isDigit }), let number = Int(scanner.text(value)),
      range.contains(number)
    else {
      add(.malformedPitch, at: value, .questionSkipped)
      question?.isSound = false
      return
    }
    question?.draft[keyPath: path] = number
    question?.fieldsRead.insert(field)
  }

  /// Reads `text | reading | meaning`, of which the last two may be missing.
  private mutating func readExample(
    _ value: Range<Int>, of field: Question.Field, into path: Question.Field.Path<Example?>
  ) {
    var ranges = scanner.split(value, at: [.verticalLine])
    let count = ExamplePart.allCases.count
    if ranges.count > count, let end = ranges.last?.upperBound {
      ranges = ranges.prefix(count - 1) + [ranges[count - 1].lowerBound..<end]
    }
    for (range, part) in zip(ranges, ExamplePart.allCases) {
      question?.fields.append(
        SourceField(.example(part), span: SourceSpan(range.lowerBound, range.upperBound)))
    }
    let texts = ranges.map { scanner.text($0) }.map { $0.isBlank ? nil : $0 }
    guard let text = texts[0] else {
      add(.emptyText(key: field.key), at: value, .questionSkipped)
      question?.isSound = false
      return
    }
    question?.draft[keyPath: path] = Example(
      text: text, reading: texts.count > 1 ? texts[1] : nil,
      meaning: texts.count > 2 ? texts[2] : nil)
    question?.fieldsRead.insert(field)
  }
}

/// Values that groups and questions have alike.
extension MarkdownReader {
  /// The directions of a list of their names, each once; `nil` for none or an unknown one.
  mutating func directions(
    _ value: Range<Int>, _ consequence: DeckFault.Consequence
  ) -> [Direction]? {
    guard !value.isEmpty else { return nil }
    var result: [Direction] = []
    var isSound = true
    for range in scanner.split(value, at: [.comma, .verticalLine]) {
      let name = scanner.text(range)
      guard let direction = Direction(name: name) else {
        let known = Direction.named.compactMap(\.name)
        add(
          .unknownValue(name, key: Question.Field.directions.key, known: known), at: range,
          consequence)
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
      add(.emptyText(key: QuestionKey.silence.name), at: value, .valueIgnored)
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
    if known.contains(key), owner != nil || key != QuestionKey.silence.name {
      add(.markdown(.knownKey(key)), at: value, .questionSkipped)
      return nil
    }
    guard !value.isEmpty else {
      add(.emptyText(key: name), at: value, .questionSkipped)
      return nil
    }
    let source = UnsafeBufferPointer(rebasing: bytes[value])
    do throws(JSONParser.Failure) {
      _ = try JSONParser.document(source, depthLimit: depthLimit)
    } catch {
      let start = value.lowerBound + error.offset
      add(error.kind, at: start..<start, .questionSkipped)
      return nil
    }
    return DeckExtra(owner: owner, key: key, source: String(decoding: source, as: UTF8.self))
  }
}
