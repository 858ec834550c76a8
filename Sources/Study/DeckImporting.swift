import Foundation
import RabbleAnki
import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import SystemPackage

// MARK: - Reading

extension DeckEditing {
  /// Reads a file to import, and detects what it is: its format, encoding and columns.
  ///
  /// - Parameters:
  ///   - path: the file, or a folder of Mochi's Markdown with a file a card.
  ///   - options: what is known of it.
  /// - Returns: the file with what was detected.
  /// - Throws: ``LibraryError``.
  public func readImport(_ path: String, _ options: ImportOptions = .init()) throws -> ImportFile {
    var options = options
    let name = FilePath(path).lastComponent?.string ?? path
    let bytes: [UInt8]
    if DeckCatalog.isFolder(path) {
      options.format = options.format ?? .mochi
      bytes = try cards(inFolder: path)
    } else {
      bytes = try Self.bytes(of: path)
    }
    return try readImport(bytes, named: name, from: path, options)
  }

  /// Reads what comes from elsewhere than a file, and detects what it is.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - name: what its group is called where it names none.
  ///   - source: where it is from, for people.
  ///   - options: what is known of it.
  /// - Returns: the contents with what was detected.
  /// - Throws: ``LibraryError``.
  public func readImport(
    _ bytes: [UInt8], named name: String, from source: String, _ options: ImportOptions = .init()
  ) throws -> ImportFile {
    do throws(ImportError) {
      return try ImportFile(bytes, name: name, options: options)
    } catch { throw LibraryError.notImported(path: source, reason: "\(error)") }
  }

  /// What a file holds; why it can't be read, otherwise.
  static func bytes(of path: String) throws(DeckEditError) -> [UInt8] {
    do throws(DeckFault) { return try AtomicFile.read(path) } catch {
      throw .unreadable(error)
    }
  }

  /// The cards of a folder, one a file, as one text.
  private func cards(inFolder folder: String) throws -> [UInt8] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw LibraryError.notImported(path: folder, reason: error.localizedDescription)
    }
    let files = names.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") }.sorted()
    if files.isEmpty {
      throw LibraryError.notImported(path: folder, reason: "there is no .md file in it")
    }
    let separator = Array("\n\n----\n\n".utf8)
    return try Array(
      files.map { try Self.bytes(of: folder + "/" + $0) }.joined(separator: separator))
  }
}

// MARK: - Columns

extension DeckEditing {
  /// A learner's columns for a shape of file.
  private struct RememberedColumns: Codable {
    let shape: String
    let columns: String
  }

  /// The most shapes that are remembered.
  private static let rememberedShapes = 200

  private var columnMemory: StateFile<[RememberedColumns]> {
    StateFile(path: locations.state.appending("columns.json"))
  }

  /// The columns of the last file of the same shape that was imported; `nil` when there is none, or
  /// they don't fit.
  public func rememberedColumns(for file: ImportFile) -> ColumnMapping? {
    guard let shape = file.shape,
      let entry = columnMemory.value?.last(where: { $0.shape == shape })
    else { return nil }
    // Columns that no longer fit are as if none had been kept.
    return try? ColumnMapping(entry.columns, columns: file.mapping.roles.count)
  }

  /// Remembers the columns of a file for the next one of its shape. Where that is not possible, the
  /// next import detects them anew.
  fileprivate func remember(_ columns: ColumnMapping, for file: ImportFile) {
    guard let shape = file.shape, columns != file.mapping else { return }
    let others = (columnMemory.value ?? []).filter { $0.shape != shape }
    let entry = RememberedColumns(shape: shape, columns: columns.text)
    do {
      try columnMemory.write(others.suffix(Self.rememberedShapes - 1) + [entry])
    } catch {
      tell("The columns were not remembered: \(error)")
    }
  }
}

// MARK: - Importing

extension DeckEditing {
  /// Works out what an import would do. Nothing is changed before ``ImportProposal/apply()``.
  ///
  /// - Parameters:
  ///   - file: the file, as it was read.
  ///   - source: where it is from, for people.
  ///   - columns: what its columns are for; as they were detected without it.
  ///   - group: the group all questions go to, by title or an unambiguous prefix; without it those
  ///     that the file says.
  ///   - deck: the deck file that takes them; without it the one that has the group, or the file's
  ///     groups, else a new one.
  ///   - duplicates: what to do with questions that the deck has already.
  /// - Returns: the import, which is not written yet.
  /// - Throws: ``LibraryError``, ``DeckEditError`` or `UnknownGroup`.
  public func prepareImport(
    _ file: ImportFile, from source: String, columns: ColumnMapping? = nil,
    into group: String? = nil, deck: FilePath? = nil, duplicates: DuplicatePolicy = .skip
  ) throws -> ImportProposal {
    let columns = columns ?? file.mapping
    return try propose(
      file.content(columns), from: source, title: file.title, into: group, deck: deck,
      duplicates: duplicates, file: (file, columns))
  }

  /// What would change in a deck, and in the log with a package of Anki.
  func propose(
    _ content: ImportContent, from source: String, title: String, into group: String?,
    deck: FilePath?, duplicates: DuplicatePolicy, file: (ImportFile, ColumnMapping)? = nil,
    anki: (_ group: String?) -> (AnkiImport, AnkiProgress)? = { _ in nil }
  ) throws -> ImportProposal {
    let target = try target(of: content, group: group, deck: deck, title: title)
    let before = DeckCatalog.exists(target.path) ? try Self.bytes(of: target.path) : nil
    let old = DeckLoader(faultLimit: .max).parseSource(before ?? [], path: target.path)
    let merge = DeckMerge(content, into: old, group: target.group, duplicates: duplicates)
    var after: [UInt8]?
    if !merge.changesNothing {
      do throws(DeckChangeError) { after = try old.applying(merge.changes).bytes } catch {
        throw LibraryError.notImported(path: source, reason: "\(error)")
      }
    }
    return ImportProposal(
      editing: self, source: source, file: file?.0, columns: file?.1, anki: anki(target.group),
      content: content, merge: merge, deck: target.path, before: before, after: after)
  }

  /// The deck file that takes an import, and the group in it; `nil` for the groups the file says.
  private func target(
    of content: ImportContent, group: String?, deck: FilePath?, title: String
  ) throws -> (path: String, group: String?) {
    if let deck { return (locations.base.pushing(deck).string, group) }
    let ids =
      content.isKnownByIDAlone && group == nil
      ? Set(content.groups.flatMap(\.items).compactMap(\.question.id)) : []
    var home: (path: String, count: Int)?
    let known = catalog.listing().decks.filter { !$0.isBundled }.flatMap { file in
      let groups = DeckLoader().load(path: file.path).groups
      let count = groups.lazy.flatMap(\.questions).count { $0.id.map(ids.contains) ?? false }
      if count > home?.count ?? 0 { home = (file.path, count) }
      return groups.map { (title: $0.title, file: file.path) }
    }
    // Notes of Anki are found wherever they are, whatever their group is called now.
    if let home { return (home.path, nil) }
    guard let group else {
      let titles = content.groups.map(\.header.title)
      let homes = Set(known.filter { titles.contains($0.title) }.map(\.file))
      // What was exported from one deck comes back into it.
      let home = homes.count == 1 ? homes.first : nil
      return (home ?? catalog.own + "/" + Self.fileName(title), nil)
    }
    switch GroupChoice.choose([group], among: known.map(\.title)) {
    case .success(let indices):
      let paths = Set(indices.map { known[$0].file }).sorted()
      guard paths.count == 1, let first = indices.first else {
        throw LibraryError.ambiguousGroup(title: group, paths: paths)
      }
      return (paths[0], known[first].title)
    case .failure(let error) where error.reason == .unknown:
      return (catalog.own + "/" + Self.fileName(group), group)
    case .failure(let error): throw error
    }
  }

  /// The file name of an imported group, without what would lead elsewhere.
  private static func fileName(_ title: String) -> String {
    let name = title.unicodeScalars.map { scalar -> Character in
      scalar.value < 0x20 || scalar == "/" || scalar == ":" || scalar == "\\"
        ? "-" : Character(scalar)
    }
    var short = String(name.drop { $0 == "." || $0 == "-" })
    while short.utf8.count > 200 { short.removeLast() }
    return (short.isEmpty ? "Imported" : short) + ".json"
  }
}

/// What an import would do, and how to do it.
public struct ImportProposal {
  fileprivate let editing: DeckEditing
  fileprivate let source: String
  fileprivate let file: ImportFile?
  fileprivate let columns: ColumnMapping?
  fileprivate let anki: (cards: AnkiImport, progress: AnkiProgress)?
  fileprivate let content: ImportContent
  fileprivate let merge: DeckMerge
  /// The deck file that takes the import.
  public let deck: String
  fileprivate let before: [UInt8]?
  fileprivate let after: [UInt8]?

  /// Whether the deck stays as it is.
  public var changesNothing: Bool {
    merge.changesNothing && anki?.progress.isEmpty ?? true
  }

  /// Whether the file holds nothing that the deck could have.
  public var isEmpty: Bool { changesNothing && merge.unchangedCount == 0 }

  /// What looks wrong about the file, as if its columns were something else; a sentence each.
  public var doubts: [String] {
    file.map { $0.isOwn ? [] : content.doubts.map(\.description) } ?? []
  }

  /// Why the import is refused where nobody can be asked about its doubts.
  public var refusal: LibraryError {
    .notImported(
      path: source,
      reason: doubts.joined(separator: " ") + " Name other columns with --columns, or import it as "
        + "it is with --yes")
  }

  /// Imports: records it in the review log and writes the deck, in this order, so that a deck is
  /// never changed without a way back.
  ///
  /// - Returns: what of the progress was new to the review log, line by line.
  /// - Throws: ``LibraryError/notImported(path:reason:)`` or an error of the review log; everything
  ///   is as it was then.
  @discardableResult
  public func apply() throws -> [String] {
    var lines: [String] = []
    if let after {
      lines = try write(after)
    } else if let before, !changesNothing {
      lines = try write(before)
    }
    if let columns, let file { editing.remember(columns, for: file) }
    return lines
  }

  /// Nothing is new, and so nothing is written.
  private struct NothingNew: Error {}

  private func write(_ after: [UInt8]) throws -> [String] {
    let log = try editing.log()
    let failure = Library.backUp(
      try log.snapshot(), editing.locations, editing.surroundings, before: "the import")
    if let failure { editing.tell(failure) }
    let change = DeckFileChange(path: deck, before: before, after: after)
    let now = editing.surroundings.now()
    let (event, added): (EventID, ImportedProgress.Added)
    do {
      (event, added) = try log.write { tx in
        let event = try tx.imports.record(
          FilePath(source).lastComponent?.string ?? source, into: change, taken: merge.addedCount,
          updated: merge.updatedCount, at: now)
        guard let anki else { return (event, ImportedProgress.Added()) }
        let added = try tx.imports.add(anki.progress.progress, because: event, at: now)
        if added.isEmpty, before == after { throw NothingNew() }
        return (event, added)
      }
    } catch is NothingNew { return ["Nothing in it is new to the review log."] }
    do {
      try DeckFiles.write([change]) {
        try log.write { _ = try $0.history.undo(event, at: editing.surroundings.now()) }
      }
    } catch let error as AtomicFileError {
      throw LibraryError.notImported(path: source, reason: "\(error)")
    }
    return anki == nil ? [] : added.lines
  }

  // MARK: - In words

  /// Two finished cards; of Anki's notes two of each note type, with what its fields are for.
  public var preview: [String] {
    anki?.cards.preview
      ?? content.groups.lazy.flatMap(\.items).prefix(2).map {
        "    " + AnkiImport.line($0.question)
      }
  }

  /// What the learner is asked to agree to.
  public var question: String { "\(counts) Import into \(deck)?" }

  /// What is imported, changed and skipped, line by line.
  ///
  /// - Parameter isDryRun: whether nothing is to be written.
  /// - Returns: the lines.
  public func report(isDryRun: Bool = false) -> [String] {
    let start = isDryRun ? "Nothing is written. An import into" : "Import into"
    return ["\(start) \(deck): \(counts)"] + (anki.map { $0.cards.lines + $0.progress.lines } ?? [])
      + changes + notices
  }

  /// How many lines of the file are listed one by one for each reason to skip or change them.
  private static let listed = 20

  private var allNotices: [ImportNotice] { content.notices + merge.notices }

  private var counts: String {
    let skipped = allNotices.count(where: \.isSkip)
    return "\(merge.addedCount) imported, \(merge.updatedCount) updated, "
      + "\(merge.unchangedCount) unchanged, \(skipped) skipped."
  }

  /// What was done to fields all over the file.
  private var changes: [String] {
    let changes = content.changes
    let lines: [(count: Int, text: String)] = [
      (
        changes.damage,
        "Characters that are not valid \(file?.encoding.rawValue ?? "UTF-8"), replaced by �"
      ),
      (changes.htmlFields, "HTML fields converted to text"),
      (changes.media, "Sounds and images skipped"),
      (changes.composed, "Fields with decomposed letters (NFD), composed (NFC)"),
      (changes.lineBreaks, "Fields with line breaks of another system, converted"),
      (changes.unguarded, "Cells with a leading ' against formulas, removed"),
      (changes.answerReadings, "Answers with furigana, whose readings are accepted as well"),
      (changes.joinedLines, "Lines that continue the definition before"),
    ]
    let scores = content.groups.compactMap { group in
      group.header.score.map { score in
        "“\(group.header.title)” had a score (\(score.correct) correct, \(score.incorrect) "
          + "incorrect), which is not imported: progress comes from the review log"
      }
    }
    return lines.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" } + scores
  }

  /// What was skipped or changed, line by line.
  private var notices: [String] {
    var listed: [Int: Int] = [:]
    var lines: [String] = []
    for notice in allNotices.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) {
      let count = listed[notice.kind.number, default: 0] + 1
      listed[notice.kind.number] = count
      if count > Self.listed { continue }
      let place = notice.line.map { "line \($0): " } ?? ""
      lines.append(place + (notice.isSkip ? "skipped: " : "") + notice.reason)
    }
    let more = listed.values.reduce(0) { $0 + max(0, $1 - Self.listed) }
    if more > 0 { lines.append("and \(more) more like these") }
    return lines
  }
}

extension ImportedProgress.Added {
  /// What was new to the review log, line by line.
  fileprivate var lines: [String] {
    let counts: [(count: Int, text: String)] = [
      (answers, "Reviews added to the review log"),
      (changes, "Changes of schedules added to the review log"),
      (dueDays, "Due days taken over from Anki"),
      (suspensions, "Cards suspended, buried or restored"),
      (flags, "Cards flagged"),
      (presets, "Presets added"),
    ]
    let lines = counts.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" }
    return lines.isEmpty ? ["Nothing in it is new to the review log."] : lines
  }
}

extension AnkiImport {
  /// How many note types are shown before anything is written.
  private static let shownTypes = 12

  /// The note types, each with two finished cards.
  fileprivate var preview: [String] {
    let lines = noteTypes.prefix(Self.shownTypes).flatMap { type in
      ["“\(type.name)” (\(type.count)): \(type.columns.isEmpty ? "no columns" : type.columns)"]
        + type.examples.map { "    \(Self.line($0))" }
    }
    let more = noteTypes.count - Self.shownTypes
    return lines + (more > 0 ? ["and \(more) more note types"] : [])
  }

  /// A question as a card shows it, on one line.
  fileprivate static func line(_ question: Question) -> String {
    let reading = question.reading.map { " [\($0)]" } ?? ""
    let text = "\(question.prompt)\(reading) → \(question.answer)"
      .replacing("\n", with: " / ")
    return text.count > 76 ? text.prefix(75) + "…" : text
  }

  /// What comes along of the cards, and what doesn't.
  fileprivate var lines: [String] {
    ["Cards: \(cards.count) of \(cardCount)"]
      + remarks.map { "\($0.text): \($0.count)" }
  }
}

extension ImportNotice.Kind {
  /// A number for each kind, whatever it says.
  fileprivate var number: Int {
    switch self {
    case .noPrompt: 0
    case .noAnswer: 1
    case .cloze: 2
    case .repeated: 3
    case .known: 4
    case .otherAnswer: 5
    case .furtherFields: 6
    case .strayQuote: 7
    case .pitch: 8
    case .direction: 9
    case .idTaken: 10
    case .foreign: 11
    case .oneSide: 12
    case .fault: 13
    case .choice: 14
    }
  }
}
