import RabbleControllers
import RabbleScheduling
import RabbleStorage
import RabbleText

/// What is to be undone.
package enum UndoTarget: Hashable, Sendable {
  /// The last thing done, whatever it was; what the program did by itself is passed over.
  case last
  /// The last answer, whatever was done since.
  case lastAnswer
  /// The event of this number in the history.
  case event(Int)
}

/// Something that was undone or redone.
package struct Undone: Hashable, Sendable, CustomStringConvertible {
  /// What it was, in a sentence that begins with “Undone” or “Redone”.
  package let description: String
  /// What became of the questions of the decks that were changed by it, a line each.
  package let news: [String]
}

extension Library {
  /// What would be undone.
  ///
  /// - Returns: the item; `nil` when there is nothing to undo.
  /// - Throws: ``LibraryError/notUndoable(number:_:)``, or an error of the review log.
  package func item(toUndo target: UndoTarget) throws -> HistoryItem? {
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
      return try entry.map { try HistoryItem($0, GroupTexts(self, tx), tx) }
    }
  }

  /// What would be redone: what was undone last, unless something else was done since.
  ///
  /// - Returns: the item; `nil` when there is nothing to redo.
  /// - Throws: an error of the review log.
  package func itemToRedo() throws -> HistoryItem? {
    try log.read { tx in
      try tx.history.lastUndone().flatMap { try tx.history.entry(of: $0) }
        .map { try HistoryItem($0, GroupTexts(self, tx), tx) }
    }
  }

  /// Undoes something. It stays in the review log, marked as undone. A deck file that has changed
  /// since keeps what else has changed in it.
  ///
  /// - Returns: what it was; `nil` when there is nothing to undo.
  /// - Throws: ``LibraryError`` when a deck can't be put back as it was; an error of the review log.
  ///   Nothing was changed then.
  package func undo(_ target: UndoTarget = .last) throws -> Undone? {
    try item(toUndo: target).flatMap(undo)
  }

  /// Undoes this, as ``undo(_:)-(UndoTarget)`` does.
  ///
  /// - Returns: what it was; `nil` when it was undone in the meantime.
  package func undo(_ item: HistoryItem) throws -> Undone? {
    try change(item, .undo)
  }

  /// Redoes what was undone.
  ///
  /// - Returns: what it was; `nil` when it counts already.
  /// - Throws: ``LibraryError`` when a deck can't be written; an error of the review log. Nothing was
  ///   changed then.
  package func redo(_ item: HistoryItem) throws -> Undone? {
    try change(item, .redo)
  }

  /// Undoes or redoes an item, and has the log know the decks as they are then.
  private func change(_ item: HistoryItem, _ way: HistoryWay) throws -> Undone? {
    let changesDecks =
      switch item.event {
      case .deckEdit, .import: true
      default: false
      }
    let catalog = changesDecks ? locations.map(DeckCatalog.init) : nil
    // What was edited by hand until now is no part of it.
    var news = catalog?.takeIn(log, surroundings) ?? []
    guard let changed = try change(item.event.id, way) else { return nil }
    news += catalog?.takeIn(log, surroundings, isUndoing: true) ?? []
    return Undone(item, way, moved: changed.moved, news: news)
  }

  /// Undoes or redoes an event: first the deck files, then the log, so that a program that is killed
  /// in between finds the files as they are to be.
  ///
  /// - Returns: the event, and how many cards were rescheduled; `nil` when there is no such event, or
  ///   it is as it is to be already.
  func change(_ id: EventID, _ way: HistoryWay) throws -> (event: UndoableEvent, moved: Int)? {
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
    of event: UndoableEvent, _ edits: [DeckEdit], _ way: HistoryWay
  ) throws -> [DeckFileChange] {
    if edits.isEmpty { return [] }
    guard let locations else { throw LibraryError.noDeckFiles }
    let restoring = DeckRestoring(catalog: DeckCatalog(locations))
    let versions = KeptVersions(log, locations, surroundings)
    do {
      return try restoring.changes(of: edits, way, content: versions.bytes)
    } catch let obstacle as HistoryObstacle {
      throw LibraryError.notRestored(
        what: HistoryItem.words(of: event, in: log), try elsewhere(edits) ?? obstacle)
    }
  }

  /// That edits can't be undone here because another device has made them, or a log that this one has
  /// replaced; `nil` where this one has.
  private func elsewhere(_ edits: [DeckEdit]) throws -> HistoryObstacle? {
    try log.read { tx in
      guard let own = try tx.devices.own(), let edit = edits.first(where: { $0.device != own })
      else { return nil }
      let names = try tx.devices.names()
      guard let name = names[edit.device], name == names[own] else {
        return .elsewhere(path: edit.path, device: names[edit.device])
      }
      return .anotherLog(path: edit.path, device: name)
    }
  }
}

extension Undone {
  init(_ item: HistoryItem, _ way: HistoryWay, moved: Int, news: [String] = []) {
    var text = "\(way == .undo ? "Undone" : "Redone"): \(item.what), \(item.time)."
    switch item.event {
    case .presetChange:
      text += " \(moved == 1 ? "1 card was" : "\(moved) cards were") rescheduled."
    case .suspension(_, _, .active, _) where way == .undo:
      if case .buried? = item.formerly {
        text += " It is buried again."
      } else {
        text += " It is suspended again."
      }
    case .adjustment(_, let adjustment):
      let cards = NumberText.count(moved, "card")
      if case .known = adjustment.change, way == .undo {
        text += " \(cards) \(moved == 1 ? "is" : "are") new again."
      } else {
        text += " \(cards) \(moved == 1 ? "was" : "were") rescheduled."
      }
    default: break
    }
    self.init(description: text, news: news)
  }
}
