/// A grade a learner can give themselves.
public struct GradeChoice: Hashable, Sendable {
  /// What to type for it, 1…4.
  public let number: Int
  /// Its name: `again`, `hard`, `good` or `easy`.
  public let name: String
  /// When the card would return, in words: `in 10 minutes`.
  public let returns: String

  /// Makes a choice.
  public init(number: Int, name: String, returns: String) {
    self.number = number
    self.name = name
    self.returns = returns
  }
}
