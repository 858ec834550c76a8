import RabbleControllers
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// What a command of a session did to a card.
struct HandChange {
  /// What the controller is told.
  let outcome: StudyOutcome
  /// What `:undo` takes back; `nil` where nothing changed.
  let event: EventID?
}

extension Library {
  /// Puts a flag, tag or note on a card, or takes it off.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - change: what is put on, or taken off.
  ///   - isToggled: whether a flag becomes what the log does not have; of a card that is not asked, only the
  ///     log knows whether it is flagged.
  /// - Returns: what was done.
  /// - Throws: an error of the review log.
  func mark(_ card: CardID, _ change: Mark.Change, toggling isToggled: Bool) throws -> HandChange {
    var change = change
    if case .flag = change, isToggled {
      change = .flag(!(try log.read { try $0.marks.marks(of: card) }.isFlagged))
    }
    let (id, marks) = try log.write { tx in
      (
        try tx.marks.put(change, on: [card], at: surroundings.now()).id,
        try tx.marks.marks(of: card)
      )
    }
    return HandChange(outcome: .marked(card, marks, change, isNews: id != nil), event: id)
  }

  /// Whether a card is not asked today although it may be due: it is suspended or buried, another card of
  /// its question is asked or was, or no deck has it any more.
  ///
  /// - Throws: an error of the review log.
  func isHeld(_ card: CardID) throws -> Bool {
    let now = surroundings.now()
    let standing = try log.read { try $0.cards.standing(of: card, in: groups, at: now) }
    return standing?.isHeld(at: now) ?? true
  }

  /// Takes a card as known, makes it new again, or has it due on another day.
  ///
  /// - Returns: what was done.
  /// - Throws: an error of the review log.
  func adjust(_ card: CardID, _ adjustment: CardAdjustment) throws -> HandChange {
    let now = surroundings.now()
    var firstDue: StudyDay?
    let event: EventID?
    switch adjustment {
    case .forget: event = try log.write { try $0.adjustments.forget([card], at: now).id }
    case .known:
      let known = try takeAsKnown([card], seed: surroundings.random())
      event = known.event
      firstDue = known.days?.lowerBound
    case .due(let day):
      event = try log.write { try $0.adjustments.move([(card, day)], .set, at: now).id }
    }
    guard let event else { return HandChange(outcome: .notAdjusted(adjustment), event: nil) }
    return HandChange(outcome: .adjusted(card, adjustment, firstDue: firstDue), event: event)
  }
}

extension BackgroundJudges {
  /// What comes of accepting what was typed for a card, which no deck may have any more.
  ///
  /// - Throws: an error of the review log.
  func acceptance(of typed: String?, for standing: CardStanding?) throws -> Acceptance {
    guard let typed else { return .nothingTyped }
    guard let standing else { return .accepted(others: []) }
    let card = standing.card
    let judge = try self.judge(of: card.id.direction.kind)
    let verdict = judge.judge(
      typed, for: card, accepted: standing.accepted, forgivesTypos: false)
    if verdict.kind == .correct || verdict.kind == .remark { return .isAnswer }
    return .accepted(others: judge.others(answeredBy: typed, besides: card.asked))
  }
}
