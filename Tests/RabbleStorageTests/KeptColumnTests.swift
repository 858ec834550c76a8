import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import Testing

@testable import RabbleStorage

/// What a log keeps besides the events is input, too: whatever is in any of its columns, nothing crashes, what
/// can't be read is named in our words, and a rebuild makes the log sound.
@Suite struct KeptColumnTests {
  /// A column of a table that no event is in.
  struct Column: CustomTestStringConvertible {
    let table, name, type: String
    let isOptional: Bool

    var testDescription: String { "\(table).\(name)" }

    /// What is put into it, as SQL: the extremes of its type, and what is not as long as it should be.
    var values: [String] {
      let values =
        switch type {
        case "INTEGER": ["9223372036854775807", "-9223372036854775808"]
        // SQLite keeps NULL in place of what is not a number.
        case "REAL": ["9e999", "-9e999"]
        case "BLOB": ["X''", "X'00'", "zeroblob(100)"]
        default: ["''", "CAST(X'ff00fe' AS TEXT)", "'{'"]
        }
      return isOptional ? values + ["NULL"] : values
    }
  }

  private static let tables = [
    "answer_index", "course", "course_step",
    "deck", "deck_card", "deck_content", "deck_group", "held", "marked", "question",
    "review_block",
    "schedule", "sync_file", "sync_folder", "sync_waiting", "unclear", "undone",
  ]

  static let columns: [Column] = {
    let rows = try? openLog().inspect { db in
      try tables.flatMap { table in
        try Row.fetchAll(db, sql: "PRAGMA table_info(\(table))").map { row in
          let (isRequired, isKey): (Bool, Bool) = (row["notnull"], row["pk"])
          return Column(
            table: table, name: row["name"], type: row["type"], isOptional: !isRequired && !isKey)
        }
      }
    }
    return rows ?? []
  }()

  private static let evening = morning.advanced(byMilliseconds: 12 * 86_400_000)
  private static let words = group("Words", [("犬", "dog"), ("猫", "cat")])
  private static let edit = DeckFileChange(path: "/words.json", before: [1, 2], after: [3])

  /// A log that has something in each of the tables.
  private func filled() throws -> StudyLog {
    var thresholds = Thresholds.shipped
    thresholds.answersOfBlock = 8
    let log = try openLog(thresholds: thresholds)
    try log.store([kana, Self.words])
    let cards = try log.cards()
    for day in 0..<6 {
      for (number, card) in cards.prefix(6).enumerated() {
        let review = Review(
          card: card.id, grade: Grade.allCases[(number + day) % 4],
          moment: morning.advanced(byMilliseconds: Int64(day) * 86_400_000), typed: nil,
          verdict: [nil, "wrong", "correct"][number % 3], hintUsed: false, duration: 900)
        try log.write { try $0.reviews.record(review, of: card) }
      }
    }
    try log.write { tx in
      try tx.suspensions.suspend(
        cards[0].id, .buried(until: Self.evening.day.advanced(byDays: 2)), at: Self.evening)
      for change in [Mark.Change.flag(true), .tag("mine", true), .note("Eselsbrücke")] {
        try tx.marks.put(change, on: [cards[1].id], at: Self.evening)
      }
      try tx.deckEdits.record([Self.edit], "edited", at: Self.evening)
      try tx.courses.store(
        [
          StoredCourse(
            path: "/course.json", signature: "1", faults: [], title: "Course", newPerGroup: 3,
            steps: [.init(group: "Kana", after: []), .init(group: "Words", after: ["Kana"])])
        ], removed: [])
      let device = try tx.devices.own(at: Self.evening)
      let file = SyncStore.File(
        position: SyncPosition(offset: 9, tail: 7, size: 9, modified: 5, isClosed: false), faults: 0
      )
      try tx.syncs.keep(
        "/sync", device: device, position: LogPosition(reviews: 7, events: 2, wordings: 3),
        files: [SyncStore.FileKey(device: device, name: "0001"): file], at: Self.evening)
      try tx.db.execute(
        sql: """
          INSERT INTO sync_waiting VALUES (X'7b7d', 'unknown', \(Schema.current.number));
          INSERT INTO unclear SELECT zeroblob(16), id, 'Words', '犬', 'dog' FROM question LIMIT 1
          """)
      for group in try tx.decks.groups(of: ["/kana.json"]) {
        try tx.answerIndexes.keep(Data([1, 2, 3]), of: group, .recognition, part: 0)
      }
    }
    return log
  }

  /// What reads or changes what is kept.
  private static let uses: [(name: String, run: @Sendable (StudyLog) throws -> Void)] = [
    (
      "statistics",
      { log in
        try log.read { tx in
          _ = try tx.statistics.forEach([.cards, .groups, .states, .memories]) { _, _ in }
          _ = try tx.statistics.hardMisuse().isSuspicious
          try tx.statistics.forEachCard(andNewOf: [], withGroups: true) { _ in }
        }
      }
    ),
    (
      "groups",
      { log in
        try log.read { tx in
          let groups = try tx.decks.groups(of: ["/kana.json"])
          _ = try tx.groups.counts(of: groups, at: evening)
          _ = try tx.groups.knowledge(of: groups, at: evening)
          for group in groups {
            try tx.statistics.forEachQuestion(of: group) { _, _ in }
            _ = try tx.answerIndexes.bytes(of: group, .recognition, part: 0)
          }
        }
      }
    ),
    (
      "filters",
      { log in
        try log.read { tx in
          let groups = try tx.decks.groups(of: ["/kana.json"])
          let filters = [
            "is:due or is:leech or due:3 or retrievability<.8 or rated:30",
            "tag:* or note:* or dog or added:9 or -is:suspended or lapses>0 or rated:2026-11",
          ]
          for filter in filters {
            _ = try tx.filters.cards(
              CardFilter(filter), in: groups.map { FilterStore.Group($0, names: [$0.title]) },
              localTime: .fixed(offset: 0), at: evening)
          }
        }
      }
    ),
    (
      "optimize",
      { log in
        try log.read { tx in
          _ = try tx.optimizerInput.reviewCounts()
          _ = try tx.optimizerInput.histories(ofPreset: Preset.defaultName)
          _ = try tx.optimizerInput.habits()
          _ = try tx.optimizerInput.knownCards(
            of: tx.decks.groups(of: ["/kana.json"]), under: MemoryModel(), at: evening)
        }
      }
    ),
    (
      "leeches and marks",
      { log in
        try log.read { tx in
          _ = try tx.suspensions.leeches()
          _ = try tx.suspensions.cards(at: evening)
          _ = try tx.marks.tags()
          _ = try tx.schedules.dueDates()
          _ = try tx.identities.unclear()
          _ = try tx.identities.parked()
          _ = try tx.courses.all()
        }
      }
    ),
    (
      "sync",
      { log in
        try log.read { tx in
          for folder in try tx.syncs.folders() {
            _ = try tx.syncs.files(of: folder.number)
            _ = try tx.syncs.owed(to: folder)
          }
          _ = try tx.syncs.waiting()
          _ = try tx.devices.own()
        }
      }
    ),
    (
      "edit",
      { log in _ = try log.write { try $0.deckEdits.record([edit], "edited", at: evening) } }
    ),
    (
      "study",
      { log in for card in try log.cards().prefix(3) { try log.answer(card, at: evening) } }
    ),
    (
      "undo",
      { log in
        if let last = try log.read({ try $0.reviews.last() }) {
          _ = try log.undo(last.id, at: evening)
        }
      }
    ),
    ("decks", { log in try log.store([kana, words]) }),
  ]

  /// What is GRDB's or SQLite's and no learner's.
  private static let raw = ["could not decode", "Error", "SQL", "constraint", "Context(", "row: ["]

  @Test(arguments: columns)
  func `whatever a column has, it is told in our words, and a rebuild makes the log sound`(
    column: Column
  ) throws {
    for value in column.values {
      let log = try filled()
      #expect(try log.check() == [])
      try log.inspect { db in
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        try? db.execute(sql: "UPDATE OR IGNORE \(column.table) SET \(column.name) = \(value)")
        try db.execute(sql: "PRAGMA foreign_keys = ON")
      }
      let findings = try log.check()
      #expect(findings.allSatisfy { $0.isFixable || $0.isRemark }, "\(value): \(findings)")
      for use in Self.uses {
        do {
          try use.run(log)
        } catch {
          let text = "\(error)"
          #expect(error is StorageError, "\(value): \(use.name): \(text)")
          #expect(!Self.raw.contains { text.contains($0) }, "\(value): \(use.name): \(text)")
        }
      }
      _ = try log.rebuild()
      #expect(try log.check().filter { !$0.isRemark } == [], "\(value)")
      try log.store([kana, Self.words])
      for use in Self.uses {
        #expect(throws: Never.self, "\(value): \(use.name)") { try use.run(log) }
      }
      #expect(try log.check().filter { !$0.isRemark } == [], "\(value)")
    }
  }

  @Test func `every table that no event is in is among them`() throws {
    let all = try openLog().inspect { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    }
    // What answers refer to is checked with them. A union has its events with an item each, which nothing but the
    // log's own exchange reads.
    let besides = Set(EventForm.tables + ["card", "device", "grdb_migrations", "log_union_item"])
    #expect(Set(all).subtracting(besides) == Set(Self.tables))
    #expect(Set(Self.columns.map(\.table)) == Set(Self.tables))
  }

  /// What a use throws.
  private func reason(_ log: StudyLog, _ body: (Transaction) throws -> Void) -> String? {
    let error = #expect(throws: StorageError.self) { try log.read(body) }
    guard case .unreadable(_, let reason) = error else { return nil }
    return reason
  }

  @Test func `a value that can't be is named by its column`() throws {
    let log = try filled()
    try log.inspect { try $0.execute(sql: "UPDATE held SET question = X'00'") }
    #expect(reason(log) { _ = try $0.suspensions.all() } == "the column question")
    let sums = try filled()
    try sums.inspect {
      try $0.execute(sql: "UPDATE schedule SET correct = 9223372036854775807, incorrect = 0")
    }
    let largest = "9223372036854775807 in the column "
    #expect(
      reason(sums) {
        _ = try $0.groups.counts(of: $0.decks.groups(of: ["/kana.json"]), at: morning)
      } == largest + "correct")
    #expect(reason(sums) { _ = try $0.optimizerInput.reviewCounts() } == largest + "reviews")
    #expect(
      StorageError(
        DatabaseError(resultCode: .SQLITE_ERROR, message: "malformed JSON"), path: "/log")
        == .unreadable(path: "/log", reason: "a text that is not JSON"))
  }

  @Test func `a deck is edited all the same when a content kept of it has a number that can't be`()
    throws
  {
    let log = try filled()
    try log.inspect {
      try $0.execute(sql: "UPDATE deck_content SET number = 9223372036854775807 - number")
    }
    let change = DeckFileChange(path: "/words.json", before: [3], after: [4, 5])
    let event = try log.write { try $0.deckEdits.record([change], "edited", at: Self.evening) }
    #expect(try log.check() == [.rowsUnreadable(table: "deck_content", rows: 1)])
    _ = try log.rebuild()
    #expect(try log.check() == [])
    let edit = try #require(try log.read { try $0.deckEdits.edits(of: event) }.first)
    let after = try #require(edit.after)
    #expect(try log.read { try $0.deckEdits.content(after) } == [4, 5])
  }
}
