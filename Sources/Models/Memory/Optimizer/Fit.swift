/// A model whose weights were learned from a log, as far as the log goes.
public struct Fit: Sendable, Hashable {
  /// What was learned.
  public enum Extent: String, Sendable, Hashable {
    /// Nothing: there were fewer than 8 items, and the weights are the defaults.
    case nothing
    /// Only w0…w3, the stabilities after a first review: there were fewer than 64 items.
    case firstStabilities = "first-stabilities"
    /// All weights.
    case all
  }

  /// The model with its weights, which have four decimals, as they are exchanged.
  public let model: MemoryModel
  /// What was learned.
  public let extent: Extent

  /// The fewest items, each a review on a later day than the card's review before, from which the
  /// stabilities after a first review are learned.
  public static let fewestForFirstStabilities = 8
  /// The fewest items from which all weights are learned.
  public static let fewestForAll = 64
}
