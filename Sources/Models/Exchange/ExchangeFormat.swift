/// The forms in which decks come in and go out.
public enum ExchangeFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180), also with another separator.
  case csv
  /// The same with tabs.
  case tsv
  /// Anki's “Notes in Plain Text”.
  case anki
  /// Quizlet's export: a term, a tab and its definition a line.
  case quizlet
  /// Mochi's Markdown: sides parted by `---`.
  case mochi
  /// This program's decks, written by hand.
  case markdown
  /// This program's decks.
  case json
  /// The original app's file, with its scores.
  case rabbleWabble = "rabble-wabble"

  /// Whether it is a table of columns.
  public var isTable: Bool {
    switch self {
    case .csv, .tsv, .anki, .quizlet: true
    case .mochi, .markdown, .json, .rabbleWabble: false
    }
  }

  /// The likeliest form of a file: by how it begins, and by the end of its name.
  init(guessing text: String, name: String) {
    let ending = name.lowercased().split(separator: ".").dropFirst().last ?? ""
    let beginning = text.unicodeScalars.first { !$0.properties.isWhitespace }
    switch ending {
    case "json": self = .json
    case "md", "markdown": self = MochiReader.recognizes(text) ? .mochi : .markdown
    case _ where AnkiHeaders(text) != nil: self = .anki
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case _ where beginning == "{" || beginning == "[": self = .json
    case _ where MochiReader.recognizes(text): self = .mochi
    default:
      let form = TableForm(of: text, separator: nil, hasHeader: nil)
      let isBare = form.separator == "\t" && !form.hasHeader && form.columns == 2
      self = isBare && !text.utf8.contains(0x22) ? .quizlet : form.separator == "\t" ? .tsv : .csv
    }
  }
}

/// The forms in which decks go out.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180) with all fields.
  case csv
  /// The same with tabs.
  case tsv
  /// Anki's “Notes in Plain Text”.
  case anki
  /// A term, a tab and its definition a line.
  case quizlet
  /// This program's decks, as people write them.
  case markdown
  /// This program's decks.
  case json
  /// The original app's file, with scores.
  case rabbleWabble = "rabble-wabble"
}
