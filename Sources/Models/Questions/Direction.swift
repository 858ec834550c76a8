import RabbleText

/// Which way round a question is asked. Each direction is a card with a schedule of its own.
public enum Direction: Hashable, Sendable {
  /// The prompt is shown, the answer is asked for.
  case recognition
  /// The answer is shown, the prompt is asked for.
  case production
  /// The prompt is shown, its reading is asked for.
  case reading
  /// The prompt is said aloud, its answer or the prompt itself is asked for.
  case listening
  /// A sentence is shown with this blank open; its key is `ClozeText.Blank.key`.
  case cloze(String)

  /// The directions an author can name in a deck.
  public static let named: [Direction] = [.recognition, .production, .reading, .listening]

  /// What an author calls each of ``named``: `recognition, production, reading, listening`.
  public static let names = named.compactMap(\.name).joined(separator: ", ")

  /// What an author calls it in a deck; `nil` for a blank, which the sentence itself names.
  public var name: String? {
    if case .cloze = self { nil } else { kind.rawValue }
  }

  /// What its cards ask for, whichever blank it is.
  public var kind: DirectionKind {
    switch self {
    case .recognition: .recognition
    case .production: .production
    case .reading: .reading
    case .listening: .listening
    case .cloze: .cloze
    }
  }

  /// How tables, JSON and the log's export name it: `recognition`, `production`, `reading`,
  /// `listening`, or `cloze` with the blank's key.
  public var fullName: String {
    if case .cloze(let key) = self { "\(kind.rawValue) \(key)" } else { kind.rawValue }
  }

  /// The direction an author names in a deck, or `nil` for any other text.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension Direction: RawRepresentable {
  /// Reads what ``rawValue`` gave; `nil` for any other text.
  public init?(rawValue: String) {
    switch rawValue {
    case "answer": self = .recognition
    case "production": self = .production
    case "reading": self = .reading
    case "listening": self = .listening
    case let text where text.hasPrefix(Self.clozePrefix):
      self = .cloze(String(text.dropFirst(Self.clozePrefix.count)))
    default: return nil
    }
  }

  /// How the study log stores it: as ``fullName``, but for recognition, which rows written before the
  /// name have as `answer`.
  public var rawValue: String {
    switch self {
    case .recognition: "answer"
    case .production: "production"
    case .reading: "reading"
    case .listening: "listening"
    case .cloze(let key): Self.clozePrefix + key
    }
  }

  private static let clozePrefix = "cloze "
}

extension Question {
  /// The directions in which it is asked, each of which is a card.
  ///
  /// A sentence with blanks is asked blank by blank, and in the directions that the question itself
  /// names; any other question in its own directions, or else in those of its group, or else in
  /// recognition. A direction in which it can't be asked is passed over: reading where it has none or
  /// the prompt is nothing but the reading, production and reading where a sentence with blanks has
  /// no prompt of its own, listening where there are blanks. What is left without a direction is asked in recognition.
  ///
  /// - Parameter groupDirections: the directions of the group; `nil` when it names none.
  /// - Returns: the directions, each of which is a card: at least one, each once; none while the question is
  ///   withheld.
  public func askedDirections(byDefault groupDirections: [Direction]?) -> [Direction] {
    if isWithheld { return [] }
    if cloze == nil, directions == nil, groupDirections == nil { return [.recognition] }
    let sentence = clozeText
    let blanks = sentence?.keys.map(Direction.cloze) ?? []
    let named = directions ?? (sentence == nil ? groupDirections : nil) ?? []
    var result = blanks
    for direction in named where !result.contains(direction) {
      let isAskable =
        switch direction {
        case .recognition: true
        case .production: prompt != sentence?.opened
        case .reading: prompt != sentence?.opened && asksForReading
        case .listening: sentence == nil
        case .cloze: false
        }
      if isAskable { result.append(direction) }
    }
    return result.isEmpty ? [.recognition] : result
  }

  /// The sentence with blanks, if there is one and it is sound.
  package var clozeText: ClozeText? { ClozeText.sound(cloze, names: blankNames) }

  /// The prompt with its furigana: as the author wrote them for it, or in it.
  public var rubyPrompt: RubyText {
    let own = RubyText(prompt)
    guard let furigana else { return own }
    let text = RubyText(furigana)
    return text.base == own.base ? text : own
  }

  /// The readings of the prompt, each by itself; none where the author gives none.
  ///
  /// Commas and slashes separate readings as `;` does, unless the prompt has some of its own. Without
  /// a `reading` the furigana say it, if they cover every kanji.
  public var readings: [String] {
    guard let reading else {
      let ruby = rubyPrompt
      let text = ruby.hasReadings ? ruby.reading : ""
      return text.contains(where: \.isKana) && text.allSatisfy(\.mayStandInReading) ? [text] : []
    }
    return AnswerList.readingPieces(of: reading, prompt: prompt).map(\.text).filter { !$0.isEmpty }
  }

  /// Whether there is a reading to ask for that the prompt does not show.
  private var asksForReading: Bool {
    let readings = readings
    let shown = RubyText(prompt).base.inPlainHiragana
    return !readings.isEmpty && !readings.contains { $0.inPlainHiragana == shown }
  }
}

extension QuestionGroup {
  /// The group without its cards in ``Direction/listening``, for a learner whom nothing reads to.
  package var withoutListening: QuestionGroup {
    guard asksByEar(directions) || questions.contains(where: { asksByEar($0.directions) }) else {
      return self
    }
    var group = self
    group.directions?.removeAll { $0 == .listening }
    for index in group.questions.indices {
      group.questions[index].directions?.removeAll { $0 == .listening }
    }
    return group
  }

  private func asksByEar(_ directions: [Direction]?) -> Bool {
    directions?.contains(.listening) ?? false
  }
}

extension Character {
  /// Whether a reading may have it: kana, spaces and punctuation.
  fileprivate var mayStandInReading: Bool { isKana || isWhitespace || isPunctuation }
}

extension String {
  /// The text in hiragana, without spaces and punctuation.
  fileprivate var inPlainHiragana: String {
    var result = String.UnicodeScalarView()
    for character in self where !character.isWhitespace && !character.isPunctuation {
      for scalar in character.unicodeScalars {
        let isKatakana = (0x30a1...0x30f6).contains(scalar.value)
        result.append(isKatakana ? Unicode.Scalar(scalar.value - 0x60) ?? scalar : scalar)
      }
    }
    return String(result)
  }
}
