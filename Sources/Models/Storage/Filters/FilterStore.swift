import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

/// Which cards a filter selects: those that a query finds which ``FilterSQL`` writes.
package struct FilterStore {
  let tx: Transaction

  /// A group in which cards are looked for, and what it is called in `deck:`.
  package struct Group: Sendable {
    let stored: StoredGroup
    let names: [String]

    /// Takes a group.
    ///
    /// - Parameters:
    ///   - stored: the group.
    ///   - names: its title, and what else it is called: its file's name, its course.
    package init(_ stored: StoredGroup, names: [String]) {
      self.stored = stored
      self.names = names
    }
  }

  /// The cards of some groups that a filter selects, each once, in the order of the groups and of
  /// their questions.
  ///
  /// - Parameters:
  ///   - filter: the filter; `nil` for all cards.
  ///   - groups: the groups.
  ///   - localTime: the learner's time zone, for the beginnings of days.
  ///   - moment: the present.
  /// - Returns: the cards; and how many there are of each group that has some.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func cards(
    _ filter: CardFilter?, in groups: [Group], localTime: LocalTime, at moment: Moment
  ) throws -> (cards: [CardID], counts: [Int64: Int]) {
    var writer = try FilterSQL(tx, groups, localTime: localTime, at: moment)
    let query = try writer.query(filter?.condition ?? .all([]))
    let sets = writer.rated
    if !sets.isEmpty { tx.db.add(function: FilterFunctions.isRated(sets)) }
    let rows = try RawRows(tx.db, query, StatementArguments(writer.arguments))
    let order = Dictionary(groups.enumerated().map { ($1.stored.id, $0) }) { first, _ in first }
    var directions = DirectionNumbers()
    var places: [(question: UInt64, ordinal: Int64, number: Int)] = []
    var cards: [CardID] = []
    var counts: [Int64: Int] = [:]
    try rows.forEach { row in
      let group = row.integer(2)
      let position = UInt64(try row.integer(3, in: LogBounds.position))
      counts[group, default: 0] += 1
      places.append((UInt64(order[group] ?? 0) << 32 | position, row.integer(4), cards.count))
      cards.append(try directions.card(row, 0))
    }
    places.sort { ($0.question, $0.ordinal) < ($1.question, $1.ordinal) }
    var met: Set<CardID> = []
    met.reserveCapacity(cards.count)
    return (places.map { cards[$0.number] }.filter { met.insert($0).inserted }, counts)
  }
}

extension Transaction {
  /// Which cards a filter selects.
  package var filters: FilterStore { FilterStore(tx: self) }
}
