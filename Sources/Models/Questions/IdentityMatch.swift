/// Finds out which questions of edited decks are ones the learner already knows, so that an edit
/// never costs their history, and never gives it to another question.
///
/// A question with the identity it had needs no match. The others are told apart in this order, each
/// step among what the ones before left over, and only where there is exactly one possibility on
/// both sides:
///
/// 1. the same text; in its group, in the group that has most of its group's questions now (a renamed
///    one), or in any;
/// 2. the same text but for furigana, case, width, spaces and punctuation, likewise;
/// 3. the same place, between the same neighbours, and no more than a mended typo or a reworded side
///    away (``IdentityText/isEdit(of:)``).
///
/// Two different `"id"`s of the author are two questions. What resembles a question without being
/// clearly it is reported, never guessed.
public struct IdentityMatch: Hashable, Sendable {
  /// The questions that go on as known ones.
  public let decisions: [IdentityDecision]
  /// Studied questions that are gone, each with new ones that might be it.
  public let unclear: [UnclearIdentity]

  /// Matches questions that are gone with questions that have come.
  ///
  /// - Parameters:
  ///   - gone: questions that no deck has any more, once with each text they are known by. Those
  ///     without a history are matched as well, so that their successors are not taken for others',
  ///     but no decision is made about them.
  ///   - come: questions that were in no deck before and have no history.
  /// - Complexity: O(n) in the questions, and O(n²) in those between the same two neighbours.
  public init(gone: [IdentityEntry], come: [IdentityEntry]) {
    var matcher = IdentityMatcher(gone: gone, come: come)
    matcher.settleByText()
    matcher.settleByPlace()
    decisions = matcher.decisions.filter(\.known.isStudied)
    unclear = matcher.unclear
  }
}
