/// What other cards ask of the days to come, so that a card can be sent to one that asks less.
public struct DueLoad: Hashable, Sendable {
  /// How many cards are due on each day; a day that is not here has none.
  public var counts: [StudyDay: Int]
  /// The days on which another card of the same question is due.
  public var siblings: Set<StudyDay>

  /// Makes a load.
  public init(counts: [StudyDay: Int] = [:], siblings: Set<StudyDay> = []) {
    self.counts = counts
    self.siblings = siblings
  }
}
