import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// What is to be undone.
public enum UndoTarget: Hashable, Sendable {
  /// The last thing done, whatever it was; what the program did by itself is passed over.
  case last
  /// The last answer, whatever was done since.
  case lastAnswer
  /// The event of this number in the history.
  case event(Int)
}

/// Something that was done: an event of the learner's history.
public struct HistoryItem: Hashable, Sendable {
  /// What kinds of things are done; the names are for programs and never change.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An answer.
    case answer
    /// An answer was given another grade.
    case regrade
    /// What was typed was accepted for a card.
    case acceptance
    /// An answer that was accepted for a card is not any more.
    case withdrawal
    /// A card was suspended, buried or restored.
    case suspension
    /// Cards were taken as known.
    case known
    /// Cards are due on other days.
    case reschedule
    /// Cards were made new again.
    case forget
    /// Cards were flagged, or are not any more.
    case flag
    /// Questions got a tag of the learner's, or lost it.
    case tag
    /// Questions got a note of the learner's, or lost it.
    case note
    /// A preset was changed, or groups were given one.
    case preset
    /// The FSRS parameters of presets were optimized.
    case optimize
    /// Questions were imported.
    case `import`
    /// Deck files were changed.
    case edit
    /// A question was found to be one that is known, or another one.
    case identity
    /// Events of another log were imported.
    case union
  }

  /// Its number, counted from 1 for the first event in the log. It stays the same.
  public let number: Int
  /// When it was done.
  public let moment: Moment
  /// What kind of thing it was.
  public let kind: Kind
  /// What it was, in words without an article: `answer to “犬” in Animals (good)`.
  public let what: String
  /// Whether it was undone.
  public let isUndone: Bool
  /// Whether an answer was given another grade since, which is an item of its own.
  public let isReplaced: Bool
  /// Whether the program did it by itself.
  public let isAutomatic: Bool

  let event: UndoableEvent

  /// The event's identity, a UUID.
  public var id: String { event.id.description }

  /// When it was done, to the minute, as the learner's clock showed it: `2026-11-21 09:00`.
  public var time: String { String(moment.iso8601.prefix(16)).replacing("T", with: " ") }
}

/// Something that was undone or redone.
public struct Undone: Hashable, Sendable, CustomStringConvertible {
  /// What it was, in a sentence that begins with “Undone” or “Redone”.
  public let description: String
}

extension Library {
  /// What was done, the newest first, with what was undone.
  ///
  /// - Parameter limit: the most items; `nil` for all.
  /// - Returns: the items.
  /// - Throws: an error of the review log.
  public func history(limit: Int? = nil) throws -> [HistoryItem] {
    try log.read { tx in try tx.history.entries(limit: limit).map { try HistoryItem($0, tx) } }
  }

  /// What would be undone.
  ///
  /// - Returns: the item; `nil` when there is nothing to undo.
  /// - Throws: ``LibraryError/notUndoable(number:_:)``, or an error of the review log.
  public func item(toUndo target: UndoTarget) throws -> HistoryItem? {
    try log.read { tx in
      let entry: HistoryEntry?
      switch target {
      case .last: entry = try tx.history.last().flatMap { try tx.history.entry(of: $0.id) }
      case .lastAnswer: entry = try tx.reviews.last().flatMap { try tx.history.entry(of: $0.id) }
      case .event(let number):
        guard let found = try tx.history.entry(number: number) else {
          throw LibraryError.notUndoable(number: number, "does not exist")
        }
        switch found.state {
        case .counts: entry = found
        case .undone: throw LibraryError.notUndoable(number: number, "was undone already")
        case .replaced:
          throw LibraryError.notUndoable(
            number: number, "was given another grade since; undo that first")
        }
      }
      return try entry.map { try HistoryItem($0, tx) }
    }
  }

  /// What would be redone: what was undone last, unless something else was done since.
  ///
  /// - Returns: the item; `nil` when there is nothing to redo.
  /// - Throws: an error of the review log.
  public func itemToRedo() throws -> HistoryItem? {
    try log.read { tx in
      try tx.history.lastUndone().flatMap { try tx.history.entry(of: $0) }
        .map { try HistoryItem($0, tx) }
    }
  }

  /// Undoes something. It stays in the review log, marked as undone. A deck file that has changed
  /// since keeps what else has changed in it.
  ///
  /// - Returns: what it was; `nil` when there is nothing to undo.
  /// - Throws: ``LibraryError`` when a deck can't be put back as it was; an error of the review log.
  ///   Nothing was changed then.
  public func undo(_ target: UndoTarget = .last) throws -> Undone? {
    try item(toUndo: target).flatMap(undo)
  }

  /// Undoes this, as ``undo(_:)-(UndoTarget)`` does.
  ///
  /// - Returns: what it was; `nil` when it was undone in the meantime.
  public func undo(_ item: HistoryItem) throws -> Undone? {
    try change(item.event.id, .undo).map { Undone(item, .undo, moved: $0.moved) }
  }

  /// Redoes what was undone.
  ///
  /// - Returns: what it was; `nil` when it counts already.
  /// - Throws: ``LibraryError`` when a deck can't be written; an error of the review log. Nothing was
  ///   changed then.
  public func redo(_ item: HistoryItem) throws -> Undone? {
    try change(item.event.id, .redo).map { Undone(item, .redo, moved: $0.moved) }
  }

  /// Undoes or redoes an event: first the deck files, then the log, so that a program that is killed
  /// in between finds the files as they are to be.
  ///
  /// - Returns: the event, and how many cards were rescheduled; `nil` when there is no such event, or
  ///   it is as it is to be already.
  func change(_ id: EventID, _ way: DeckRestoring.Way) throws -> (event: UndoableEvent, moved: Int)?
  {
    let found = try log.read { tx in
      (try tx.history.entry(of: id), try tx.deckEdits.edits(of: id))
    }
    guard let entry = found.0, entry.state == (way == .undo ? .counts : .undone) else { return nil }
    let changes = try changes(of: entry.event, found.1, way)
    try DeckFiles.write(changes)
    do {
      return try log.write {
        try way == .undo
          ? $0.history.undo(id, at: surroundings.now())
          : $0.history.redo(id, at: surroundings.now())
      }
    } catch {
      // Where a file can't be put back, the next try finds it as it is to be.
      try? DeckFiles.write(
        changes.reversed().map {
          DeckFileChange(path: $0.path, before: $0.after, after: $0.before)
        })
      throw error
    }
  }

  /// What is to be written for an event.
  private func changes(
    of event: UndoableEvent, _ edits: [DeckEdit], _ way: DeckRestoring.Way
  ) throws -> [DeckFileChange] {
    var former: ImportRecord?
    if case .import(_, let record) = event, edits.isEmpty { former = record }
    guard former != nil || !edits.isEmpty else { return [] }
    guard let locations else { throw LibraryError.noDeckFiles }
    let restoring = DeckRestoring(catalog: DeckCatalog(locations))
    do {
      guard let former else {
        return try restoring.changes(of: edits, way) { digest in
          try log.read { try $0.deckEdits.content(digest) }
        }
      }
      if way == .redo { throw HistoryObstacle.dropped(path: former.deck) }
      return try restoring.changes(undoing: former)
    } catch let obstacle as HistoryObstacle {
      throw LibraryError.notRestored(
        what: HistoryItem.words(of: event, in: log), try elsewhere(edits) ?? obstacle)
    }
  }

  /// That edits can't be undone here because another device has made them; `nil` where this one has.
  private func elsewhere(_ edits: [DeckEdit]) throws -> HistoryObstacle? {
    try log.read { tx in
      guard let own = try tx.devices.own(), let edit = edits.first(where: { $0.device != own })
      else { return nil }
      return .elsewhere(path: edit.path, device: try tx.devices.names()[edit.device])
    }
  }
}

// MARK: - In words

extension HistoryItem {
  init(_ entry: HistoryEntry, _ tx: Transaction) throws {
    let (kind, what) = try Self.description(of: entry.event, tx)
    self.init(
      number: entry.number, moment: entry.event.moment, kind: kind, what: what,
      isUndone: entry.state == .undone, isReplaced: entry.state == .replaced,
      isAutomatic: entry.isAutomatic, event: entry.event)
  }

  /// What an event was, in words; where the log can't be read, nothing.
  fileprivate static func words(of event: UndoableEvent, in log: StudyLog) -> String {
    (try? log.read { try description(of: event, $0).1 }) ?? ""
  }

  private static func description(of event: UndoableEvent, _ tx: Transaction) throws -> (
    Kind, String
  ) {
    switch event {
    case .review(let review):
      guard let revised = try review.revises.flatMap({ try tx.reviews.review($0) }) else {
        return (
          .answer, "answer to “\(review.asked)” in \(review.group) (\(review.review.grade.name))"
        )
      }
      if let typed = review.review.typed, try tx.reviews.review(review.id)?.accepts == true {
        return (.acceptance, "acceptance of “\(typed)” for “\(review.asked)” in \(review.group)")
      }
      return (
        .regrade,
        "regrade of “\(review.asked)” in \(review.group) from \(revised.review.review.grade.name) "
          + "to \(review.review.grade.name)"
      )
    case .import(_, let record):
      return (
        .import,
        "import of \(record.source) into \(record.deck) (\(record.taken) imported, "
          + "\(record.updated) updated)"
      )
    case .presetChange(let entry): return description(of: entry.change)
    case .suspension(let id, let card, let state, _):
      let name = try tx.decks.text(of: card.question)?.prompt ?? card.description
      let others = try tx.suspensions.count(with: id)
      let cards = "“\(name)”" + (others > 0 ? " and \(others) more" : "")
      return switch state {
      case .active: (.suspension, "unsuspended \(cards)")
      case .suspended: (.suspension, "suspended \(cards)")
      case .buried: (.suspension, "buried \(cards)")
      }
    case .adjustment(let id, let adjustment):
      return description(of: adjustment.command, cards: try tx.adjustments.count(with: id))
    case .mark(let id, let mark):
      let name =
        try tx.decks.text(of: mark.question)?.prompt ?? CardID(question: mark.question).description
      let others = try tx.marks.count(with: id) - 1
      return description(of: mark.change, "“\(name)”" + (others > 0 ? " and \(others) more" : ""))
    case .deckEdit(let edit): return (.edit, edit.what)
    case .withdrawal(let withdrawal):
      let name =
        try tx.decks.text(of: withdrawal.card.question)?.prompt ?? withdrawal.card.description
      return (.withdrawal, "removal of the accepted answer “\(withdrawal.answer)” for “\(name)”")
    case .union(_, let record):
      return (
        .union, "import of \(NumberText.count(record.events, "event")) from \(record.source)"
      )
    case .identity(let identity):
      if let texts = identity.texts {
        return (.identity, IdentityNews.words(texts.known, texts.now, identity.reason))
      }
      let name =
        try tx.decks.text(of: identity.question)?.prompt ?? identity.question.description
      return (.identity, "match of “\(name)”")
    }
  }

  private static func description(of command: Adjustment.Command, cards: Int) -> (Kind, String) {
    let number = NumberText.count(cards, "card")
    func over(_ days: Int) -> String { NumberText.count(days, "day") }
    return switch command {
    case .known: (.known, "took \(number) as known")
    case .placement: (.known, "took \(number) as known, by placement")
    case .spread(let days):
      (.reschedule, "spread \(NumberText.count(cards, "overdue card")) over \(over(days))")
    case .postpone(let days): (.reschedule, "postponed \(number) by \(over(days))")
    case .imported: (.reschedule, "took over \(number) from another program")
    case .advance(let days): (.reschedule, "advanced \(number) by up to \(over(days))")
    case .set: (.reschedule, "rescheduled \(number)")
    case .forget: (.forget, "made \(number) new again")
    }
  }

  private static func description(of change: Mark.Change, _ cards: String) -> (Kind, String) {
    switch change {
    case .flag(true): (.flag, "flagged \(cards)")
    case .flag(false): (.flag, "removed the flag of \(cards)")
    case .tag(let tag, true): (.tag, "tagged \(cards) “\(tag)”")
    case .tag(let tag, false): (.tag, "removed the tag “\(tag)” of \(cards)")
    case .note(_?): (.note, "note on \(cards)")
    case .note(nil): (.note, "removed the note on \(cards)")
    }
  }

  private static func description(of change: PresetChange) -> (Kind, String) {
    switch change {
    case .set(let preset, .learner): (.preset, "change of preset “\(preset.name)”")
    case .set(let preset, _):
      (.optimize, "new FSRS parameters of preset “\(preset.name)”")
    case .use(let preset, _, let groups):
      (
        .preset,
        "preset “\(preset)” for "
          + (groups.count == 1 ? "“\(groups[0])”" : "\(groups.count) groups")
      )
    case .rename(let old, let new): (.identity, "group “\(old)” is now “\(new)”")
    }
  }
}

extension ReportTable {
  /// The learner's history, an event a row.
  public init(_ items: [HistoryItem]) {
    self.init("history", "History", of: items) {
      Column("number", "Number") { .count($0.number) }
      Column("id", "ID") { .text($0.id) }
      Column("time", "Time") { .text($0.moment.iso8601) }
      Column("kind", "Kind") { .term($0.kind.rawValue, words: $0.kind.rawValue) }
      Column("what", "What") { .text($0.what) }
      Column("undone", "Undone") { .flag($0.isUndone) }
      Column("regraded", "Regraded") { .flag($0.isReplaced) }
      Column("automatic", "Automatic") { .flag($0.isAutomatic) }
    }
  }
}

extension Undone {
  init(_ item: HistoryItem, _ way: DeckRestoring.Way, moved: Int) {
    var text = "\(way == .undo ? "Undone" : "Redone"): \(item.what), \(item.time)."
    switch item.event {
    case .presetChange:
      text += " \(moved == 1 ? "1 card was" : "\(moved) cards were") rescheduled."
    case .suspension(_, _, .active, _) where way == .undo:
      text += " It is suspended or buried again."
    case .adjustment(_, let adjustment):
      let cards = NumberText.count(moved, "card")
      if case .known = adjustment.change, way == .undo {
        text += " \(cards) \(moved == 1 ? "is" : "are") new again."
      } else {
        text += " \(cards) \(moved == 1 ? "was" : "were") rescheduled."
      }
    default: break
    }
    self.init(description: text)
  }
}
