/// Why a file can't be imported. Nothing was changed then.
public enum ImportError: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// It is an archive of another program; `advice` says what to export instead.
  case archive(advice: String)
  /// It is a table of one column.
  case oneColumn(separator: String)
  /// No column could be told to be the prompt, or none the answer.
  case unclearColumns(header: [String])
  /// No column has the name or number that was given.
  case mapping(ColumnMapping.Failure)
}

extension ImportError: CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    switch self {
    case .empty: "there is nothing in it"
    case .archive(let advice): "it is an archive, not a text. \(advice)"
    case .oneColumn(let separator):
      "it has one column only, with \(Self.name(of: separator)) between columns. "
        + "Say with --separator what stands between them"
    case .unclearColumns(let header):
      "it can't be told which column is asked and which answers"
        + (header.isEmpty ? "" : " (the columns are \(header.joined(separator: ", ")))")
        + ". Say it with --columns, such as --columns prompt,answer"
    case .mapping(let failure): "--columns: \(failure)"
    }
  }

  /// What people call a separator.
  static func name(of separator: String) -> String {
    switch separator {
    case "\t": "tabs"
    case ",": "commas"
    case ";": "semicolons"
    case "|": "bars"
    default: "“\(separator)”"
    }
  }
}
