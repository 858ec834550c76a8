/// A typed answer over the right one, letter by letter.
public struct Comparison: Hashable, Sendable {
  /// One letter of both texts, or two that were swapped.
  public struct Piece: Hashable, Sendable {
    /// How the two compare.
    public enum Kind: String, Hashable, Sendable {
      /// The same letter.
      case same
      /// Another letter.
      case replaced
      /// A letter that was left out.
      case missing
      /// A letter too many.
      case extra
      /// Two letters in the wrong order.
      case swapped
    }

    /// How the two compare.
    public let kind: Kind
    /// What was typed; empty where a letter is missing.
    public let typed: String
    /// What is right; empty where a letter is too many.
    public let right: String

    /// Makes a piece.
    public init(_ kind: Kind, typed: String, right: String) {
      self.kind = kind
      self.typed = typed
      self.right = right
    }
  }

  /// The pieces from left to right: their `typed` parts make the typed text, their `right` parts the
  /// right one.
  public let pieces: [Piece]

  /// Makes a comparison.
  public init(pieces: [Piece]) {
    self.pieces = pieces
  }
}
