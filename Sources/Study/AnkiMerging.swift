import RabbleAnki
import RabbleExchange
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// What was put into a copy of a collection of Anki.
public struct AnkiMergeReport: Hashable, Sendable {
  /// How many cards got another schedule.
  public internal(set) var cards = 0
  /// How many reviews were added.
  public internal(set) var reviews = 0
}

extension Library {
  /// Puts what was studied here since into a copy of a collection of Anki: reviews, schedules and due
  /// days of its own cards. What was studied in Anki is imported before, so that both are joined by time.
  ///
  /// - Parameters:
  ///   - path: the collection, which stays as it is: a `.colpkg`, or a copy of `collection.anki2`.
  ///   - target: the collection that comes of it, for Anki to import.
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
    let made = AnkiImport(copy.collection, columns: try columns.map { try AnkiColumns($0) })
    let form = AnkiForm(
      firstDay: AnkiProgress.firstDay(of: copy.collection, surroundings.localTime), now: now)
    var times: [Int64: [Int64]] = [:]
    for entry in copy.collection.log { times[entry.card, default: []].append(entry.id) }
    var result = AnkiMergeReport()
    do {
      try log.read { tx in
        let progress = try ExportedProgress(tx)
        let book = try tx.presets.book()
        for (number, imported) in made.cards.enumerated() {
          if number.isMultiple(of: 256) { report(Double(number) / Double(made.cards.count)) }
          let preset = book.preset(forGroup: imported.group)
          let known = times[imported.card.id] ?? []
          var entries = AnkiEntries(
            card: imported.id, number: imported.card.id, Scheduler(preset))
          var isNew = false
          for event in try progress.events(of: imported.id) {
            guard let entry = entries.entry(for: event) else { continue }
            let time = event.moment.milliseconds
            // What Anki has already, from an import or an earlier merge.
            if known.contains(where: { (0..<1000).contains($0 - time) }) { continue }
            try copy.add(entry.at(time))
            if entry.grade > 0 { result.reviews += 1 }
            isNew = true
          }
          guard isNew, let schedule = progress.schedule(of: imported.id) else { continue }
          let memory = preset.model.kind == .fsrs6 ? schedule.memory : nil
          try copy.update(
            form.card(
              imported.card, schedule, memory ?? schedule.memory, preset, position: nil))
          result.cards += 1
        }
      }
      try copy.finish(to: locations?.absolute(target) ?? target)
    } catch let fault as PackageFault {
      throw LibraryError.unwritable(path: target, reason: "\(fault)")
    }
    return result
  }
}
