import RabbleAnki
import RabbleExchange
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// What was put into a copy of a collection of Anki.
public struct AnkiMergeReport: Hashable, Sendable {
  /// How many cards got another schedule.
  public internal(set) var cards = 0
  /// How many cards were only suspended, restored, flagged or unflagged.
  public internal(set) var marks = 0
  /// How many reviews were added.
  public internal(set) var reviews = 0

  /// Whether Anki has everything already.
  public var isEmpty: Bool { self == AnkiMergeReport() }
}

extension Library {
  /// Puts what was studied here since into a copy of a collection of Anki: reviews, schedules, due days,
  /// suspensions and flags of its own cards. What was studied in Anki is imported before, so that both
  /// are joined by time, and where a card stands here is the last word.
  ///
  /// - Parameters:
  ///   - path: the collection, which stays as it is: a `.colpkg`, or a copy of `collection.anki2`.
  ///   - target: the collection that comes of it, for Anki to import; not written if nothing is new to Anki.
  ///   - columns: what fields of notes are for, as they were imported.
  ///   - report: is told the share that is done, 0…1.
  /// - Returns: what was put into it.
  /// - Throws: ``LibraryError``, `ColumnMapping.Failure`, or an error of the review log.
  public func mergeIntoAnki(
    _ path: String, to target: String, columns: String? = nil, report: (Double) -> Void = { _ in }
  ) throws -> AnkiMergeReport {
    let now = surroundings.now()
    let copy: CollectionCopy
    do throws(PackageFault) {
      copy = try CollectionCopy(
        locations?.absolute(path) ?? path, temporary: locations?.temporary.string ?? "/tmp",
        now: now.milliseconds)
    } catch { throw LibraryError.unreadable(path: path, reason: "\(error)") }
    let roles = try columns.map { try AnkiColumns($0) }
    try roles?.check(copy.collection)
    let made = AnkiImport(copy.collection, columns: roles)
    let form = AnkiForm(
      firstDay: AnkiProgress.firstDay(of: copy.collection, surroundings.localTime), now: now)
    let presets = try ankiPresets(of: Set(made.cards.map(\.group)))
    do {
      let result = try log.read { tx in
        var merging = AnkiMerging(
          copy, form, presets, try tx.presets.book(), try ExportedProgress(tx))
        for (number, imported) in made.cards.enumerated() {
          if number.isMultiple(of: 256) { report(Double(number) / Double(made.cards.count)) }
          try merging.add(imported)
        }
        return merging.result
      }
      if !result.isEmpty { try copy.finish(to: locations?.absolute(target) ?? target) }
      return result
    } catch let fault as PackageFault {
      throw LibraryError.unwritable(path: target, reason: "\(fault)")
    }
  }
}

/// Puts cards into a copy of a collection as they stand here, one after the other.
private struct AnkiMerging {
  private let copy: CollectionCopy
  private let form: AnkiForm
  private let presets: AnkiPresets
  private let book: PresetBook
  private let progress: ExportedProgress
  /// When Anki has entries of each card, in their order.
  private let times: [Int64: [Int64]]
  private(set) var result = AnkiMergeReport()

  init(
    _ copy: CollectionCopy, _ form: AnkiForm, _ presets: AnkiPresets, _ book: PresetBook,
    _ progress: ExportedProgress
  ) {
    (self.copy, self.form, self.presets) = (copy, form, presets)
    (self.book, self.progress) = (book, progress)
    var times: [Int64: [Int64]] = [:]
    for entry in copy.collection.log { times[entry.card, default: []].append(entry.id) }
    self.times = times
  }

  mutating func add(_ imported: AnkiImport.ImportedCard) throws {
    let own = book.preset(forGroup: imported.group)
    let preset = presets.known(own)
    let known = times[imported.card.id] ?? []
    var entries = AnkiEntries(card: imported.id, number: imported.card.id, Scheduler(preset))
    var isNew = false
    for event in try progress.events(of: imported.id) {
      guard let entry = entries.entry(for: event) else { continue }
      let time = event.moment.milliseconds
      // What Anki has already, from an import or an earlier merge.
      if hasTime(known, within: time) { continue }
      try copy.add(entry.at(time))
      if entry.grade > 0 { result.reviews += 1 }
      isNew = true
    }
    let memory = preset == own ? nil : entries.current?.memory
    let mark = form.mark(imported.card, progress, imported.id)
    if let card = form.card(
      imported.card, mark, progress.schedule(of: imported.id), memory, preset, wasAnswered: isNew)
    {
      try copy.update(card)
      result.cards += 1
    } else if mark.hold != imported.card.hold || mark.flag != imported.card.flag {
      try copy.mark(imported.card, hold: mark.hold, flag: mark.flag)
      result.marks += 1
    }
  }

  /// Whether a sorted list has a time within the second that begins here.
  private func hasTime(_ times: [Int64], within time: Int64) -> Bool {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low] - time < 1000
  }
}

extension AnkiForm {
  /// Whether a card of a collection is asked, and its flag, as the learner has it here.
  fileprivate func mark(
    _ card: AnkiCollection.Card, _ progress: ExportedProgress, _ id: CardID
  ) -> (hold: AnkiCollection.Card.Hold, flag: Int) {
    // Cards buried in Anki come back there by themselves.
    let isSuspended = progress.suspension(of: id, on: now.day) == .suspended
    return (
      isSuspended ? .suspended : card.hold == .suspended ? .none : card.hold,
      progress.isFlagged(id) ? max(1, card.flag) : 0
    )
  }

  /// A card of a collection as it stands here.
  ///
  /// - Parameters:
  ///   - card: the card as Anki has it.
  ///   - mark: whether it is asked, and its flag.
  ///   - schedule: its schedule here; `nil` for a new card.
  ///   - memory: its memory by a model that Anki knows, where ours is another.
  ///   - preset: how it is scheduled, with such a model.
  ///   - wasAnswered: whether there are answers that Anki doesn't have, or it was made new again here since.
  /// - Returns: the card; `nil` where its schedule in Anki stays: nothing happened to it here since.
  fileprivate func card(
    _ card: AnkiCollection.Card, _ mark: (hold: AnkiCollection.Card.Hold, flag: Int),
    _ schedule: Schedule?, _ memory: MemoryState?, _ preset: Preset, wasAnswered: Bool
  ) -> AnkiCollection.Card? {
    guard let schedule else {
      // One that was made new again here is new there, at its old place among new cards.
      guard wasAnswered, card.phase != .new else { return nil }
      return AnkiCollection.Card(
        id: card.id, note: card.note, deck: card.deck, ordinal: card.ordinal, phase: .new,
        hold: mark.hold, due: Int64(card.written.position ?? 0), flag: mark.flag)
    }
    let standing = self.card(
      card, hold: mark.hold, flag: mark.flag, schedule, memory ?? schedule.memory, preset,
      position: nil)
    // Parameters that were learned here move due days, too; steps that Anki began go on there.
    let isMoved =
      standing.phase == .review && card.phase == .review && standing.due != card.due
    return wasAnswered || isMoved ? standing : nil
  }
}
