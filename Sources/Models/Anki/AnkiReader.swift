import Foundation
import RabbleExchange

/// Reads packages and collections of Anki, of all three formats and both schemas.
///
///     let collection = try AnkiReader.read("Kaishi.apkg", temporary: "/tmp")
package enum AnkiReader {
  /// The most notes, cards and rows of the review log.
  private static let mostRows = 3_000_000
  /// When the times of reviews can be: from 2006, when Anki was made, on. Earlier ones are damage, such as 0, or
  /// seconds where milliseconds belong. A collection may be younger than reviews that were imported into it.
  private static let reviewTimes: Range<Int64> = 1_136_073_600_000..<(1 << 47)
  /// The most bytes of the fields of all notes together.
  private static let mostText = 64 << 20
  /// The most bytes of the fields of a note.
  private static let longestNote = 4 << 20
  /// The bytes from which on notes lose the attributes of their tags.
  private static let longField = 4096
  /// The most bytes of the tags of a note.
  private static let longestTags = 64 << 10
  /// The most braces in the JSON of note types, of decks or of their options, styles and scripts included.
  private static let mostObjects = 50_000
  /// The most fields of a note type.
  private static let mostFields = 1000

  /// Whether the beginning of a file is that of a package or a collection.
  package static func recognizes(_ path: String) -> Bool {
    guard let start = start(of: path) else { return false }
    let name = path.lowercased()
    if start.starts(with: Array("SQLite format 3\0".utf8)) { return true }
    return name.hasSuffix(".apkg") || name.hasSuffix(".colpkg") || name.hasSuffix(".anki2")
      || name.hasSuffix(".anki21")
  }

  /// Whether a file is a whole collection, so that Anki may replace its own with what comes of it.
  /// Inside, a package of some decks looks as one of all decks does; Anki goes by the name, too.
  package static func isCollection(_ path: String) -> Bool {
    guard recognizes(path) else { return false }
    if path.lowercased().hasSuffix(".colpkg") { return true }
    return start(of: path) == Data("SQLite format 3\0".utf8)
  }

  /// The first bytes of an ordinary file; `nil` for anything else, such as a pipe, which would wait for its
  /// writer, and lose what is read of it.
  private static func start(of path: String) -> Data? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    // It was only read, and what can't be read is no package.
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) ?? Data()
  }

  /// Reads a package or a copy of a collection.
  ///
  /// - Parameters:
  ///   - path: the file; it is not changed.
  ///   - temporary: the folder for a copy of its database, which is gone afterwards.
  /// - Returns: the collection.
  /// - Throws: ``PackageFault``.
  package static func read(_ path: String, temporary: String) throws(PackageFault) -> AnkiCollection
  {
    try read(CollectionFile(path, in: temporary))
  }

  /// Reads the copy of a database.
  static func read(_ file: CollectionFile) throws(PackageFault) -> AnkiCollection {
    let database = try ForeignDatabase(path: file.path)
    var collection = AnkiCollection()
    collection.mediaCount = file.mediaCount
    guard try database.hasTables(["col", "notes", "cards", "revlog"]) else {
      throw .database("it has not the tables of a collection")
    }
    if try database.hasTables(["notetypes", "fields", "templates", "decks", "deck_config"]) {
      try readTables(database, into: &collection)
    } else {
      try readJSON(database, into: &collection)
    }
    if collection.noteTypes.values.contains(where: { $0.fields.count > mostFields }) {
      throw .tooLarge("a note type has more than \(mostFields) fields")
    }
    try readNotes(database, into: &collection)
    try readCards(database, into: &collection)
    try readLog(database, into: &collection)
    if collection.notes.count == 1, let text = collection.notes.first?.fields.first,
      text.contains("Please update to the latest Anki version")
    {
      throw .stub
    }
    return collection
  }

  // MARK: - Notes, cards and the review log

  private static func readNotes(
    _ database: ForeignDatabase, into collection: inout AnkiCollection
  ) throws(PackageFault) {
    var (notes, size): ([AnkiCollection.Note], Int) = ([], 0)
    try database.rows("SELECT id, guid, mid, tags, flds FROM notes ORDER BY id") {
      row throws(PackageFault) in
      let (tags, written) = (row.text(3), row.text(4))
      let fields = written.utf8.count > longField ? HTMLText.withoutAttributes(written) : written
      size += fields.utf8.count + tags.utf8.count
      guard tags.utf8.count <= longestTags, fields.utf8.count <= longestNote else {
        throw .tooLarge(
          "a note has more than \(longestNote >> 20) MB of text or \(longestTags >> 10) kB of tags")
      }
      guard notes.count < mostRows, size <= mostText else {
        throw .tooLarge("it holds more than \(mostText >> 20) MB of notes")
      }
      notes.append(
        AnkiCollection.Note(
          id: row.number(0), guid: row.text(1), noteType: row.number(2),
          tags: tags.split(whereSeparator: \.isWhitespace).map(String.init),
          fields: fields.split(separator: "\u{1F}", omittingEmptySubsequences: false)
            .map(String.init)))
    }
    collection.notes = notes
  }

  private static func readCards(
    _ database: ForeignDatabase, into collection: inout AnkiCollection
  ) throws(PackageFault) {
    var (cards, unreadable): ([AnkiCollection.Card], Int) = ([], 0)
    try database.rows(
      """
      SELECT id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, odue, odid, flags, data
      FROM cards ORDER BY nid, ord
      """
    ) { row throws(PackageFault) in
      guard cards.count < mostRows else { throw .tooLarge("it holds more than 3,000,000 cards") }
      guard let phase = AnkiCollection.Card.Phase(rawValue: Int(row.number(4))),
        (0...32_767).contains(row.number(3))
      else {
        unreadable += 1
        return
      }
      let home = row.number(12)
      let queue = row.number(5)
      // A filtered deck keeps the due day in `odue`, except that of cards in their steps.
      let due = home != 0 && row.number(11) != 0 ? row.number(11) : row.number(6)
      let data = CardData(row.text(14))
      var written = AnkiCollection.Card.Written()
      written.position = data.position
      cards.append(
        AnkiCollection.Card(
          id: row.number(0), note: row.number(1), deck: home == 0 ? row.number(2) : home,
          isFiltered: home != 0, ordinal: Int(row.number(3)), phase: phase,
          hold: queue == -1 ? .suspended : queue < -1 ? .buried : .none, due: due,
          interval: AnkiNumber.count(row.number(7)),
          ease: Double(AnkiNumber.count(row.number(8))) / 1000,
          repetitions: AnkiNumber.count(row.number(9)), lapses: AnkiNumber.count(row.number(10)),
          flag: Int(row.number(13) & 7), memory: data.memory, written: written))
    }
    (collection.cards, collection.unreadableRows) = (cards, collection.unreadableRows + unreadable)
  }

  /// What a card has in its `data`, `{"pos":12,"s":12.3,"d":4.5,…}`.
  private struct CardData {
    /// The place that it had among new cards.
    let position: Int?
    let memory: AnkiCollection.Card.Memory?

    init(_ text: String) {
      // Most cards without FSRS have `{}`.
      let object = text.utf8.count > 2 ? AnkiReader.object(text) : nil
      position = AnkiReader.number(object?["pos"]).flatMap { Int(exactly: $0) }
        .map { min(max($0, 0), 1_000_000) }
      guard let stability = AnkiReader.number(object?["s"]),
        let difficulty = AnkiReader.number(object?["d"]), stability > 0, stability.isFinite,
        difficulty.isFinite
      else {
        memory = nil
        return
      }
      memory = AnkiCollection.Card.Memory(
        stability: min(max(stability, 0.001), Double(AnkiNumber.longestInterval)),
        difficulty: min(max(difficulty, 1), 10))
    }
  }

  private static func readLog(
    _ database: ForeignDatabase, into collection: inout AnkiCollection
  ) throws(PackageFault) {
    var (log, unreadable): ([AnkiCollection.LogEntry], Int) = ([], 0)
    try database.rows("SELECT count(*) FROM revlog") {
      log.reserveCapacity(min(Int($0.number(0)), mostRows))
    }
    try database.rows("SELECT id, cid, ease, type, factor, time, ivl FROM revlog ORDER BY id") {
      row throws(PackageFault) in
      guard log.count < mostRows else { throw .tooLarge("it holds more than 3,000,000 reviews") }
      guard let kind = AnkiCollection.LogEntry.Kind(rawValue: Int(row.number(3))),
        (0...4).contains(row.number(2)), reviewTimes.contains(row.number(0))
      else {
        unreadable += 1
        return
      }
      log.append(
        AnkiCollection.LogEntry(
          id: row.number(0), card: row.number(1), grade: Int(row.number(2)), kind: kind,
          factor: AnkiNumber.count(row.number(4)),
          duration: min(AnkiNumber.count(row.number(5)), 3_600_000),
          interval: Int(min(max(row.number(6), -100_000_000), 1_000_000))))
    }
    (collection.log, collection.unreadableRows) = (log, collection.unreadableRows + unreadable)
  }

  // MARK: - Schema 18: tables, with messages of Protocol Buffers in them

  private static func readTables(
    _ database: ForeignDatabase, into collection: inout AnkiCollection
  ) throws(PackageFault) {
    var result = collection
    try database.rows("SELECT crt FROM col") { result.created = $0.number(0) }
    try database.rows("SELECT key, val FROM config WHERE key IN ('fsrs', 'creationOffset')") {
      let value = String(decoding: $0.bytes(1), as: UTF8.self)
      if $0.text(0) == "fsrs" {
        result.usesFSRS = value == "true"
      } else {
        result.creationOffset = AnkiNumber.offset(Int(value))
      }
    }
    var fields: [Int64: [String]] = [:]
    try database.rows("SELECT ntid, name FROM fields ORDER BY ntid, ord") {
      fields[$0.number(0), default: []].append($0.text(1))
    }
    var templates: [Int64: [AnkiCollection.Template]] = [:]
    try database.rows("SELECT ntid, name, config FROM templates ORDER BY ntid, ord") {
      let config = ProtobufReader($0.bytes(2))
      templates[$0.number(0), default: []].append(
        AnkiCollection.Template(
          name: $0.text(1), front: config?.text(1) ?? "", back: config?.text(2) ?? ""))
    }
    try database.rows("SELECT id, name, config FROM notetypes") {
      let id = $0.number(0)
      result.noteTypes[id] = AnkiCollection.NoteType(
        id: id, name: $0.text(1), isCloze: ProtobufReader($0.bytes(2))?.number(1) == 1,
        fields: fields[id] ?? [], templates: templates[id] ?? [])
    }
    try database.rows("SELECT id, name, kind FROM decks") {
      let kind = ProtobufReader($0.bytes(2))
      let own = kind?.message(1)
      result.decks[$0.number(0)] = AnkiCollection.Deck(
        name: $0.text(1).replacing("\u{1F}", with: "::"), isFiltered: kind?.message(2) != nil,
        options: Int64(own?.number(1) ?? 1), desiredRetention: AnkiNumber.share(own?.real(10)),
        newPerDay: AnkiNumber.count(own?.number(7)), reviewsPerDay: AnkiNumber.count(own?.number(6))
      )
    }
    try database.rows("SELECT id, name, config FROM deck_config") {
      guard let config = ProtobufReader($0.bytes(2)) else { return }
      let parameters = [6, 5, 3].map(config.reals).first { !$0.isEmpty } ?? []
      result.options[$0.number(0)] = AnkiCollection.DeckOptions(
        name: $0.text(1), parameters: parameters, desiredRetention: config.real(37) ?? 0.9,
        learningSteps: AnkiNumber.steps(config.reals(1)),
        relearningSteps: AnkiNumber.steps(config.reals(2)),
        maximumInterval: AnkiNumber.count(config.number(16)) ?? AnkiNumber.longestInterval,
        // A number that is missing in such a message is 0.
        newPerDay: AnkiNumber.count(config.number(9) ?? 0) ?? 0,
        reviewsPerDay: AnkiNumber.count(config.number(10) ?? 0) ?? 0,
        leechThreshold: AnkiNumber.count(config.number(22) ?? 0) ?? 0,
        suspendsLeeches: (config.number(21) ?? 0) == 0, easyDays: config.reals(4))
    }
    collection = result
  }

  // MARK: - Schema 11: JSON in one row

  private static func readJSON(
    _ database: ForeignDatabase, into collection: inout AnkiCollection
  ) throws(PackageFault) {
    var result = collection
    var (isSound, isLarge) = (true, false)
    try database.rows("SELECT crt, conf, models, decks, dconf FROM col LIMIT 1") { row in
      result.created = row.number(0)
      isLarge = !(2...4).allSatisfy { isSmall(row.text($0)) }
      if isLarge { return }
      isSound = result.take(
        settings: row.text(1), noteTypes: row.text(2), decks: row.text(3), options: row.text(4))
    }
    if isLarge { throw .tooLarge("it holds more than \(mostObjects) note types, fields and decks") }
    guard isSound else { throw .database("the JSON of its note types or decks is broken") }
    collection = result
  }

  // MARK: - Values

  /// Whether JSON has no more objects than a collection may, each of which takes kilobytes once it is read.
  private static func isSmall(_ text: String) -> Bool {
    text.utf8.count { $0 == UInt8(ascii: "{") } <= mostObjects
  }

  private static func object(_ text: String) -> [String: Any]? {
    // What is no object counts as missing.
    try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
  }

  private static func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
}
