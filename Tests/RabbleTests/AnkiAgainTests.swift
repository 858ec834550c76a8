import Foundation
import GRDB
import RabbleTestSupport
import Testing

/// A collection of Anki that is imported again after something was changed in Anki, or here.
struct AnkiAgainTests {
  private let program: Program
  private let path: String

  private static let morning = "2026-11-23T09:00:00+00:00"
  private static let noon = "2026-11-23T12:00:00+00:00"

  /// Makes a collection of schema 11, begun on 2026-11-01, with three new cards: `chat`, `chien` and, in another
  /// deck, `Hund`.
  init() throws {
    program = try Program(courses: false)
    path = program.home.path + "/collection.anki2"
    try change(
      """
      CREATE TABLE col (id INTEGER PRIMARY KEY, crt, mod, conf, models, decks, dconf);
      CREATE TABLE notes (id INTEGER PRIMARY KEY, guid, mid, mod, usn, tags, flds, sfld, csum, flags, data);
      CREATE TABLE cards (id INTEGER PRIMARY KEY, nid, did, ord, mod, usn, type, queue, due, ivl, factor,
        reps, lapses, left, odue, odid, flags, data);
      CREATE TABLE revlog (id INTEGER PRIMARY KEY, cid, usn, ease, ivl, lastIvl, factor, time, type);
      INSERT INTO col VALUES (1, 1793505600, 0, '{"fsrs": true, "creationOffset": 0}',
        '{"5": {"name": "Basic", "type": 0, "flds": [{"name": "Front"}, {"name": "Back"}],
          "tmpls": [{"name": "1", "ord": 0, "qfmt": "{{Front}}", "afmt": "{{Back}}"}]}}',
        '{"1": {"name": "French", "conf": 1}, "2": {"name": "German", "conf": 2}}',
        '{"1": {"name": "Default", "new": {"delays": []}, "lapse": {"delays": [], "leechFails": 8}},
          "2": {"name": "Default", "new": {"delays": []}, "lapse": {"delays": [], "leechFails": 8}}}');
      INSERT INTO notes (id, guid, mid, tags, flds) VALUES
        (1, 'g1', 5, '', 'chat' || char(31) || 'cat'), (2, 'g2', 5, '', 'chien' || char(31) || 'dog'),
        (3, 'g3', 5, '', 'Hund' || char(31) || 'dog');
      INSERT INTO cards SELECT 10 * id, id, iif(id = 3, 2, 1), 0, 0, 0, 0, 0, id, 0, 2300, 0, 0, 0, 0, 0, 0,
        '{}' FROM notes;
      """)
  }

  /// Changes the collection as Anki would.
  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Gives the card `chat` an answer on November 9, after which it is due on November 23.
  private func learn() throws {
    try change(
      """
      UPDATE cards SET type = 2, queue = 2, due = 22, ivl = 14, reps = 1,
        data = '{"s": 14, "d": 5}' WHERE id = 10;
      INSERT INTO revlog VALUES (1794214800000, 10, 0, 3, 14, 0, 500, 4000, 0);
      """)
  }

  @discardableResult
  private func run(_ arguments: String..., at moment: String = morning, input: String = "") throws
    -> Outcome
  {
    let outcome = try program.run(arguments, at: moment, input: input)
    #expect([.exited(0), .exited(1)].contains(outcome.ending), "\(arguments): \(outcome.errors)")
    return outcome
  }

  private func importAgain(at moment: String = morning) throws -> String {
    try run("deck", "import", path, at: moment).output
  }

  /// What is known of the card of a question.
  private func card(_ prompt: String = "chat", at moment: String = morning) throws -> [String: Any]
  {
    let list = try run(
      "card", "list", "--where", "is:new or -is:new", "--format", "json", at: moment)
    let object = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
    let cards = (object as? [String: Any])?["rows"] as? [[String: Any]]
    return try #require(cards?.first { $0["prompt"] as? String == prompt })
  }

  private func isSuspended(_ prompt: String = "chat") throws -> Bool {
    try card(prompt)["state"] as? String == "suspended"
  }

  private func isFlagged(_ prompt: String = "chat") throws -> Bool {
    try card(prompt)["flagged"] as? Bool == true
  }

  // MARK: - Suspensions and flags

  @Test
  func
    `new cards are unsuspended and unflagged as in Anki, and not by an export without schedules`()
    throws
  {
    try change("UPDATE cards SET queue = -1, flags = 3")
    _ = try importAgain()
    #expect(try isSuspended() && isFlagged() && isSuspended("chien") && isFlagged("chien"))
    try change("UPDATE cards SET queue = 0, flags = 0 WHERE id = 10")
    let news = try importAgain()
    #expect(news.contains("Cards suspended, buried or restored: 1\n"), "\(news)")
    #expect(news.contains("Cards flagged or unflagged: 1\n"), "\(news)")
    #expect(try !isSuspended() && !isFlagged() && isSuspended("chien") && isFlagged("chien"))
    let merged = program.home.path + "/new.colpkg"
    #expect(
      try run("deck", "export", "--into", path, "--output", merged).output.hasPrefix(
        "Anki has everything already"))
    // Without scheduling information, Anki exports all cards like this, and no reviews.
    try change("UPDATE cards SET queue = 0, flags = 0")
    _ = try importAgain()
    #expect(try isSuspended("chien") && isFlagged("chien"))
  }

  @Test func `what is changed in Anki after it has what was set here counts`() throws {
    try learn()
    _ = try importAgain()
    try run("card", "suspend", "--yes", "--where", "chat")
    try run("card", "flag", "--yes", "--where", "chat")
    // Anki doesn't have it yet.
    _ = try importAgain()
    #expect(try isSuspended() && isFlagged())
    // It has what a merge has written.
    try change("UPDATE cards SET queue = -1, flags = 1 WHERE id = 10")
    let agreed = try importAgain()
    #expect(
      agreed.contains("Suspensions and flags from here that Anki has by now: 2\n"), "\(agreed)")
    #expect(try importAgain().contains("Nothing in it is new to the review log."))
    #expect(try isSuspended() && isFlagged())
    try change("UPDATE cards SET queue = 2, flags = 0 WHERE id = 10")
    _ = try importAgain()
    #expect(try !isSuspended() && !isFlagged())
    try run("undo")
    #expect(try isSuspended() && isFlagged())
    try run("redo")
    // What is set here afterwards stays.
    try run("card", "suspend", "--yes", "--where", "chat")
    _ = try importAgain()
    #expect(try isSuspended() && !isFlagged())
    #expect(try program.run(["log", "check"], at: Self.morning).ending == .exited(0))
  }

  // MARK: - Schedules

  /// Answers the card here in the morning, as an export and import or a merge then brings it into Anki.
  private func answer() throws {
    try learn()
    _ = try importAgain()
    try run("study", "French", "--new", "0", input: "\n3\n")
    let time = try DatabaseQueue(path: program.log).read {
      try Int64.fetchAll($0, sql: "SELECT time FROM review WHERE cause IS NULL")
    }
    try #require(time.count == 1)
    try change("INSERT INTO revlog VALUES (\(time[0] + 3), 10, 0, 3, 30, 14, 500, 4000, 1)")
  }

  @Test func `a card that was last answered here is new when it is reset in Anki`() throws {
    try answer()
    // At 11 o'clock, with the row that Anki writes for it.
    try change(
      """
      UPDATE cards SET type = 0, queue = 0, due = 9, ivl = 0, data = '{}' WHERE id = 10;
      INSERT INTO revlog VALUES (1795431600000, 10, 0, 0, 0, 30, 0, 0, 4);
      """)
    let news = try importAgain(at: Self.noon)
    #expect(news.contains("Cards reset to new, as in Anki: 1\n"), "\(news)")
    #expect(try card(at: Self.noon)["state"] as? String == "new")
    #expect(try importAgain(at: Self.noon).contains("Nothing in it is new to the review log."))
    let merged = program.home.path + "/new.colpkg"
    let merge = try run("deck", "export", "--into", path, "--output", merged, at: Self.noon)
    #expect(merge.output.hasPrefix("Anki has everything already"), "\(merge.output)")
    #expect(try program.run(["log", "check"], at: Self.noon).ending == .exited(0))
  }

  @Test(arguments: [
    // At 11 o'clock, after the answer here, and at 8, before it.
    (1_795_431_600_000, true), (1_795_420_800_000, false),
  ])
  func `a due date that was set in Anki counts until the next answer here`(
    time: Int64, isLater: Bool
  ) throws {
    try answer()
    let due = try card(at: Self.noon)["due"] as? String
    // Three days from today.
    try change(
      """
      UPDATE cards SET type = 2, queue = 2, due = 25, ivl = 30, reps = 2 WHERE id = 10;
      INSERT INTO revlog VALUES (\(time), 10, 0, 0, 30, 30, 2500, 0, 4);
      """)
    _ = try importAgain(at: Self.noon)
    let moved = try card(at: Self.noon)["due"] as? String
    #expect(moved == (isLater ? "2026-11-26" : due))
    #expect(due != "2026-11-26")
  }

  // MARK: - Texts

  @Test
  func `a text corrected here stays when Anki gets other tags or cards, and these come along`()
    throws
  {
    _ = try importAgain()
    try run("deck", "edit", "chat", "--answer", "tomcat")
    try change("UPDATE notes SET tags = ' leech pets ' WHERE id = 1")
    #expect(try importAgain().contains(": 0 imported, 1 updated, 2 unchanged"))
    #expect(try card()["answer"] as? String == "tomcat")
    #expect(try card()["tags"] as? [String] == ["leech", "pets"])
    // The last tags are removed.
    try change("UPDATE notes SET tags = '' WHERE id = 1")
    #expect(try importAgain().contains(": 0 imported, 1 updated, 2 unchanged"))
    #expect(try card()["answer"] as? String == "tomcat")
    #expect(try card()["tags"] is NSNull)
    try change(
      """
      UPDATE col SET models = replace(models, '"afmt": "{{Back}}"}',
        '"afmt": "{{Back}}"}, {"name": "2", "ord": 1, "qfmt": "{{Back}}", "afmt": "{{Front}}"}');
      INSERT INTO cards SELECT id + 1, nid, did, 1, 0, 0, 0, 0, 9, 0, 2300, 0, 0, 0, 0, 0, 0, '{}'
        FROM cards;
      """)
    #expect(try importAgain().contains(": 0 imported, 3 updated, 0 unchanged"))
    #expect(try card()["answer"] as? String == "tomcat")
    let both = try run("card", "list", "--where", "chat", "--format", "csv").output
    #expect(both.contains(",production,") && both.contains(",recognition,"), "\(both)")
    let kept = try importAgain()
    #expect(
      kept.contains(
        "Questions edited here, and not in Anki since the last import, left as they are: 1\n"),
      "\(kept)")
  }

  @Test func `tags that were given here stay while Anki has none`() throws {
    _ = try importAgain()
    try run("deck", "edit", "chat", "--json", #"{"tags": ["mine"]}"#)
    try change("UPDATE notes SET flds = 'chat' || char(31) || 'kitty' WHERE id = 1")
    _ = try importAgain()
    #expect(try card()["answer"] as? String == "kitty")
    #expect(try card()["tags"] as? [String] == ["mine"])
  }

  @Test func `an import that was undone comes again as it was, and what was edited here stays`()
    throws
  {
    _ = try importAgain()
    try run("deck", "edit", "chien", "--answer", "hound")
    for change in [
      "UPDATE notes SET flds = 'chat' || char(31) || 'kitty' WHERE id = 1",
      "UPDATE notes SET tags = ' pets ' WHERE id = 1",
    ] {
      try self.change(change)
      for _ in 0..<2 {
        #expect(try importAgain().contains(": 0 imported, 1 updated, 2 unchanged"))
        #expect(try card("chien")["answer"] as? String == "hound")
        try run("undo")
      }
      try run("redo")
      #expect(try importAgain().contains(": 0 imported, 0 updated, 3 unchanged"))
    }
    #expect(try card()["answer"] as? String == "kitty")
    #expect(try card()["tags"] as? [String] == ["pets"])
  }

  @Test func `what an older version has noted of texts is understood`() throws {
    _ = try importAgain()
    try run("deck", "edit", "chat", "--answer", "tomcat")
    let state = program.home.path + "/.local/state/rabble/anki-texts.json"
    // The hashes of all fields of the three questions, by those of their identities, as version 1 wrote them.
    let old = try JSONSerialization.data(withJSONObject: [
      program.dataFolder + "/decks/collection.json": Self.oldTexts.base64EncodedString()
    ])
    try old.write(to: URL(filePath: state))
    #expect(try importAgain().contains("left as they are: 1\n"))
    #expect(try card()["answer"] as? String == "tomcat")
  }

  /// FNV-1a of `g1` and of its fields, as the format of the file says: 64 bits each, the highest byte first.
  private static var oldTexts: Data {
    func hash(_ text: String) -> UInt64 {
      text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    let fields = ["g1", "chat", "", "", "cat"] + Array(repeating: "", count: 14)
    return [hash("g1"), hash(fields.joined(separator: "\u{1F}"))].reduce(into: Data()) {
      data, number in
      for shift in stride(from: 56, through: 0, by: -8) {
        data.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
  }

  // MARK: - Decks

  @Test func `notes whose group was moved to another file are not added again`() throws {
    _ = try importAgain()
    let deck = program.dataFolder + "/decks/collection.json"
    let groups = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: deck))) as? [[String: Any]])
    try #require(groups.count == 2)
    for (group, file) in zip(groups, [deck, program.dataFolder + "/decks/german.json"]) {
      try JSONSerialization.data(withJSONObject: [group]).write(to: URL(filePath: file))
    }
    let again = try importAgain()
    #expect(again.contains(": 0 imported, 0 updated, 3 unchanged"), "\(again)")
    #expect(
      again.contains(
        "Questions that another deck file has, whose texts stay as they are there: 1\n"))
    #expect(
      try run("card", "list", "--where", "Hund", "--format", "csv").errors.contains(
        "1 card matches."))
  }

  @Test func `a collection with a deck called like a group of the learner's is another deck`()
    throws
  {
    let own = program.dataFolder + "/decks/mine.md"
    try FileManager.default.createDirectory(
      atPath: program.dataFolder + "/decks", withIntermediateDirectories: true)
    let text = "# French\n\nmerci :: thanks\n"
    try text.write(toFile: own, atomically: true, encoding: .utf8)
    #expect(
      try importAgain().hasPrefix("Import into \(program.dataFolder)/decks/collection.json: 3 "))
    #expect(try String(contentsOfFile: own, encoding: .utf8) == text)
  }

  @Test(arguments: ["Words", String(repeating: "A", count: 54) + " long"])
  func `options of decks with the same name become presets of their own`(name: String) throws {
    try change(
      """
      UPDATE col SET dconf = '{
        "1": {"name": "\(name)", "new": {"delays": [], "perDay": 5}, "lapse": {"delays": []}},
        "2": {"name": "\(name)\(name == "Words" ? "" : "er")", "new": {"delays": [], "perDay": 9},
          "lapse": {"delays": []}}}'
      """)
    let report = try importAgain()
    #expect(report.contains("Presets added: 2\n"), "\(report)")
    let shown = "Anki: " + name.prefix(54)
    #expect(report.contains("Preset “\(shown)” for 1 group: "), "\(report)")
    #expect(report.contains("Preset “\(shown.prefix(58)) 2” for 1 group: "), "\(report)")
    #expect(report.contains("up to 5 new cards") && report.contains("up to 9 new cards"))
  }
}
