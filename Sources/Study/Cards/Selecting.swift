import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

/// Cards that were selected by groups and a filter, each once, in the order of their groups.
package struct CardSelection: Hashable, Sendable {
  package let cards: [CardID]
  /// The filter as it was typed; `nil` without one.
  package let filter: String?
  /// The groups that have some of them, in their order, each with how many; a card that stands in several
  /// groups counts in each.
  package let groups: [Group]

  /// A group that has selected cards.
  package struct Group: Hashable, Sendable {
    /// How this log identifies the group.
    package let id: Int64
    /// What it is called.
    package let title: String
    /// How many of its cards were selected, 1 or more.
    package let cards: Int

    init(_ group: StoredGroup, cards: Int) {
      (id, title) = (group.id, group.label)
      self.cards = cards
    }
  }

  /// The cards, to ask whether one is among them.
  package var set: Set<CardID> { Set(cards) }

  /// How many there are, in a sentence: “12 cards match.”
  package var description: String {
    let number = NumberText.count(cards.count, "card")
    guard filter != nil else { return "\(number)." }
    return cards.isEmpty
      ? "No card matches." : "\(number) \(cards.count == 1 ? "matches" : "match")."
  }
}

/// Where cards are looked for.
package enum SelectionScope: Hashable, Sendable {
  /// In all decks.
  case all
  /// In what is studied when nothing is named: own decks, and courses that were started.
  case studied
  /// In these groups and courses, by title or an unambiguous prefix.
  case groups([String])

  /// The named groups, or, where none are, what is studied.
  package init(_ names: [String]) { self = names.isEmpty ? .studied : .groups(names) }
}

extension Library {
  /// Selects cards.
  ///
  ///     let selected = try library.select(CardFilter("is:leech -is:suspended"), in: .all)
  ///     let isMeant = selected.set
  ///     // isMeant.contains(review.card)
  ///
  /// A report over a million reviews asks ``CardSelection/set`` for the card of each; cards that no deck
  /// has any more are in no selection.
  ///
  /// - Parameters:
  ///   - filter: the filter; `nil` for all cards.
  ///   - scope: where cards are looked for.
  /// - Returns: the cards, which may be none.
  /// - Throws: `UnknownGroup`, or an error of the review log.
  package func select(_ filter: CardFilter?, in scope: SelectionScope = .all) throws
    -> CardSelection
  {
    let stored: [StoredGroup] =
      switch scope {
      case .all: groups
      case .studied: try plan().groups
      case .groups(let names): try plan(names).groups
      }
    return try select(filter, in: stored)
  }

  /// Selects cards of groups.
  func select(_ filter: CardFilter?, in stored: [StoredGroup]) throws -> CardSelection {
    let courses = self.courses.map { course in
      (title: course.title, groups: Set(course.groups.map(\.id)))
    }
    let named = stored.map { group in
      FilterStore.Group(
        group,
        names: GroupChoice.names(of: group.name)
          + courses.filter { $0.groups.contains(group.id) }.map(\.title))
    }
    let now = surroundings.now()
    let found = try log.read {
      try $0.filters.cards(filter, in: named, localTime: surroundings.localTime, at: now)
    }
    let counted = stored.compactMap { group in
      found.counts[group.id].map { CardSelection.Group(group, cards: $0) }
    }
    return CardSelection(cards: found.cards, filter: filter?.text, groups: counted)
  }
}
