import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// What was done to cards by one command, which one undo undoes.
package struct CardChange: Hashable, Sendable {
  /// How many cards, or questions where tags or notes are put on, changed.
  package let count: Int
  /// What happened, or why nothing did, in a sentence.
  package let description: String

  init(_ count: Int, _ description: String) {
    self.count = count
    self.description = description
  }
}

extension Library {
  /// Puts a flag, a tag or a note on cards, or takes it off. Cards that have it already are left alone.
  ///
  /// - Throws: an error of the review log.
  package func put(_ change: Mark.Change, on cards: [CardID]) throws -> CardChange {
    let changed = try log.write {
      try $0.marks.put(change, on: cards, at: surroundings.now()).cards
    }
    if changed.isEmpty { return try unchanged(cards, change.sentences, change.name) }
    let names = try names(of: changed)
    let all =
      if case .flag = change {
        NumberText.count(changed.count, "card") + (names.map { " of \($0)" } ?? "")
      } else {
        names ?? NumberText.count(changed.count, "question")
      }
    return CardChange(changed.count, change.sentences.done(all, change.name))
  }

  /// What the learner has put on a card and its question.
  ///
  /// - Throws: an error of the review log.
  package func marks(of card: CardID) throws -> CardMarks {
    try log.read { try $0.marks.marks(of: card) }
  }

  /// The learner's own tags with the number of questions that have each, by name.
  ///
  /// - Throws: an error of the review log.
  package func ownTags() throws -> [(tag: String, questions: Int)] {
    try log.read { try $0.marks.tags() }
  }

  /// Makes cards new again: the next answer to each starts its schedule over. What was answered stays in
  /// the log.
  ///
  /// - Throws: an error of the review log.
  package func forget(_ cards: [CardID]) throws -> CardChange {
    let changed = try log.write { try $0.adjustments.forget(cards, at: surroundings.now()).cards }
    return try told(changed, of: cards, CardAdjustment.forget.sentences)
  }

  /// What was done to some of those cards that were meant, the cards by name where they are few.
  private func told(
    _ changed: [CardID], of meant: [CardID], _ sentences: CardSentences, _ argument: String? = nil
  ) throws -> CardChange {
    if changed.isEmpty { return try unchanged(meant, sentences, argument) }
    let names = try names(of: changed).map { " of \($0)" } ?? ""
    let cards = NumberText.count(changed.count, "card") + names
    return CardChange(changed.count, sentences.done(cards, argument))
  }

  /// That nothing changed: what the cards are already, by name where they are few.
  private func unchanged(
    _ cards: [CardID], _ sentences: CardSentences, _ argument: String? = nil
  ) throws -> CardChange {
    CardChange(
      0, try names(of: cards).map { sentences.already($0, argument) } ?? "Nothing to change.")
  }

  /// The questions of cards with their groups, where there are one to three: who names a card by its
  /// beginning sees which one was meant.
  private func names(of cards: [CardID]) throws -> String? {
    var questions: [QuestionID] = []
    for card in cards where !questions.contains(card.question) {
      questions.append(card.question)
      if questions.count > 3 { return nil }
    }
    let first = questions.compactMap { id in cards.first { $0.question == id } }
    let standings = try log.read { tx in
      try tx.cards.standings(of: first, in: groups, at: surroundings.now()).map(\.standing)
    }
    guard !standings.isEmpty, standings.count == first.count else { return nil }
    return standings.map { "\(CardName.text($0.card.question)), in \($0.card.groupLabel)" }
      .joined(separator: "; ")
  }

  /// Suspends cards, buries them until a day, or makes them active again; those that are so already are
  /// left alone. One undo undoes all of it.
  ///
  /// - Throws: an error of the review log.
  package func suspend(_ cards: [CardID], _ state: Suspension) throws -> CardChange {
    let now = surroundings.now()
    let changed = try log.write { tx in
      var first: EventID?
      var changed: [CardID] = []
      for card in cards {
        let before = try tx.suspensions.state(of: card)
        let isSo =
          state == .active ? !before.holds(on: now.day) : before == state || before == .suspended
        if isSo { continue }
        let id = try tx.suspensions.suspend(card, state, with: first, at: now)
        first = first ?? id
        changed.append(card)
      }
      return changed
    }
    return try told(changed, of: cards, state.sentences, state.lastDay?.iso8601)
  }

  /// Makes cards due on a day; those that are new or in their steps are left alone. What the memory
  /// model knows of them stays.
  ///
  /// - Throws: an error of the review log.
  package func reschedule(_ cards: [CardID], to day: StudyDay) throws -> CardChange {
    let changed = try log.write {
      try $0.adjustments.move(cards.map { ($0, day) }, .set, at: surroundings.now()).cards
    }
    return try told(changed, of: cards, CardAdjustment.due(day).sentences, day.iso8601)
  }

  /// Takes those of some cards that are new as known.
  ///
  /// - Returns: what was taken as known.
  /// - Throws: an error of the review log.
  package func takeAsKnown(_ cards: [CardID], seed: UInt64 = 1) throws -> KnownCards {
    let now = surroundings.now()
    let new = try log.read { tx in
      try tx.cards.standings(of: cards, in: groups, at: now).map(\.standing)
        .filter { $0.schedule == nil }
    }
    let free = new.filter { !$0.suspension.holds(on: now.day) }.map(\.card)
    var known = try takeAsKnown(
      free.map { ($0, Self.firstIntervals) }, .known, seed: seed, at: now)
    if free.isEmpty { known.held = new.count }
    return known
  }
}
