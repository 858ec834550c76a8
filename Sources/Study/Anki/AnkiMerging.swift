import RabbleAnki
import RabbleExchange
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

/// What was put into a copy of a collection of Anki.
package struct AnkiMergeReport: Hashable, Sendable {
  /// How many cards got another schedule.
  package internal(set) var cards = 0
  /// How many cards were only suspended, restored, flagged or unflagged.
  package internal(set) var marks = 0
  /// How many reviews were added.
  package internal(set) var reviews = 0
  /// How many notes were added, of questions that the collection did not have.
  package internal(set) var notes = 0
  /// How many cards they have.
  package internal(set) var newCards = 0
  /// What is not as it is here, a sentence each.
  package internal(set) var remarks: [String] = []

  /// Whether Anki has everything already.
  package var isEmpty: Bool { cards + marks + reviews + notes == 0 }
}

extension Library {
  /// Puts what was studied here since into a copy of a collection of Anki: reviews, schedules, due days,
  /// suspensions and flags of its own cards, and notes of the questions that it doesn't have. What was
  /// studied in Anki is imported before, so that both are joined by time, and where a card stands here is
  /// the last word.
  ///
  /// - Parameters:
  ///   - path: the collection, which stays as it is: a `.colpkg`, or a copy of `collection.anki2`.
  ///   - target: the collection that comes of it, for Anki to import; not written if nothing is new to Anki.
  ///   - columns: what fields of notes are for; without it, as they were imported last.
  ///   - deck: the deck file into which the collection was imported.
  ///   - addsNotes: whether the questions of that deck that are not in the collection become notes in it.
  ///   - report: is told the share that is done, 0…1.
  /// - Returns: what was put into it.
  /// - Throws: ``LibraryError``, `ColumnMapping.Failure`, or an error of the review log.
  package func mergeIntoAnki(
    _ path: String, to target: String, columns: String? = nil, importedInto deck: String? = nil,
    addsNotes: Bool = true, report: (Double) -> Void = { _ in }
  ) throws -> AnkiMergeReport {
    let now = surroundings.now()
    let copy: CollectionCopy
    do throws(PackageFault) {
      copy = try CollectionCopy(
        locations?.absolute(path) ?? path, temporary: locations?.temporary.string ?? "/tmp",
        now: now.milliseconds)
    } catch { throw LibraryError.unreadable(path: path, reason: "\(error)") }
    let roles = try locations.map {
      try ImportMemory(locations: $0).columns(columns, for: copy.collection)
    }
    let made = AnkiImport(copy.collection, columns: roles)
    let form = AnkiForm(
      firstDay: AnkiProgress.firstDay(of: copy.collection, surroundings.localTime), now: now)
    // Bundled decks have only what all learners have.
    let isOwn = deck.map { deck in locations.map { DeckCatalog($0).isOwn(deck) } ?? true } ?? false
    // The group of an imported card has the title of its deck in Anki.
    let homes = Dictionary(
      (groups.filter { $0.deck == deck } + groups).map { ($0.title, $0.name) }
    ) { first, _ in first }
    let own = addsNotes && isOwn ? groups.filter { $0.deck == deck } : []
    do {
      let result = try log.read { tx in
        var merging = AnkiMerging(
          copy, form, try tx.presets.book(), homes, try ExportedProgress(tx))
        for (number, imported) in made.cards.enumerated() {
          if number.isMultiple(of: 256) { report(Double(number) / Double(made.cards.count)) }
          try merging.add(imported)
        }
        try merging.addNotes(
          of: own, besides: made, hears: settings.speaks, tx)
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
  private let book: PresetBook
  /// The groups that cards were imported into, by their titles.
  private let homes: [String: GroupName]
  private let progress: ExportedProgress
  /// When Anki has entries of each card, in their order.
  private let times: [Int64: [Int64]]
  private(set) var result = AnkiMergeReport()

  init(
    _ copy: CollectionCopy, _ form: AnkiForm, _ book: PresetBook, _ homes: [String: GroupName],
    _ progress: ExportedProgress
  ) {
    (self.copy, self.form) = (copy, form)
    (self.book, self.homes, self.progress) = (book, homes, progress)
    var times: [Int64: [Int64]] = [:]
    for entry in copy.collection.log { times[entry.card, default: []].append(entry.id) }
    self.times = times
  }

  mutating func add(_ imported: AnkiImport.ImportedCard) throws {
    let preset = homes[imported.group].map { book.preset(forGroup: $0) } ?? book.usual
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
    let mark = form.mark(imported.card, progress, imported.id)
    if let card = form.card(
      imported.card, mark, progress.schedule(of: imported.id), preset, wasAnswered: isNew)
    {
      try copy.update(card)
      result.cards += 1
    } else if mark.hold != imported.card.hold || mark.flag != imported.card.flag {
      try copy.mark(imported.card, hold: mark.hold, flag: mark.flag)
      result.marks += 1
    }
  }

  /// Adds the questions that the collection doesn't have, as notes of ours.
  ///
  /// - Parameters:
  ///   - groups: the groups of the deck into which the collection was imported. A question there that has
  ///     an identity of its own, and is not in the collection, was deleted in Anki.
  ///   - made: the questions of the collection.
  ///   - hears: whether something reads to the learner here.
  ///   - tx: reads the log.
  /// - Throws: `PackageFault`, or an error of the review log.
  mutating func addNotes(
    of groups: [StoredGroup], besides made: AnkiImport, hears: Bool, _ tx: Transaction
  ) throws {
    var known = Set(made.cards.map(\.id.question))
    let guids = Set(copy.collection.notes.map(\.guid))
    var deleted = 0
    let lacking = try groups.filter { group in
      var isLacking = false
      for question in try tx.decks.questions(of: [group]) where !known.contains(question.id) {
        let guid = question.question.id
        if guids.contains(guid ?? ExchangeID.text(of: question.id)) {
          known.insert(question.id)
        } else if guid != nil {
          deleted += 1
          known.insert(question.id)
        } else {
          isLacking = true
        }
      }
      return isLacking
    }
    if deleted > 0 {
      result.remarks.append(
        "\(NumberText.count(deleted, "question")) not added again, deleted in Anki.")
    }
    guard !lacking.isEmpty else { return }
    let collection = copy.collection
    try copy.add(AnkiNotes.types.values.sorted { $0.id < $1.id }, css: AnkiNotes.css)
    var notes = AnkiNoteWriting(
      tx, to: copy, progress, AnkiMedia.read(lacking).media, form, takesProgress: true,
      hears: hears)
    notes.leaveOut(known)
    notes.ids = StableIDs(
      taken: Set(collection.notes.map(\.id)).union(collection.cards.map(\.id))
        .union(collection.decks.keys))
    let places = collection.cards.lazy.filter { $0.phase == .new }.map(\.due)
    notes.position = Int(min(max(places.max() ?? 0, 0), 1_000_000))
    var decks = AnkiDecks(collection)
    for group in lacking {
      let preset = book.preset(forGroup: group.name)
      let id = try decks.id(for: group.title, preset, in: copy, &notes.ids)
      try notes.add(group, preset, toDeck: id, where: { _ in true }, tick: {})
    }
    try copy.reserve(position: notes.position)
    copy.add(media: notes.media.files)
    result.notes = notes.notes
    result.newCards = notes.cards
    result.reviews += notes.reviews
    result.remarks += notes.remarks
  }

  /// Whether a sorted list has a time within the second that begins here.
  private func hasTime(_ times: [Int64], within time: Int64) -> Bool {
    let place = times.partitioningIndex { $0 >= time }
    return place < times.count && times[place] - time < 1000
  }
}

/// The decks of a collection by the titles of the groups that they became, to which more are added.
private struct AnkiDecks {
  private var ids: [String: Int64] = [:]
  /// The names that filtered decks have, which take no new cards.
  private let filtered: Set<String>
  private let options: [String: Int64]
  private let usual: Int64

  init(_ collection: AnkiCollection) {
    filtered = Set(
      collection.decks.filter(\.value.isFiltered).map { Self.key(collection.title(ofDeck: $0.key)) }
    )
    for (id, deck) in collection.decks.sorted(by: { $0.key > $1.key }) where !deck.isFiltered {
      ids[Self.key(collection.title(ofDeck: id))] = id
    }
    options = Dictionary(
      collection.options.map { ($0.value.name, $0.key) }, uniquingKeysWith: { min($0, $1) })
    usual = collection.options[1] == nil ? collection.options.keys.min() ?? 1 : 1
  }

  /// Anki has no two decks that differ only in the case of letters.
  private static func key(_ title: String) -> String { title.uppercased().lowercased() }

  /// The deck for a group, which is made if there is none, with those above it.
  mutating func id(
    for title: String, _ preset: Preset, in copy: CollectionCopy, _ numbers: inout StableIDs
  ) throws -> Int64 {
    if let id = ids[Self.key(title)] { return id }
    let parts = title.split(separator: "::").map { String($0).trimmed }.filter { !$0.isEmpty }
    var id = ids[Self.key("Default")] ?? 1
    var name = ""
    for part in parts {
      name += (name.isEmpty ? "" : "::") + part
      while filtered.contains(Self.key(name)) { name += "_" }
      if let known = ids[Self.key(name)] {
        id = known
        continue
      }
      let options = preset.name.hasPrefix("Anki: ") ? String(preset.name.dropFirst(6)) : preset.name
      id = numbers.id(for: "deck \(name)")
      try copy.add(
        AnkiCollection.Deck(
          name: name, isFiltered: false, options: self.options[options] ?? usual), id: id)
      ids[Self.key(name)] = id
    }
    return id
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
      progress.isFlagged(id) ? progress.flagColor(of: id)?.rawValue ?? max(1, card.flag) : 0
    )
  }

  /// A card of a collection as it stands here.
  ///
  /// - Parameters:
  ///   - card: the card as Anki has it.
  ///   - mark: whether it is asked, and its flag.
  ///   - schedule: its schedule here; `nil` for a new card.
  ///   - preset: how it is scheduled.
  ///   - wasAnswered: whether there are answers that Anki doesn't have, or it was made new again here since.
  /// - Returns: the card; `nil` where its schedule in Anki stays: nothing happened to it here since.
  fileprivate func card(
    _ card: AnkiCollection.Card, _ mark: (hold: AnkiCollection.Card.Hold, flag: Int),
    _ schedule: Schedule?, _ preset: Preset, wasAnswered: Bool
  ) -> AnkiCollection.Card? {
    guard let schedule else {
      // One that was made new again here is new there, at its old place among new cards.
      guard wasAnswered, card.phase != .new else { return nil }
      return AnkiCollection.Card(
        id: card.id, note: card.note, deck: card.deck, ordinal: card.ordinal, phase: .new,
        hold: mark.hold, due: Int64(card.written.position ?? 0), flag: mark.flag)
    }
    let standing = self.card(
      card, hold: mark.hold, flag: mark.flag, schedule, preset, position: nil)
    // Parameters that were learned here move due days, too; steps that Anki began go on there.
    let isMoved =
      standing.phase == .review && card.phase == .review && standing.due != card.due
    return wasAnswered || isMoved ? standing : nil
  }
}
