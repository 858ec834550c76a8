import GRDB
import RabbleQuestions
import RabbleScheduling

/// How groups go on when their decks are read again and have other groups: under another title, or in
/// parts. Presets and reports follow them.
extension DeckStore {
  /// Finds the groups that have another title now: no deck has the old one, and at least half of the
  /// questions of both are the same. Their presets and reports go on under the new title, unless that
  /// is one of a group that was there before, with answers of its own.
  func renameGroups(
    _ edit: StoredDeckChange, besides closed: Set<Int64>, unlisted: Set<Int64>, at moment: Moment
  ) throws -> [DeckNews.Rename] {
    let before = edit.gone
    let isThere = try db.makeStatement(
      sql: "SELECT 1 FROM deck_group WHERE title = ? AND deck NOT IN (\(unlisted.sqlList)) LIMIT 1")
    var titles = Set<String>()
    var gone = try before.map(\.group).filter {
      try titles.insert($0).inserted && Int.fetchOne(isThere, arguments: [$0]) == nil
    }
    guard !gone.isEmpty else { return [] }
    let book = try tx.presets.book()
    let titlesThen = try String.fetchSet(db, sql: "SELECT DISTINCT group_title FROM wording")
    // A group that was renamed has answers under the titles it had.
    let answered = titlesThen.union(
      titlesThen.map { book.title(of: $0, since: EventID(bits: 0)) })
    gone.removeAll { !answered.contains($0) && book.name(forGroup: $0) == nil }
    guard !gone.isEmpty else { return [] }
    let isGone = Set(gone)
    var oldGroups: [[String]: Set<String>] = [:]
    for question in before where isGone.contains(question.group) {
      oldGroups[question.text, default: []].insert(question.group)
    }
    var oldSizes: [String: Int] = [:]
    for old in oldGroups.values.joined() { oldSizes[old, default: 0] += 1 }
    var sizes: [String: Int] = [:]
    var shared: [String: [String: Int]] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT DISTINCT g.title, q.prompt, q.answer FROM question q
          JOIN deck_group g ON g.id = q.deck_group
        WHERE g.deck NOT IN (\(unlisted.sqlList))
          AND g.id NOT IN (\(closed.sqlList))
        """)
    while let row = try rows.next() {
      let title: String = try row.decode(forColumn: "title")
      let text: [String] = [
        try row.decode(forColumn: "prompt"), try row.decode(forColumn: "answer"),
      ]
      sizes[title, default: 0] += 1
      for old in oldGroups[text] ?? [] { shared[old, default: [:]][title, default: 0] += 1 }
    }
    func isOwn(_ title: String) throws -> Bool {
      guard titlesThen.contains(title), book.title(of: title, since: EventID(bits: 0)) == title
      else { return false }
      let rows = try Int64.fetchSet(
        db, sql: "SELECT id FROM deck_group WHERE title = ?", arguments: [title])
      return edit.before.contains { $0.title == title }
        || !rows.subtracting(edit.after.map(\.row)).isEmpty
    }
    var renames: [DeckNews.Rename] = []
    for old in gone {
      let size = oldSizes[old] ?? 0
      let best = (shared[old] ?? [:]).max { ($0.value, $1.key) < ($1.value, $0.key) }
      guard let (new, count) = best, count * 2 >= size, count * 2 >= sizes[new] ?? 0,
        book.name(forGroup: new) == nil, !book.isRenamed(old, to: new),
        try !isOwn(new),
        !renames.contains(where: { $0.new == new })
      else { continue }
      try tx.presets.apply(.rename(from: old, to: new), at: moment)
      renames.append(DeckNews.Rename(old: old, new: new))
    }
    return renames
  }

  /// Gives a group that is new in its deck the preset of the group that most of its questions come from,
  /// so that questions which were put into a group of their own are scheduled as before.
  func splitGroups(_ edit: StoredDeckChange, at moment: Moment) throws {
    guard try !edit.before.isEmpty && !tx.presets.book().isUniform else { return }
    let titles = Set(edit.before.map(\.title))
    let new = edit.after.filter { !titles.contains($0.title) }.map(\.row)
    if new.isEmpty { return }
    let old = Dictionary(
      edit.before.lazy.flatMap { group in group.ids.lazy.map { ($0, group.title) } }
    ) { first, _ in first }
    for group in new {
      let title = try String.fetchOne(
        db,
        sql: """
          SELECT title FROM deck_group g WHERE id = ?1
            AND NOT EXISTS (SELECT 1 FROM deck_group o WHERE o.title = g.title AND o.id <> ?1)
          """, arguments: [group])
      guard let title else { continue }
      let origins = try QuestionID.fetchAll(
        db, sql: "SELECT id FROM question WHERE deck_group = ?", arguments: [group]
      ).compactMap { old[$0] }
      let counts = Dictionary(origins.map { ($0, 1) }, uniquingKeysWith: +)
      guard let origin = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
        continue
      }
      try tx.presets.share(of: origin, with: title, at: moment)
    }
  }
}
