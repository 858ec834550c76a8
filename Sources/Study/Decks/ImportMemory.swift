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

  /// What the questions of Anki in a deck file read when they were imported last.
  private struct Texts: Codable {
    let last: ImportedTexts
    /// What they read before the import that has changed them, and that import: where it was undone, they read so.
    var before = ImportedTexts()
    var event: String?

    /// What they read now.
    func standing(_ isUndone: (String) throws -> Bool) rethrows -> ImportedTexts {
      guard let event, try isUndone(event) else { return last }
      return before
    }
  }

  private var textFile: StateFile<[String: Texts]> {
    StateFile(path: locations.state.appending("anki-texts.json"))
  }

  /// What older versions wrote into the file.
  private var oldTextFile: StateFile<[String: ImportedTexts]> { StateFile(path: textFile.path) }

  private var texts: [String: Texts] {
    textFile.value ?? oldTextFile.value?.mapValues { Texts(last: $0) } ?? [:]
  }

  /// What the questions of Anki in a deck file read when they were imported last.
  ///
  /// - Parameters:
  ///   - path: the deck file.
  ///   - isUndone: whether an import was undone.
  /// - Returns: their texts; `nil` where none was imported.
  func texts(
    ofDeck path: String, _ isUndone: (String) throws -> Bool
  ) rethrows -> ImportedTexts? {
    try texts[path]?.standing(isUndone)
  }

  /// Remembers what questions read that were imported into a deck file.
  ///
  /// - Parameters:
  ///   - content: the questions.
  ///   - path: the deck file.
  ///   - event: the import; `nil` where nothing was new to the log.
  ///   - isUndone: whether an import was undone.
  /// - Throws: ``LibraryError`` when that is not possible.
  func remember(
    _ content: ImportContent, inDeck path: String, by event: String?,
    _ isUndone: (String) throws -> Bool
  ) throws {
    var decks = self.texts.filter { DeckCatalog.exists($0.key) }
    let before = try decks[path]?.standing(isUndone) ?? ImportedTexts()
    var texts = before
    for item in content.groups.lazy.flatMap(\.items) { texts.note(item) }
    if texts == before { return }
    decks[path] = Texts(last: texts, before: before, event: event)
    try textFile.write(decks)
  }
}
