/// What a key changes at the end of a text.
public struct LiveEdit: Hashable, Sendable {
  /// How many letters (graphemes) go.
  public let erased: Int
  /// What comes in their place.
  public let inserted: String

  /// Makes an edit.
  public init(erased: Int, inserted: String) {
    self.erased = erased
    self.inserted = inserted
  }
}
