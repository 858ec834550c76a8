import Foundation
import GRDB
import RabbleTestSupport
import Testing

/// `rabble deck import` of packages that real Anki made, and what undoes it.
struct AnkiImportTests {
  private let program: Program

  init() throws { program = try Program(courses: false) }

  /// After everything in the packages happened.
  private static let morning = "2026-11-23T09:00:00+00:00"

  private func package(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "RabbleAnkiTests/Fixtures/Anki/\(name)").path
  }

  private func number(_ sql: String) throws -> Int {
    try DatabaseQueue(path: program.log).read { try Int.fetchOne($0, sql: sql) ?? 0 }
  }

  /// The reviews that count.
  private static let reviews = """
    SELECT count(*) FROM review e WHERE
      NOT EXISTS (SELECT 1 FROM undo u WHERE u.target = e.cause
        AND NOT EXISTS (SELECT 1 FROM redo r WHERE r.target = u.id))
    """

  @Test func `a dry run counts everything and writes nothing`() throws {
    let outcome = try program.run(
      ["deck", "import", package("fsrs.apkg"), "--dry-run"], at: Self.morning)
    #expect(outcome.ending == .exited(0))
    #expect(outcome.errors.contains("Anki, 64 notes, 94 cards, 312 reviews"))
    #expect(outcome.output.hasPrefix("Dry run, nothing written. Into "))
    #expect(outcome.output.contains("Cards: 94 of 94\n"))
    #expect(outcome.output.contains("Reviews: 312 ("))
    #expect(outcome.output.contains("Suspended cards: 4\n"))
    #expect(outcome.output.contains("Flagged cards: 5\n"))
    let decks = try FileManager.default.contentsOfDirectory(atPath: program.dataFolder + "/decks")
    #expect(decks.isEmpty)
  }

  @Test(arguments: [40, 80] as [UInt16])
  func `the report breaks between words on a terminal, and nowhere else`(columns: UInt16) throws {
    let arguments = ["deck", "import", package("fsrs.apkg"), "--dry-run"]
    let plain = try program.run(arguments, at: Self.morning).output
    #expect(plain.split(separator: "\n").contains { $0.count > columns })
    let terminal = try PseudoTerminal(
      program, arguments + ["--yes"], at: Self.morning, columns: columns)
    let shown = try terminal.finish().shown.split { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
    #expect(
      shown.allSatisfy { line in
        line.count <= columns || line.hasPrefix("/") && !line.contains(" ")
      })
    let words = plain.split(whereSeparator: \.isWhitespace)
    let all = shown.flatMap { $0.split(whereSeparator: \.isWhitespace) }
    #expect(all.suffix(words.count) == words[...])
  }

  @Test(arguments: [("fsrs.apkg", 312), ("sm2.colpkg", 384), ("mixed.colpkg", 333)])
  func `every review comes along once, and undo undoes all of it`(name: String, reviews: Int) throws
  {
    let path = package(name)
    let outcome = try program.run(["deck", "import", path], at: Self.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(outcome.output.contains("Reviews added to the review log: \(reviews)\n"))
    #expect(try number(Self.reviews) == reviews)
    #expect(try number("SELECT count(*) FROM foreign_change") == 4)
    #expect(try program.run(["log", "check"], at: Self.morning).ending == .exited(0))
    let scheduled = try number("SELECT count(*) FROM schedule")
    #expect(scheduled > 40)
    #expect(try number("SELECT count(*) FROM held WHERE until_day IS NULL") == 4)

    let again = try program.run(["deck", "import", path], at: Self.morning)
    #expect(again.output.contains("Nothing in it is new to the review log."))
    #expect(again.output.contains("0 imported, 0 updated"))
    #expect(try number(Self.reviews) == reviews)
    #expect(try number("SELECT count(*) FROM import") == 1)

    let undo = try program.run(["undo"], at: Self.morning)
    #expect(undo.ending == .exited(0) && !undo.errors.contains("in no deck"), "\(undo.errors)")
    #expect(try number(Self.reviews) == 0)
    #expect(try number("SELECT count(*) FROM schedule") == 0)
    #expect(try number("SELECT count(*) FROM held") == 0)
    let decks = try FileManager.default.contentsOfDirectory(atPath: program.dataFolder + "/decks")
    #expect(decks.isEmpty)
    #expect(try program.run(["log", "check"], at: Self.morning).ending == .exited(0))

    #expect(try program.run(["redo"], at: Self.morning).ending == .exited(0))
    #expect(try number(Self.reviews) == reviews)
    #expect(try number("SELECT count(*) FROM schedule") == scheduled)
    #expect(try program.run(["log", "check"], at: Self.morning).ending == .exited(0))

    _ = try program.run(["undo"], at: Self.morning)
    _ = try program.run(["deck", "import", path], at: Self.morning)
    #expect(try number(Self.reviews) == reviews)
  }

  @Test func `cards in review are due on the day on which Anki has them due`() throws {
    _ = try program.run(["deck", "import", package("sm2.colpkg")], at: Self.morning)
    let days = try DatabaseQueue(path: program.log).read { db in
      try Int.fetchAll(db, sql: "SELECT due_day FROM schedule WHERE due_day IS NOT NULL")
    }
    #expect(days.sorted() == Self.dueDays)
  }

  /// From Anki's own database, the days since 1970 of cards in review.
  private static let dueDays: [Int] = [
    20761, 20763, 20763, 20766, 20769, 20770, 20772, 20773, 20775, 20776, 20779, 20780,
    20781, 20782, 20782, 20783, 20783, 20784, 20785, 20787, 20788, 20789, 20791, 20794,
    20796, 20800, 20801, 20802, 20805, 20806, 20807, 20808, 20811, 20813, 20814, 20815,
    20820, 20831, 20833, 20834, 20835, 20836, 20837, 20840, 20841, 20846, 20848, 20849,
    20852, 20856, 20859, 20879, 20898, 20900, 20901, 20921,
  ]

  @Test func `an interval of Anki is not said to be chosen by chance`() throws {
    _ = try program.run(["deck", "import", package("sm2.colpkg")], at: Self.morning)
    let list = try program.run(
      ["card", "list", "--where", "is:review interval>7", "--format", "csv"], at: Self.morning)
    let cards = try CSVRows(list.output).rows.prefix(6)
    #expect(cards.count == 6)
    for card in cards {
      let why = try program.run(
        [
          "card", "why", "--where",
          "prompt:\"\(try #require(card["prompt"]))\" deck:\"\(try #require(card["group"]))\"",
        ], at: Self.morning)
      let text = why.output.split { $0.isWhitespace }.joined(separator: " ")
      #expect(why.ending == .exited(0), "\(why.errors)")
      #expect(text.contains("as in the other program.") && !text.contains("to spread out"))
    }
  }

  @Test func `a card that was reset in Anki is new, whatever was answered before`() throws {
    _ = try program.run(["deck", "import", package("sm2.colpkg")], at: Self.morning)
    // Reset in Anki after three answers, which its review log still has.
    let why = try program.run(
      ["card", "why", "--where", "prompt:Frankreich0 deck:\"Japanese::Länder\""], at: Self.morning)
    #expect(why.ending == .exited(0), "\(why.errors)")
    let card = try #require(why.output.components(separatedBy: "\n\n").first)
    #expect(card.contains("New: its answers don't affect the schedule."), "\(card)")
    #expect(card.contains("2026-09-20 good (cram)") && !card.contains("Memory"))
  }

  @Test func `what was answered here in between is not lost`() throws {
    let path = package("fsrs.apkg")
    _ = try program.run(["deck", "import", path], at: Self.morning)
    let study = try program.run(
      ["study", "German::Numbers", "--limit", "1"], at: "2026-11-23T10:00:00+00:00",
      input: "\n3\n")
    #expect(study.ending == .exited(0), "\(study.errors)")
    let own = "SELECT count(*) FROM review WHERE cause IS NULL"
    #expect(try number(own) == 1)
    let days = """
      SELECT sum(due_day * place) FROM (
        SELECT due_day, row_number() OVER (ORDER BY question, direction) AS place FROM schedule)
      """
    let before = try number(days)
    _ = try program.run(["deck", "import", path], at: "2026-11-23T11:00:00+00:00")
    #expect(try number(own) == 1)
    #expect(try number(days) == before)
  }

  @Test func `a newer export updates notes, and adds cards and the new reviews alone`() throws {
    let first = try program.run(["deck", "import", package("again-1.apkg")], at: Self.morning)
    #expect(first.output.contains("Reviews added to the review log: 2\n"), "\(first.output)")
    // What is answered here in between stays.
    let study = try program.run(
      ["study", "Words", "--limit", "1"], at: "2026-11-23T10:00:00+00:00", input: "\n3\n")
    #expect(study.ending == .exited(0), "\(study.errors)")
    let second = try program.run(
      ["deck", "import", package("again-2.apkg")],
      at: "2026-11-23T11:00:00+00:00")
    #expect(second.output.contains("1 imported, 1 updated, 3 unchanged"), "\(second.output)")
    #expect(second.output.contains("Reviews added to the review log: 2\n"), "\(second.output)")
    #expect(try number(Self.reviews) == 5)
    #expect(try number("SELECT count(*) FROM review WHERE cause IS NULL") == 1)
    #expect(
      try program.run(["log", "check"], at: "2026-11-23T11:00:00+00:00").ending == .exited(0))
  }

  @Test
  func
    `a device that does not know what Anki had says how many questions get Anki's text`()
    throws
  {
    let path = package("again-1.apkg")
    let first = try program.run(["deck", "import", path], at: Self.morning)
    #expect(!first.errors.contains("edited here"), "\(first.errors)")
    #expect(try program.run(["deck", "edit", "犬", "--answer", "hound"]).ending == .exited(0))
    let again = try program.run(["deck", "import", path, "--dry-run"], at: Self.morning)
    #expect(again.output.contains("update 0") && !again.errors.contains("edited here"), "\(again)")
    // As on another device, to which the deck and the events came.
    try FileManager.default.removeItem(
      atPath: program.home.path + "/.local/state/rabble/anki-texts.json")
    let other = try program.run(["deck", "import", path, "--dry-run"], at: Self.morning)
    #expect(other.output.contains("update 1"), "\(other)")
    #expect(
      other.errors.hasSuffix(
        "Those that read differently in Anki get Anki's text: 1. "
          + "`--duplicates skip` leaves them as they are.\n"), "\(other)")
    let kept = try program.run(["deck", "import", path, "--duplicates", "skip"], at: Self.morning)
    #expect(kept.output.contains("0 updated") && !kept.errors.contains("edited here"), "\(kept)")
  }

  @Test func `decks with the same options have presets of their own desired retention`() throws {
    let outcome = try program.run(
      ["deck", "import", package("retention-latest.apkg")], at: Self.morning)
    #expect(
      outcome.output.contains("Preset “Anki: Default (75%)” for 1 group: desired retention 75%,"))
    #expect(
      outcome.output.contains("Preset “Anki: Default (95%)” for 1 group: desired retention 95%,"))
    let names = try DatabaseQueue(path: program.log).read { db in
      try String.fetchAll(db, sql: "SELECT name FROM preset ORDER BY name")
    }
    // The third group has the same daily limits and no retention of its own.
    #expect(names == ["Anki: Default", "Anki: Default (75%)", "Anki: Default (95%)"])
  }

  @Test func `columns that no note type has are refused with the fields there are`() throws {
    let outcome = try program.run(
      ["deck", "import", package("types-latest.apkg"), "--columns", "prompt=Land,answer=Capital"],
      at: Self.morning)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.errors.contains("“Capital”"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Land, Hauptstadt, Flagge, Anmerkung"), "\(outcome.errors)")
  }

  @Test func `a damaged package leaves nothing behind`() throws {
    let path = program.home.path + "/broken.apkg"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: package("fsrs.apkg")))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
    let outcome = try program.run(["deck", "import", path], at: Self.morning)
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("the archive ends before its contents do"))
    #expect(access(program.log, F_OK) != 0)
  }
}
