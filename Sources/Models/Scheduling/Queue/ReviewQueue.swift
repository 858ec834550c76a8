import DequeModule
import HeapModule
import RabbleQuestions

/// The cards a session still asks, and which comes next.
///
/// A value that knows no clock: each call passes the time. Making it takes O(n log n),
/// everything else O(1) amortized, or O(log n) for a card in its steps.
///
///     var queue = ReviewQueue(entries: entries, order: .due, at: now)
///     let next = queue.next(at: now)
package struct ReviewQueue: Sendable {
  /// The seconds by which a card in its steps may come early when nothing else is left.
  package static let learnAhead = 20 * 60
  /// How often one card may come early: one that is forgotten each time would be asked without end.
  package static let mostEarly = 3

  /// A card's ticket for one of the lists. Only the card's newest one counts, so that a card is moved
  /// or taken out without searching the lists.
  private struct Ticket {
    let card: CardID
    let number: Int
  }

  /// A card in its steps. Of those due at the same time the one that came first is less, since a heap
  /// keeps no order among equals.
  private struct Step: Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    let due: Int64
    let ticket: Ticket

    static func < (left: Step, right: Step) -> Bool {
      (left.due, left.ticket.number) < (right.due, right.ticket.number)
    }

    static func == (left: Step, right: Step) -> Bool {
      (left.due, left.ticket.number) == (right.due, right.ticket.number)
    }
  }

  /// What is known of a card that is still to be asked.
  private struct Place {
    /// The number of its newest ticket; an entry's first is its index.
    var number: Int
    let kind: CardKind
  }

  private let entries: [QueueEntry]
  private var places: [CardID: Place] = [:]
  private var lastTicket: Int
  /// The day on which the queue was made.
  package let day: StudyDay

  /// The cards that were asked in this session, whether or not they come again, each with the kind it was
  /// of when it was taken out last.
  private var asked: [CardID: CardKind] = [:]
  /// How many more cards may be asked that were not asked before; `nil` for all.
  private var allowance: Int?
  /// The cards due that the most reviews leave out.
  private var leftOut: Set<CardID> = []
  /// The cards that are still to be asked and were not asked before.
  private var unasked = CardCounts()
  /// The cards that were asked and come again.
  private var open = CardCounts()

  /// Asked before all else, the next one last.
  private var first: [Ticket] = []
  /// The cards in their steps that may still come early.
  private var steps = Heap<Step>()
  /// Those that came early ``mostEarly`` times; they come when their minute has come.
  private var punctualSteps = Heap<Step>()
  private var earlyCounts: [CardID: Int] = [:]
  private let spacesRepeats: Bool
  /// The card that was taken out last.
  private var lastTaken: CardID?
  /// When the ticket was due that was taken out last, if its minute had come; milliseconds as in ``Step``.
  private var lastMinute: Int64?
  /// The reviews and new cards in the session's order, the next one last: indices of entries.
  private var line: [Int] = []
  /// Cards due again today at no particular minute.
  private var returned = Deque<Ticket>()
  private var skipped = Deque<Ticket>()
  /// The cards that were added whatever the limits.
  private var added: Set<CardID> = []

  /// Makes the queue of a session.
  ///
  /// Cards due on a later day are not asked, nor those due at a minute of a later day beyond
  /// ``learnAhead``. Of several entries with one card the first counts.
  ///
  /// - Parameters:
  ///   - entries: the cards to choose from.
  ///   - options: which of them to ask, and in which order.
  ///   - moment: when the session begins.
  package init(entries: [QueueEntry], _ options: QueueOptions, at moment: Moment) {
    self.entries = entries
    lastTicket = entries.count
    day = moment.day
    allowance = options.mostCards
    spacesRepeats = options.spacesRepeats
    let lastDay = moment.day.advanced(byDays: options.daysAhead)
    var main: [Int] = []
    main.reserveCapacity(entries.count)
    places.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() where places[entry.card] == nil {
      switch entry.due {
      case .at(let due) where Self.isOfToday(.at(due), at: moment):
        steps.insert(Step(due: due, ticket: Ticket(card: entry.card, number: index)))
      case .on(let day) where day <= lastDay: main.append(index)
      case nil: main.append(index)
      default: continue
      }
      places[entry.card] = Place(number: index, kind: entry.kind)
      unasked[entry.kind] += 1
    }
    line = options.arranged(main, of: entries, on: moment.day).reversed()
    if line.count < main.count {
      let chosen = Set(line)
      for index in main where !chosen.contains(index) {
        remove(entries[index].card)
        leftOut.insert(entries[index].card)
      }
    }
  }

  /// Makes the queue of a session without limits.
  package init(entries: [QueueEntry], order: StudyOrder, at moment: Moment) {
    self.init(entries: entries, QueueOptions(order: order), at: moment)
  }

  // MARK: - Counts

  /// How many cards are still to be asked, including those in their steps that are due again today.
  package var remaining: Int { counts.total }

  /// The cards that are still to be asked, by kind.
  ///
  /// - Complexity: O(1), or O(*n*) where a limit lets only *n* more cards be asked.
  package var counts: CardCounts {
    guard let allowance, allowance < unasked.total else { return unasked + open }
    var counts = open
    var left = allowance
    for step in steps.unordered where left > 0 && isUnasked(step.ticket) {
      counts.learning += 1
      left -= 1
    }
    for index in line.reversed() {
      if left == 0 { break }
      guard isUnasked(Ticket(card: entries[index].card, number: index)) else { continue }
      counts[entries[index].kind] += 1
      left -= 1
    }
    return counts
  }

  /// The cards that are still to be asked, by kind, those among them that a limit of the session keeps back.
  package var countsWithoutLimit: CardCounts { unasked + open }

  /// The cards that could be asked one after the other without a wait, by kind: those in their steps
  /// only if their minute has come, or comes soon.
  ///
  /// - Complexity: O(1) and the cards in their steps; where a limit lets only some cards be asked, that of
  ///   asking them.
  package func ready(at moment: Moment) -> CardCounts {
    guard allowance != nil else {
      func late(_ steps: Heap<Step>, _ last: Int64) -> Int {
        steps.unordered.count {
          $0.due > last && isNewest($0.ticket)
        }
      }
      var counts = counts
      counts.learning -=
        late(steps, Self.horizon(at: moment)) + late(punctualSteps, moment.milliseconds)
      return counts
    }
    var queue = self
    var counts = CardCounts()
    var heldBack: [Step] = []
    while let ticket = queue.takeTicket(at: moment, holdingBack: &heldBack) {
      guard let place = queue.places[ticket.card], place.number == ticket.number else { continue }
      queue.take(ticket.card)
      counts[place.kind] += 1
    }
    return counts
  }

  /// The cards that are ready and that a limit keeps from being asked.
  package var heldBack: Int { heldBackFromSession + leftOut.count }

  /// Those of them that a limit of the session keeps back, so that another one today asks them; the others are
  /// more than the reviews of the day.
  package var heldBackFromSession: Int { unasked.total + open.total - remaining }

  /// Whether a card is still to be asked.
  package func isWaiting(_ card: CardID) -> Bool { places[card] != nil }

  /// Whether another card of the same question is still to be asked.
  package func hasSibling(of card: CardID) -> Bool {
    places.keys.contains { $0.question == card.question && $0 != card }
  }

  private func isNewest(_ ticket: Ticket) -> Bool {
    places[ticket.card]?.number == ticket.number
  }

  private func isUnasked(_ ticket: Ticket) -> Bool {
    isNewest(ticket) && asked[ticket.card] == nil
  }

  // MARK: - Asking

  /// Takes out the card to ask now; `nil` when there is none, though one in its steps may be due later
  /// today: a card comes early only when nothing else is left, and at most ``mostEarly`` times.
  package mutating func next(at moment: Moment) -> CardID? {
    var heldBack: [Step] = []
    defer { for step in heldBack { steps.insert(step) } }
    while let ticket = takeTicket(at: moment, holdingBack: &heldBack) {
      guard isNewest(ticket) else { continue }
      take(ticket.card)
      return ticket.card
    }
    return nil
  }

  /// Whether a card that was just taken out was answered elsewhere since it was put in: it is of another kind
  /// now, or due at a later minute than the one at which it came.
  package func isOutdated(_ card: CardID, due: Due) -> Bool {
    if let kind = asked[card], kind != CardKind(due) { return true }
    guard let lastMinute, case .at(let time) = due else { return false }
    return time > lastMinute
  }

  /// Takes out the new cards that come next, so that they are taught together.
  ///
  /// - Parameter count: the most cards.
  /// - Returns: the cards, in the order in which they would have been asked.
  package mutating func takeNew(_ count: Int) -> [CardID] {
    var taken: [CardID] = []
    for index in line.reversed() {
      if taken.count >= count || isWrappingUp { break }
      let entry = entries[index]
      guard entry.kind == .new, isUnasked(Ticket(card: entry.card, number: index)) else { continue }
      take(entry.card)
      taken.append(entry.card)
    }
    // Those that were added whatever the limits stand behind them.
    for ticket in returned {
      if taken.count >= count || isWrappingUp { break }
      guard isUnasked(ticket), places[ticket.card]?.kind == .new else { continue }
      take(ticket.card)
      taken.append(ticket.card)
    }
    return taken
  }

  /// Puts new cards that were taken out to be taught, and were not shown, back where they were.
  package mutating func putBack(unasked cards: [CardID]) {
    for card in cards.reversed() {
      guard asked[card] == .new else { continue }
      remove(card)
      asked[card] = nil
      if let left = allowance { allowance = min(left, Int.max - 1) + 1 }
      guard !added.contains(card), let index = entries.firstIndex(where: { $0.card == card }) else {
        returned.prepend(issue(card, as: .new))
        continue
      }
      places[card] = Place(number: index, kind: .new)
      unasked.new += 1
      line.removeAll { $0 == index }
      line.append(index)
    }
  }

  /// Puts a card back after an answer, if it is due again today; otherwise takes it out.
  package mutating func put(_ card: CardID, due: Due, at moment: Moment) {
    guard Self.isOfToday(due, at: moment) else { return remove(card) }
    countAsAsked(card, as: CardKind(due))
    switch due {
    case .at(let milliseconds):
      let step = Step(due: milliseconds, ticket: issue(card, as: .learning))
      if earlyCounts[card, default: 0] < Self.mostEarly {
        steps.insert(step)
      } else {
        punctualSteps.insert(step)
      }
    case .on: returned.append(issue(card, as: .due))
    }
  }

  /// Puts a card where it is asked next, as after an undo; without a kind it is of the one that it was of
  /// last, and a card that was not here before is new.
  package mutating func putFirst(_ card: CardID, as kind: CardKind? = nil) {
    first.append(issue(card, as: kind ?? places[card]?.kind ?? asked[card] ?? .new))
  }

  /// Puts a card after all others, as when it is skipped.
  package mutating func putLast(_ card: CardID, as kind: CardKind = .due) {
    skipped.append(issue(card, as: kind))
  }

  /// Takes a card out, wherever it is.
  package mutating func remove(_ card: CardID) {
    leftOut.remove(card)
    guard let place = places.removeValue(forKey: card) else { return }
    if asked[card] != nil { open[place.kind] -= 1 } else { unasked[place.kind] -= 1 }
  }

  // MARK: - Limits

  /// Whether only cards already asked in this session are asked again.
  package var isWrappingUp: Bool { allowance == 0 }

  /// Asks no other cards any more; those that were asked and are in their steps come again.
  package mutating func wrapUp() { allowance = 0 }

  /// Goes on where an earlier queue of the same session was: as many other cards may be asked as it had
  /// left, and the cards in their steps that it asked count as asked. What it would have asked first, last,
  /// or on the same day whatever the limits, this one does, too.
  ///
  /// - Parameters:
  ///   - earlier: the earlier queue.
  ///   - card: the card that was taken out of it and waits to be asked, so that it comes next.
  ///   - isWanted: whether that card is asked even if this queue does not have it.
  package mutating func goOn(
    from earlier: ReviewQueue, with card: CardID? = nil, isWanted: Bool = false
  ) {
    allowance = earlier.allowance
    for step in steps.unordered {
      if let kind = earlier.asked[step.ticket.card] { countAsAsked(step.ticket.card, as: kind) }
    }
    for ticket in earlier.returned where earlier.isNewest(ticket) {
      if earlier.asked[ticket.card] != nil || places[ticket.card] == nil,
        let kind = comeBack(ticket.card, from: earlier)
      {
        returned.append(issue(ticket.card, as: kind))
      }
    }
    for ticket in earlier.skipped where earlier.isNewest(ticket) {
      guard let kind = comeBack(ticket.card, from: earlier) else { continue }
      putLast(ticket.card, as: kind)
    }
    for ticket in earlier.first where earlier.isNewest(ticket) && ticket.card != card {
      guard let kind = comeBack(ticket.card, from: earlier) else { continue }
      putFirst(ticket.card, as: kind)
    }
    guard let card else { return }
    if let kind = comeBack(card, from: earlier) {
      putFirst(card, as: kind)
    } else if isWanted {
      if let kind = earlier.asked[card] { countAsAsked(card, as: kind) }
      putFirst(card, as: earlier.places[card]?.kind ?? earlier.asked[card])
    }
  }

  /// Carries a card's state over from an earlier queue.
  ///
  /// - Returns: its kind; `nil` where this queue does not have it.
  private mutating func comeBack(_ card: CardID, from earlier: ReviewQueue) -> CardKind? {
    let isAdded = earlier.day == day && earlier.added.contains(card)
    if let kind = earlier.asked[card], isAdded || places[card] != nil {
      countAsAsked(card, as: kind)
    }
    if let place = places[card] { return place.kind }
    guard isAdded else { return nil }
    added.insert(card)
    return earlier.places[card]?.kind ?? earlier.asked[card]
  }

  /// Allows more cards than the limit did.
  ///
  /// - Parameter count: the most cards, 0 or more.
  /// - Returns: how many.
  package mutating func allow(_ count: Int) -> Int {
    guard let left = allowance else { return 0 }
    let allowed = min(count, max(0, unasked.total - left))
    allowance = left + allowed
    return allowed
  }

  /// Adds cards behind all others, whatever the limits, but none that was asked or is still to be.
  ///
  /// - Parameters:
  ///   - entries: the cards.
  ///   - most: how many of them to add.
  /// - Returns: how many were added.
  package mutating func add(_ entries: [QueueEntry], most: Int) -> Int {
    var added = 0
    for entry in entries where added < most {
      guard asked[entry.card] == nil, places[entry.card] == nil else { continue }
      returned.append(issue(entry.card, as: entry.kind))
      self.added.insert(entry.card)
      added += 1
    }
    if let left = allowance { allowance = min(left, Int.max - added) + added }
    return added
  }
}

extension ReviewQueue {
  private mutating func issue(_ card: CardID, as kind: CardKind) -> Ticket {
    remove(card)
    lastTicket += 1
    places[card] = Place(number: lastTicket, kind: kind)
    if asked[card] != nil { open[kind] += 1 } else { unasked[kind] += 1 }
    return Ticket(card: card, number: lastTicket)
  }

  /// Takes a card out to ask it.
  private mutating func take(_ card: CardID) {
    let kind = places[card]?.kind ?? .new
    remove(card)
    lastTaken = card
    if asked.updateValue(kind, forKey: card) == nil, let left = allowance {
      allowance = max(0, left - 1)
    }
  }

  /// Counts a card among those that were asked.
  private mutating func countAsAsked(_ card: CardID, as kind: CardKind) {
    guard asked[card] == nil else { return }
    if let place = places[card] {
      unasked[place.kind] -= 1
      open[place.kind] += 1
    }
    asked[card] = kind
  }

  /// The next ticket that may be used; those in their steps that a limit keeps from being asked are
  /// handed to the caller, to be put back.
  private mutating func takeTicket(at moment: Moment, holdingBack heldBack: inout [Step])
    -> Ticket?
  {
    lastMinute = nil
    if let ticket = first.popLast() { return ticket }
    let now = moment.milliseconds
    if let ticket = takeStep(dueBy: now, holdingBack: &heldBack) { return ticket }
    if !isWrappingUp, let index = line.popLast() {
      return Ticket(card: entries[index].card, number: index)
    }
    return takeReturned() ?? takeEarlyStep(at: moment, holdingBack: &heldBack)
      ?? skipped.popFirst()
  }

  private mutating func takeReturned() -> Ticket? {
    guard isWrappingUp else { return returned.popFirst() }
    guard let index = returned.firstIndex(where: { asked[$0.card] != nil }) else { return nil }
    return returned.remove(at: index)
  }

  /// Takes out the card in its steps that is due first, if its time is not after the given one.
  private mutating func takeStep(dueBy milliseconds: Int64, holdingBack heldBack: inout [Step])
    -> Ticket?
  {
    while let first = [steps.min, punctualSteps.min].compactMap(\.self).min(),
      first.due <= milliseconds
    {
      if first == steps.min { steps.removeMin() } else { punctualSteps.removeMin() }
      guard isWrappingUp, isUnasked(first.ticket) else {
        lastMinute = first.due
        return first.ticket
      }
      heldBack.append(first)
    }
    return nil
  }

  /// Takes out the card that is due first of those that may come early, and counts it.
  private mutating func takeEarlyStep(at moment: Moment, holdingBack heldBack: inout [Step])
    -> Ticket?
  {
    var last: Step?
    var found: Step?
    while found == nil, let first = steps.min, first.due <= Self.horizon(at: moment) {
      steps.removeMin()
      guard isNewest(first.ticket) else { continue }
      if isWrappingUp, isUnasked(first.ticket) {
        heldBack.append(first)
      } else if spacesRepeats, first.ticket.card == lastTaken {
        last = first
      } else {
        found = first
      }
    }
    if found != nil, let last { steps.insert(last) }
    guard let step = found ?? last else { return nil }
    earlyCounts[step.ticket.card, default: 0] += 1
    return step.ticket
  }

  /// The last millisecond at which a card in its steps may be due and still be asked now.
  static func horizon(at moment: Moment) -> Int64 {
    moment.advanced(byMilliseconds: Int64(learnAhead) * 1000).milliseconds
  }

  static func isOfToday(_ due: Due, at moment: Moment) -> Bool {
    switch due {
    case .on(let day): day <= moment.day
    case .at(let milliseconds):
      milliseconds <= horizon(at: moment)
        || Moment(milliseconds: milliseconds, utcOffset: moment.utcOffset).day <= moment.day
    }
  }
}
