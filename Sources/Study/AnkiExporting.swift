import RabbleAnki
import RabbleDecks
import RabbleExchange
import RabbleFilters
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText
import SystemPackage

/// What is exported to a package of Anki.
public struct AnkiExportOptions: Sendable {
  /// Groups and courses, by title or an unambiguous prefix; without them and without ``files``, what is
  /// studied every day.
  public var names: [String] = []
  /// Deck files whose groups are exported.
  public var files: [FilePath] = []
  /// Only cards for which this filter holds.
  public var filter: CardFilter?
  /// Whether schedules and reviews come along.
  public var takesProgress = false

  /// Everything that is studied every day, without progress.
  public init() {}
}

/// What was exported.
public struct AnkiExportReport: Hashable, Sendable {
  /// How many notes.
  public internal(set) var notes = 0
  /// How many cards.
  public internal(set) var cards = 0
  /// How many answers.
  public internal(set) var reviews = 0
  /// What is not as it is here, a sentence each.
  public internal(set) var remarks: [String] = []
  /// How often each value is left out, by its key: those of groups as `group author`, and what only the
  /// deck's own file has a use for.
  public internal(set) var leftOut: [String: Int] = [:]
  /// How many tags have a space, for which a `_` is written.
  var spacedTags = 0
}

extension Library {
  /// Writes cards as a package of Anki.
  ///
  /// - Parameters:
  ///   - options: which, and whether with progress.
  ///   - path: the package; one that is there already is replaced when the new one is whole.
  ///   - report: is told the share that is done, 0…1.
  /// - Returns: what was exported.
  /// - Throws: `UnknownGroup`, ``LibraryError/unwritable(path:reason:)``, or an error of the review
  ///   log.
  public func exportAnki(
    _ options: AnkiExportOptions, to path: String, report: (Double) -> Void = { _ in }
  ) throws -> AnkiExportReport {
    let paths = Set(options.files.map { locations?.absolute($0.string) ?? $0.string })
    let named =
      options.names.isEmpty && !options.files.isEmpty ? [] : try plan(options.names).groups
    let chosen =
      groups.filter { paths.contains($0.deck) } + named.filter { !paths.contains($0.deck) }
    let only = try options.filter.map { try select($0, in: chosen).set }
    // A package that is there already is not replaced by an empty one.
    if let only, only.isEmpty { return AnkiExportReport() }
    let now = surroundings.now()
    let presets = options.takesProgress ? try ankiPresets(of: chosen.map(\.title)) : AnkiPresets()
    do {
      let writer = try AnkiPackageWriter(
        temporary: locations?.temporary.string ?? "/tmp", now: now.milliseconds)
      let export = try log.read { tx in
        var export = try AnkiExport(
          tx, writer, options, presets, settings, localTime: surroundings.localTime, now: now)
        try export.add(chosen, only: only, report: report)
        return export
      }
      try export.finish(to: locations?.absolute(path) ?? path)
      var result = export.report
      if result.spacedTags > 0 {
        result.remarks.append(
          "Anki's tags have no spaces, so \(NumberText.count(result.spacedTags, "tag")) "
            + "\(result.spacedTags == 1 ? "has" : "have") “_” instead.")
      }
      result.leftOut = Self.leftOut(of: chosen)
      return result
    } catch let fault as PackageFault {
      throw LibraryError.unwritable(path: path, reason: "\(fault)")
    }
  }
}

extension Library {
  /// What the files of groups have that a package of Anki has no place for.
  private static func leftOut(of chosen: [StoredGroup]) -> [String: Int] {
    let sources = Set(chosen.map(\.deck)).sorted().map { DeckLoader().loadSource(path: $0) }
    let titles = Set(chosen.map(\.title))
    let groups = sources.flatMap(\.file.groups).filter { titles.contains($0.title) }
    var remarks = DeckExport.Remarks()
    for var group in groups {
      // Each note has the language, and its cards are the directions.
      group.language = nil
      group.directions = nil
      remarks.noteHeader(group)
    }
    return remarks.leftOut.merging(extras(of: groups, in: sources), uniquingKeysWith: +)
  }
}

/// One run of an export.
private struct AnkiExport {
  private let tx: Transaction
  private let writer: AnkiPackageWriter
  private let takesProgress: Bool
  private let progress: ExportedProgress
  private let book: PresetBook
  private let presets: AnkiPresets
  private let now: Moment
  private let firstDay: StudyDay
  private var frame = AnkiCollection()
  private let creationOffset: Int
  private var ids = StableIDs()
  private var times: Set<Int64> = []
  private var questions: Set<QuestionID> = []
  private var position = 0
  private let hears: Bool
  private var files: [String: [QuestionGroup]] = [:]
  private let newPerDay: Int
  private let reviewsPerDay: Int
  private(set) var report = AnkiExportReport()

  init(
    _ tx: Transaction, _ writer: AnkiPackageWriter, _ options: AnkiExportOptions,
    _ presets: AnkiPresets, _ settings: Settings, localTime: LocalTime, now: Moment
  ) throws {
    self.tx = tx
    self.writer = writer
    self.presets = presets
    self.now = now
    hears = settings.speechCommand != nil
    newPerDay = min(settings.newPerDay, 9999)
    reviewsPerDay = min(settings.reviewsPerDay ?? 9999, 9999)
    takesProgress = options.takesProgress
    progress = try ExportedProgress(tx)
    book = try tx.presets.book()
    let first = takesProgress ? try tx.days.first() : nil
    firstDay = min(first ?? now.day, now.day)
    let start = localTime.start(of: firstDay)
    creationOffset = start.utcOffset
    frame.created = start.milliseconds / 1000
    frame.usesFSRS = true
    frame.noteTypes = AnkiNotes.types
    frame.options[1] = deckOptions(Preset(), name: "Default")
    for name in presets.substituted {
      report.remarks.append(
        "Anki has no FSRS-7, so the cards of the preset “\(name)” have memories by FSRS-6.")
    }
  }

  // MARK: - Groups

  mutating func add(
    _ groups: [StoredGroup], only: Set<CardID>?, report: (Double) -> Void
  ) throws {
    let total = max(1, groups.reduce(0) { $0 + $1.questions })
    var done = 0
    for group in groups {
      let preset = book.preset(forGroup: group.title)
      let language = try tx.decks.languages(of: group).learned
      var deck: Int64?
      let scheduler = Scheduler(presets.known(preset))
      let heard = hears ? [] : try listening(in: group)
      for (index, question) in try tx.decks.questions(of: [group]).enumerated() {
        done += 1
        if done.isMultiple(of: 256) { report(Double(done) / Double(total)) }
        let asked = question.directions + (heard.contains(index) ? [.listening] : [])
        let directions = asked.filter {
          only?.contains(CardID(question: question.id, direction: $0)) ?? true
        }
        guard !directions.isEmpty, questions.insert(question.id).inserted else { continue }
        let number = deck ?? self.deck(group.title, preset)
        deck = number
        position += 1
        let notes = AnkiNotes.notes(
          of: question.question, identity: question.id, directions: directions,
          language: language, ownNote: progress.note(of: question.id))
        for note in notes { try add(note, of: question, deck: number, preset, scheduler) }
      }
    }
  }

  /// The questions of a group that are asked by ear, by their places: where nothing reads to the learner,
  /// only the deck's file has these cards.
  private mutating func listening(in group: StoredGroup) throws -> Set<Int> {
    let groups = files[group.deck] ?? DeckLoader().load(path: group.deck).groups
    files[group.deck] = groups
    let found = groups.first { $0.title == group.title && $0.questions.count == group.questions }
    guard let found else { return [] }
    return Set(
      found.questions.indices.filter {
        found.questions[$0].askedDirections(byDefault: found.directions).contains(.listening)
      })
  }

  /// The deck of a group, made when its first card is.
  private mutating func deck(_ title: String, _ preset: Preset) -> Int64 {
    // Anki has a deck of this name, which a new one would be told from by a `+`.
    let id = title == "Default" ? 1 : ids.id(for: "deck \(title)")
    var options: Int64 = 1
    if takesProgress {
      options = ids.id(for: "preset \(preset.name)")
      if frame.options[options] == nil {
        let name = preset.name.hasPrefix("Anki: ") ? String(preset.name.dropFirst(6)) : preset.name
        frame.options[options] = deckOptions(presets.known(preset), name: name)
      }
    }
    frame.decks[id] = AnkiCollection.Deck(name: title, isFiltered: false, options: options)
    return id
  }

  private func deckOptions(_ preset: Preset, name: String) -> AnkiCollection.DeckOptions {
    AnkiCollection.DeckOptions(
      name: name, parameters: preset.model.parameters,
      desiredRetention: preset.desiredRetention, learningSteps: preset.learningSteps,
      relearningSteps: preset.relearningSteps, maximumInterval: preset.maximumInterval,
      newPerDay: newPerDay, reviewsPerDay: reviewsPerDay,
      leechThreshold: preset.leech.threshold, suspendsLeeches: preset.leech.action == .suspend,
      easyDays: preset.week.loads.map { $0 == .normal ? 1 : $0 == .half ? 0.5 : 0 })
  }

  // MARK: - Notes and cards

  private mutating func add(
    _ note: AnkiNotes.Note, of question: StoredQuestion, deck: Int64, _ preset: Preset,
    _ scheduler: Scheduler
  ) throws {
    let id = ids.id(for: "note \(note.guid)")
    let given = question.question.tags + progress.tags(of: question.id)
    report.spacedTags += given.count { $0.contains(where: \.isWhitespace) }
    let tags = given.map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    }
    try writer.add(
      AnkiCollection.Note(
        id: id, guid: note.guid, noteType: note.noteType, tags: tags.filter { !$0.isEmpty },
        fields: note.fields), sortedBy: note.plain)
    report.notes += 1
    for (ordinal, direction) in note.cards {
      let card = CardID(question: question.id, direction: direction)
      let number = ids.id(for: "card \(note.guid) \(ordinal)")
      let schedule = takesProgress ? progress.schedule(of: card) : nil
      let replayed =
        takesProgress
        ? try add(progress.events(of: card), of: card, number: number, scheduler) : nil
      // The memory of a card by a model that Anki does not know is replayed by one that it knows.
      let memory = preset.model.kind == .fsrs6 ? schedule?.memory : (replayed ?? schedule)?.memory
      try writer.add(
        self.card(
          number, of: id, card, ordinal: ordinal, deck: deck, schedule, memory,
          presets.known(preset)))
      report.cards += 1
    }
  }

  private func card(
    _ number: Int64, of note: Int64, _ id: CardID, ordinal: Int, deck: Int64,
    _ schedule: Schedule?, _ memory: MemoryState?, _ preset: Preset
  ) -> AnkiCollection.Card {
    let form = AnkiForm(firstDay: firstDay, now: now)
    let flag = takesProgress && progress.isFlagged(id) ? 1 : 0
    let hold = takesProgress ? form.hold(progress.suspension(of: id, on: now.day)) : .none
    guard let schedule, let memory else {
      var written = AnkiCollection.Card.Written()
      written.position = position
      return AnkiCollection.Card(
        id: number, note: note, deck: deck, ordinal: ordinal, phase: .new, hold: hold,
        due: Int64(position), flag: flag, memory: nil, written: written)
    }
    let place = AnkiCollection.Card(
      id: number, note: note, deck: deck, ordinal: ordinal, phase: .new, due: Int64(position))
    return form.card(
      place, hold: hold, flag: flag, schedule, memory, preset, position: position)
  }

  // MARK: - The review log

  /// Adds what happened to a card; returns its schedule as it follows from that.
  private mutating func add(
    _ events: [ExportedProgress.Event], of card: CardID, number: Int64, _ scheduler: Scheduler
  ) throws -> Schedule? {
    var entries = AnkiEntries(card: card, number: number, scheduler)
    for event in events {
      guard let entry = entries.entry(for: event) else { continue }
      try writer.add(entry.at(time(event.moment)))
      if entry.grade > 0 { report.reviews += 1 }
    }
    return entries.current
  }

  /// The time of a row, which no other has.
  private mutating func time(_ moment: Moment) -> Int64 {
    var time = moment.milliseconds
    while !times.insert(time).inserted { time += 1 }
    return time
  }

  /// Packs everything.
  func finish(to path: String) throws(PackageFault) {
    try writer.finish(
      frame, css: AnkiNotes.css, creationOffset: creationOffset, utcOffset: now.utcOffset, to: path)
  }
}

/// Identities that are the same in each export: milliseconds of the years 2001 to 2020, made of names.
private struct StableIDs {
  private var taken: Set<Int64> = []
  private var known: [String: Int64] = [:]

  mutating func id(for name: String) -> Int64 {
    // FNV-1a of 64 bits.
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    let isShared = name.hasPrefix("deck ") || name.hasPrefix("preset ")
    if isShared, let id = known[name] { return id }
    var id = 1_000_000_000_000 + Int64(hash % 600_000_000_000)
    while !taken.insert(id).inserted { id += 1 }
    if isShared { known[name] = id }
    return id
  }
}
