import RabbleScheduling

/// An import into a deck: an event of the study log.
public struct ImportRecord: Hashable, Sendable {
  /// What was imported, for people: the file's name.
  public let source: String
  /// The deck file that took it.
  public let deck: String
  /// The deck file's bytes before; `nil` if there was none.
  public let before: [UInt8]?
  /// What tells the deck file's bytes afterwards from any others.
  public let after: ContentDigest
  /// How many questions came.
  public let taken: Int
  /// How many questions changed.
  public let updated: Int
  /// When it was.
  public let moment: Moment

  /// Makes a record.
  public init(
    source: String, deck: String, before: [UInt8]?, after: ContentDigest, taken: Int,
    updated: Int, moment: Moment
  ) {
    self.source = source
    self.deck = deck
    self.before = before
    self.after = after
    self.taken = taken
    self.updated = updated
    self.moment = moment
  }
}
