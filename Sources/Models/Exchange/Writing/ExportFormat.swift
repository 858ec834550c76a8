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
