import RabbleDecks

/// The rules that the loader itself checks: what keeps a file from being read.
enum FileRules {
  static let all = [
    Rule("RW001", "not-found", .error, "There is no such file or folder."),
    Rule("RW002", "permission-denied", .error, "The file may not be read."),
    Rule("RW003", "is-directory", .error, "A folder stands where a file was expected."),
    Rule("RW004", "not-directory", .error, "Something else stands where a folder was expected."),
    Rule("RW005", "not-regular-file", .error, "It is a device, pipe or socket."),
    Rule("RW006", "symbolic-link-loop", .error, "Symbolic links lead round in a circle."),
    Rule("RW007", "too-large", .error, "The file has more bytes than are read."),
    Rule("RW008", "unreadable", .error, "The system could not read the file."),
    Rule("RW009", "further-faults", .error, "There are more faults than are named."),
    Rule("RW010", "not-utf-8", .error, "A byte is not UTF-8."),
    Rule("RW011", "utf-16", .error, "The file is written in UTF-16."),
    Rule("RW012", "empty-file", .error, "There is nothing in the file."),
    Rule("RW013", "too-deep", .error, "Arrays and objects stand too deep in each other."),
  ]

  static func code(of kind: DeckFault.Kind) -> String? {
    switch kind {
    case .notFound: "RW001"
    case .permissionDenied: "RW002"
    case .isDirectory: "RW003"
    case .notDirectory: "RW004"
    case .notRegularFile: "RW005"
    case .symbolicLinkLoop: "RW006"
    case .tooLarge: "RW007"
    case .unreadable: "RW008"
    case .furtherFaults: "RW009"
    case .notUTF8(_, let looksLikeUTF16): looksLikeUTF16 ? "RW011" : "RW010"
    case .empty: "RW012"
    case .tooDeep: "RW013"
    default: nil
    }
  }
}

extension Rule {
  /// Whether it is about a file that was not read, so that there is no place in it to show.
  var isOfFile: Bool { code < "RW010" }
}
