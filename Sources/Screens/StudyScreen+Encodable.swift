import RabbleText

// The second view of a session: a screen as one flat object, for programs.
//
// A kind of screen always has the same keys, with null for what has no value. More keys may come; none
// changes its meaning.

private enum Key: String, CodingKey {
  case schema, kind, group, correct, incorrect, percentage, remaining, card
  case new, number, kana, direction, prompt, furigana, meaning, hint
  case answer, sentence, reading, pitch, note, choices
  case example
  case exampleFurigana = "example_furigana"
  case exampleReading = "example_reading"
  case exampleMeaning = "example_meaning"
  case verdict, typed, mistake, message, grade, due, returns, leech
  case count, alike, unsaved
  case heldBack = "held_back"
  case unsavedReason = "unsaved_reason"
  case tone, answered, seconds, grades, final
  case nextDue = "next_due"
  case counts, state, review, confusion, topic, why, romaji
  case hasHint = "has_hint"
  case name, times
  case partOfSpeech = "part_of_speech"
  case ownNote = "own_note"
}

extension StudyScreen: Encodable {
  /// The version of the form of a session's objects. It rises when a key changes its meaning or goes; more
  /// keys may come without.
  public static let schema = 1

  /// Encodes the screen with its `schema` and its `kind`: `lesson`, `choice`, `question`, `revealed`, `verdict`,
  /// `notice` or `summary`.
  public func encode(to encoder: any Encoder) throws {
    let (kind, screen): (String, any Encodable) =
      switch self {
      case .lesson(let screen): ("lesson", screen)
      case .choice(let screen): ("choice", screen)
      case .question(let screen): ("question", screen)
      case .revealed(let screen): ("revealed", screen)
      case .verdict(let screen): ("verdict", screen)
      case .notice(let screen): ("notice", screen)
      case .summary(let screen): ("summary", screen)
      }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.schema, forKey: .schema)
    try container.encode(kind, forKey: .kind)
    try screen.encode(to: encoder)
  }
}

extension Standing: Encodable {
  /// Encodes the counts; `percentage` is null before the first answer, `counts` where nothing is scheduled.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(group, forKey: .group)
    try container.encode(correct, forKey: .correct)
    try container.encode(incorrect, forKey: .incorrect)
    try container.encode(percentage, forKey: .percentage)
    try container.encode(remaining, forKey: .remaining)
    try container.encode(counts, forKey: .counts)
  }
}

extension QuestionScreen: Encodable {
  /// Encodes the question; `hint` is null until it is asked for.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(card, forKey: .card)
    try container.encode(isNew, forKey: .new)
    try container.encode(number, forKey: .number)
    try container.encode(asksForKana, forKey: .kana)
    try container.encode(asksFor.rawValue, forKey: .direction)
    try container.encode(prompt, forKey: .prompt)
    try container.encode(furigana?.segments, forKey: .furigana)
    try container.encode(romaji, forKey: .romaji)
    try container.encode(meaning, forKey: .meaning)
    try container.encode(hint, forKey: .hint)
    try container.encode(hasHint, forKey: .hasHint)
    try container.encode(state, forKey: .state)
  }
}

extension LessonScreen: Encodable {
  /// Encodes the card with its answer.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    try answer.encode(to: encoder, furigana: prompt.drawnSegments ?? answer.furigana)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(card, forKey: .card)
    try container.encode(number, forKey: .number)
    try container.encode(count, forKey: .count)
    try container.encode(asksFor.rawValue, forKey: .direction)
    try container.encode(prompt.base, forKey: .prompt)
    try container.encode(romaji, forKey: .romaji)
    try container.encode(alike, forKey: .alike)
  }
}

extension ChoiceScreen: Encodable {
  /// Encodes what there is to decide as one text, and the choices in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(lines.joined(separator: "\n"), forKey: .message)
    try container.encode(choices, forKey: .choices)
  }
}

extension RevealedScreen: Encodable {
  /// Encodes the answer with the grades to choose from.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    try answer.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(card, forKey: .card)
    try container.encode(asksFor.rawValue, forKey: .direction)
    try container.encode(prompt, forKey: .prompt)
    try container.encode(choices, forKey: .choices)
    try container.encode(state, forKey: .state)
  }
}

extension VerdictScreen: Encodable {
  /// Encodes the verdict; the answer with what belongs to it, `grade`, `due` and `returns` are null where nothing
  /// was recorded.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    if let answer {
      try answer.encode(to: encoder)
    } else {
      for key in AnswerText.keys { try container.encodeNil(forKey: key) }
    }
    try container.encode(card, forKey: .card)
    try container.encode(verdict.rawValue, forKey: .verdict)
    try container.encode(typed, forKey: .typed)
    try container.encode(mistake, forKey: .mistake)
    try container.encode(message, forKey: .message)
    try container.encode(grade, forKey: .grade)
    try container.encode(due?.timestamp, forKey: .due)
    try container.encode(due?.phrase, forKey: .returns)
    try container.encode(leech, forKey: .leech)
    try container.encode(review, forKey: .review)
    try container.encode(state, forKey: .state)
    try container.encode(confusion, forKey: .confusion)
  }
}

extension NoticeScreen: Encodable {
  /// Encodes the notice, its lines as one text.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(tone.rawValue, forKey: .tone)
    try container.encode(lines.joined(separator: "\n"), forKey: .message)
    try container.encode(topic, forKey: .topic)
    try container.encode(why, forKey: .why)
  }
}

extension SummaryScreen: Encodable {
  /// Encodes the end of a session; `next_due` and `returns` are null when no card is ever due, `unsaved_reason`
  /// when all answers were saved.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(answered, forKey: .answered)
    try container.encode(seconds, forKey: .seconds)
    let counts = Dictionary(grades.map { ($0.grade, $0.count) }) { first, _ in first }
    try container.encode(counts, forKey: .grades)
    try container.encode(nextDue?.timestamp, forKey: .nextDue)
    try container.encode(nextDue?.phrase, forKey: .returns)
    try container.encode(heldBack, forKey: .heldBack)
    try container.encode(unsaved?.count ?? 0, forKey: .unsaved)
    try container.encode(unsaved?.reason, forKey: .unsavedReason)
    try container.encode(isFinal, forKey: .final)
  }
}

extension GradeChoice: Encodable {
  /// Encodes the choice; `due` is null where it is not known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .number)
    try container.encode(name, forKey: .name)
    try container.encode(returns, forKey: .returns)
    try container.encode(due, forKey: .due)
  }
}

extension ConfusionScreen: Encodable {
  /// Encodes the other card; `alike` is null where nothing is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(prompt, forKey: .prompt)
    try container.encode(answer, forKey: .answer)
    try container.encode(times, forKey: .times)
    try container.encode(alike, forKey: .alike)
  }
}

extension AnswerText: Encodable {
  /// The keys that every answer has.
  fileprivate static let keys: [Key] = [
    .answer, .furigana, .sentence, .meaning, .reading, .pitch, .partOfSpeech, .ownNote, .hint,
    .note,
    .example, .exampleFurigana, .exampleReading, .exampleMeaning,
  ]

  /// Encodes the answer and what the deck says beside it; `furigana` is that of the word or the
  /// sentence, `pitch` the number of the mora after which it falls.
  public func encode(to encoder: any Encoder) throws {
    try encode(to: encoder, furigana: furigana)
  }

  fileprivate var furigana: [RubyText.Segment]? { (word ?? sentence)?.drawnSegments }

  fileprivate func encode(to encoder: any Encoder, furigana: [RubyText.Segment]?) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(answer, forKey: .answer)
    try container.encode(furigana, forKey: .furigana)
    try container.encode(sentence?.base, forKey: .sentence)
    try container.encode(meaning, forKey: .meaning)
    try container.encode(reading, forKey: .reading)
    try container.encode(pitch?.kernel, forKey: .pitch)
    for key in [Key.partOfSpeech, .ownNote] {
      try container.encode(details.first { $0.key == key.rawValue }?.text, forKey: key)
    }
    try container.encode(hint, forKey: .hint)
    try container.encode(note, forKey: .note)
    try container.encode(example?.text.base, forKey: .example)
    try container.encode(example?.text.drawnSegments, forKey: .exampleFurigana)
    try container.encode(example?.reading, forKey: .exampleReading)
    try container.encode(example?.meaning, forKey: .exampleMeaning)
  }
}

extension RubyText.Segment: Encodable {
  private enum Key: String, CodingKey { case base, reading }

  /// Encodes the base and its reading; null for a base without one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(base, forKey: .base)
    try container.encode(reading, forKey: .reading)
  }
}

extension RubyText {
  /// The segments of a text that has readings.
  fileprivate var drawnSegments: [Segment]? { hasReadings ? segments : nil }
}
