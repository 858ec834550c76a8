/// A name that does not mean one group.
public struct UnknownGroup: Error, Hashable, Sendable {
  /// The name, as it was typed.
  public let name: String
  /// Why it means no group.
  public let reason: Reason
  /// The titles it could mean: all there are, closest first, or those it begins, in their order.
  public let titles: [String]

  /// Makes the error.
  public init(name: String, reason: Reason, titles: [String]) {
    self.name = name
    self.reason = reason
    self.titles = titles
  }

  /// Why a name means no group.
  public enum Reason: Hashable, Sendable {
    /// No title is it or begins with it.
    case unknown
    /// Several titles begin with it.
    case ambiguous
  }
}

extension UnknownGroup: CustomStringConvertible {
  /// One line, with a dozen titles at most: `no group is called "Numbr"; there are "Numbers",
  /// "Hiragana"`.
  public var description: String {
    let shown = titles.count > 12 ? titles.prefix(10) : titles[...]
    let further = titles.count - shown.count
    let list =
      shown.map { Excerpt.quoted($0) }.joined(separator: ", ")
      + (further > 0 ? " and \(further) more" : "")
    switch reason {
    case .unknown where titles.isEmpty:
      return "no group is called \(Excerpt.quoted(name)); there are no groups"
    case .unknown:
      return "no group is called \(Excerpt.quoted(name)); there are \(list)"
    case .ambiguous:
      return "several groups begin with \(Excerpt.quoted(name)): \(list); type more of the title"
    }
  }
}
