/// The file formats in which decks are imported and exported.
public enum ExchangeFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180), also with another separator.
  case csv
  /// The same with tabs.
  case tsv
  /// Anki's “Notes in Plain Text”.
  case anki
  /// Quizlet's export: a term, a tab and its definition a line.
  case quizlet
  /// Mochi's Markdown, with `---` between the sides of a card; it can only be imported.
  case mochi
  /// This program's decks in Markdown.
  case markdown
  /// This program's decks in JSON.
  case json
  /// The original app's file, with its scores.
  case rabbleWabble = "rabble-wabble"

  /// The formats that ``DeckExport`` writes.
  public static let exportable = allCases.filter { $0 != .mochi }

  /// What a message calls a file in this format.
  public var name: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .anki: "Anki text export"
    case .quizlet: "Quizlet export"
    case .mochi: "Mochi Markdown"
    case .markdown: "a deck in Markdown"
    case .json: "a deck"
    case .rabbleWabble: "a file of the original Rabble Wabble"
    }
  }

  /// Whether it is a table of columns.
  public var isTable: Bool {
    switch self {
    case .csv, .tsv, .anki, .quizlet: true
    case .mochi, .markdown, .json, .rabbleWabble: false
    }
  }

  /// The likeliest format of a file, by its beginning and the ending of its name.
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
