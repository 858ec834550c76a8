import RabbleQuestions

/// Decides whether a typed answer is right, and says why not.
///
///     let judge = Judge(vocabulary: Vocabulary(questions))
///     let verdict = judge.judge("gakko", against: question)
///     verdict.kind     // .wrong
///     verdict.slip     // .longVowel
///     verdict.message  // "A long vowel is too short."
///
/// Meanings are judged with tolerance: case, width, accents, punctuation, articles, "to", plurals and
/// brackets make no difference (accents do where the group demands them), and a typo in a long enough answer is let pass unless it is the
/// answer of another question of the vocabulary. Readings must be right to the kana, in whatever
/// script or romanisation they come.
public struct Judge: Sendable {
  /// The questions whose answers must not pass for typos.
  public let vocabulary: Vocabulary

  /// Makes a judge who knows these questions.
  public init(vocabulary: Vocabulary = Vocabulary()) {
    self.vocabulary = vocabulary
  }

  /// Judges an answer to a question.
  ///
  /// - Parameters:
  ///   - typed: The line as it stood when the learner sent it.
  ///   - keys: The keys it was typed with, if they were turned into kana on the way.
  ///   - question: The question in the form in which it is asked, as `asked(_:)` makes it.
  ///   - accepted: Answers that the learner decided are right as well.
  ///   - blocked: Answers that are never right, not even as a typo.
  ///   - demandsAccents: Whether a letter without its accent is wrong.
  /// - Returns: The verdict.
  public func judge(
    _ typed: String,
    keys: String? = nil,
    against question: Question,
    also accepted: [String] = [],
    blocked: [String] = [],
    demandsAccents: Bool = false
  ) -> Verdict {
    let longestAnswer = ([question.answer] + question.alternatives + accepted).map(\.utf8.count)
      .reduce(0, max)
    guard typed.utf8.count <= max(Self.longestLine, 4 * longestAnswer) else {
      return Verdict(
        kind: .wrong,
        message: Message.wrong(.other),
        slips: [.other],
        right: question.answer
      )
    }
    let line = TypedLine(typed, keys: keys)
    let judgement = Judgement(
      line: line,
      sheet: AnswerSheet(
        question,
        also: accepted,
        areWords: demandsAccents || vocabulary.asksForWords.contains(question)
      ),
      vocabulary: vocabulary,
      demandsAccents: demandsAccents
    )
    if line.isBlank { return judgement.retry(.blank) }
    if blocked.contains(where: { TextFold.strict($0) == line.strict }) {
      return judgement.blocked()
    }
    return judgement.promptTypedBack() ?? judgement.acceptance() ?? judgement.retry()
      ?? judgement.typo() ?? judgement.miss()
  }

  /// The most bytes of a line that are looked at when every answer is short.
  static let longestLine = 240
}
