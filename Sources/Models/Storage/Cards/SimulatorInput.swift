import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What a simulation of a learner begins with.
package struct SimulatorInput {
  /// Where the learner's new cards come from.
  package let course: SimulatedCourse
  /// The cards that were learned before, with their numbers in the course.
  package let known: [KnownCard]
  /// How many cards of the groups are new, without those that are suspended or buried.
  package let newCards: Int

  /// Reads it.
  ///
  /// - Parameters:
  ///   - tx: the log.
  ///   - groups: the groups, in the order in which new cards are taken from them.
  ///   - prerequisites: what must be known before a group gives new cards.
  ///   - limits: how many new cards a day may bring from some of the groups.
  ///   - reviewLimits: how many reviews a day may have from some of the groups, and how many today has had.
  ///   - shares: how many new cards a group gives a day while others have some.
  ///   - model: the memory model that remembers the cards.
  ///   - moment: the present.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package init(
    _ tx: Transaction, of groups: [StoredGroup], after prerequisites: Prerequisites,
    limits: [GroupLimit], reviewLimits: [(limit: GroupLimit, reviewedToday: Int)] = [],
    shares: [Int64: Int], under model: MemoryModel, at moment: Moment
  ) throws {
    let ids = Set(groups.map(\.id))
    var others: [StoredGroup] = []
    for needed in groups.flatMap({ prerequisites[$0] })
    where !ids.contains(needed.id) && !others.contains(needed) {
      others.append(needed)
    }
    let all = groups + others
    let places = Dictionary(all.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let table = try CardTable(tx, of: all)
    let new = try table.newCards(tx)
    let held = try tx.suspensions.held(on: moment.day)
    let suspended =
      held.isEmpty
      ? []
      : Set(
        try tx.suspensions.cards(at: moment).filter { $0.until == nil }.map(\.card))
    let cards = all.map { Cards(table, new, of: $0, held: held, suspended: suspended) }
    newCards = cards.prefix(groups.count).reduce(0) { $0 + $1.newCards }
    let known = try tx.optimizerInput.knownCards(table, new, of: groups, under: model, at: moment)
    self.known = known
    let recall =
      cards.contains { $0.setsAside }
      ? Dictionary(
        known.compactMap { card in
          card.number.map {
            ($0, model.retrievability(card.state, elapsedDays: Double(card.daysSinceReview)))
          }
        }
      ) { first, _ in first } : [:]
    course = SimulatedCourse(
      groups: try groups.indices.map { index in
        try cards[index].simulated(
          tx, all[index], after: prerequisites[groups[index]].compactMap { places[$0.id] },
          share: shares[groups[index].id], knowing: recall, at: moment)
      },
      others: try others.indices.map { index in
        try cards[groups.count + index].simulated(
          tx, others[index], after: [], share: nil, knowing: recall, at: moment)
      },
      limits: limits.map { limit in
        SimulatedCourse.Limit(limit.most, of: Set(limit.groups.compactMap { places[$0] }))
      },
      reviewLimits: reviewLimits.map { limit, reviewedToday in
        SimulatedCourse.ReviewLimit(
          SimulatedReviewLimit(limit.most, reviewedToday: reviewedToday),
          of: Set(limit.groups.compactMap { places[$0] }))
      },
      knowing: known.compactMap(\.number))
  }
}

/// The cards of a group.
private struct Cards {
  /// The numbers of each question's cards in the table, without suspended ones; a card that stands in several
  /// places has the same number in all of them.
  private var questions: [[Int]] = []
  /// How many are new and neither suspended nor buried.
  private(set) var newCards = 0
  /// Whether a card that was started is suspended.
  private(set) var setsAside = false

  init(
    _ table: CardTable, _ new: CardBits, of group: StoredGroup, held: Set<CardID>,
    suspended: Set<CardID>
  ) {
    guard let number = table.number(ofGroup: group.id) else { return }
    for question in table.questions(ofGroup: number) {
      var ours: [Int] = []
      for place in table.cards(ofQuestion: question) {
        let card = held.isEmpty ? nil : table.card(place, ofQuestion: question)
        if new[place], card.map({ !held.contains($0) }) ?? true { newCards += 1 }
        if let card, suspended.contains(card) {
          if !new[place] { setsAside = true }
        } else {
          ours.append(table.firstPlace(of: place))
        }
      }
      if !ours.isEmpty { questions.append(ours) }
    }
  }

  func simulated(
    _ tx: Transaction, _ group: StoredGroup, after prerequisites: [Int], share: Int?,
    knowing recall: [Int: Double], at moment: Moment
  ) throws -> SimulatedCourse.Group {
    var besides = 0.0
    if setsAside, let now = try tx.groups.knowledge(of: [group], at: moment).first {
      let ours = questions.reduce(0) { sum, cards in
        let known = cards.compactMap { recall[$0] }
        return sum + (known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count))
      }
      besides = max(0, now.retrievabilities.reduce(0, +) - ours)
    }
    return SimulatedCourse.Group(
      questions: questions, count: group.questions, prerequisites: prerequisites, share: share,
      knownBesides: besides)
  }
}
