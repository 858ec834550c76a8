/// When a card comes back, for machines and for people.
public struct ReturnTime: Hashable, Sendable {
  /// ISO 8601 with the learner's offset: `2026-11-24T04:00:00+09:00`.
  public let timestamp: String
  /// In words: `in 10 minutes`, `tomorrow`, `in 3 days`.
  public let phrase: String

  /// Makes a return time.
  public init(timestamp: String, phrase: String) {
    self.timestamp = timestamp
    self.phrase = phrase
  }
}
