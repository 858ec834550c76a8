/// An answer as a screen tells it and as the log has it.
struct LoggedAnswer: Hashable {
  /// The question's identity, 32 hexadecimal digits.
  let card: String
  /// The grade's name.
  let grade: String
  /// What was typed, if the learner did not grade themselves.
  let typed: String?
}
