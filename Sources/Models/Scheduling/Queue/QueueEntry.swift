import RabbleQuestions

/// A card that a session may ask.
package struct QueueEntry: Hashable, Sendable {
  package let card: CardID
  /// Its position over all decks of the session, from 0.
  package let deckPosition: Int
  /// When it is due; `nil` for a new card.
  package let due: Due?
  /// What ``StudyOrder/ranked`` orders by, the least first.
  package var rank: Double

  package init(card: CardID, deckPosition: Int, due: Due?, rank: Double = 0) {
    self.card = card
    self.deckPosition = deckPosition
    self.due = due
    self.rank = rank
  }

  /// The position of a card over all decks of a session.
  ///
  /// - Parameters:
  ///   - groupRank: the number of its group among those of the session, 0…2³¹ − 1.
  ///   - position: its position in the group, 0…2³² − 1.
  /// - Returns: a number by which cards are in order.
  package static func deckPosition(_ groupRank: Int, _ position: Int) -> Int {
    groupRank << 32 | position
  }

  /// The number of its group among those of the session.
  package var groupRank: Int { deckPosition >> 32 }

  /// Whether it is new, in its steps, or due.
  package var kind: CardKind { CardKind(due) }
}

/// What a card is to a session.
package enum CardKind: Hashable, Sendable, CaseIterable {
  /// It was never answered.
  case new
  /// It is in its learning or relearning steps.
  case learning
  /// Its due day has come.
  case due

  /// The kind of a card that is due then; `nil` for one without a schedule.
  package init(_ due: Due?) {
    self =
      switch due {
      case nil: .new
      case .at: .learning
      case .on: .due
      }
  }
}

/// How many cards there are of each kind.
public struct CardCounts: Hashable, Sendable {
  /// The new cards.
  public var new: Int
  /// The cards in their learning or relearning steps.
  public var learning: Int
  /// The cards whose due day has come.
  public var due: Int

  /// Makes counts, each 0 or more.
  public init(new: Int = 0, learning: Int = 0, due: Int = 0) {
    self.new = new
    self.learning = learning
    self.due = due
  }

  /// All of them.
  public var total: Int { new + learning + due }

  package subscript(kind: CardKind) -> Int {
    get {
      switch kind {
      case .new: new
      case .learning: learning
      case .due: due
      }
    }
    set {
      switch kind {
      case .new: new = newValue
      case .learning: learning = newValue
      case .due: due = newValue
      }
    }
  }

  /// The sums.
  public static func + (left: CardCounts, right: CardCounts) -> CardCounts {
    CardCounts(
      new: left.new + right.new, learning: left.learning + right.learning,
      due: left.due + right.due)
  }
}
