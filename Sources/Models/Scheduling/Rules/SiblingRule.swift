import RabbleQuestions

/// The cards of one question are siblings, and a day brings one of them: right after answering `犬`
/// with `dog`, asking for `dog` in Japanese would teach nothing.
package enum SiblingRule {
  /// Where one of the cards stands.
  package struct Standing: Hashable, Sendable {
    package let card: CardID
    /// When it is due; `nil` for a new card.
    package let due: Due?
    /// The day of its last answer; `nil` for a new card.
    package let lastAnswered: StudyDay?
    /// Whether it is suspended or buried.
    package let isSuspended: Bool

    package init(card: CardID, due: Due?, lastAnswered: StudyDay?, isSuspended: Bool = false) {
      self.card = card
      self.due = due
      self.lastAnswered = lastAnswered
      self.isSuspended = isSuspended
    }
  }

  /// Chooses among the cards of one question.
  ///
  /// - Parameters:
  ///   - cards: the cards of one question, in the order in which they are introduced.
  ///   - moment: the present.
  /// - Returns: the cards that may be asked today: all in their steps; and unless another was
  ///   answered today or is due in its steps, the one that is due first, or else the first new one.
  package static func asked(of cards: [Standing], at moment: Moment) -> [CardID] {
    let inSteps = cards.filter(\.isInSteps).map(\.card)
    let isHeld = cards.contains { card in
      card.lastAnswered == moment.day
        || (card.isInSteps && card.due.map { ReviewQueue.isOfToday($0, at: moment) } == true)
    }
    if isHeld { return inSteps }
    let askable = cards.filter { !$0.isSuspended }
    let due = askable.compactMap { card -> (card: CardID, day: StudyDay)? in
      guard case .on(let day) = card.due, day <= moment.day else { return nil }
      return (card.card, day)
    }
    // Of several due on one day, `min` finds the first.
    let next = due.min { $0.day < $1.day }?.card ?? askable.first { $0.due == nil }?.card
    return inSteps + (next.map { [$0] } ?? [])
  }
}

extension SiblingRule.Standing {
  fileprivate var isInSteps: Bool {
    guard !isSuspended, case .at = due else { return false }
    return true
  }
}
