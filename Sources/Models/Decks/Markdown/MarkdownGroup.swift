import RabbleQuestions
import RabbleText

/// A group while its lines are read.
struct MarkdownGroup {
  let start: Int
  var end: Int
  var isSound = true
  /// The group without its description and its questions.
  var header: QuestionGroup
  var description = MarkdownLines()
  var extras: [DeckExtra] = []
  var silences: [Silence] = []
  var fields: [SourceField] = []
  /// The questions that can be studied.
  var questions: [Question] = []
  var questionSources: [QuestionSource] = []
  /// Whether a question stood in it that has no source.
  var hasFaultyQuestions = false
  /// How many questions began in it.
  var questionCount = 0

  init(title: String, start: Int, end: Int) {
    header = QuestionGroup(title: title, questions: [])
    self.start = start
    self.end = end
  }

  /// Whether its heading is over.
  var hasQuestions: Bool { questionCount > 0 }

  /// The group without its questions.
  private var group: QuestionGroup {
    var group = header
    group.description = description.text
    return group
  }

  /// The group with its questions.
  var studied: QuestionGroup {
    var group = group
    group.questions = questions
    return group
  }

  /// The places of its values.
  func source(index: Int?) -> GroupSource {
    var fields = fields
    if let span = description.span { fields.append(SourceField(.group(.description), span: span)) }
    return GroupSource(
      group: group, index: index,
      span: SourceSpan(start, max(end, questionSources.last?.span.end ?? 0)), fields: fields,
      extras: extras.owned(by: GroupKey.score.name, if: header.score != nil), silences: silences,
      questions: questionSources)
  }
}

extension MarkdownReader {
  /// Reads a line between a group's title and its first question: one of its values, or a line of
  /// its description.
  mutating func readHeader(_ content: Range<Int>, line: Range<Int>) {
    group?.end = content.upperBound
    if let (name, value) = scanner.key(of: line) {
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      let keySpan = SourceSpan(name.lowerBound, name.upperBound)
      switch MarkdownKey<GroupKey>(ofGroup: text[...]) {
      case .known(.field(.description)):
        group?.description.add(scanner.text(value), at: value, after: blankLines)
        return
      case .known(let key):
        read(key, value, keySpan: keySpan)
        return
      case .extra(let owner, let key):
        let extra = extra(owner: owner, key: key, value, name: text, known: knownKeys(owner))
        guard let extra else { return }
        group?.extras.append(extra)
        group?.fields.append(
          SourceField(
            .unknown, span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan))
        return
      case .similar(let known):
        add(.markdown(.similarKey(found: text, known: known)), at: name, .valueIgnored)
      case .ofQuestion: add(.markdown(.keyOfQuestion(text)), at: name, .valueIgnored)
      case nil: break
      }
    } else if let name = scanner.fullWidthKey(of: line),
      MarkdownKey<GroupKey>(ofGroup: scanner.text(name)[...]) != nil
    {
      addFullWidthKey(name)
    }
    // The bullet of a list is part of a description.
    let text = content.lowerBound..<max(content.lowerBound, line.upperBound)
    group?.description.add(scanner.text(text), at: text, after: blankLines)
  }

  private func knownKeys(_ owner: String?) -> [String] {
    switch owner {
    case GroupKey.settings.name: SettingKey.allCases.map(\.name)
    case GroupKey.score.name: ScoreKey.allCases.map(\.name)
    default: GroupKey.allCases.map(\.name)
    }
  }

  private mutating func read(_ key: GroupKey, _ value: Range<Int>, keySpan: SourceSpan) {
    blankLines = 0
    let span = SourceSpan(value.lowerBound, value.upperBound)
    switch key {
    case .field(let field): read(field, value, keySpan: keySpan)
    case .silence:
      if let silence = silence(value) { group?.silences.append(silence) }
    case .score:
      let text = scanner.text(value)
      reportSecond(.score, key.name, at: value)
      group?.fields.append(SourceField(.score, span: span, keySpan: keySpan))
      let found = score(text)
      group?.header.score = found
      if found == nil, !text.isBlank {
        add(.markdown(.malformedScore), at: value, .valueIgnored)
      }
    case .settings, .questions: break
    }
  }

  private mutating func read(
    _ field: QuestionGroup.Field, _ value: Range<Int>, keySpan: SourceSpan
  ) {
    let text = scanner.text(value)
    let known = text.isBlank ? nil : text
    if !field.isSetting { reportSecond(.group(field), field.key, at: value) }
    switch field.kind {
    case .required: break
    case .text(let path):
      if text.isTooLong {
        add(.longText(key: field.key, limit: Question.longestText), at: value, .valueIgnored)
        return
      }
      group?.header[keyPath: path] = known
    case .directions(let path):
      let found = directions(value, .valueIgnored)
      group?.header[keyPath: path] = found
      let fields = directionFields(value, key: .group(field), keySpan: keySpan)
      group?.fields += fields
      return
    case .setting(let path, let names):
      if let known, !names.contains(known) {
        add(.unknownValue(known, key: field.key, known: names), at: value, .valueIgnored)
      }
      if let known { group?.header[keyPath: path] = known }
    }
    group?.fields.append(
      SourceField(
        .group(field), span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan))
  }

  /// Names a value whose key was there before.
  private mutating func reportSecond(_ key: SourceField.Key, _ name: String, at value: Range<Int>) {
    guard group?.fields.contains(where: { $0.key == key && $0.element == nil }) == true else {
      return
    }
    add(.duplicateKey(key: name), at: value, .valueIgnored)
  }

  /// The counts of `3 correct, 1 incorrect`.
  private func score(_ text: String) -> Score? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: " ")
    }
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), parts[0][1] == "correct",
      parts[1][1] == "incorrect", let correct = Int(parts[0][0]), let incorrect = Int(parts[1][0]),
      correct >= 0, incorrect >= 0
    else { return nil }
    return Score(correct: correct, incorrect: incorrect)
  }
}
