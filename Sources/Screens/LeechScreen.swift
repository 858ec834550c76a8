/// A card that is forgotten again and again, told with the answer that made it so.
public struct LeechScreen: Hashable, Sendable {
  /// How often it was forgotten.
  public let lapses: Int
  /// Whether it is not asked any more.
  public let isSuspended: Bool
  /// What it comes to, and what helps.
  public let message: String

  /// Makes a leech.
  public init(lapses: Int, isSuspended: Bool, message: String) {
    self.lapses = lapses
    self.isSuspended = isSuspended
    self.message = message
  }
}
