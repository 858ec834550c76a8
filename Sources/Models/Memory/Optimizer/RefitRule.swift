/// When parameters are optimized automatically: once there are enough more reviews, and only if nobody
/// has to wait for it.
///
/// Parameters in use are judged by the reviews that came after they were set, since they may have been
/// fitted to all before; and only when there are enough of them that chance rarely decides.
public struct RefitRule: Sendable, Hashable {
  /// The fewest reviews on a later day than the card's previous one by which candidates are compared.
  public static let fewestItems = 1000
  /// The share by which the number of reviews must have grown since the last time.
  public static let growth = 0.01
  /// The seconds all of it may take.
  public static let longest = 1.0
  /// The seconds after which the total time is predicted.
  public static let trial = 0.1
  /// The most reviews that are read at all; more would take longer in any case.
  public static let mostReviews = 100_000

  /// How many reviews there are now.
  public let reviews: Int
  /// How many the parameters in use were fitted to; `nil` when they were not.
  public let learnedFrom: Int?
  /// How many there were when it was last tried; `nil` when it was not.
  public let tried: Int?

  /// Makes a rule for a preset.
  public init(reviews: Int, learnedFrom: Int?, tried: Int?) {
    self.reviews = reviews
    self.learnedFrom = learnedFrom
    self.tried = tried
  }

  /// Whether it is time to try: there are enough reviews, and enough more than the last time. Parameters
  /// fitted to more reviews than there are were fitted to others: of another log, or of the preset that this one is a copy of.
  public var isDue: Bool {
    let last = [learnedFrom, tried].compactMap(\.self).filter { $0 <= reviews }.max() ?? 0
    return reviews > last && reviews >= Self.fewestItems && reviews <= Self.mostReviews
      && Double(reviews - last) >= Self.growth * Double(last)
  }

  /// Whether it has to be given up because it would take too long.
  ///
  /// - Parameters:
  ///   - share: the share of the work that is done, 0…1.
  ///   - seconds: the seconds it took.
  ///   - others: the seconds that all else takes.
  /// - Returns: `true` when all of it would take longer than ``longest``.
  public static func isTooSlow(share: Double, after seconds: Double, besides others: Double) -> Bool
  {
    guard share < 1 else { return false }
    if seconds + others > longest { return true }
    return seconds > trial && seconds > share * (longest - others)
  }
}
