import RabbleControllers
import RabbleQuestions
import RabbleScheduling
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

extension Mark.Change {
  /// What was done with so many cards or questions, in a sentence; with their names where they are few.
  fileprivate func description(_ count: Int, named names: String?) -> String {
    let cards = NumberText.count(count, "card") + (names.map { " of \($0)" } ?? "")
    let questions = names ?? NumberText.count(count, "question")
    return switch self {
    case .flag(true, _): "Flagged \(cards)."
    case .flag(false, _): "Removed the flag from \(cards)."
    case .tag(let tag, true) where names != nil: "Tagged \(questions): “\(tag)”."
    case .tag(let tag, true): "Tagged \(questions) “\(tag)”."
    case .tag(let tag, false): "Removed the tag “\(tag)” from \(questions)."
    case .note(_?): "Saved the note on \(questions)."
    case .note(nil): "Removed the note from \(questions)."
    }
  }

  /// What cards are that this would not change.
  fileprivate var already: String {
    switch self {
    case .flag(true, _): "Already flagged"
    case .flag(false, _): "Not flagged"
    case .tag(let tag, true): "Already tagged “\(tag)”"
    case .tag(let tag, false): "Not tagged “\(tag)”"
    case .note(_?): "Already has this note"
    case .note(nil): "No note of yours"
    }
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
    if changed.isEmpty { return try unchanged(cards, change.already) }
    return CardChange(
      changed.count, change.description(changed.count, named: try names(of: changed)))
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
    if changed.isEmpty { return try unchanged(cards, "Already new") }
    let names = try names(of: changed).map { " of \($0)" } ?? ""
    return CardChange(
      changed.count, "Made \(NumberText.count(changed.count, "card"))\(names) new again.")
  }

  /// That nothing changed: what the cards are already, by name where they are few.
  private func unchanged(_ cards: [CardID], _ already: String) throws -> CardChange {
    CardChange(0, try names(of: cards).map { "\(already): \($0)." } ?? "Nothing to change.")
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
    return standings.map { "\(CardName.text($0.card.question)), in \($0.card.group)" }
      .joined(separator: "; ")
  }

  /// Suspends cards, buries them until a day, or makes them active again; those that are so already are
  /// left alone. One undo undoes all of it.
  ///
  /// - Throws: an error of the review log.
  package func suspend(_ cards: [CardID], _ state: Suspension) throws -> CardChange {
    let now = surroundings.now()
    let count = try log.write { tx in
      var first: EventID?
      var count = 0
      for card in cards {
        let before = try tx.suspensions.state(of: card)
        let isSo =
          state == .active ? !before.holds(on: now.day) : before == state || before == .suspended
        if isSo { continue }
        let id = try tx.suspensions.suspend(card, state, with: first, at: now)
        first = first ?? id
        count += 1
      }
      return count
    }
    guard count > 0 else {
      return try unchanged(
        cards, state == .active ? "Not suspended or buried" : "Already suspended or buried")
    }
    let number = NumberText.count(count, "card")
    let done =
      switch state {
      case .active: "Unsuspended \(number)."
      case .suspended: "Suspended \(number)."
      case .buried(let day): "Buried \(number) until \(day.iso8601)."
      }
    return CardChange(count, done)
  }

  /// Makes cards due on a day; those that are new or in their steps are left alone. What the memory
  /// model knows of them stays.
  ///
  /// - Throws: an error of the review log.
  package func reschedule(_ cards: [CardID], to day: StudyDay) throws -> CardChange {
    let count = try log.write {
      try $0.adjustments.move(cards.map { ($0, day) }, .set, at: surroundings.now()).count
    }
    guard count > 0 else {
      return CardChange(
        0, "Nothing to change: the cards are new, in their steps, or already due on that day.")
    }
    return CardChange(count, "\(NumberText.count(count, "card")) now due on \(day.iso8601).")
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
