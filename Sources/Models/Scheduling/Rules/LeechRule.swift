/// When a card counts as a leech, one that is forgotten again and again, and what becomes of it.
public struct LeechRule: Hashable, Sendable {
  /// What becomes of a leech.
  public enum Action: String, CaseIterable, Sendable, Hashable {
    /// It is marked, and comes as before.
    case tag
    /// It is not asked any more until the learner wants it back.
    case suspend
  }

  /// The lapses that make a leech; then every half as many more tell of it again. At least 1.
  public let threshold: Int
  /// What becomes of it.
  public let action: Action

  /// Makes a rule; a threshold below 1 reads as 1.
  public init(threshold: Int = 8, action: Action = .tag) {
    self.threshold = max(1, threshold)
    self.action = action
  }

  /// Whether a card with this many lapses is a leech.
  public func isLeech(lapses: Int) -> Bool { lapses >= threshold }

  /// Whether the lapse that made them this many is one to tell of: the one that reaches the
  /// threshold, and every half as many (rounded up) after it. With a threshold of 8 it is the 8th,
  /// 12th, 16th, …
  public func tells(ofLapse lapses: Int) -> Bool {
    lapses >= threshold && (lapses - threshold).isMultiple(of: max(1, (threshold + 1) / 2))
  }
}
