import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// A card with its schedule, as deck and log have it now.
  ///
  /// - Parameters:
  ///   - id: the card.
  ///   - groups: where to look for its question.
  ///   - moment: the present.
  /// - Returns: the card; `nil` when none of the groups has it.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func card(_ id: CardID, in groups: [StoredGroup], at moment: Moment)
    throws(StorageError) -> CardStanding?
  {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT q.*, g.title, g.more AS group_more, d.path FROM question q
            JOIN card c ON c.deck_group = q.deck_group AND c.position = q.position
            JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck
          WHERE q.id = ? AND c.direction = ?
          """, arguments: [id.question, id.direction.rawValue])
      for group in groups {
        guard
          let row = rows.first(where: { $0["title"] == group.title && $0["path"] == group.deck })
        else { continue }
        let card = Card(
          id: id, question: try QuestionRow(row: row).question, group: group.title,
          position: row["position"],
          settings: try GroupRow(title: group.title, more: row["group_more"]).settings)
        return CardStanding(
          card: card, schedule: try CardProgress.fetch(db, card: id)?.schedule,
          preset: try presets(db).preset(forGroup: group.title),
          accepted: try acceptances(db, of: id), suspension: try suspension(db, of: id),
          isHeldBySibling: try isHeldBySibling(db, id, at: moment))
      }
      return nil
    }
  }
}
