import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// How groups go on when their decks are read again and have other groups: under another title, in another
/// file, or in parts. Presets and reports follow them.
extension DeckStore {
  /// Finds the groups that are known by another name now: no deck has the old one, and at least half of the
  /// questions of both are the same. Their presets and reports go on under the new name, unless that
  /// is one of a group that was there before, with answers of its own.
  func renameGroups(
    _ edit: StoredDeckChange, besides closed: Set<Int64>, unlisted: Set<Int64>, at moment: Moment
  ) throws -> [DeckNews.Rename] {
    let before = edit.gone
    let isThere = try db.makeStatement(
      sql: """
        SELECT 1 FROM deck_group g JOIN deck d ON d.id = g.deck
        WHERE g.title = ? AND d.name = ? AND d.id NOT IN (\(unlisted.sqlList)) LIMIT 1
        """)
    var names = Set<GroupName>()
    var gone = try before.map(\.groupName).filter {
      try names.insert($0).inserted
        && Int.fetchOne(isThere, arguments: [$0.title, $0.deck]) == nil
    }
    guard !gone.isEmpty else { return [] }
    let book = try tx.presets.book()
    let namesThen = try namesOfWordings()
    // A group that was renamed has answers under the names it had.
    let answered = namesThen.union(namesThen.map { book.name(of: $0, since: .first) })
    gone.removeAll { !answered.contains($0) && book.name(forGroup: $0) == nil }
    guard !gone.isEmpty else { return [] }
    let isGone = Set(gone)
    var oldGroups: [[String]: Set<GroupName>] = [:]
    for question in before where isGone.contains(question.groupName) {
      oldGroups[question.text, default: []].insert(question.groupName)
    }
    var oldSizes: [GroupName: Int] = [:]
    for old in oldGroups.values.joined() { oldSizes[old, default: 0] += 1 }
    var sizes: [GroupName: Int] = [:]
    var shared: [GroupName: [GroupName: Int]] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT DISTINCT d.name AS deck, g.title, q.prompt, q.answer FROM question q
          JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck
        WHERE g.deck NOT IN (\(unlisted.sqlList))
          AND g.id NOT IN (\(closed.sqlList))
        """)
    while let row = try rows.next() {
      let name = try GroupName(row, title: "title")
      let text: [String] = [
        try row.decode(forColumn: "prompt"), try row.decode(forColumn: "answer"),
      ]
      sizes[name, default: 0] += 1
      for old in oldGroups[text] ?? [] { shared[old, default: [:]][name, default: 0] += 1 }
    }
    func isOwn(_ name: GroupName) throws -> Bool {
      guard namesThen.contains(name), book.name(of: name, since: .first) == name
      else { return false }
      let own = try self.rows(of: name)
      return edit.before.contains { $0.name == name }
        || !own.subtracting(edit.after.map(\.row)).isEmpty
    }
    var renames: [DeckNews.Rename] = []
    var moves = DeckMoves(tx, at: moment)
    for old in gone {
      let size = oldSizes[old] ?? 0
      // Of those with as many of its questions, the one with its title.
      func rank(_ found: (key: GroupName, value: Int)) -> (Int, Int) {
        (found.value, found.key.title == old.title ? 1 : 0)
      }
      let best = (shared[old] ?? [:]).max {
        rank($0) == rank($1) ? $0.key > $1.key : rank($0) < rank($1)
      }
      guard let (new, count) = best, count * 2 >= size, count * 2 >= sizes[new] ?? 0,
        book.name(forGroup: new) == nil, !book.isRenamed(old, to: new),
        try !isOwn(new),
        !renames.contains(where: { $0.new == new })
      else { continue }
      try moves.rename(old, to: new)
      renames.append(DeckNews.Rename(old: old, new: new))
    }
    return renames
  }

  /// Has the groups of decks go on that are known by another name than before, as where another folder was named
  /// as the one of decks.
  func renameDecks(_ decks: [StoredDeck], at moment: Moment) throws -> [DeckNews.Rename] {
    let rows = try Row.fetchAll(db, sql: "SELECT path, name FROM deck")
    let names = Dictionary(
      try rows.map {
        (ExactText(try $0.decode(forColumn: "path")), try $0.decode(String.self, forColumn: "name"))
      }
    ) { first, _ in first }
    var renames: [DeckNews.Rename] = []
    var moves = DeckMoves(tx, at: moment)
    for deck in decks {
      guard let old = names[ExactText(deck.path)], old != deck.name else { continue }
      let titles = try String.fetchAll(
        db,
        sql: """
          SELECT g.title FROM deck_group g JOIN deck d ON d.id = g.deck
          WHERE d.path = ? ORDER BY g.position
          """, arguments: [deck.path])
      try db.execute(
        sql: "UPDATE deck SET name = ? WHERE path = ?", arguments: [deck.name, deck.path])
      let book = try tx.presets.book()
      let answered = try namesOfWordings()
      for title in titles {
        let (old, new) = (
          GroupName(deck: old, title: title), GroupName(deck: deck.name, title: title)
        )
        let hasOwn = answered.contains(new) && book.name(of: new, since: .first) == new
        guard try self.rows(of: old).isEmpty, try self.rows(of: new).count == 1, !hasOwn,
          book.name(forGroup: new) == nil
        else { continue }
        let isKnown =
          book.name(forGroup: old) != nil
          || answered.contains { book.name(of: $0, since: .first) == old }
        guard isKnown else { continue }
        try moves.rename(old, to: new)
        renames.append(DeckNews.Rename(old: old, new: new))
      }
    }
    return renames
  }

  /// Has groups of which the log knows only the title, as 0.1.0 kept them, go on as those of the first deck that has
  /// a group of that title.
  ///
  /// - Parameters:
  ///   - cause: the event that brought them; `nil` where decks were read.
  ///   - moment: the present.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  func findDecks(ofGroupsBroughtBy cause: EventID? = nil, at moment: Moment) throws {
    let book = try tx.presets.book()
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT group_title, max(id) AS newest FROM wording WHERE deck = '' GROUP BY group_title
        """)
    var titles = Set(book.groups.filter(\.deck.isEmpty).map(\.title))
    for row in rows {
      let name = GroupName(deck: "", title: try row.decode(forColumn: "group_title"))
      if book.name(of: name, since: try row.decode(forColumn: "newest")) == name {
        titles.insert(name.title)
      }
    }
    if titles.isEmpty { return }
    // What came from elsewhere may be dated ahead of this clock.
    try tx.findNewestEvent()
    var first = cause
    for title in titles.sorted() {
      let deck = try String.fetchOne(
        db,
        sql: """
          SELECT d.name FROM deck_group g JOIN deck d ON d.id = g.deck
          WHERE g.title = ? ORDER BY d.name LIMIT 1
          """, arguments: [title])
      guard let deck, !deck.isEmpty else { continue }
      let id = try tx.presets.apply(
        .rename(
          from: GroupName(deck: "", title: title), to: GroupName(deck: deck, title: title)),
        with: first, at: moment
      ).id
      first = first ?? id
    }
  }

  /// The groups that answers were given in, as they were known then.
  private func namesOfWordings() throws -> Set<GroupName> {
    var names: Set<GroupName> = []
    try RawRows(db, "SELECT DISTINCT deck, group_title FROM wording").forEach {
      names.insert($0.group(0))
    }
    return names
  }

  /// The rows of the groups that are known by a name: one, but for files of one name.
  private func rows(of name: GroupName) throws -> Set<Int64> {
    try Int64.fetchSet(
      db,
      sql: """
        SELECT g.id FROM deck_group g JOIN deck d ON d.id = g.deck WHERE g.title = ? AND d.name = ?
        """, arguments: [name.title, name.deck])
  }

  /// Gives a group that is new in its deck the preset of the group that most of its questions come from,
  /// so that questions which were put into a group of their own are scheduled as before.
  func splitGroups(_ edit: StoredDeckChange, at moment: Moment) throws {
    guard try !edit.before.isEmpty && !tx.presets.book().isUniform else { return }
    let known = Set(edit.before.map(\.name))
    let new = edit.after.filter { !known.contains($0.name) }
    if new.isEmpty { return }
    let old = Dictionary(
      edit.before.lazy.flatMap { group in group.ids.lazy.map { ($0, group.name) } }
    ) { first, _ in first }
    for group in new where try rows(of: group.name) == [group.row] {
      let origins = try QuestionID.fetchAll(
        db, sql: "SELECT id FROM question WHERE deck_group = ?", arguments: [group.row]
      ).compactMap { old[$0] }
      let counts = Dictionary(origins.map { ($0, 1) }, uniquingKeysWith: +)
      guard let origin = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
        continue
      }
      try tx.presets.share(of: origin, with: group.name, at: moment)
    }
  }
}

/// The renamings that the move of a deck comes to: one event for each group, undone with the first of its deck.
private struct DeckMoves {
  private struct Move: Hashable {
    let old, new: String
  }

  private let tx: Transaction
  private let moment: Moment
  private var first: [Move: EventID] = [:]

  init(_ tx: Transaction, at moment: Moment) { (self.tx, self.moment) = (tx, moment) }

  mutating func rename(_ old: GroupName, to new: GroupName) throws {
    let move = old.title == new.title ? Move(old: old.deck, new: new.deck) : nil
    let id = try tx.presets.apply(
      .rename(from: old, to: new), with: move.flatMap { first[$0] }, at: moment
    ).id
    if let move, first[move] == nil { first[move] = id }
  }
}

extension EventID {
  /// What is before all events.
  fileprivate static let first = EventID(bits: 0)
}
