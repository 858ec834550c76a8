extension String {
  /// The text with spaces behind it up to a number of columns; a wider text stays as it is.
  ///
  ///     "かな".padded(to: 6) + "|"  // "かな  |"
  public func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: self)))
  }

  /// The text with spaces before it up to a number of columns, as numbers stand in a table.
  public func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: self))) + self
  }

  /// The text if it fits into a number of columns, else as much of it as fits before a `…`.
  ///
  ///     "ひらがな".truncated(to: 6)  // "ひら…"
  public func truncated(to columns: Int) -> String {
    guard DisplayWidth.columns(of: self) > columns else { return self }
    guard columns > 0 else { return "" }
    var result = ""
    var left = columns - 1
    for character in self {
      left -= DisplayWidth.columns(of: character)
      guard left >= 0 else { break }
      result.append(character)
    }
    return result + "…"
  }
}
