import RabbleText

// The second view of a session: a screen as one flat object, for programs.
//
// What a screen always has is always there, as null when it has no value; the rest is there when it
// has a value. More keys may come; none changes its meaning.

private enum Key: String, CodingKey {
  case kind, group, correct, incorrect, percentage, remaining, card
  case new, number, kana, direction, prompt, furigana, meaning, hint
  case answer, sentence, reading, pitch, note, choices
  case example, exampleFurigana, exampleReading, exampleMeaning
  case verdict, typed, slip, message, grade, due, returns, leech
  case count, alike, heldBack, unsaved, unsavedReason
  case tone, answered, seconds, grades, nextDue, final
  case `protocol`, counts, state, hasHint, review, confusion, topic, why, romaji
}

/// The key of a field that is shown as it is.
private struct DetailKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ key: String) { stringValue = key }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension StudyScreen: Encodable {
  /// Encodes the screen with its `kind`: `lesson`, `choice`, `question`, `revealed`, `verdict`, `notice` or
  /// `summary`.
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
    try container.encode(kind, forKey: .kind)
    try screen.encode(to: encoder)
  }
}

/// The first screen of a session for programs: it says by which version of the protocol it is written,
/// too.
public struct OpeningScreen: Encodable {
  /// The version. It rises when a key changes its meaning or goes; more keys may come without.
  public static let version = 1

  private let screen: StudyScreen

  /// Makes an opening of a screen.
  public init(_ screen: StudyScreen) { self.screen = screen }

  /// Encodes the screen with its `protocol`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.version, forKey: .protocol)
    try screen.encode(to: encoder)
  }
}

extension Standing: Encodable {
  /// Encodes the counts; `percentage` is null before the first answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(group, forKey: .group)
    try container.encode(correct, forKey: .correct)
    try container.encode(incorrect, forKey: .incorrect)
    try container.encode(percentage, forKey: .percentage)
    try container.encode(remaining, forKey: .remaining)
    try container.encodeIfPresent(counts, forKey: .counts)
  }
}

extension QuestionScreen: Encodable {
  /// Encodes the question; `furigana`, `meaning` and `hint` are there when they have a value.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(card, forKey: .card)
    try container.encode(isNew, forKey: .new)
    try container.encode(number, forKey: .number)
    try container.encode(asksForKana, forKey: .kana)
    try container.encode(asksFor.rawValue, forKey: .direction)
    try container.encode(prompt, forKey: .prompt)
    try container.encodeIfPresent(furigana?.segments, forKey: .furigana)
    try container.encodeIfPresent(romaji, forKey: .romaji)
    try container.encodeIfPresent(meaning, forKey: .meaning)
    try container.encodeIfPresent(hint, forKey: .hint)
    try container.encode(hasHint, forKey: .hasHint)
    try container.encodeIfPresent(state, forKey: .state)
  }
}

extension LessonScreen: Encodable {
  /// Encodes the card with its answer; `alike` is there when something is.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    try answer.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(card, forKey: .card)
    try container.encode(number, forKey: .number)
    try container.encode(count, forKey: .count)
    try container.encode(asksFor.rawValue, forKey: .direction)
    try container.encode(prompt.base, forKey: .prompt)
    try container.encodeIfPresent(prompt.drawnSegments, forKey: .furigana)
    try container.encodeIfPresent(romaji, forKey: .romaji)
    if !alike.isEmpty { try container.encode(alike, forKey: .alike) }
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
    try container.encodeIfPresent(state, forKey: .state)
  }
}

extension VerdictScreen: Encodable {
  /// Encodes the verdict; `answer`, `grade`, `due` and `returns` are null where there is none,
  /// `typed`, `slip` and `leech` are there when they have a value.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    if let answer {
      try answer.encode(to: encoder)
    } else {
      try container.encodeNil(forKey: .answer)
    }
    try container.encode(card, forKey: .card)
    try container.encode(verdict.rawValue, forKey: .verdict)
    try container.encodeIfPresent(typed, forKey: .typed)
    try container.encodeIfPresent(mistake, forKey: .slip)
    try container.encode(message, forKey: .message)
    try container.encode(grade, forKey: .grade)
    try container.encode(due?.timestamp, forKey: .due)
    try container.encode(due?.phrase, forKey: .returns)
    try container.encodeIfPresent(leech, forKey: .leech)
    try container.encodeIfPresent(review, forKey: .review)
    try container.encodeIfPresent(state, forKey: .state)
    try container.encodeIfPresent(confusion, forKey: .confusion)
  }
}

extension NoticeScreen: Encodable {
  /// Encodes the notice, its lines as one text.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(tone.rawValue, forKey: .tone)
    try container.encode(lines.joined(separator: "\n"), forKey: .message)
    try container.encodeIfPresent(topic, forKey: .topic)
    try container.encodeIfPresent(why, forKey: .why)
  }
}

extension SummaryScreen: Encodable {
  /// Encodes the end of a session; `nextDue` and `returns` are null when no card is ever due, `unsaved` and
  /// `unsavedReason` are there when an answer is not saved.
  public func encode(to encoder: any Encoder) throws {
    try standing.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(answered, forKey: .answered)
    try container.encode(seconds, forKey: .seconds)
    let counts = Dictionary(grades.map { ($0.grade, $0.count) }) { first, _ in first }
    try container.encode(counts, forKey: .grades)
    try container.encode(nextDue?.timestamp, forKey: .nextDue)
    try container.encode(nextDue?.phrase, forKey: .returns)
    if heldBack > 0 { try container.encode(heldBack, forKey: .heldBack) }
    try container.encodeIfPresent(unsaved?.count, forKey: .unsaved)
    try container.encodeIfPresent(unsaved?.reason, forKey: .unsavedReason)
    try container.encode(isFinal, forKey: .final)
  }
}

extension AnswerText: Encodable {
  /// Encodes the answer and what the deck says beside it; `furigana` is that of the word or the
  /// sentence, `pitch` the number of the mora after which it falls.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(answer, forKey: .answer)
    try container.encodeIfPresent((word ?? sentence)?.drawnSegments, forKey: .furigana)
    try container.encodeIfPresent(sentence?.base, forKey: .sentence)
    try container.encodeIfPresent(meaning, forKey: .meaning)
    try container.encodeIfPresent(reading, forKey: .reading)
    try container.encodeIfPresent(pitch?.kernel, forKey: .pitch)
    var more = encoder.container(keyedBy: DetailKey.self)
    for detail in details { try more.encode(detail.text, forKey: DetailKey(detail.key)) }
    try container.encodeIfPresent(hint, forKey: .hint)
    try container.encodeIfPresent(note, forKey: .note)
    try container.encodeIfPresent(example?.text.base, forKey: .example)
    try container.encodeIfPresent(example?.text.drawnSegments, forKey: .exampleFurigana)
    try container.encodeIfPresent(example?.reading, forKey: .exampleReading)
    try container.encodeIfPresent(example?.meaning, forKey: .exampleMeaning)
  }
}

extension RubyText.Segment: Encodable {
  private enum Key: String, CodingKey { case base, reading }

  /// Encodes the base, and the reading where there is one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(base, forKey: .base)
    try container.encodeIfPresent(reading, forKey: .reading)
  }
}

extension RubyText {
  /// The segments of a text that has readings.
  fileprivate var drawnSegments: [Segment]? { hasReadings ? segments : nil }
}
