import RabbleQuestions

/// The sentences that a verdict says to the learner.
enum Message {
  /// What was asked for when kanji were typed for a reading.
  static let readingIsAsked = "The reading is asked for: type it in kana or romaji."
  /// What was asked for when a meaning was typed in Japanese.
  static let meaningIsAsked = "The meaning is asked for, not Japanese."
  /// What was asked for when kanji are.
  static let kanjiIsAsked = "The answer is written with kanji."

  /// Why the learner may try again.
  static func retry(_ slip: Slip) -> String {
    switch slip {
    case .blank: "Nothing was typed."
    case .promptTypedBack: "That is the prompt itself."
    case .readingForMeaning: "That is the reading: the meaning is asked for."
    case .meaningForReading: "That is the meaning: the reading is asked for."
    case .otherReading: "That is another reading of it: which one is asked for here?"
    case .okurigana: "Look at the kana after the kanji."
    case .longVowel: "It sounds like that: the length is written in another way."
    case .smallKana: "One of the kana is a small one."
    case .syllabicN: "Look at the n: there is one too few or too many."
    case .particle: "It sounds like that: a particle is written in another way."
    case .impossibleKana: "That cannot be read as kana."
    case .wrongScript: "Another script is asked for."
    case .severalAnswers: "Not all of these are right: type one answer."
    case .synonym: "That is right on another card with this prompt: another word is asked for here."
    default: "Try again."
    }
  }

  /// What was wrong.
  static func wrong(_ slip: Slip) -> String {
    switch slip {
    case .smallTsu: "A small っ makes the difference."
    case .longVowel: "The length of a vowel makes the difference."
    case .dakuten: "The marks on the kana make the difference."
    case .syllabicN: "An ん makes the difference."
    case .smallKana: "A small kana makes the difference."
    case .lookAlike: "The two kana look alike."
    case .soundAlike: "It sounds like that, but is written with another kana."
    case .particle: "It sounds like that: a particle is written in another way."
    case .typo: "Close, but some letters differ."
    case .synonym: "Close, but not the same words."
    case .blocked: "That answer does not count here."
    default: ""
    }
  }

  /// What else would have been right.
  static func others(_ answers: [String]) -> String {
    "Also right: \(answers.joined(separator: "; "))."
  }

  /// How the deck writes what was typed.
  static func usually(_ answer: String) -> String {
    "Usually written \(quoted(answer))."
  }

  /// The right spelling of what was typed.
  static func typo(_ answer: String) -> String {
    "Right but for a typo: it is \(quoted(answer))."
  }

  /// Which letters have another accent.
  static func accents(_ alignment: Alignment) -> String {
    let letters = alignment.pieces.filter { $0.kind != .same }
      .map { $0.typed.isEmpty ? $0.right : "\($0.right), not \($0.typed)" }
    return letters.isEmpty
      ? "The accents make the difference."
      : "The accents make the difference: it is \(letters.joined(separator: "; "))."
  }

  /// Which questions the answer belongs to.
  static func answerOf(_ questions: [Question]) -> String { "That is \(prompts(of: questions))." }

  /// Why nearly the right words do not count: they are other questions' words.
  static func nearlyRight(_ questions: [Question]) -> String {
    "Nearly: exactly that is \(prompts(of: questions))."
  }

  /// The first few prompts, each once.
  private static func prompts(of questions: [Question]) -> String {
    var seen: Set<String> = []
    let prompts = questions.map(\.prompt).filter { seen.insert($0).inserted }
    return prompts.prefix(3).joined(separator: ", ")
  }

  private static func quoted(_ text: String) -> String { "“\(text)”" }
}
