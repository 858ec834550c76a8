import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage

/// What a session has done, in order, and what of it was undone.
struct SessionLedger {
  private var done: [EventID] = []
  private var undone: [EventID] = []
  /// An event of an earlier day that the learner was told of: changed when they say so again.
  var offered: EventID?
  /// What the learner did last.
  var lastAction: StudyAction?

  /// Adds something that was done; what was undone before stays undone.
  mutating func add(_ id: EventID) {
    done.append(id)
    undone = []
  }

  // MARK: - Undoing

  /// Undoes the last thing that this session did, or else the last thing done at all; or redoes what this session undid
  /// last, or else what was undone last at all. What is from an earlier day is changed only after saying so.
  ///
  /// - Parameters:
  ///   - way: whether it is undone or redone.
  ///   - library: where it was done.
  ///   - asked: the card that is being asked, if one is.
  /// - Returns: what was changed; the decks may be others then.
  /// - Throws: ``LibraryError`` where it can no longer be undone, or an error of the review log.
  mutating func change(_ way: HistoryWay, in library: Library, asked: Card?) throws
    -> ChangedHistory
  {
    while let id = way == .undo ? done.last : undone.last {
      do {
        let changed = try library.change(id, way)
        move(id, way, isDone: changed != nil)
        // Where nothing changed, another terminal has done it.
        if let changed { return try news(of: changed, way, in: library, asked: asked) }
      } catch let error as LibraryError where way == .undo {
        move(id, way, isDone: false)
        throw error
      }
    }
    return try changeOthers(way, in: library, asked: asked)
  }

  /// Undoes or redoes what another session did; nothing of an earlier day before saying so.
  private mutating func changeOthers(_ way: HistoryWay, in library: Library, asked: Card?) throws
    -> ChangedHistory
  {
    let found = try way == .undo ? library.item(toUndo: .last) : library.itemToRedo()
    guard let item = found else { return .nothing(["There is nothing to \(way.rawValue)."]) }
    let id = item.event.id
    if item.moment.day < library.surroundings.now().day, offered != id {
      offered = id
      return .nothing([
        item.notice, "Type :\(way.rawValue) again to \(way.rawValue) it.",
      ])
    }
    guard let changed = try library.change(id, way) else {
      return .nothing(["There is nothing to \(way.rawValue)."])
    }
    move(id, way, isDone: true)
    return try news(of: changed, way, in: library, asked: asked)
  }

  /// Moves an event from what was done to what was undone, or back; from where it stood only where nothing was done.
  private mutating func move(_ id: EventID, _ way: HistoryWay, isDone: Bool) {
    switch way {
    case .undo:
      if done.last == id { done.removeLast() }
      if isDone { undone.append(id) }
    case .redo:
      if undone.last == id { undone.removeLast() }
      if isDone { done.append(id) }
    }
  }

  /// What the controller is told of an event that was undone or redone.
  private func news(
    of changed: (event: UndoableEvent, moved: Int), _ way: HistoryWay, in library: Library,
    asked: Card?
  ) throws -> ChangedHistory {
    let log = library.log
    func due(_ card: CardID) throws -> Due? { try log.read { try $0.schedules.due(of: card) } }
    let item = try log.read { tx in
      try tx.history.entry(of: changed.event.id).map {
        try HistoryItem($0, GroupTexts(library, tx), tx)
      }
    }
    let line = item.map { Undone($0, way, moved: changed.moved).description } ?? ""
    switch changed.event {
    case .review(let review):
      let due = try due(review.review.card)
      guard let id = review.revises, let revised = try log.read({ try $0.reviews.review(id) })
      else { return .answer(review.id, review.review, prompt: review.asked, due: due) }
      let (old, new) = way == .undo ? (review, revised.review) : (revised.review, review)
      return .grade(from: old.id, to: new.id, new.review, due: due, line)
    case .suspension(_, let card, let state, _):
      switch (state, way) {
      case (.active, .undo), (.suspended, .redo), (.buried, .redo): return .suspension(card, line)
      case (.active, .redo), (.suspended, .undo), (.buried, .undo):
        return .unsuspension(card, due: try due(card), line)
      }
    case .deckEdit, .import: return .decks(line)
    case .adjustment(let id, let adjustment):
      guard try log.read({ try $0.adjustments.count(with: id) }) == 1 else { return .other(line) }
      return .schedule(adjustment.card, due: try due(adjustment.card), line)
    case .mark(_, let mark):
      guard let asked, asked.id.question == mark.question else { return .other(line) }
      return .marks(try log.read { try $0.marks.marks(of: asked.id) }, line)
    case .presetChange, .identity, .withdrawal, .union: return .other(line)
    }
  }
}
