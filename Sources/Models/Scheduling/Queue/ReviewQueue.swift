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
public struct ReviewQueue: Sendable {
  /// The seconds by which a card in its steps may come early when nothing else is left.
  public static let learnAhead = 20 * 60
  /// How often one card may come early. With FSRS-7 an interval grows by a minute an answer, so that a
  /// card within ``learnAhead`` would be asked without end.
  public static let mostEarly = 3

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

  private let entries: [QueueEntry]
  /// Each card still to be asked, with the number of its newest ticket; an entry's first is its index.
  private var tickets: [CardID: Int] = [:]
  private var lastTicket: Int

  /// Asked before all else, the next one last.
  private var first: [Ticket] = []
  /// The cards in their steps that may still come early.
  private var steps = Heap<Step>()
  /// Those that came early ``mostEarly`` times; they come when their minute has come.
  private var punctualSteps = Heap<Step>()
  private var earlyCounts: [CardID: Int] = [:]
  /// The reviews and new cards in the session's order, the next one last: indices of entries.
  private var line: [Int] = []
  /// Cards due again today at no particular minute.
  private var returned = Deque<Ticket>()
  private var skipped = Deque<Ticket>()

  /// Makes the queue of a session.
  ///
  /// Cards due on a later day are not asked, nor those due at a minute of a later day beyond
  /// ``learnAhead``. Of several entries with one card the first counts.
  ///
  /// - Parameters:
  ///   - entries: the cards to choose from.
  ///   - order: the order to ask them in.
  ///   - moment: when the session begins.
  public init(entries: [QueueEntry], order: StudyOrder, at moment: Moment) {
    self.entries = entries
    lastTicket = entries.count
    var main: [Int] = []
    main.reserveCapacity(entries.count)
    tickets.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      if let due = entry.due, !Self.isOfToday(due, at: moment) { continue }
      if let earlier = tickets.updateValue(index, forKey: entry.card) {
        tickets[entry.card] = earlier
      } else if case .at(let due) = entry.due {
        steps.insert(Step(due: due, ticket: Ticket(card: entry.card, number: index)))
      } else {
        main.append(index)
      }
    }
    line = order.arranged(main, of: entries, on: moment.day).reversed()
  }

  /// How many cards are still to be asked, including those in their steps that are due again today.
  public var remaining: Int { tickets.count }

  /// Takes out the card to ask now; `nil` when there is none, though one in its steps may be due later
  /// today: a card comes early only when nothing else is left, and at most ``mostEarly`` times.
  public mutating func next(at moment: Moment) -> CardID? {
    while let ticket = takeTicket(at: moment) {
      guard tickets[ticket.card] == ticket.number else { continue }
      tickets[ticket.card] = nil
      return ticket.card
    }
    return nil
  }

  /// Puts a card back after an answer, if it is due again today; otherwise takes it out.
  public mutating func put(_ card: CardID, due: Due, at moment: Moment) {
    guard Self.isOfToday(due, at: moment) else { return remove(card) }
    let ticket = issue(card)
    switch due {
    case .at(let milliseconds):
      let step = Step(due: milliseconds, ticket: ticket)
      if earlyCounts[card, default: 0] < Self.mostEarly {
        steps.insert(step)
      } else {
        punctualSteps.insert(step)
      }
    case .on: returned.append(ticket)
    }
  }

  /// Puts a card where it is asked next, as after an undo.
  public mutating func putFirst(_ card: CardID) { first.append(issue(card)) }

  /// Puts a card after all others, as when it is skipped.
  public mutating func putLast(_ card: CardID) { skipped.append(issue(card)) }

  /// Takes a card out, wherever it is.
  public mutating func remove(_ card: CardID) { tickets[card] = nil }
}

extension ReviewQueue {
  private mutating func issue(_ card: CardID) -> Ticket {
    lastTicket += 1
    tickets[card] = lastTicket
    return Ticket(card: card, number: lastTicket)
  }

  private mutating func takeTicket(at moment: Moment) -> Ticket? {
    first.popLast()
      ?? takeStep(dueBy: moment.milliseconds)
      ?? line.popLast().map { Ticket(card: entries[$0].card, number: $0) }
      ?? returned.popFirst()
      ?? takeEarlyStep(at: moment)
      ?? skipped.popFirst()
  }

  /// Takes out the card in its steps that is due first, if its time is not after the given one.
  private mutating func takeStep(dueBy milliseconds: Int64) -> Ticket? {
    guard let first = [steps.min, punctualSteps.min].compactMap(\.self).min(),
      first.due <= milliseconds
    else { return nil }
    if first == steps.min { steps.removeMin() } else { punctualSteps.removeMin() }
    return first.ticket
  }

  /// Takes out the card that is due first of those that may come early, and counts it.
  private mutating func takeEarlyStep(at moment: Moment) -> Ticket? {
    while let first = steps.min, first.due <= Self.horizon(at: moment) {
      steps.removeMin()
      guard tickets[first.ticket.card] == first.ticket.number else { continue }
      earlyCounts[first.ticket.card, default: 0] += 1
      return first.ticket
    }
    return nil
  }

  /// The last millisecond a card in its steps may be due at and still be asked now.
  private static func horizon(at moment: Moment) -> Int64 {
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

/// A card that a session may ask.
public struct QueueEntry: Hashable, Sendable {
  /// The card.
  public let card: CardID
  /// Its position over all decks of the session, from 0.
  public let deckPosition: Int
  /// When it is due; `nil` for a new card.
  public let due: Due?

  /// Makes an entry.
  public init(card: CardID, deckPosition: Int, due: Due?) {
    self.card = card
    self.deckPosition = deckPosition
    self.due = due
  }
}
