/// When a card counts as a leech, one that is forgotten again and again, and what happens to it.
package struct LeechRule: Hashable, Sendable {
  /// What happens to a leech.
  package enum Action: String, CaseIterable, Sendable, Hashable {
    /// It is reported and listed, and scheduled as before.
    case tag
    /// It is suspended.
    case suspend
  }

  /// The lapses that make a leech; it is reported again after every half as many more. At least 1.
  package let threshold: Int
  package let action: Action

  /// Makes a rule; a threshold below 1 counts as 1.
  package init(threshold: Int = 8, action: Action = .tag) {
    self.threshold = max(1, threshold)
    self.action = action
  }

  /// Whether a card with this many lapses is a leech.
  package func isLeech(lapses: Int) -> Bool { lapses >= threshold }

  /// How many times a card with this many lapses was marked as a leech: with a threshold of 8 once from the 8th on,
  /// twice from the 12th on, and so on.
  package func marks(lapses: Int) -> Int {
    isLeech(lapses: lapses) ? 1 + (lapses - threshold) / interval : 0
  }

  /// The lapses from one mark to the next.
  private var interval: Int { max(1, (threshold + 1) / 2) }

  /// What happens to a card whose lapses an answer has changed: the action if it has just become a
  /// leech, or has lapsed half as many times again (rounded up) since; otherwise `nil`. With a
  /// threshold of 8 this is the 8th, 12th, 16th, … lapse.
  package func outcome(before: Int, after: Int) -> Action? {
    guard after > before, isLeech(lapses: after) else { return nil }
    return (after - threshold).isMultiple(of: interval) ? action : nil
  }
}
