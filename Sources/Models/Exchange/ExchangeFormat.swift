/// The file formats in which decks are imported and exported.
package enum ExchangeFormat: String, Hashable, Sendable, CaseIterable {
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
  /// hashcards' Markdown, with `Q:`, `A:` and `C:`; it can only be imported.
  case hashcards
  /// Notes of Obsidian with the plugin “Spaced Repetition”; they can only be imported.
  case obsidian
  /// Org mode with org-fc; it can only be imported.
  case orgFC = "org-fc"
  /// An array of objects in JSON; it can only be imported.
  case objects
  /// This program's decks in Markdown.
  case markdown
  /// This program's decks in JSON.
  case json
  /// The original app's file, with its scores.
  case rabbleWabble = "rabble-wabble"

  /// The formats that ``DeckExport`` writes.
  package static let exportable: [ExchangeFormat] = [
    .csv, .tsv, .anki, .quizlet, .markdown, .json, .rabbleWabble,
  ]

  /// What a message calls a file in this format.
  package var name: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .anki: "Anki text export"
    case .quizlet: "Quizlet export"
    case .mochi: "Mochi Markdown"
    case .hashcards: "hashcards Markdown"
    case .obsidian: "Obsidian's spaced repetition"
    case .orgFC: "org-fc"
    case .objects: "JSON objects"
    case .markdown: "a deck in Markdown"
    case .json: "a deck"
    case .rabbleWabble: "a file of the original Rabble Wabble"
    }
  }

  /// Whether it is a table of columns.
  package var isTable: Bool {
    switch self {
    case .csv, .tsv, .anki, .quizlet, .objects: true
    case .mochi, .hashcards, .obsidian, .orgFC, .markdown, .json, .rabbleWabble: false
    }
  }

  /// The likeliest format of a file, by its beginning and the ending of its name.
  init(guessing text: String, name: String) {
    let ending = name.lowercased().split(separator: ".").dropFirst().last ?? ""
    let beginning = text.unicodeScalars.first { !$0.properties.isWhitespace }
    switch ending {
    case "json": self = ObjectTable.recognizes(text) ? .objects : .json
    case "md", "markdown": self = Self.markdown(text)
    case "org": self = .orgFC
    case _ where AnkiHeaders(text) != nil: self = .anki
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case _ where beginning == "{" || beginning == "[":
      self = ObjectTable.recognizes(text) ? .objects : .json
    case _ where MochiReader.recognizes(text): self = .mochi
    case _ where HashcardsReader.recognizes(text): self = .hashcards
    case _ where OrgFCReader.recognizes(text): self = .orgFC
    case _ where ObsidianReader.recognizes(text): self = .obsidian
    default:
      let form = TableForm(of: text, separator: nil, hasHeader: nil)
      let isBare = form.separator == "\t" && !form.hasHeader && form.columns == 2
      self = isBare && !text.utf8.contains(0x22) ? .quizlet : form.separator == "\t" ? .tsv : .csv
    }
  }

  /// Whose Markdown a text is.
  private static func markdown(_ text: String) -> ExchangeFormat {
    if HashcardsReader.recognizes(text) { return .hashcards }
    if ObsidianReader.recognizes(text) { return .obsidian }
    return MochiReader.recognizes(text) ? .mochi : .markdown
  }
}
