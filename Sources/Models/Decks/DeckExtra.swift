/// A value of a deck that this program knows nothing of, and keeps for those who do.
public struct DeckExtra: Hashable, Sendable {
  /// The key whose object it stands in, `example`, `settings` or `score`; `nil` for the group or the
  /// question itself.
  public let owner: String?
  /// Its key.
  public let key: String
  /// Its value, as JSON.
  public let source: String

  /// Makes a value; `source` must be JSON.
  public init(owner: String? = nil, key: String, source: String) {
    self.owner = owner
    self.key = key
    self.source = source
  }
}
