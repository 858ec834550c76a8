/// One of the answers that are right for a question.
struct AcceptedAnswer: Hashable, Sendable {
  /// What kind of knowledge it asks for.
  enum Form: Hashable, Sendable {
    /// Words of the learner's language: typed with tolerance.
    case meaning
    /// A reading, written in kana: exact.
    case kana
    /// A reading, written in romaji: exact, in any romanisation.
    case romaji
    /// Japanese with kanji: exact.
    case written
  }

  /// The answer as the deck has it.
  let text: String
  /// What kind of knowledge it asks for.
  let form: Form
  /// The readings it stands for; none for a text with kanji. A meaning has some if it might as well
  /// be romaji, and is then judged as both, but never with a typo.
  let targets: [ReadingTarget]
  /// Whether it is one of the question's own answers, not one of its alternatives.
  let isMain: Bool

  /// Whether a typo in it may be let pass.
  var allowsTypos: Bool { form == .meaning && targets.isEmpty }

  /// Its forms with and without what stands in brackets.
  var variants: [String] { AnswerText.variants(of: text) }
}
