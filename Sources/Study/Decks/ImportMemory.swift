import RabbleExchange

/// What imports leave for the next one: which columns the learner chose for files and for note types of Anki, and
/// what questions of Anki read. Without it, columns are detected, and questions read as Anki has them.
struct ImportMemory {
  let locations: Locations

  // MARK: - Columns

  /// A learner's columns for a shape of file or note type.
  private struct Columns: Codable {
    let shape: String
    let columns: String
  }

  /// The most shapes that are remembered.
  private static let rememberedShapes = 200

  private var columnFile: StateFile<[Columns]> {
    StateFile(path: locations.state.appending("columns.json"))
  }

  /// The columns that were chosen last, by shape.
  var columns: [String: String] {
    Dictionary(
      (columnFile.value ?? []).map { ($0.shape, $0.columns) }, uniquingKeysWith: { $1 })
  }

  /// Remembers columns for the next files and note types of these shapes.
  ///
  /// - Throws: ``LibraryError`` when that is not possible.
  func remember(columns: [(shape: String, columns: String)]) throws {
    if columns.isEmpty { return }
    let shapes = Set(columns.map(\.shape))
    let others = (columnFile.value ?? []).filter { !shapes.contains($0.shape) }
    let all = others + columns.map { Columns(shape: $0.shape, columns: $0.columns) }
    try columnFile.write(all.suffix(Self.rememberedShapes))
  }

  // MARK: - Texts

  private var textFile: StateFile<[String: ImportedTexts]> {
    StateFile(path: locations.state.appending("anki-texts.json"))
  }

  /// What the questions of Anki in a deck file read when they were imported last.
  func texts(ofDeck path: String) -> ImportedTexts? { textFile.value?[path] }

  /// Remembers what questions read that were imported into a deck file.
  ///
  /// - Throws: ``LibraryError`` when that is not possible.
  func remember(_ content: ImportContent, inDeck path: String) throws {
    var decks = (textFile.value ?? [:]).filter { DeckCatalog.exists($0.key) }
    let before = decks[path]
    var texts = before ?? ImportedTexts()
    for item in content.groups.lazy.flatMap(\.items) { texts.note(item) }
    if texts == before { return }
    decks[path] = texts
    try textFile.write(decks)
  }
}
