import RabbleQuestions

/// The cards a session still asks, and which comes next.
///
/// A value that knows no clock: it is told the time with each call. Making it takes O(n log n),
/// everything else O(1) amortised, or O(log n) comparisons for a card in its steps.
public struct ReviewQueue: Sendable {
  /// The seconds by which a card in its steps may come early when nothing else is left.
  public static let learnAhead = 20 * 60

  /// A card's ticket in one of the lists. It counts only while its ticket is the card's newest, so
  /// that a card is moved or taken out without searching the lists.
  struct Ticket {
    let card: CardID
    let number: Int
  }

  private let entries: [QueueEntry]
  /// Each card still to be asked, with its newest ticket; the first of an entry is its index.
  private var tickets: [CardID: Int] = [:]
  private var lastTicket: Int

  /// Asked before all else, the next one last.
  private var first: [Ticket] = []
  private var steps = StepList()
  /// The reviews and new cards in the session's order, the next one last: indices of entries.
  private var line: [Int] = []
  /// Cards that came back for the same day without a minute.
  private var returned = FirstInFirstOut<Ticket>()
  private var skipped = FirstInFirstOut<Ticket>()

  /// Makes the queue of a session.
  ///
  /// A card that is due on a later day is left out, and so is a minute of a later day that is not
  /// within ``learnAhead``. Of several entries with one card the first counts.
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
        steps.insert(Ticket(card: entry.card, number: index), due: due)
      } else {
        main.append(index)
      }
    }
    line = order.arranged(main, of: entries, on: moment.day).reversed()
  }

  /// How many cards are still to be asked, those in their steps included that come back today.
  public var remaining: Int { tickets.count }

  /// Takes out the card to ask now; `nil` when there is none, though one in its steps may come
  /// later today.
  public mutating func next(at moment: Moment) -> CardID? {
    while let ticket = takeTicket(at: moment) {
      guard tickets[ticket.card] == ticket.number else { continue }
      tickets[ticket.card] = nil
      return ticket.card
    }
    return nil
  }

  /// Puts a card back after an answer, if it wants to be asked again today; otherwise takes it out.
  public mutating func put(_ card: CardID, due: Due, at moment: Moment) {
    guard Self.isOfToday(due, at: moment) else { return remove(card) }
    let ticket = issue(card)
    switch due {
    case .at(let milliseconds): steps.insert(ticket, due: milliseconds)
    case .on: returned.append(ticket)
    }
  }

  /// Puts a card where it is asked next, as after an undo.
  public mutating func putFirst(_ card: CardID) { first.append(issue(card)) }

  /// Puts a card after all others, as when it is skipped.
  public mutating func putLast(_ card: CardID) { skipped.append(issue(card)) }

  /// Takes a card out, wherever it waits.
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
      ?? steps.take(dueBy: moment.milliseconds)
      ?? line.popLast().map { Ticket(card: entries[$0].card, number: $0) }
      ?? returned.popFirst()
      ?? steps.take(dueBy: Self.horizon(at: moment))
      ?? skipped.popFirst()
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
  /// When it wants to be asked; `nil` for a new card.
  public let due: Due?

  /// Makes an entry.
  public init(card: CardID, deckPosition: Int, due: Due?) {
    self.card = card
    self.deckPosition = deckPosition
    self.due = due
  }
}

/// The cards in their steps by the minute they are due at; of those due together, the one that
/// came first.
private struct StepList: Sendable {
  private struct Step {
    let ticket: ReviewQueue.Ticket
    let due: Int64
  }

  /// The one due first stands last.
  private var steps: [Step] = []

  /// Adds a card that is due at a time in milliseconds since 1970-01-01T00:00:00Z, with O(log n)
  /// comparisons.
  mutating func insert(_ ticket: ReviewQueue.Ticket, due: Int64) {
    var range = steps.startIndex..<steps.endIndex
    while let middle = range.middle {
      if steps[middle].due > due {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    steps.insert(Step(ticket: ticket, due: due), at: range.lowerBound)
  }

  /// Takes out the card that is due first, if its time is not after the given one.
  mutating func take(dueBy milliseconds: Int64) -> ReviewQueue.Ticket? {
    guard let step = steps.last, step.due <= milliseconds else { return nil }
    steps.removeLast()
    return step.ticket
  }
}

extension Range<Int> {
  /// The number in the middle, or `nil` when there is none.
  fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}

/// Elements that leave in the order they came. Adding and taking are O(1).
private struct FirstInFirstOut<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else {
      elements.removeAll(keepingCapacity: true)
      head = 0
      return nil
    }
    defer { head += 1 }
    return elements[head]
  }
}
