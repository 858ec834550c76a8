import RabbleQuestions

/// A group with all that its file says of it, also what this program keeps but makes no use of.
struct DraftGroup: Hashable, Sendable {
  /// The group with its questions.
  var group: QuestionGroup
  /// Values under keys that no deck knows, in the order of the file.
  var extras: [DeckExtra] = []
  /// The codes of rules to be silent, each with a reason.
  var silences: [DraftSilence] = []
  /// For each question what else its file says of it.
  var questions: [DraftQuestion] = []
}

/// A question with all that its file says of it.
struct DraftQuestion: Hashable, Sendable {
  /// The question.
  var question: Question
  /// Values under keys that no deck knows, in the order of the file.
  var extras: [DeckExtra] = []
  /// The codes of rules to be silent, each with a reason.
  var silences: [DraftSilence] = []
}

/// A rule of the deck check that is to be silent, and why.
struct DraftSilence: Hashable, Sendable {
  let code: String
  let reason: String
}
