import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage

/// What a session has done, in order, and what of it was undone.
struct SessionLedger {
  private var done: [EventID] = []
  private var undone: [EventID] = []
  /// How often something was undone or redone.
  private(set) var changes = 0
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

  /// Undoes the last thing that this session did, or else the last thing done at all; what is from an
  /// earlier day only after saying so.
  ///
  /// - Parameters:
  ///   - library: where it was done.
  ///   - asked: the card that is being asked, if one is.
  /// - Returns: what the controller is told; the decks may be others then.
  /// - Throws: ``LibraryError`` where it can no longer be undone, or an error of the review log.
  mutating func undo(in library: Library, asked: Card?) throws -> StudyOutcome {
    while let id = done.last {
      do {
        guard let changed = try library.change(id, .undo) else {
          // It was undone in another terminal.
          goBack(over: id, canRedo: false)
          continue
        }
        goBack(over: id, canRedo: true)
        return try outcome(of: changed, .undo, in: library, asked: asked)
      } catch let error as LibraryError {
        goBack(over: id, canRedo: false)
        throw error
      }
    }
    return try change(library.item(toUndo: .last), .undo, in: library, asked: asked)
  }

  /// Redoes what this session undid last, or else what was undone last at all; as ``undo(in:asked:)``.
  ///
  /// - Throws: what redoing throws.
  mutating func redo(in library: Library, asked: Card?) throws -> StudyOutcome {
    while let id = undone.last {
      let changed = try library.change(id, .redo)
      goForward(over: id, isDone: changed != nil)
      if let changed { return try outcome(of: changed, .redo, in: library, asked: asked) }
    }
    return try change(library.itemToRedo(), .redo, in: library, asked: asked)
  }

  /// Undoes or redoes what another session did; nothing of an earlier day before saying so.
  private mutating func change(
    _ item: HistoryItem?, _ way: DeckRestoring.Way, in library: Library, asked: Card?
  ) throws -> StudyOutcome {
    let verb = way == .undo ? "undo" : "redo"
    guard let item else { return .told(["There is nothing to \(verb)."]) }
    let id = item.event.id
    if item.moment.day < library.surroundings.now().day, offered != id {
      offered = id
      return .told([
        item.notice,
        "Type :\(verb) again to \(verb) it.",
      ])
    }
    guard let changed = try library.change(id, way) else {
      return .told(["There is nothing to \(verb)."])
    }
    switch way {
    case .undo: goBack(over: id, canRedo: true)
    case .redo: goForward(over: id, isDone: true)
    }
    return try outcome(of: changed, way, in: library, asked: asked)
  }

  /// What the controller is told of an event that was undone or redone.
  private func outcome(
    of changed: (event: UndoableEvent, moved: Int), _ way: DeckRestoring.Way, in library: Library,
    asked: Card?
  ) throws -> StudyOutcome {
    let log = library.log
    func line() throws -> String {
      let item = try log.read { tx in
        try tx.history.entry(of: changed.event.id).map { try HistoryItem($0, tx) }
      }
      return item.map { Undone($0, way, moved: changed.moved).description } ?? ""
    }
    switch changed.event {
    case .review(let review):
      let due = try log.read { try $0.schedules.due(of: review.review.card) }
      guard let id = review.revises, let revised = try log.read({ try $0.reviews.review(id) })
      else {
        return way == .undo
          ? .retracted(review.id, review.review, prompt: review.asked, due: due)
          : .redone(review.id, review.review, prompt: review.asked, due: due)
      }
      let (old, new) = way == .undo ? (review, revised.review) : (revised.review, review)
      return .regraded(from: old.id, to: new.id, new.review, due: due, try line())
    case .suspension(_, let card, let state, _):
      switch (state, way) {
      case (.active, .undo), (.suspended, .redo), (.buried, .redo):
        return .suspendedAgain(card, try line())
      case (.active, .redo), (.suspended, .undo), (.buried, .undo):
        return .suspensionRetracted(
          card, due: try log.read { try $0.schedules.due(of: card) },
          isHeld: try library.isHeld(card), try line())
      }
    case .deckEdit, .import: return .decksChanged([try line()])
    case .adjustment(let id, let adjustment):
      guard try log.read({ try $0.adjustments.count(with: id) }) == 1 else {
        return .told([try line()])
      }
      return way == .undo
        ? .adjustmentRetracted(
          adjustment.card, due: try log.read { try $0.schedules.due(of: adjustment.card) },
          try line())
        : .adjustedAgain(adjustment.card, try line())
    case .mark(_, let mark):
      let card = CardID(question: mark.question, direction: mark.direction ?? .recognition)
      guard let asked, asked.id.question == card.question else {
        return .told([try line()])
      }
      return .markedAgain(asked.id, try log.read { try $0.marks.marks(of: asked.id) }, try line())
    case .presetChange, .identity, .withdrawal, .union: return .told([try line()])
    }
  }

  /// Goes back over an event; with `canRedo`, it can be redone.
  private mutating func goBack(over id: EventID, canRedo: Bool) {
    if done.last == id { done.removeLast() }
    guard canRedo else { return }
    undone.append(id)
    changes += 1
  }

  /// Goes forward over an event.
  private mutating func goForward(over id: EventID, isDone: Bool) {
    if undone.last == id { undone.removeLast() }
    guard isDone else { return }
    done.append(id)
    changes += 1
  }
}
