import Foundation
import GRDB
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
      Dictionary(texts.map { ($0.place, $0.text) }) { first, _ in first },
      localTime: localTime, at: moment)
    let selected = try evaluation.cards(for: condition)
    let found = table.cards(selected, inOrderOf: stored)
    return (
      found.cards, found.counts,
      missing.map { MadeIndex(group: $0, texts: nil) }
        + texts.map { MadeIndex(group: $0.group, texts: ($0.place.part, $0.text)) }
    )
  }

  /// What was made of a group because it was not kept: its texts, folded for a filter, or its cards.
  package struct MadeIndex: Sendable {
    let group: AnswerIndexStore.Group
    /// The texts of a part; `nil` for the cards.
    let texts: (part: Int, text: FilterText)?
  }

  /// A part of a group.
  struct Place: Hashable {
    let group: Int64
    let part: Int
  }

  /// The texts of those parts of groups of which none of this version are kept.
  private func madeTexts(of groups: [StoredGroup]) throws -> [(
    group: AnswerIndexStore.Group, place: Place, text: FilterText
  )] {
    let version = try db.makeStatement(
      sql: "SELECT substr(bytes, 1, 1) FROM answer_index WHERE deck_group = ? AND kind = ?")
    func isKept(_ group: StoredGroup, _ part: Int) throws -> Bool {
      let name = AnswerIndexStore.name(Self.index, part)
      return try Data.fetchOne(version, arguments: [group.id, name]).flatMap {
        FilterText(bytes: Array($0))
      } != nil
    }
    return try groups.flatMap {
      stored -> [(group: AnswerIndexStore.Group, place: Place, text: FilterText)] in
      guard let group = try tx.answerIndexes.groups([stored]).first else { return [] }
      let parts = group.parts
      let missing = try parts.indices.filter { try !isKept(stored, $0) }
      if missing.isEmpty { return [] }
      let questions = try tx.decks.content(of: [stored]).first?.questions ?? []
      return missing.map { part in
        (
          group, Place(group: stored.id, part: part),
          FilterText(of: questions[parts[part].clamped(to: questions.indices)])
        )
      }
    }
  }

  /// Keeps what was made, unless the deck was read again in the meantime.
  package func keep(_ made: [MadeIndex]) throws {
    for made in made
    where try tx.answerIndexes.groups([made.group.stored]).first?.signature == made.group.signature
    {
      if let (part, text) = made.texts {
        try tx.answerIndexes.keep(
          text.bytes, of: made.group.stored, named: Self.index, part: part)
      } else {
        // Made again: a question may continue under another identity since.
        try keepCards(of: made.group.stored)
      }
    }
  }

  /// The texts of a part of a group, if they are kept.
  func text(of place: Place) throws -> FilterText? {
    try tx.answerIndexes.bytes(ofGroup: place.group, named: Self.index, part: place.part).flatMap {
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
