import RabbleQuestions
import RabbleText

/// The indented lines below a question: its fields, or a part of its note.
extension MarkdownReader {
  /// Reads an indented line below a question.
  mutating func readField(_ content: Range<Int>) {
    question?.end = content.upperBound
    if let (name, value) = scanner.key(of: content) {
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      switch MarkdownKey<QuestionKey>(ofQuestion: text[...]) {
      case .known(let key):
        read(key, withoutComment(value), name: name)
        return
      case .extra(let owner, let key):
        let known =
          owner == nil ? QuestionKey.allCases.map(\.name) : ExamplePart.allCases.map(\.name)
        let raw = owner == nil ? RawKey.unknown : .inside(QuestionKey.field(.example))
        if let type = extra(key, isOwned: owner != nil, value, name: text, known: known) {
          tree.add(raw, at: name, text: key)
          tree.add(type, at: value)
        } else {
          addUnreadable(raw, at: value)
        }
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
    question?.note.add(line, of: scanner, after: blankLines)
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
    var noted: [Comment] = []
    let result = withoutComment(range, comments: &noted)
    for comment in noted { add(.comment, value: comment.range, text: comment.text) }
    return result
  }

  private mutating func read(_ key: QuestionKey, _ value: Range<Int>, name: Range<Int>) {
    guard case .field(let field) = key else { return addSilence(.known(key), at: name, value) }
    if field == .note {
      question?.note.add(value, of: scanner, after: blankLines)
      return
    }
    blankLines = 0
    switch Question.Field.kinds[field.rawValue] {
    case .directions where !value.isEmpty:
      add(.known(key), at: name, elements: directions(value), of: value)
    case .list where !value.isEmpty:
      let marks: [UInt8] = field == .tags ? [.comma, .verticalLine] : [.verticalLine]
      add(.known(key), at: name, elements: scanner.split(value, at: marks), of: value)
    case .example where !value.isEmpty: readExample(key, value, name: name)
    case .required, .text, .number, .choice, .directions, .list, .example:
      add(.known(key), at: name, value: value)
    }
  }

  /// Reads `text | reading | meaning`, of which the last two may be missing.
  private mutating func readExample(_ key: QuestionKey, _ value: Range<Int>, name: Range<Int>) {
    var ranges = scanner.split(value, at: [.verticalLine])
    let count = ExamplePart.allCases.count
    if ranges.count > count, let end = ranges.last?.upperBound {
      ranges = ranges.prefix(count - 1) + [ranges[count - 1].lowerBound..<end]
    }
    tree.add(.known(key), at: name)
    let object = tree.open(.object, at: value.lowerBound)
    for (range, part) in zip(ranges, ExamplePart.allCases) { add(.known(part), value: range) }
    tree.close(object, at: value.upperBound)
  }
}
