/// When to colour what is shown, as `--color` takes it.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// On a terminal that can, unless the environment says no.
  case auto
  /// Everywhere.
  case always
  /// Nowhere.
  case never

  /// Decides whether to colour.
  ///
  /// A choice wins over `NO_COLOR`, which wins over `TERM`, which wins over what the output is.
  ///
  /// - Parameters:
  ///   - choice: What `--color` says.
  ///   - noColor: The variable `NO_COLOR`; any value but an empty one means no (no-color.org).
  ///   - term: The variable `TERM`; `dumb` means no.
  ///   - isTerminal: Whether the output is a terminal.
  /// - Returns: Whether to colour.
  public static func isColored(
    choice: ColorChoice,
    noColor: String?,
    term: String?,
    isTerminal: Bool
  ) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: (noColor ?? "").isEmpty && term != "dumb" && isTerminal
    }
  }
}
