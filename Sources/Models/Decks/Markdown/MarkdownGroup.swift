import RabbleQuestions
import RabbleText

/// A group while its lines are read.
struct MarkdownGroup {
  let title: String
  let start: Int
  var end: Int
  var isSound = true
  var description = MarkdownLines()
  var texts: [DeckKey.Group: String] = [:]
  var directions: [Direction]?
  var accents: GroupSettings.Accents?
  var furigana: GroupSettings.Furigana?
  var score: Score?
  var extras: [DeckExtra] = []
  var silences: [Silence] = []
  var fields: [SourceField] = []
  var questions: [DraftQuestion] = []
  var questionSources: [QuestionSource] = []
  /// Whether a question stood in it that has no source.
  var hasFaultyQuestions = false
  /// How many questions began in it.
  var questionCount = 0

  init(title: String, start: Int, end: Int) {
    self.title = title
    self.start = start
    self.end = end
  }

  /// Whether its heading is over.
  var hasQuestions: Bool { questionCount > 0 }

  private func group(_ questions: [Question]) -> QuestionGroup {
    QuestionGroup(
      title: title, description: description.text, language: texts[.language],
      author: texts[.author], licence: texts[.licence], version: texts[.version],
      directions: directions,
      settings: GroupSettings(accents: accents, furigana: furigana), questions: questions,
      score: score)
  }

  /// The group with its questions and all that is said of it.
  var draft: DraftGroup {
    DraftGroup(
      group: group(questions.map(\.question)), extras: extras.owned(by: "score", if: score != nil),
      silences: silences.map { DraftSilence(code: $0.code, reason: $0.reason) },
      questions: questions)
  }

  /// The places of its values.
  func source(index: Int?) -> GroupSource {
    var fields = fields
    if let span = description.span { fields.append(SourceField(.group(.description), span: span)) }
    return GroupSource(
      group([]), index: index,
      span: SourceSpan(start, max(end, questionSources.last?.span.end ?? 0)),
      fields: fields, silences: silences, questions: questionSources)
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
      switch MarkdownGroupKey.of(text) {
      case .known(.own(.description)):
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
      case nil: break
      }
    }
    // The bullet of a list is part of a description.
    let text = content.lowerBound..<max(content.lowerBound, line.upperBound)
    group?.description.add(scanner.text(text), at: text, after: blankLines)
  }

  private func knownKeys(_ owner: String?) -> [String] {
    switch owner {
    case "settings": DeckKey.Settings.allCases.map(\.name)
    case "score": DeckKey.Score.allCases.map(\.name)
    default: DeckKey.Group.allCases.map(\.name)
    }
  }

  private mutating func read(
    _ key: MarkdownGroupKey.Key, _ value: Range<Int>, keySpan: SourceSpan
  ) {
    blankLines = 0
    let span = SourceSpan(value.lowerBound, value.upperBound)
    let text = scanner.text(value)
    if case .own(let own) = key, own != .silence {
      if group?.fields.contains(where: { $0.key == .group(own) && $0.element == nil }) == true {
        add(.duplicateKey(key: own.name), at: value, .valueIgnored)
      }
      if own != .directions {
        group?.fields.append(SourceField(.group(own), span: span, keySpan: keySpan))
      }
    }
    switch key {
    case .own(.directions):
      let found = directions(value, key: .group(.directions), .valueIgnored)
      let fields = directionFields(value, key: .group(.directions), keySpan: keySpan)
      group?.directions = found
      group?.fields += fields
    case .own(.score):
      let found = score(text)
      group?.score = found
      if found == nil, !DeckDecoder.isBlank(text) {
        add(.markdown(.malformedScore), at: value, .valueIgnored)
      }
    case .own(.silence):
      if let silence = silence(value) { group?.silences.append(silence) }
    case .own(let own): group?.texts[own] = DeckDecoder.isBlank(text) ? nil : text
    case .setting(let setting):
      group?.fields.append(SourceField(.settings(setting), span: span, keySpan: keySpan))
      read(setting, text, value)
    }
  }

  private mutating func read(_ setting: DeckKey.Settings, _ text: String, _ value: Range<Int>) {
    if DeckDecoder.isBlank(text) { return }
    let known: [String]
    let isKnown: Bool
    switch setting {
    case .accents:
      known = GroupSettings.Accents.allCases.map(\.rawValue)
      group?.accents = GroupSettings.Accents(rawValue: text)
      isKnown = group?.accents != nil
    case .furigana:
      known = GroupSettings.Furigana.allCases.map(\.rawValue)
      group?.furigana = GroupSettings.Furigana(rawValue: text)
      isKnown = group?.furigana != nil
    }
    if !isKnown {
      add(.unknownValue(text, key: setting.name, known: known), at: value, .valueIgnored)
    }
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
