import RabbleQuestions

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
