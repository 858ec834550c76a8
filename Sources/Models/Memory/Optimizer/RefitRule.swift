/// When parameters are optimized automatically: whenever there are a few percent more reviews than the last
/// time.
///
/// There is nothing to beat and nothing to wait for: fits are shrunk to the defaults by the evidence, so
/// one to few reviews changes nothing, and one to many changes little from the last.
public struct RefitRule: Sendable, Hashable {
  /// The fewest reviews.
  static let fewestReviews = 100
  /// The share by which the number of reviews must have grown since the last time.
  public static let growth = 0.03

  /// How many reviews there are now.
  public let reviews: Int
  /// How many the parameters in use were fitted to; `nil` when they were not.
  public let learnedFrom: Int?
  /// How many there were when it was last tried; `nil` when it was not.
  public let tried: Int?
  /// Whether the learner has set the parameters: then they stay until the learner has them optimized.
  public let isSetByHand: Bool

  /// Makes a rule for a preset.
  public init(reviews: Int, learnedFrom: Int?, tried: Int?, isSetByHand: Bool = false) {
    self.reviews = reviews
    self.learnedFrom = learnedFrom
    self.tried = tried
    self.isSetByHand = isSetByHand
  }

  /// Whether it is time: there are enough reviews, and enough more than the last time. Parameters
  /// fitted to more reviews than there are were fitted to others: of another log, or of the preset that this one is a copy of.
  public var isDue: Bool {
    let last = [learnedFrom, tried].compactMap(\.self).filter { $0 <= reviews }.max() ?? 0
    return !isSetByHand && reviews >= Self.fewestReviews && reviews > last
      && Double(reviews - last) >= Self.growth * Double(last)
  }
}
