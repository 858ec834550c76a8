/// What of a collection of Anki is not as it was there, counted while its notes become questions.
struct AnkiRemarks {
  /// What is counted.
  enum Tally: Int, CaseIterable {
    case media, online, mediaFiles, noType, occlusion, noText, noBlank, semicolons, latex, scripts,
      pitch, decks, unreadable
  }

  private var counts: [Tally: Int] = [:]
  /// In how many notes a field is filled that their questions don't have, by its name.
  private var fields: [String: Int] = [:]

  /// Counts something once more, or so many times.
  mutating func count(_ tally: Tally, _ count: Int = 1) { counts[tally, default: 0] += count }

  /// Counts a note with a field that its questions don't have.
  mutating func countField(_ name: String) { fields[name, default: 0] += 1 }

  /// What there is to say, in the order of the tallies, then field by field, the most frequent first.
  var list: [AnkiImport.Remark] {
    let counted: [AnkiImport.Remark] = Tally.allCases.compactMap { tally in
      guard let count = counts[tally], count > 0 else { return nil }
      return AnkiImport.Remark(count: count, text: Self.text(tally))
    }
    let left = fields.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return counted
      + left.map { name, count in
        AnkiImport.Remark(count: count, text: "Notes whose field “\(name)” is not imported")
      }
  }

  private static func text(_ tally: Tally) -> String {
    switch tally {
    case .media: "Sounds and pictures in fields, kept as the names of their files"
    case .online: "Sounds and pictures on the web, kept as their addresses"
    case .mediaFiles: "Media files in the package, which --media unpacks"
    case .noType: "Cards not imported: their note type is missing"
    case .occlusion: "Cards not imported: image occlusion, which a terminal can't show"
    case .noText: "Cards not imported: no text on the front or on the back"
    case .noBlank: "Cards not imported: no blank of the note has their number"
    case .semicolons:
      "Notes with “;” in a blank, followed by an invisible U+FE0E so that it separates no answers"
    case .latex: "Fields with LaTeX, imported as it is written"
    case .scripts: "Templates with scripts, which are not run"
    case .pitch: "Pitch accents that are no number, not imported"
    case .decks: "Notes with cards in several decks, put into the deck of the first card"
    case .unreadable: "Cards and reviews not imported: their rows are no cards or reviews of Anki"
    }
  }
}
