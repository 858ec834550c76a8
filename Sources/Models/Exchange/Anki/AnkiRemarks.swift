/// What of a collection of Anki is not as it was there; how often, ``AnkiImport/Remark`` says.
package enum AnkiRemark: Hashable, Sendable {
  /// Sounds and pictures in fields, kept as the names of their files.
  case media
  /// Sounds and pictures on the web, kept as their addresses.
  case online
  /// Media files in the package.
  case mediaFiles
  /// Cards whose note type is missing.
  case noType
  /// Cards of image occlusion.
  case occlusion
  /// Cards without text on the front or on the back.
  case noText
  /// Cards whose number no blank of their note has.
  case noBlank
  /// Notes with `;` in a blank, which is followed by an invisible U+FE0E.
  case semicolons
  /// Fields with LaTeX, which stays as it is written.
  case latex
  /// Templates with scripts, which are not run.
  case scripts
  /// Pitch accents that are no number.
  case pitch
  /// Notes with cards in several decks, which come into the deck of the first card.
  case decks
  /// Rows that are no cards or reviews of Anki.
  case unreadable
  /// Notes with something in the field of this name, which their questions don't have.
  case field(String)

  /// All but fields, in the order in which they are said.
  fileprivate static let withoutFields: [AnkiRemark] = [
    .media, .online, .mediaFiles, .noType, .occlusion, .noText, .noBlank, .semicolons, .latex,
    .scripts, .pitch, .decks, .unreadable,
  ]
}

/// The remarks on a collection, counted while its notes become questions.
struct AnkiRemarks {
  private var counts: [AnkiRemark: Int] = [:]
  /// In how many notes a field is filled that their questions don't have, by its name.
  private var fields: [String: Int] = [:]

  /// Counts something once more, or so many times.
  mutating func count(_ remark: AnkiRemark, _ count: Int = 1) {
    counts[remark, default: 0] += count
  }

  /// Counts a note with a field that its questions don't have.
  mutating func countField(_ name: String) { fields[name, default: 0] += 1 }

  /// What there is to say: first what is no field, then field by field, the most frequent first.
  var list: [AnkiImport.Remark] {
    let counted: [AnkiImport.Remark] = AnkiRemark.withoutFields.compactMap { remark in
      guard let count = counts[remark], count > 0 else { return nil }
      return AnkiImport.Remark(count: count, kind: remark)
    }
    let left = fields.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return counted + left.map { AnkiImport.Remark(count: $1, kind: .field($0)) }
  }
}
