/// What a card has been through: all that an explanation of its schedule needs beside its standing.
public struct CardHistory: Hashable, Sendable {
  /// Its reviews that count, the oldest first.
  public let reviews: [Review]
  /// The preset it is scheduled by: that of the group it was last answered in.
  public let preset: Preset
  /// The other cards of its question.
  public let siblings: [Siblings.Standing]
  /// The desired retention its group was given for its own; `nil` for the preset's.
  public let ownRetention: Double?

  /// Makes a history.
  public init(
    reviews: [Review] = [], preset: Preset = Preset(), siblings: [Siblings.Standing] = [],
    ownRetention: Double? = nil
  ) {
    self.reviews = reviews
    self.preset = preset
    self.siblings = siblings
    self.ownRetention = ownRetention
  }
}
