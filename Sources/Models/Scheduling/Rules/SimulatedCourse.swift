import RabbleMemory
import RabbleQuestions

/// The groups that a simulated learner takes new cards from, by the rules of a session: a group is locked
/// until those it builds on are known, a course has its groups learned side by side, and no question brings
/// two new cards on one day.
package struct SimulatedCourse: NewCardSource {
  /// A group with its cards, each with its number in the course.
  package struct Group: Sendable {
    /// The cards of each question in the order in which they are started, without suspended ones.
    package let questions: [[Int]]
    /// How many questions the group has, with those of which all cards are suspended.
    package let count: Int
    /// The places of the groups it builds on in the course.
    package let prerequisites: [Int]
    /// The most new cards a day while other groups have some; `nil` for no such share.
    package let share: Int?
    /// How many of the questions are remembered by cards that are no part of the simulation.
    package let knownBesides: Double

    package init(
      questions: [[Int]], count: Int, prerequisites: [Int] = [], share: Int? = nil,
      knownBesides: Double = 0
    ) {
      self.questions = questions
      self.count = count
      self.prerequisites = prerequisites
      self.share = share
      self.knownBesides = knownBesides
    }
  }

  /// The most new cards a day from some of the groups together.
  package struct Limit: Sendable {
    let groups: Set<Int>
    let most: Int

    /// Makes a limit for the groups at these places.
    package init(_ most: Int, of groups: Set<Int>) {
      self.most = most
      self.groups = groups
    }
  }

  /// The most reviews a day from some of the groups together.
  package struct ReviewLimit: Sendable {
    let groups: Set<Int>
    let limit: SimulatedReviewLimit

    /// Makes a limit for the groups at these places.
    package init(_ limit: SimulatedReviewLimit, of groups: Set<Int>) {
      self.limit = limit
      self.groups = groups
    }
  }

  private let groups: [Group]
  /// How many of them give new cards; the others are only built on.
  private let giving: Int
  private let limits: [Limit]
  private let groupsOfReviewLimits: [Set<Int>]
  /// The most reviews a day from some of the groups together.
  package let reviewLimits: [SimulatedReviewLimit]
  private var isStarted: [Bool]
  /// How many questions of each group were started.
  private var startedCounts: [Int]
  /// The places of each card's question in its groups, card by card, and where those of each card begin.
  private let places: [(group: Int, question: Int)]
  private let firstPlaces: [Int]
  /// Of each group, how many questions at its beginning have no new card left.
  private var finished: [Int]

  /// Makes a course.
  ///
  /// - Parameters:
  ///   - groups: the groups in the order in which they give new cards.
  ///   - others: groups that are only built on; their places follow.
  ///   - limits: the most new cards a day from some groups together.
  ///   - reviewLimits: the most reviews a day from some groups together.
  ///   - known: the numbers of the cards that were learned before.
  package init(
    groups: [Group], others: [Group] = [], limits: [Limit] = [],
    reviewLimits: [ReviewLimit] = [], knowing known: [Int] = []
  ) {
    self.groups = groups + others
    giving = groups.count
    self.limits = limits
    groupsOfReviewLimits = reviewLimits.map(\.groups)
    self.reviewLimits = reviewLimits.map(\.limit)
    let cards = self.groups.lazy.flatMap(\.questions).joined()
    var firstPlaces = [Int](repeating: 0, count: (cards.max() ?? -1) + 2)
    for card in cards { firstPlaces[card + 1] += 1 }
    for card in firstPlaces.indices.dropFirst() { firstPlaces[card] += firstPlaces[card - 1] }
    var places = [(group: Int, question: Int)](repeating: (0, 0), count: firstPlaces.last ?? 0)
    var next = firstPlaces
    for (group, content) in self.groups.enumerated() {
      for (question, cards) in content.questions.enumerated() {
        for card in cards {
          places[next[card]] = (group, question)
          next[card] += 1
        }
      }
    }
    (self.places, self.firstPlaces) = (places, firstPlaces)
    isStarted = [Bool](repeating: false, count: firstPlaces.count - 1)
    startedCounts = self.groups.map { _ in 0 }
    finished = startedCounts
    for card in known { begin(card) }
  }

  /// Notes that a card is new no longer.
  package mutating func begin(_ card: Int) {
    guard isStarted.indices.contains(card), !isStarted[card] else { return }
    let places = places[firstPlaces[card]..<firstPlaces[card + 1]]
    for (group, question) in places {
      if !groups[group].questions[question].contains(where: { isStarted[$0] }) {
        startedCounts[group] += 1
      }
    }
    isStarted[card] = true
    for (group, _) in places {
      let questions = groups[group].questions
      while finished[group] < questions.count,
        questions[finished[group]].allSatisfy({ isStarted[$0] })
      { finished[group] += 1 }
    }
  }

  /// The new cards of today in the order in which they are started.
  ///
  /// - Parameters:
  ///   - most: how many there may be.
  ///   - recall: the probability that the card of a number is remembered today, 0…1.
  /// - Returns: their numbers.
  package func newCards(_ most: Int, recall: (Int) -> Double) -> [Int] {
    var isKnown: [Int: Bool] = [:]
    func knows(_ group: Int) -> Bool {
      if let isKnown = isKnown[group] { return isKnown }
      let answer = knowledge(of: group, recall).isKnown
      isKnown[group] = answer
      return answer
    }
    // A group that the learner has started is unlocked all the same.
    let locked = groups[..<giving].indices.filter { group in
      !hasStarted(group) && !groups[group].prerequisites.allSatisfy(knows)
    }
    var day = Day(course: self, most: most, locked: Set(locked))
    day.takeDay(
      from: Array(groups[..<giving].indices), further: NewCardRule.further(perDay: most))
    return day.cards
  }

  /// The places of those limits of reviews that a card counts toward.
  package func reviewLimits(ofCard card: Int) -> [Int] {
    guard isStarted.indices.contains(card) else { return [] }
    let places = places[firstPlaces[card]..<firstPlaces[card + 1]]
    return groupsOfReviewLimits.indices.filter { limit in
      places.contains { groupsOfReviewLimits[limit].contains($0.group) }
    }
  }

  private func hasStarted(_ group: Int) -> Bool {
    startedCounts[group] > 0 || groups[group].knownBesides > 0
  }

  /// How much of a group is known; what can't be enough is not added up.
  private func knowledge(of group: Int, _ recall: (Int) -> Double) -> GroupKnowledge {
    let content = groups[group]
    let most = Double(startedCounts[group]) + content.knownBesides
    guard most >= GroupKnowledge.known * Double(content.count) else {
      return GroupKnowledge(questions: content.count, retrievabilities: [])
    }
    let recalled = content.questions.compactMap { question in
      let started = question.filter { isStarted[$0] }
      return started.isEmpty ? nil : started.reduce(0) { $0 + recall($1) } / Double(started.count)
    }
    return GroupKnowledge(
      questions: content.count, retrievabilities: recalled + [content.knownBesides])
  }

  /// The new cards of a day.
  private struct Day: NewCardTaking {
    let course: SimulatedCourse
    let locked: Set<Int>
    private(set) var cards: [Int] = []
    private var rule: NewCardRule
    private var shares: NewCardShares
    private var rooms: [Int]
    private var taken: Set<Int> = []

    init(course: SimulatedCourse, most: Int, locked: Set<Int>) {
      self.course = course
      self.locked = locked
      rule = NewCardRule(perDay: most, introduced: 0)
      rooms = course.limits.map(\.most)
      shares = NewCardShares(
        Dictionary(
          uniqueKeysWithValues: course.groups.enumerated().compactMap { place, group in
            group.share.map { (Int64(place), $0) }
          }))
    }

    var hasRoom: Bool { rule.hasRoom }

    func share(of group: Int) -> Int? { shares[Int64(group)] }

    func hasStarted(_ group: Int) -> Bool { course.hasStarted(group) }

    mutating func widenShares() { shares.widen() }

    mutating func take(_ kind: NewCardKind, of group: Int, rank: Int, most: Int) -> Int {
      let questions = course.groups[group].questions
      let limits = course.limits.indices.filter { course.limits[$0].groups.contains(group) }
      var count = 0
      var place = course.finished[group]
      guard place < questions.count, !locked.contains(group) else { return 0 }
      while place < questions.count, count < most, rule.hasRoom,
        limits.allSatisfy({ rooms[$0] > 0 }), shares.hasRoom(Int64(group), introduced: { 0 })
      {
        let question = questions[place]
        place += 1
        guard let card = question.first(where: { !course.isStarted[$0] }), !taken.contains(card)
        else { continue }
        if kind != .any, question.contains(where: { course.isStarted[$0] }) != (kind == .further) {
          continue
        }
        let isTaken = rule.takes(
          CardID(question: QuestionID(bits: UInt128(question[0])), direction: .recognition),
          isSuspended: false, isSibling: question.count > 1
        ) { false }
        guard isTaken else { continue }
        for limit in limits { rooms[limit] -= 1 }
        shares.count(Int64(group))
        count += 1
        taken.insert(card)
        cards.append(card)
      }
      return count
    }
  }
}
