import RabbleQuestions

/// A text stands for the group of that title, in a deck without a name.
extension GroupName: ExpressibleByStringLiteral {
  /// The group of this title, in a deck without a name.
  public init(stringLiteral title: String) { self.init(deck: "", title: title) }

  /// The group of this title, in a deck without a name.
  public init(_ title: String) { self.init(deck: "", title: title) }
}
