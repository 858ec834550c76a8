import Foundation
import GRDB
import RabbleTestSupport
import Testing

/// `rabble anki merge` and imports of collections with a card each that stands in Anki as no card does here.
struct AnkiMergeTests {
  private let program: Program

  init() throws { program = try Program(courses: false) }

  private static let morning = "2026-11-23T09:00:00+00:00"

  /// A row of the review log: day of November 2026, grade, interval, type.
  private typealias Answer = (day: Int, grade: Int, interval: Int, type: Int)

  // Makes a collection of schema 11 with one card: `values` are its type, queue, due, interval, repetitions
  // and lapses as in Anki's table, `data` is what FSRS knows of it, and `created` the seconds since 1970 at
  // which the collection was made, where clocks were `minutesWest` behind UTC.
  private func collection(
    _ values: [Int], data: String = "{}", created: Int, minutesWest: Int? = 0,
    answers: [Answer] = []
  ) throws -> String {
    let path = program.home.path + "/collection.anki2"
    let settings = minutesWest.map { "{\"fsrs\": true, \"creationOffset\": \($0)}" } ?? "{}"
    let models = """
      {"5": {"name": "Basic", "type": 0, "flds": [{"name": "Front"}, {"name": "Back"}],
        "tmpls": [{"name": "1", "ord": 0, "qfmt": "{{Front}}", "afmt": "{{Back}}"}]}}
      """
    let options = """
      {"1": {"name": "Default", "new": {"delays": []}, "lapse": {"delays": [], "leechFails": 8}}}
      """
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE col (id INTEGER PRIMARY KEY, crt, mod, conf, models, decks, dconf);
          CREATE TABLE notes (id INTEGER PRIMARY KEY, guid, mid, mod, usn, tags, flds, sfld, csum, flags,
            data);
          CREATE TABLE cards (id INTEGER PRIMARY KEY, nid, did, ord, mod, usn, type, queue, due, ivl,
            factor, reps, lapses, left, odue, odid, flags, data);
          CREATE TABLE revlog (id INTEGER PRIMARY KEY, cid, usn, ease, ivl, lastIvl, factor, time,
            type);
          INSERT INTO notes (id, guid, mid, tags, flds)
            VALUES (7, 'guid', 5, '', 'chat' || char(31) || 'cat');
          """)
      try db.execute(
        sql: "INSERT INTO col VALUES (1, ?, 0, ?, ?, ?, ?)",
        arguments: [
          created, settings, models, "{\"1\": {\"name\": \"French\", \"conf\": 1}}", options,
        ])
      try db.execute(
        sql: "INSERT INTO cards VALUES (9, 7, 1, 0, 0, 0, ?, ?, ?, ?, 2300, ?, ?, 0, 0, 0, 0, ?)",
        arguments: StatementArguments(values) + [data])
      for answer in answers {
        // At 9 o'clock, 2026-11-01 being the day 20758 since 1970.
        let time = (20_757 + answer.day) * 86_400_000 + 32_400_000
        try db.execute(
          sql: "INSERT INTO revlog VALUES (?, 9, 0, ?, ?, 0, 600, 4000, ?)",
          arguments: [time, answer.grade, answer.interval, answer.type])
      }
    }
    try queue.close()
    return path
  }

  /// The only card.
  private func card(
    at moment: String = Self.morning, environment: [String: String] = [:]
  ) throws -> [String: Any] {
    let list = try program.run(
      ["card", "list", "--where", "is:new or -is:new", "--format", "json"], at: moment,
      environment: environment)
    let object = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
    let cards = (object as? [String: Any])?["rows"] as? [[String: Any]]
    return try #require(cards?.first { $0["prompt"] as? String == "chat" })
  }

  /// A card that FSRS has in relearning for hours, as it does without relearning steps: forgotten once,
  /// and three times more before it was learned again.
  private func relearning() throws -> String {
    try collection(
      [3, 1, 1_795_438_800, 1, 5, 1],
      data: "{\"pos\":1,\"s\":0.0436,\"d\":9.921,\"dr\":0.9,\"decay\":0.154}",
      created: 1_795_060_800,
      answers: [
        (19, 2, 1, 0), (20, 1, 1, 1), (21, 1, -13_221, 2), (22, 1, -6598, 2), (23, 1, -3770, 2),
      ])
  }

  @Test func `a card forgotten again while it is learned again has one lapse, as in Anki`() throws {
    let outcome = try program.run(["deck", "import", relearning()], at: Self.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(try card()["lapses"] as? Int == 1)
    #expect(try card()["reviews"] as? Int == 5)
    #expect(try program.run(["log", "check"], at: Self.morning).ending == .exited(0))
  }

  @Test func `where nothing happened here, nothing is merged and no file is written`() throws {
    let copy = try relearning()
    let path = program.home.path + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(1), "\(merge.errors)")
    #expect(merge.output == "Anki has everything already; nothing was written.\n")
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a flag alone gives no card another schedule`() throws {
    // SM-2 chose 13 days, where FSRS would have chosen others.
    let copy = try collection(
      [2, 2, 40, 13, 3, 0], created: 1_793_505_600, minutesWest: nil,
      answers: [(1, 3, 1, 0), (2, 3, 6, 1), (8, 3, 13, 1)])
    #expect(try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let flag = try program.run(["card", "flag", "--yes", "--where", "chat"], at: Self.morning)
    #expect(flag.ending == .exited(0), "\(flag.errors)")
    let path = program.home.path + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    let first = merge.output.split(separator: "\n").first
    #expect(first == "1 card suspended, restored, flagged or unflagged: \(path)")
  }

  @Test func `options beyond all bounds become those that a preset can have`() throws {
    let copy = try collection([2, 2, 40, 13, 3, 0], created: 1_793_505_600)
    let steps = Array(repeating: "100000", count: 5000).joined(separator: ", ")
    try DatabaseQueue(path: copy).write { db in
      try db.execute(
        sql: "UPDATE col SET decks = ?, dconf = ?",
        arguments: [
          """
          {"1": {"name": "French", "conf": 1, "newLimit": -9223372036854775808,
            "reviewLimit": -9223372036854775808}}
          """,
          """
          {"1": {"name": "Default", "new": {"delays": [\(steps)], "perDay": 20},
            "lapse": {"delays": [\(steps)], "leechFails": 9007199254740992}}}
          """,
        ])
    }
    let outcome = try program.run(["deck", "import", copy], at: Self.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    let presets = try program.run(["preset", "list", "--format", "json"], at: Self.morning)
    #expect(presets.output.contains("Anki: Default"), "\(presets.output)")
    #expect(try program.run(["log", "check"], at: Self.morning).ending == .exited(0))
  }

  /// A collection that Anki made, beside the tests of its reader.
  private func package(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "RabbleAnkiTests/Fixtures/Anki/\(name)").path
  }

  // Schema 11, and schema 18 packed by Zstandard.
  @Test(arguments: ["mixed.colpkg", "sm2.colpkg"])
  func `questions added here become notes of the copy, and merged again nothing doubles`(
    name: String
  ) throws {
    let copy = package(name)
    #expect(try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let new = [
      [
        "deck", "add", "German", "--json",
        #"{"prompt": "der Zug", "answer": "train", "tags": ["travel"]}"#,
      ],
      ["deck", "add", "German", "--prompt", "das Pult", "--answer", "desk"],
      [
        "deck", "add", "German", "--json",
        #"{"prompt": "He is there.", "cloze": "Er {{ist}} da."}"#,
      ],
      ["card", "flag", "--yes", "--flag-color", "blue", "--where", "Pult"],
      ["card", "suspend", "--yes", "--where", "Zug"],
    ]
    for command in new {
      let outcome = try program.run(command, at: Self.morning)
      #expect(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
    }
    let path = program.home.path + "/new.colpkg"
    let later = "2026-11-23T10:00:00+00:00"
    let without = try program.run(
      ["deck", "export", "--into", copy, "--output", path, "--no-new-notes"], at: later)
    #expect(without.output.hasPrefix("Anki has everything already"), "\(without.output)")
    let study = try program.run(
      ["study", "German", "--new", "2"], at: Self.morning, input: "\n3\n\n3\n")
    #expect(study.ending == .exited(0), "\(study.errors)")
    let merge = try program.run(["deck", "export", "--into", copy, "--output", path], at: later)
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    #expect(merge.output.contains("; 3 new notes with 3 cards: "), "\(merge.output)")

    let again = try program.run(
      ["deck", "export", "--into", path, "--output", program.home.path + "/again.colpkg"],
      at: "2026-11-23T11:00:00+00:00")
    #expect(again.output == "Anki has everything already; nothing was written.\n")
    let other = try Program()
    #expect(try other.run(["deck", "import", path], at: later).ending == .exited(0))
    #expect(try standings(of: other) == standings(of: program))

    // What was edited here since is neither added again nor given its old text back.
    let edit = try program.run(
      ["deck", "edit", "das Pult", "--prompt", "das Schreibpult"], at: later)
    #expect(edit.ending == .exited(0), "\(edit.errors)")
    let edited = try standings(of: program)
    #expect(edited.contains { $0.contains("Schreibpult") })
    let third = try program.run(
      ["deck", "export", "--into", path, "--output", program.home.path + "/again.colpkg"],
      at: "2026-11-23T12:00:00+00:00")
    #expect(third.output == "Anki has everything already; nothing was written.\n")
    #expect(try standings(of: program) == edited)
  }

  /// Where all cards stand.
  private func standings(of program: Program) throws -> [String] {
    let list = try program.run(
      ["card", "list", "--where", "is:new or -is:new", "--format", "json"], at: Self.morning)
    let object = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
    let cards = try #require((object as? [String: Any])?["rows"] as? [[String: Any]])
    let keys = [
      "group", "prompt", "answer", "direction", "state", "due", "reviews", "flag", "tags",
    ]
    return cards.map { card in keys.map { "\(card[$0] ?? "")" }.joined(separator: "|") }.sorted()
  }

  @Test(arguments: [
    "UPDATE notes SET flds = printf('%.*c', 5000000, 'a') || char(31) || 'b'",
    "UPDATE notes SET tags = printf('%.*c', 70000, 't')",
    """
    UPDATE col SET models = '{"5": {"name": "Basic", "type": 0, "tmpls": [], "flds": ['
      || replace(printf('%.*c', 1001, 'x'), 'x', '{"name": "A"},') || '{"name": "B"}]}}'
    """,
    "UPDATE col SET decks = '{\"1\": [' || replace(printf('%.*c', 50001, 'x'), 'x', '{},') || '{}]}'",
  ])
  func `a collection that would take too much memory is refused, and nothing is written`(
    change: String
  ) throws {
    let copy = try collection([0, 0, 1, 0, 0, 0], created: 1_795_060_800)
    let queue = try DatabaseQueue(path: copy)
    try queue.write { try $0.execute(sql: change) }
    try queue.close()
    let outcome = try program.run(["deck", "import", copy, "--yes"], at: Self.morning)
    #expect(outcome.ending != .exited(0))
    #expect(outcome.errors.contains(" more than "), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.dataFolder + "/decks/collection.json"))
  }

  @Test func `media are unpacked only from packages, and the copy is never merged over itself`()
    throws
  {
    let copy = try collection([0, 0, 1, 0, 0, 0], created: 1_795_060_800)
    let outcome = try program.run(["deck", "import", copy, "--media", "--yes"], at: Self.morning)
    #expect(outcome.ending != .exited(0))
    #expect(outcome.errors.contains("--media: only an .apkg or .colpkg has media."))
    let package = program.home.path + "/copy.colpkg"
    try FileManager.default.copyItem(atPath: copy, toPath: package)
    let merge = try program.run([
      "deck", "export", "--into", package, "--output", package, "--force",
    ])
    #expect(merge.ending != .exited(0))
    #expect(merge.errors.contains("--output: Write to another file; the copy stays as it is."))
  }

  /// Changes a collection as another program would.
  private func change(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test func `no trigger of a collection runs when it is merged`() throws {
    let copy = try collection(
      [2, 2, 40, 13, 3, 0], created: 1_793_505_600, answers: [(8, 3, 13, 1)])
    #expect(try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let study = try program.run(
      ["study", "--ahead", "100"], at: Self.morning, input: "\n3\n")
    #expect(study.ending == .exited(0), "\(study.errors)")
    try change(
      copy,
      """
      CREATE TRIGGER a AFTER INSERT ON revlog BEGIN DELETE FROM cards; END;
      CREATE TRIGGER b AFTER UPDATE ON cards BEGIN DELETE FROM revlog; END;
      """)
    let path = program.home.path + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: "2026-11-23T10:00:00+00:00")
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    let other = try Program(courses: false)
    let back = try other.run(["deck", "import", path], at: "2026-11-23T11:00:00+00:00")
    #expect(back.output.contains("Cards: 1 of 1\n"), "\(back.output)")
    #expect(back.output.contains("Reviews added to the review log: 2\n"), "\(back.output)")
  }

  @Test func `a damaged collection is not merged`() throws {
    let copy = try collection([0, 0, 1, 0, 0, 0], created: 1_795_060_800)
    #expect(try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    #expect(
      try program.run(["card", "flag", "--yes", "--where", "chat"], at: Self.morning).ending
        == .exited(0))
    // The last page is one that no import reads.
    try change(copy, "CREATE TABLE graves AS SELECT randomblob(50000) AS a")
    let file = try #require(FileHandle(forUpdatingAtPath: copy))
    let end = try file.seekToEnd()
    try file.seek(toOffset: end - 4096)
    try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    try file.close()
    let path = program.home.path + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(3), "\(merge.output)")
    #expect(merge.errors.contains("it is damaged"), "\(merge.errors)")
    #expect(access(path, F_OK) != 0)
    let missing = try program.run(["deck", "export", "--into", "none.colpkg", "--output", path])
    #expect(missing.ending == .exited(3))
    #expect(missing.errors.contains("there is no such file"), "\(missing.errors)")
  }

  @Test func `a text corrected here stays until its note changes in Anki`() throws {
    let copy = try collection([0, 0, 1, 0, 0, 0], created: 1_795_060_800)
    #expect(try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let edit = try program.run(["deck", "edit", "chat", "--answer", "tomcat"], at: Self.morning)
    #expect(edit.ending == .exited(0), "\(edit.errors)")
    let path = program.home.path + "/new.colpkg"
    let merge = ["deck", "export", "--into", copy, "--output", path]
    for _ in 0..<2 {
      #expect(try program.run(merge, at: Self.morning).ending == .exited(1))
      #expect(try card()["answer"] as? String == "tomcat")
    }
    let kept = try program.run(["deck", "import", copy], at: Self.morning)
    #expect(
      kept.output.contains(
        "Questions edited here, and not in Anki since the last import, left as they are: 1\n"))
    try change(copy, "UPDATE notes SET flds = 'chat' || char(31) || 'kitty'")
    let news = try program.run(merge, at: Self.morning)
    #expect(news.errors.contains(": 0 imported, 1 updated, "), "\(news.errors)")
    #expect(try card()["answer"] as? String == "kitty")
    // Who wants it takes Anki's text.
    _ = try program.run(["deck", "edit", "chat", "--answer", "tomcat"], at: Self.morning)
    let forced = try program.run(
      ["deck", "import", copy, "--duplicates", "update"], at: Self.morning)
    #expect(forced.output.contains("0 imported, 1 updated"), "\(forced.output)")
    #expect(try card()["answer"] as? String == "kitty")
  }

  @Test func `columns that were named hold for the next import and for a merge`() throws {
    let copy = try collection([0, 0, 1, 0, 0, 0], created: 1_795_060_800)
    try change(
      copy,
      """
      UPDATE notes SET flds = 'cat' || char(31) || 'feline' || char(31) || 'chat';
      UPDATE col SET models = replace(models, '{"name": "Back"}', '{"name": "Back"}, {"name": "French"}')
      """)
    let given = try program.run(
      ["deck", "import", copy, "--columns", "prompt=french,answer=front"], at: Self.morning)
    #expect(given.ending == .exited(0), "\(given.errors)")
    #expect(try card()["answer"] as? String == "cat")
    #expect(
      try program.run(["card", "flag", "--yes", "--where", "chat"], at: Self.morning).ending
        == .exited(0))
    let path = program.home.path + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    #expect(try card()["answer"] as? String == "cat")
    let again = try program.run(["deck", "import", copy], at: Self.morning)
    #expect(
      again.errors.contains("“Basic” (1), columns as for the last import: "), "\(again.errors)")
    #expect(again.output.contains("0 imported, 0 updated, 1 unchanged"), "\(again.output)")
    let others = try program.run(
      ["deck", "import", copy, "--columns", "prompt=French,answer=Back"], at: Self.morning)
    #expect(others.output.contains("1 updated"), "\(others.output)")
    #expect(try card()["answer"] as? String == "feline")
  }

  @Test func `questions of a group that is called like a filtered deck get a deck beside it`()
    throws
  {
    let copy = try collection([0, 0, 1, 0, 0, 0], created: 1_795_060_800)
    try change(
      copy,
      """
      UPDATE col SET decks = '{"1": {"name": "French", "conf": 1}, "2": {"name": "Cram", "dyn": 1}}'
      """)
    #expect(try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let deck = program.dataFolder + "/decks/collection.json"
    let text = try String(contentsOfFile: deck, encoding: .utf8)
    let group = #"{"title": "Cram", "questions": [{"prompt": "chien", "answer": "dog"}]}"#
    try (text.trimmingCharacters(in: .whitespacesAndNewlines).dropLast() + ", \(group)]")
      .write(toFile: deck, atomically: true, encoding: .utf8)
    let path = program.home.path + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    #expect(merge.output.hasPrefix("1 new note with 1 card: "), "\(merge.output)")
    let other = try Program(courses: false)
    #expect(try other.run(["deck", "import", path], at: Self.morning).ending == .exited(0))
    let list = try other.run(
      ["card", "list", "--where", "is:new", "--format", "csv"], at: Self.morning)
    #expect(list.output.contains("Cram_"), "\(list.output)")
  }

  @Test func `a question whose note was deleted in Anki is not added to it again`() throws {
    let copy = try collection([0, 0, 1, 0, 0, 0], created: 1_795_060_800)
    #expect(try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let queue = try DatabaseQueue(path: copy)
    try queue.write { db in
      try db.execute(
        sql: """
          DELETE FROM notes;
          DELETE FROM cards;
          INSERT INTO notes (id, guid, mid, tags, flds)
            VALUES (8, 'other', 5, '', 'chien' || char(31) || 'dog');
          INSERT INTO cards VALUES (10, 8, 1, 0, 0, 0, 0, 0, 2, 0, 2300, 0, 0, 0, 0, 0, 0, '{}')
          """)
    }
    try queue.close()
    let path = program.home.path + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(1), "\(merge.errors)")
    #expect(merge.errors.contains("1 question not added again, deleted in Anki."))
  }

  // The collection was made on 2026-10-01 at 4 o'clock in Tokyo.
  @Test(arguments: [
    ("America/Los_Angeles", "2026-11-23T09:00:00-08:00"),
    ("Asia/Tokyo", "2026-11-23T09:00:00+09:00"),
  ])
  func `due days count from the date where the collection was made`(zone: String, moment: String)
    throws
  {
    let copy = try collection([2, 2, 60, 30, 0, 0], created: 1_790_794_800, minutesWest: -540)
    let environment = ["TZ": zone]
    let outcome = try program.run(["deck", "import", copy], at: moment, environment: environment)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    // Sixty days after 2026-10-01.
    #expect(try card(at: moment, environment: environment)["due"] as? String == "2026-11-30")
  }
}
