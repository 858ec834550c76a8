import RabbleQuestions

/// The cards a session still asks, and which comes next.
///
/// A value that knows no clock: it is told the time with each call. Making it takes O(n log n),
/// everything else O(1) amortised, or O(log n) comparisons for a card in its steps.
public struct ReviewQueue: Sendable {
  /// The seconds by which a card in its steps may come early when nothing else is left.
  public static let learnAhead = 20 * 60

  /// A card's place in one of the lists. It counts only while its ticket is the card's newest, so
  /// that a card is moved or taken out without searching the lists.
  struct Place {
    let card: CardID
    let ticket: Int
  }

  private let entries: [QueueEntry]
  /// Each card still to be asked, with its newest ticket; the first of an entry is its index.
  private var tickets: [CardID: Int] = [:]
  private var lastTicket: Int

  /// Asked before all else, the next one last.
  private var first: [Place] = []
  private var steps = StepList()
  /// The reviews and new cards in the session's order, the next one last: indices of entries.
  private var line: [Int] = []
  /// Cards that came back for the same day without a minute.
  private var returned = FirstInFirstOut<Place>()
  private var skipped = FirstInFirstOut<Place>()

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
        steps.insert(Place(card: entry.card, ticket: index), due: due)
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
    while let place = takePlace(at: moment) {
      guard tickets[place.card] == place.ticket else { continue }
      tickets[place.card] = nil
      return place.card
    }
    return nil
  }

  /// Puts a card back after an answer, if it wants to be asked again today; otherwise takes it out.
  public mutating func put(_ card: CardID, due: Due, at moment: Moment) {
    guard Self.isOfToday(due, at: moment) else { return remove(card) }
    let place = issue(card)
    switch due {
    case .at(let milliseconds): steps.insert(place, due: milliseconds)
    case .on: returned.append(place)
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
  private mutating func issue(_ card: CardID) -> Place {
    lastTicket += 1
    tickets[card] = lastTicket
    return Place(card: card, ticket: lastTicket)
  }

  private mutating func takePlace(at moment: Moment) -> Place? {
    first.popLast()
      ?? steps.take(dueBy: moment.milliseconds)
      ?? line.popLast().map { Place(card: entries[$0].card, ticket: $0) }
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
