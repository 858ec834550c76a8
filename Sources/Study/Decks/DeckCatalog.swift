import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleStorage
import RabbleText

/// Which decks and courses exist: the files that were named, the learner's own, and the bundled
/// ones, each of which an own file of the same name in the same subfolder replaces.
struct DeckCatalog: Sendable {
  /// A deck or course file.
  struct File: Hashable {
    let path: String
    /// What it is known by: its path below its decks folder, without the ending.
    let name: String
    let isBundled: Bool
  }

  /// All files there are.
  struct Listing {
    fileprivate(set) var decks: [File] = []
    fileprivate(set) var courses: [File] = []
    /// The folders and files that can't be looked at.
    fileprivate(set) var faults: [DeckFault] = []
  }

  private let chosen: [String]
  /// The folder of own decks.
  let own: String
  private let bundled: String?
  private let base: Locations
  /// The folders below which decks have their names, each with a slash at its end.
  private let folders: [String]

  init(_ locations: Locations) {
    base = locations
    chosen = locations.decks.map(\.string)
    own = locations.ownDecks
    bundled = locations.bundled?.string
    folders = ([own] + [bundled].compactMap(\.self) + chosen.filter(Self.isFolder)).map {
      $0.hasSuffix("/") ? $0 : $0 + "/"
    }
  }

  /// Looks at all folders: the files that were named first, then the own ones, then the bundled
  /// ones. A file that links lead to is there once, by the first path. The own and the bundled folder
  /// may be missing.
  func listing() -> Listing {
    var listing = Listing()
    for path in chosen {
      if Self.isFolder(path) {
        add(path, isBundled: false, to: &listing)
      } else {
        listing.decks.append(File(path: path, name: name(of: path), isBundled: false))
      }
    }
    for (folder, isBundled) in [(own, false)] + (bundled.map { [($0, true)] } ?? []) {
      var more = Listing()
      add(folder, isBundled: isBundled, to: &more)
      listing.decks += more.decks.filter { !isReplaced($0.path) }
      listing.courses += more.courses.filter { !isReplaced($0.path) }
      listing.faults += more.faults.filter { $0.kind != .file(.notFound) }
    }
    var seen: Set<ExactText> = []
    func isSeen(_ file: File) -> Bool {
      !seen.insert(ExactText(Self.real(file.path) ?? file.path)).inserted
    }
    listing.decks.removeAll(where: isSeen)
    listing.courses.removeAll(where: isSeen)
    return listing
  }

  private func add(_ folder: String, isBundled: Bool, to listing: inout Listing) {
    let found = DeckFolder.files(in: folder)
    listing.decks += found.files.map {
      File(path: $0, name: name(of: $0), isBundled: isBundled)
    }
    listing.courses += found.courses.map {
      File(path: $0, name: name(of: $0), isBundled: isBundled)
    }
    listing.faults += found.faults
  }

  /// What a deck is known by: its path below the folder of own or bundled decks, or else below the folder that was
  /// named, without the ending; of a file in none of them its name.
  func name(of path: String) -> String {
    let folder = folders.first { path.hasPrefix($0) }
    let name = folder.map { path.dropFirst($0.count) } ?? path.split(separator: "/").last ?? ""
    let ending = Self.endings.first { name.lowercased().hasSuffix($0) } ?? ""
    return String(name.dropLast(ending.count))
  }

  /// The endings of deck files.
  private static let endings = [".json", ".md", ".markdown"]

  /// The learner's own deck file for a group or deck of this title; there may be none yet.
  func ownPath(forTitle title: String, ending: String) -> String {
    own + "/" + DeckFileName.of(title) + ending
  }

  /// Where the learner's own copy of a bundled deck belongs; `nil` for any other deck.
  func ownPath(of path: String) -> String? {
    guard let bundled, path.hasPrefix(bundled + "/") else { return nil }
    return own + path.dropFirst(bundled.count)
  }

  /// Whether a file that is not there yet would be an own deck or a named one in this folder.
  func mayHold(_ path: String, in folder: String) -> Bool {
    if chosen.contains(path) { return true }
    return ([own] + chosen).contains { holds(folder, in: $0) }
  }

  /// Whether a folder is another one, or in it.
  func holds(_ folder: String, in place: String) -> Bool {
    guard let real = Self.real(folder), Self.isFolder(place) else { return false }
    return Self.real(place).map { (real + "/").hasPrefix($0 + "/") } ?? false
  }

  /// The path of a file or folder without symbolic links; `nil` if there is none.
  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether an own deck replaces a bundled one.
  private func isReplaced(_ path: String) -> Bool {
    ownPath(of: path).map(Self.exists) ?? false
  }

  /// Whether own decks replace any bundled one.
  var replacesBundled: Bool {
    bundled.map { DeckFolder.files(in: $0).files.contains(where: isReplaced) } ?? false
  }

  /// The folders, each with a slash at its end, whose decks a course may name: its own, and where
  /// an own deck replaces a bundled one, or the reverse, the other's as well.
  func folders(besideCourse path: String) -> [String] {
    let folder = String(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex))
    guard let bundled else { return [folder] }
    if folder.hasPrefix(bundled + "/") { return [folder, own + folder.dropFirst(bundled.count)] }
    if folder.hasPrefix(own + "/") { return [folder, bundled + folder.dropFirst(own.count)] }
    return [folder]
  }

  /// A path as it was typed, from the root.
  func absolute(_ path: String) -> String { base.absolute(path) }

  /// Whether a name is meant as a file's: by its form, or because there is one.
  func isFileName(_ name: String) -> Bool {
    name.contains("/")
      || Self.endings.contains { name.lowercased().hasSuffix($0) }
      || Self.exists(absolute(name))
  }

  /// Whether there is a file or folder at a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether there is a folder at a path.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

// MARK: - Keeping the log up to date

extension DeckCatalog {
  /// What there is to study.
  struct Content {
    let groups: [StoredGroup]
    /// The learner's own courses before the bundled ones.
    let courses: [StudyCourse]
    /// What is wrong with deck files, and what became of edited questions, a line each.
    let messages: [String]
    /// What became of edited questions.
    let news: [String]
  }

  /// How many questions of new decks are in memory at most, so that nobody waits for the log while they are read.
  private static let questionsReadAhead = 50_000

  /// Brings the log up to date with the files. A file is read only if it has changed. All of it is one
  /// transaction: a question that moved from one file to another is never in neither. Files are read
  /// before it begins. Of very many new files the last are read one at a time, each when the one before is in
  /// the log, so that memory holds no more than two of them.
  /// Cards in listening are there only if the learner `hears` something.
  /// With `isUndoing`, a change of theirs was just undone or redone.
  func update(
    _ log: StudyLog, _ surroundings: Surroundings, hears: Bool, isUndoing: Bool = false
  ) throws -> Content {
    let listing = listing()
    let paths = listing.decks.map(\.path)
    let known = try log.read { try $0.decks.all() }
    var faults: [ExactText: [String]] = [:]
    var changed: [Reading] = []
    var new: [(path: String, name: String, version: FileVersion)] = []
    var partial: [(index: Int, gap: Gap)] = []
    for (path, name) in listing.decks.map({ ($0.path, $0.name) }) {
      let version = FileVersion(of: path, hears: hears, at: surroundings.fileTime)
      guard let deck = known[ExactText(path)] else {
        new.append((path, name, version))
        continue
      }
      // Where a folder within it is named this time, or the file alone, it is the same deck.
      let name = deck.name.hasSuffix("/" + name) ? deck.name : name
      if deck.signature == version.signature, !version.isFresh, deck.name == name {
        faults[ExactText(path)] = deck.faults
        continue
      }
      let file = DeckLoader().load(path: path)
      if let gap = Self.gap(in: file) { partial.append((changed.count, gap)) }
      changed.append(Self.reading(file, name, version, hears: hears))
      faults[ExactText(path)] = changed.last?.deck.faults
    }
    let read = { (file: (path: String, name: String, version: FileVersion)) -> Reading in
      let reading = Self.reading(
        DeckLoader().load(path: file.path), file.name, file.version, hears: hears)
      faults[ExactText(file.path)] = reading.deck.faults
      return reading
    }
    if !partial.isEmpty {
      // What is missing may have moved to a new deck.
      changed += new.map(read)
      new = []
    }
    let bundled = listing.decks.filter(\.isBundled).map(\.path)
    let kept = try Self.complete(
      &changed, at: partial, besides: listing.decks.filter { !$0.isBundled }.map(\.path), log)
    let listed = Set(paths.lazy.map(ExactText.init))
    let removed = known.keys.filter { !listed.contains($0) }.map(\.text).filter {
      !Self.exists($0) || isReplaced($0)
    }
    var news: [String] = []
    var shared: [String] = []
    if !changed.isEmpty || !new.isEmpty || !removed.isEmpty {
      var questions = 0
      let ahead = new.prefix {
        questions += $0.version.questions
        return questions <= Self.questionsReadAhead
      }.map(read)
      let found = try log.write { tx in
        try tx.decks.store(
          changed, new: new.indices.lazy.map { $0 < ahead.count ? ahead[$0] : read(new[$0]) },
          expecting: new.reduce(0) { $0 + $1.version.questions }, removed: removed.sorted(),
          bundled: bundled, listed: paths, isUndoing: isUndoing, at: surroundings.now())
      }
      news = IdentityNews.lines(of: found)
      shared = try Self.sharedIdentities(in: log)
    }
    let messages =
      listing.faults.map(\.description) + paths.flatMap { faults[ExactText($0)] ?? [] } + kept
      + news + shared
    let groups = try log.read { try $0.decks.groups(of: paths) }
    let courses = try self.courses(listing.courses, of: groups, in: log, surroundings)
    return Content(
      groups: groups, courses: courses.courses, messages: messages + courses.messages, news: news)
  }

  /// A deck as it was read, with its groups.
  private typealias Reading = (deck: StoredDeck, groups: [QuestionGroup])

  private static func reading(
    _ file: DeckFile, _ name: String, _ version: FileVersion, hears: Bool
  ) -> Reading {
    (
      StoredDeck(
        path: file.path, name: name, signature: version.signature,
        faults: file.faults.map(\.description)),
      hears ? file.groups : file.groups.map(\.withoutListening)
    )
  }

  /// Has a log know the decks as they are after this program has changed some, if it knows any. What can't
  /// be taken in now, the next command that reads the decks takes in.
  ///
  /// - Returns: what became of edited questions, a line each.
  func takeIn(_ log: StudyLog, _ surroundings: Surroundings, isUndoing: Bool = false) -> [String] {
    guard let known = try? log.read({ try $0.decks.all() }), !known.isEmpty else { return [] }
    let hears = Settings(at: base).speaks
    return (try? update(log, surroundings, hears: hears, isUndoing: isUndoing))?.news ?? []
  }

  /// Why a deck may have questions that its file doesn't say.
  private enum Gap {
    /// There is nothing in the file, as while another program writes it.
    case empty
    /// Not all of it could be read.
    case unreadable
    /// Its author has yet to choose from what a merge left: until then, nobody knows how its questions read.
    case conflict

    /// What becomes of so many questions.
    func sentence(ofKept count: Int) -> String {
      let questions = NumberText.count(count, "question")
      let stay = count == 1 ? "stays as it was" : "stay as they were"
      return switch self {
      case .empty:
        "the file is empty, and \(questions) \(stay). To remove \(count == 1 ? "it" : "them"), delete "
          + "the file."
      case .unreadable: "\(questions) that it no longer has \(stay) until it can be read in full."
      case .conflict:
        "\(questions) in a merge conflict \(count == 1 ? "keeps its history and is" : "keep their history and are") "
          + "not asked until it is resolved."
      }
    }
  }

  /// Why a file may lack questions; `nil` when it was read in full.
  private static func gap(in file: DeckFile) -> Gap? {
    let errors = file.faults.filter { $0.severity == .error }
    if errors.isEmpty, FileSignature.of(path: file.path)?.size != 0 { return nil }
    if errors.contains(where: { $0.code == .mergeConflict }) { return .conflict }
    return errors.allSatisfy(\.isOfEmptyFile) ? .empty : .unreadable
  }

  /// Lets decks that were not read in full keep what they had before, unless the author has moved it
  /// to another deck of the learner's. What an empty file had may have stood there before.
  ///
  /// - Returns: what there is to say, a line for each.
  private static func complete(
    _ changed: inout [Reading],
    at partial: [(index: Int, gap: Gap)], besides own: [String], _ log: StudyLog
  ) throws -> [String] {
    if partial.isEmpty { return [] }
    func stored(_ path: String) throws -> [QuestionGroup] {
      try log.read { try $0.decks.content(of: $0.decks.groups(of: [path])) }
    }
    let now = Dictionary(
      uniqueKeysWithValues: changed.map { (ExactText($0.deck.path), $0.groups) })
    var lines: [String] = []
    for (index, gap) in partial {
      let isEmpty = gap == .empty
      let (deck, groups) = changed[index]
      let others = try own.filter { !$0.isSame(as: deck.path) }.flatMap { path in
        guard let groups = now[ExactText(path)] else { return isEmpty ? try stored(path) : [] }
        return isEmpty ? groups : PartialReading.arrivals(in: groups, since: try stored(path))
      }
      let reading = PartialReading(
        groups, keepingMissingOf: try stored(deck.path), besides: others,
        withholds: gap == .conflict)
      guard reading.keptCount > 0 else { continue }
      let line = "\(Quoting.visible(deck.path)): \(gap.sentence(ofKept: reading.keptCount))"
      lines.append(line)
      changed[index] = (
        StoredDeck(
          path: deck.path, name: deck.name, signature: deck.signature,
          faults: deck.faults + [line]),
        reading.groups
      )
    }
    return lines
  }

  private static func sharedIdentities(in log: StudyLog) throws -> [String] {
    try log.read { try $0.decks.sharedIdentities() }.map { first, second in
      "\(second.deck): warning: “\(second.prompt)” has the same \"id\" as “\(first.prompt)” in "
        + "\(first.deck), so they share one history. Give it another id."
    }
  }
}

/// What a file's content is recognized by without reading it.
struct FileVersion {
  /// What tells this content of the file from any other.
  let signature: String
  /// Whether the file changed in the last two seconds. It could change again without a trace, so
  /// it is read again next time.
  let isFresh: Bool
  /// About how many questions it has, by its length.
  let questions: Int

  private static let usualLength: Int64 = 100

  /// Looks at a file; `time` gives the seconds since 1970 by the clock that stamps files.
  init(of path: String, hears: Bool, at time: () -> Int64) {
    guard let file = FileSignature.of(path: path) else {
      signature = "unknown"
      isFresh = false
      questions = 0
      return
    }
    questions = Int(file.size / Self.usualLength)
    isFresh = time() - file.changedNanoseconds / 1_000_000_000 < 2
    // A program that knows more fields or directions reads the file again.
    signature =
      "\(Question.Field.allCases.count).\(Direction.named.count) \(file.size) \(file.modifiedNanoseconds) \(file.changedNanoseconds) "
      + "\(file.device) \(file.inode)" + (hears ? " heard" : "") + (isFresh ? " fresh" : "")
  }
}
