import Foundation
import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleScheduling
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
  package func readImport(_ path: String, _ options: ImportOptions = .init()) throws -> ImportFile {
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
  package func readImport(
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
      files.map { file in
        let bytes = try Self.bytes(of: folder + "/" + file)
        // A byte order mark is none within a text.
        return bytes.dropFirst(bytes.textStart)
      }.joined(separator: separator))
  }
}

// MARK: - Columns

extension DeckEditing {
  var memory: ImportMemory { ImportMemory(locations: locations) }

  /// The columns of the last file of the same shape that was imported; `nil` when there is none, or
  /// they don't fit.
  package func rememberedColumns(for file: ImportFile) -> ColumnMapping? {
    guard let shape = file.shape, let columns = memory.columns[shape] else { return nil }
    // Columns that no longer fit are as if none had been kept.
    return try? file.mapping(columns)
  }

  /// Remembers the columns of a file for the next one of its shape. Where that is not possible, the
  /// next import detects them again.
  func remember(_ columns: ColumnMapping, for file: ImportFile) {
    guard let shape = file.shape, columns != file.mapping else { return }
    do { try memory.remember(columns: [(shape, columns.text)]) } catch {
      tell("The columns were not remembered: \(error)")
    }
  }

  /// Remembers what the learner said of note types of Anki, and what the questions of a deck read there, if it took
  /// over their texts.
  func remember(
    _ anki: AnkiImport, _ content: ImportContent?, inDeck path: String, by event: EventID?
  ) {
    do {
      try memory.remember(columns: anki.said.map { ($0.shape, $0.columns) })
      guard let content else { return }
      try memory.remember(content, inDeck: path, by: event?.description, isUndone)
    } catch {
      tell("The import was not remembered for the next one: \(error)")
    }
  }

  /// Whether an import was undone.
  private func isUndone(_ event: String) throws -> Bool {
    guard DeckCatalog.exists(locations.log) else { return false }
    return try log().read { try $0.imports.isUndone(event) }
  }
}

// MARK: - Importing

extension DeckEditing {
  /// Works out what an import would do. Nothing is changed before
  /// ``ImportProposal/apply(report:)``.
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
  /// - Throws: ``LibraryError``, ``DeckEditError``, `DeckChangeError` or `UnknownGroup`.
  package func prepareImport(
    _ file: ImportFile, from source: String, columns: ColumnMapping? = nil,
    into group: String? = nil, deck: FilePath? = nil, duplicates: DuplicatePolicy = .skip
  ) throws -> ImportProposal {
    let columns = columns ?? file.mapping
    return try propose(
      file.content(columns), from: source, title: file.title, into: group, deck: deck,
      duplicates: duplicates, file: (file, columns))
  }

  /// What would change in a deck, and in the log with a package of Anki: one that `keepsEdits` leaves questions as they
  /// are that were edited here, and not there since the last import; and questions of bundled decks, if they `mayBeBundled`,
  /// stay there.
  func propose(
    _ content: ImportContent, from source: String, title: String, into group: String?,
    deck: FilePath?, duplicates: DuplicatePolicy, keepsEdits: Bool = false,
    mayBeBundled: Bool = false, file: (ImportFile, ColumnMapping)? = nil,
    anki: (_ group: String?, _ titles: Set<String>, _ deck: String) -> (AnkiImport, AnkiProgress)? =
      {
        _, _, _ in nil
      }
  ) throws -> ImportProposal {
    let bundled = mayBeBundled ? filesOfQuestions(where: \.isBundled) : [:]
    let target = try target(
      of: content, group: group, deck: deck, title: title, besides: bundled)
    let before = DeckCatalog.exists(target.path) ? try Self.bytes(of: target.path) : nil
    let old = DeckLoader(faultLimit: .max).parseSource(before ?? [], path: target.path)
    let lastTexts = keepsEdits ? try memory.texts(ofDeck: target.path, isUndone) : nil
    var merge = DeckMerge(
      content, into: old, group: target.group, duplicates: duplicates,
      rewordings: try rewordings(of: content, in: target.path),
      elsewhere: content.isKnownByIDAlone
        ? Set(bundled.keys).union(ownQuestions(besides: target.path).keys) : Set(bundled.keys),
      lastTexts: lastTexts)
    let after = try merge.changesNothing ? nil : old.applying(merge.changes).bytes
    let edits = merge.changes.flatMap { old.edits(by: $0) }
    merge.forgetChanges()
    return ImportProposal(
      content, merge, from: source, file,
      anki(target.group, merge.titles, try name(ofDeck: target.path)), into: target.path,
      before: before,
      after: after, edits: edits, knowsLastTexts: !keepsEdits || lastTexts != nil, by: self)
  }

  /// What the deck in a file is known by.
  func name(ofDeck path: String) throws -> String {
    let known =
      DeckCatalog.exists(locations.log) ? try log().read { try $0.decks.name(ofDeck: path) } : nil
    return known ?? catalog.name(of: path)
  }

  /// The wordings that questions of a deck have now, by those that they were exported under, where these
  /// are others.
  private func rewordings(of content: ImportContent, in path: String) throws
    -> [QuestionID: QuestionID]
  {
    let exported = Set(content.groups.lazy.flatMap(\.items).compactMap(\.wording))
    guard !exported.isEmpty, DeckCatalog.exists(path), DeckCatalog.exists(locations.log) else {
      return [:]
    }
    return try log().read { tx in
      var rewordings: [QuestionID: QuestionID] = [:]
      for question in try tx.decks.questions(of: tx.decks.groups(of: [path]))
      where exported.contains(question.id) {
        let wording = QuestionID(ofWordingOf: question.question, inGroup: question.group.title)
        if wording != question.id { rewordings[question.id] = wording }
      }
      return rewordings
    }
  }

  /// The identities of all questions of the learner's decks other than one: of notes that came with another
  /// package, or whose group was moved to another file.
  private func ownQuestions(besides path: String) -> [QuestionID: String] {
    filesOfQuestions { !$0.isBundled && !$0.path.isSame(as: path) }
  }

  /// The deck files of all questions of some decks, by the identities of these.
  private func filesOfQuestions(where isMeant: (DeckCatalog.File) -> Bool) -> [QuestionID: String] {
    var paths: [QuestionID: String] = [:]
    for file in catalog.listing().decks where isMeant(file) {
      for group in DeckLoader().load(path: file.path).groups {
        for question in group.questions {
          paths[QuestionID(of: question, inGroup: group.title)] = file.path
        }
      }
    }
    return paths
  }

  /// The deck file that takes an import, and the group in it; `nil` for the groups the file says.
  private func target(
    of content: ImportContent, group: String?, deck: FilePath?, title: String,
    besides bundled: [QuestionID: String]
  ) throws -> (path: String, group: String?) {
    if let deck { return (locations.absolute(deck.string), group) }
    let items = content.groups.lazy.flatMap(\.items)
    let isKnown = content.isKnownByIDAlone && group == nil
    let ids = isKnown ? Set(items.compactMap(\.question.id)) : []
    let wordings = isKnown ? Set(items.compactMap(\.wording)) : []
    var home: (path: String, count: Int)?
    let known = catalog.listing().decks.filter { !$0.isBundled }.flatMap { file in
      let groups = DeckLoader().load(path: file.path).groups
      let count = groups.reduce(0) { count, group in
        count
          + group.questions.count { question in
            if let id = question.id { return ids.contains(id) }
            return !wordings.isEmpty
              && wordings.contains(QuestionID(ofWordingOf: question, inGroup: group.title))
          }
      }
      if count > home?.count ?? 0 { home = (file.path, count) }
      return groups.map { (title: $0.title, deck: file.name, file: file.path) }
    }
    // Notes of Anki are found wherever they are, whatever their group is called now.
    if let home { return (home.path, nil) }
    if !bundled.isEmpty, group == nil {
      let decks = items.map { bundled[$0.wording ?? QuestionID(of: $0.question, inGroup: "")] }
      // The progress of bundled decks needs no other deck.
      if let first = decks.first ?? nil, decks.allSatisfy({ $0 != nil }) { return (first, nil) }
    }
    guard let group else {
      let titles = content.groups.map(\.header.title)
      let homes = Set(known.filter { titles.contains($0.title) }.map(\.file))
      // What was exported from one deck comes back into it; a collection of Anki, which has a deck “Default” or
      // “Japanese” as others have, only where all its decks are groups there.
      let isWhole =
        !content.isKnownByIDAlone || Set(titles).isSubset(of: known.lazy.map(\.title))
      let home = homes.count == 1 && isWhole ? homes.first : nil
      return (home ?? catalog.ownPath(forTitle: title, ending: ".json"), nil)
    }
    switch GroupChoice.choose(
      [group], among: known.map { GroupName(deck: $0.deck, title: $0.title) }
    ) {
    case .success(let indices):
      let paths = Set(indices.map { known[$0].file }).sorted()
      guard paths.count == 1, let first = indices.first else {
        throw LibraryError.ambiguousGroup(title: group, paths: paths)
      }
      return (paths[0], known[first].title)
    case .failure(let error) where error.reason == .unknown:
      return (catalog.ownPath(forTitle: group, ending: ".json"), group)
    case .failure(let error): throw error
    }
  }
}
