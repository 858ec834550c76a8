/// What becomes of a question that the deck has already.
public enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
  /// It is left out.
  case skip
  /// It takes the place of the one that is there, which keeps its history and what the file does not
  /// speak of.
  case update
  /// It comes besides.
  case add
}
