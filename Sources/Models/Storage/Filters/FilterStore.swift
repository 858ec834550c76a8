import Foundation
import GRDB
import RabbleFilters
import RabbleQuestions
import RabbleScheduling

/// Which cards a filter selects.
///
/// Each term is computed for all cards at once, as a bit a card, from one pass over a table in its
/// order; what joins terms is then a matter of bits. A filter over 100,000 cards takes milliseconds that
/// way, where a query that joins the tables card by card takes a tenth of a second.
package struct FilterStore {
  let tx: Transaction
  private var db: Database { tx.db }

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
  /// - Returns: the cards; how many there are of each group that has some; and what was made because it was not kept,
  ///   to be kept (``keep(_:)``).
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func cards(
    _ filter: CardFilter?, in groups: [Group], localTime: LocalTime, at moment: Moment
  ) throws -> (cards: [CardID], counts: [Int64: Int], made: [MadeIndex]) {
    let condition = filter?.condition ?? .all([])
    let stored = groups.map(\.stored)
    let (groupCards, missing) = try cards(of: stored)
    let table = try CardTable(groupCards)
    let texts = try condition.searchesTexts ? madeTexts(of: stored) : []
    let evaluation = try FilterEvaluation(
      tx, condition, groups, table,
      Dictionary(texts.map { ($0.group.stored.id, $0.text) }) { first, _ in first },
      localTime: localTime, at: moment)
    let selected = try evaluation.cards(for: condition)
    let found = table.cards(selected, inOrderOf: stored)
    return (
      found.cards, found.counts,
      missing.map { MadeIndex(group: $0, text: nil) }
        + texts.map { MadeIndex(group: $0.group, text: $0.text) }
    )
  }

  /// What was made of a group because it was not kept: its texts, folded for a filter, or its cards.
  package struct MadeIndex: Sendable {
    let group: AnswerIndexStore.Group
    /// The texts; `nil` for the cards.
    let text: FilterText?
  }

  /// The texts of those groups of which none of this version are kept.
  private func madeTexts(of groups: [StoredGroup]) throws -> [(
    group: AnswerIndexStore.Group, text: FilterText
  )] {
    let isKept = try db.makeStatement(
      sql: "SELECT substr(bytes, 1, 1) FROM answer_index WHERE deck_group = ? AND kind = ?")
    let missing = try groups.filter { group in
      let version = try Data.fetchOne(isKept, arguments: [group.id, Self.index])
      return version.flatMap { FilterText(bytes: Array($0)) } == nil
    }
    return try missing.flatMap { group in
      let content = try tx.decks.content(of: [group]).first?.questions ?? []
      return try tx.answerIndexes.groups([group]).map { ($0, FilterText(of: content)) }
    }
  }

  /// Keeps what was made, unless the deck was read again in the meantime.
  package func keep(_ made: [MadeIndex]) throws {
    for made in made
    where try tx.answerIndexes.groups([made.group.stored]).first?.signature == made.group.signature
    {
      if let text = made.text {
        try keep(text, of: made.group.stored)
      } else {
        // Made again: a question may continue under another identity since.
        try keepCards(of: made.group.stored)
      }
    }
  }

  /// Keeps the texts of a group whose deck has just been read.
  package func keep(_ text: FilterText, of group: StoredGroup) throws {
    try tx.answerIndexes.keep(text.bytes, of: group, named: Self.index)
  }

  /// The texts of a group, if they are kept.
  func text(of group: Int64) throws -> FilterText? {
    try tx.answerIndexes.bytes(ofGroup: group, named: Self.index).flatMap {
      FilterText(bytes: $0)
    }
  }

  /// What the texts are kept as.
  private static let index = "text"
}

extension Transaction {
  /// Which cards a filter selects.
  package var filters: FilterStore { FilterStore(tx: self) }
}
