import GRDB
import RabbleQuestions
import RabbleScheduling

/// The cards that are not asked on a day because they are suspended or buried.
enum HeldCards {
  /// Whether the card of a question `q` in the direction `c.direction` or `s.direction` is held on
  /// the day `?`.
  static func condition(direction: String) -> String {
    """
    EXISTS (SELECT 1 FROM held h WHERE h.question = q.id AND h.direction = \(direction)
      AND (h.until_day IS NULL OR h.until_day > ?1))
    """
  }

  /// Reads them.
  static func fetch(_ db: Database, on day: StudyDay) throws -> Set<CardID> {
    var cards: Set<CardID> = []
    try db.cachedStatement(
      sql: "SELECT question, direction FROM held WHERE until_day IS NULL OR until_day > ?"
    ).forEach(db) {
      $0.add(day.number)
    } _: {
      cards.insert(CardID(columns: $0))
    }
    return cards
  }
}
