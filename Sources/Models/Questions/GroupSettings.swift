/// How an author wants a group to be studied.
public struct GroupSettings: Hashable, Sendable, Codable {
  /// Whether an answer's accents must be right.
  public enum Accents: String, Hashable, Sendable, Codable, CaseIterable {
    /// `ete` passes for `été`.
    case forgiven
    /// `ete` does not pass for `été`.
    case demanded
  }

  /// Whether furigana are drawn before anybody asks for them.
  public enum Furigana: String, Hashable, Sendable, Codable, CaseIterable {
    /// They are drawn wherever they don't give the answer away.
    case shown
    /// They are drawn once the answer has been seen.
    case hidden
  }

  /// Whether accents must be right; `nil` for the usual, forgiven.
  public let accents: Accents?
  /// Whether furigana are drawn; `nil` for the usual, shown.
  public let furigana: Furigana?

  /// Makes settings.
  public init(accents: Accents? = nil, furigana: Furigana? = nil) {
    self.accents = accents
    self.furigana = furigana
  }

  /// Whether nothing is set.
  public var isEmpty: Bool { self == GroupSettings() }
}
