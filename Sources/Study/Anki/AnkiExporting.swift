import RabbleAnki
import RabbleExchange
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import SystemPackage

/// What is exported to a package of Anki.
package struct AnkiExportOptions: Sendable {
  /// Groups and courses, by title or an unambiguous prefix; without them and without ``files``, what is
  /// studied every day.
  package var names: [String] = []
  /// Deck files whose groups are exported.
  package var files: [FilePath] = []
  /// Only cards for which this filter holds.
  package var filter: CardFilter?
  /// Whether schedules and reviews come along.
  package var takesProgress = false

  /// Everything that is studied every day, without progress.
  package init() {}
}

package struct AnkiExportReport: Hashable, Sendable {
  package internal(set) var notes = 0
  package internal(set) var cards = 0
  package internal(set) var reviews = 0
  /// How many sounds and pictures.
  package internal(set) var media = 0
  /// What is not as it is here, a sentence each.
  package internal(set) var remarks: [String] = []
  /// How often each value is left out, by its key: those of groups as `group author`, and what only the
  /// deck's own file has a use for.
  package internal(set) var leftOut: [String: Int] = [:]
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
  package func exportAnki(
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
    let found = AnkiMedia.read(chosen)
    do {
      let writer = try AnkiPackageWriter(
        temporary: locations?.temporary.string ?? "/tmp", now: now.milliseconds)
      let export = try log.read { tx in
        var export = try AnkiExport(
          tx, writer, options, found.media, settings, localTime: surroundings.localTime,
          now: now)
        try export.add(chosen, only: only, report: report)
        return export
      }
      try export.finish(to: locations?.absolute(path) ?? path)
      var result = export.report
      result.leftOut = found.leftOut
      return result
    } catch let fault as PackageFault {
      throw LibraryError.unwritable(path: path, reason: "\(fault)")
    }
  }
}

/// One run of an export.
private struct AnkiExport {
  private let writer: AnkiPackageWriter
  private let takesProgress: Bool
  private let book: PresetBook
  private var notes: AnkiNoteWriting
  private let now: Moment
  private var frame = AnkiCollection()
  private let creationOffset: Int
  private let newPerDay: Int
  private let reviewsPerDay: Int

  init(
    _ tx: Transaction, _ writer: AnkiPackageWriter, _ options: AnkiExportOptions,
    _ media: AnkiMedia, _ settings: Settings, localTime: LocalTime,
    now: Moment
  ) throws {
    self.writer = writer
    self.now = now
    newPerDay = min(settings.newPerDay, 9999)
    reviewsPerDay = min(settings.reviewsPerDay ?? 9999, 9999)
    takesProgress = options.takesProgress
    book = try tx.presets.book()
    let first = takesProgress ? try tx.days.first() : nil
    let firstDay = min(first ?? now.day, now.day)
    let start = localTime.start(of: firstDay)
    creationOffset = start.utcOffset
    frame.created = start.milliseconds / 1000
    frame.usesFSRS = true
    frame.noteTypes = AnkiNotes.types
    notes = AnkiNoteWriting(
      tx, to: writer, try ExportedProgress(tx), media,
      AnkiForm(firstDay: firstDay, now: now), takesProgress: takesProgress,
      hears: settings.speaks)
    frame.options[1] = deckOptions(Preset(), name: "Default")
  }

  mutating func add(
    _ groups: [StoredGroup], only: Set<CardID>?, report: (Double) -> Void
  ) throws {
    let total = max(1, groups.reduce(0) { $0 + $1.questions })
    var done = 0
    for group in groups {
      let preset = book.preset(forGroup: group.name)
      let count = notes.cards
      let deck = deck(group.label, preset)
      try notes.add(group, preset, toDeck: deck.id) { card in
        only?.contains(card) ?? true
      } tick: {
        done += 1
        if done.isMultiple(of: 256) { report(Double(done) / Double(total)) }
      }
      if notes.cards > count { add(deck, group.label, preset) }
    }
  }

  /// The deck of a group, and its options.
  private mutating func deck(_ title: String, _ preset: Preset) -> (id: Int64, options: Int64) {
    // Anki has a deck of this name, which a new one would be told from by a `+`.
    let id = title == "Default" ? 1 : notes.ids.id(for: "deck \(title)")
    return (id, takesProgress ? notes.ids.id(for: "preset \(preset.name)") : 1)
  }

  private mutating func add(
    _ deck: (id: Int64, options: Int64), _ title: String, _ preset: Preset
  ) {
    if frame.options[deck.options] == nil {
      let name = preset.name.hasPrefix("Anki: ") ? String(preset.name.dropFirst(6)) : preset.name
      frame.options[deck.options] = deckOptions(preset, name: name)
    }
    frame.decks[deck.id] = AnkiCollection.Deck(
      name: title, isFiltered: false, options: deck.options)
  }

  private func deckOptions(_ preset: Preset, name: String) -> AnkiCollection.DeckOptions {
    AnkiCollection.DeckOptions(
      name: name, parameters: preset.model.parameters,
      desiredRetention: preset.desiredRetention, learningSteps: preset.learningSteps,
      relearningSteps: preset.relearningSteps, maximumInterval: preset.maximumInterval,
      newPerDay: min(preset.limits.new ?? newPerDay, 9999),
      reviewsPerDay: min(preset.limits.reviews ?? reviewsPerDay, 9999),
      leechThreshold: preset.leech.threshold, suspendsLeeches: preset.leech.action == .suspend,
      easyDays: preset.week.loads.map { $0 == .normal ? 1 : $0 == .half ? 0.5 : 0 })
  }

  /// Packs everything.
  func finish(to path: String) throws(PackageFault) {
    try writer.finish(
      frame, css: AnkiNotes.css, media: notes.media.files, creationOffset: creationOffset,
      utcOffset: now.utcOffset, to: path)
  }

  /// What was exported.
  var report: AnkiExportReport {
    AnkiExportReport(
      notes: notes.notes, cards: notes.cards, reviews: notes.reviews,
      media: notes.media.files.count, remarks: notes.remarks)
  }
}
