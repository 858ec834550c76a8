import Foundation
import RabbleTestSupport
import Testing

/// `rabble deck export --format apkg`, `rabble anki merge`, and files of other programs. Real Anki is
/// asked by `Scripts/check-anki`.
struct AnkiExportTests {
  private let program: Program

  init() throws { program = try Program(courses: false) }

  private static let morning = "2026-11-23T09:00:00+00:00"

  private func package(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "RabbleAnkiTests/Fixtures/Anki/\(name)").path
  }

  @Test func `what came from Anki goes back to it with all reviews, and is nothing new here`()
    throws
  {
    #expect(
      try program.run(["deck", "import", package("fsrs.apkg")], at: Self.morning).ending
        == .exited(0))
    let path = program.dataFolder + "/out.apkg"
    let export = try program.run(
      ["deck", "export", "--format", "apkg", "--progress", "--output", path], at: Self.morning)
    #expect(export.ending == .exited(0), "\(export.errors)")
    #expect(export.errors.contains("94 cards, 312 reviews"))
    let again = try program.run(["deck", "import", path], at: Self.morning)
    #expect(again.output.contains(": 0 imported, "), "\(again.output)")
    #expect(again.output.contains("Nothing in it is new to the review log."))
  }

  @Test func `a package needs the name of a file, and only a package takes progress`() throws {
    for arguments in [
      ["deck", "export", "--format", "apkg"], ["deck", "export", "--progress"],
      ["deck", "export", "--where", "is:new"],
    ] {
      #expect(try program.run(arguments, at: Self.morning).ending == .exited(2), "\(arguments)")
    }
  }

  @Test func `reviews given here go into a copy of the collection`() throws {
    let copy = package("mixed.colpkg")
    #expect(
      try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    _ = try program.run(
      ["study", "--new", "0", "--limit", "3"], at: Self.morning,
      input: "\n3\n\n3\n\n3\n")
    let path = program.dataFolder + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: "2026-11-23T10:00:00+00:00")
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    #expect(merge.output.hasPrefix("3 reviews and the schedules of 3 cards added: "))
    #expect(merge.output.contains("3. Anything you studied in Anki since"))
    let again = try program.run(
      ["deck", "import", path], at: "2026-11-23T11:00:00+00:00")
    #expect(again.output.contains("Nothing in it is new to the review log."), "\(again.output)")
  }

  @Test func `a package of some decks is not merged, since it would replace the collection`() throws
  {
    let path = program.dataFolder + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", package("fsrs.apkg"), "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(2))
    #expect(merge.errors.contains("is a package of some decks, not a collection."))
    #expect(access(path, F_OK) != 0)
    // Nothing of it was imported, either.
    #expect(try program.run(["undo"]).ending == .exited(1))
  }

  @Test func `a card made new here is new in the copy, and stays new here`() throws {
    let copy = package("mixed.colpkg")
    #expect(
      try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let started = try cards()
    let forget = try program.run(
      ["card", "forget", "--yes", "--where", "is:review interval>100"],
      at: "2026-11-23T10:00:00+00:00")
    #expect(forget.ending == .exited(0), "\(forget.errors)")
    let mine = try cards()
    #expect(mine != started)
    #expect(mine.contains { $0.hasSuffix("?, new") })
    let path = program.dataFolder + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: "2026-11-23T11:00:00+00:00")
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    #expect(try cards() == mine)
    let other = try Program(courses: false)
    #expect(
      try other.run(["deck", "import", path], at: "2026-11-23T12:00:00+00:00").ending == .exited(0))
    #expect(try cards(of: other) == mine)
  }

  @Test func `a filter that no card fits replaces no package`() throws {
    try program.addDeck(Program.words)
    let path = program.dataFolder + "/out.apkg"
    let export = ["deck", "export", "--format", "apkg", "--output", path]
    #expect(try program.run(export).ending == .exited(0))
    let before = try Data(contentsOf: URL(filePath: path))
    let none = try program.run(export + ["--force", "--where", "tag:none"])
    #expect(none.ending == .exited(1))
    #expect(none.errors.contains("No card matches, so nothing was exported."))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `what was suspended, flagged and moved here goes into the copy, too`() throws {
    let copy = package("mixed.colpkg")
    #expect(
      try program.run(["deck", "import", copy], at: Self.morning).ending == .exited(0))
    let before = try cards()
    let commands = [
      ["card", "suspend", "--yes", "--where", "is:review -is:suspended interval>100"],
      ["card", "flag", "--yes", "--where", "is:review -is:flagged stability<40"],
      ["card", "unflag", "--yes", "--where", "is:flagged stability>=40"],
    ]
    for command in commands {
      let outcome = try program.run(command, at: Self.morning)
      #expect(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
    }
    let moved = try program.run(
      ["card", "due", "--yes", "sooner:15", "--where", "is:review"], at: Self.morning)
    #expect(moved.ending == .exited(0), "\(moved.errors)")
    let path = program.dataFolder + "/new.colpkg"
    let merge = try program.run(
      ["deck", "export", "--into", copy, "--output", path], at: Self.morning)
    #expect(merge.ending == .exited(0), "\(merge.errors)")
    #expect(merge.output.contains(" cards rescheduled"), "\(merge.output)")

    let mine = try cards()
    #expect(mine != before)
    let other = try Program(courses: false)
    #expect(try other.run(["deck", "import", path], at: Self.morning).ending == .exited(0))
    #expect(try cards(of: other) == mine)
  }

  @Test func `sounds and pictures of Anki stay in the deck as the names of their files`() throws {
    let outcome = try program.run(["deck", "import", package("fsrs.apkg")], at: Self.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    let deck = try String(contentsOfFile: program.dataFolder + "/decks/fsrs.json", encoding: .utf8)
    #expect(deck.contains("\"media\": [\"x.mp3\"]"))
    let check = try program.run(["deck", "check", program.dataFolder + "/decks/fsrs.json"])
    #expect(!check.output.contains("media"))
  }

  @Test func `media go back to Anki and come here again, but nothing from outside their folder`()
    throws
  {
    let media = program.dataFolder + "/decks/types-latest.media"
    let outcome = try program.run(
      ["deck", "import", package("types-latest.apkg"), "--media"], at: Self.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: media).sorted()
    // The package has one of the six files that its notes name.
    #expect(names.count == 1)
    let path = program.dataFolder + "/out.apkg"
    let export = ["deck", "export", "--format", "apkg", "--force", "--output", path]
    let out = try program.run(export, at: Self.morning)
    #expect(out.errors.contains(", 1 media file "), "\(out.errors)")
    #expect(out.errors.contains("5 media files not exported, since missing in \(media);"))
    let other = try Program()
    #expect(
      try other.run(["deck", "import", path, "--media"], at: Self.morning).ending == .exited(0))
    for name in names {
      #expect(
        FileManager.default.contentsEqual(
          atPath: media + "/" + name, andPath: other.dataFolder + "/decks/out.media/" + name))
    }
    // The questions name the same files as before.
    func named(_ deck: String) throws -> [String] {
      try String(contentsOfFile: deck, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains("\"media\":") }.map(String.init).sorted()
    }
    #expect(
      try named(program.dataFolder + "/decks/types-latest.json")
        == named(other.dataFolder + "/decks/out.json"))

    // What is missing or a link is counted, and stays behind.
    let first = media + "/" + names[0]
    try FileManager.default.removeItem(atPath: first)
    try FileManager.default.createSymbolicLink(
      atPath: first, withDestinationPath: "/etc/hostname")
    let again = try program.run(export, at: Self.morning)
    #expect(again.errors.contains("6 media files not exported, since missing in \(media);"))
  }

  @Test func `groups that come back keep their preset, and questions of a course stay in it`()
    throws
  {
    let courses = program.withCourses
    let study = try courses.run(
      ["study", "Hiragana", "--new", "3"], at: Self.morning, input: "\n3\n\n3\n\n3\n:quit\n")
    #expect(study.ending == .exited(0), "\(study.errors)")
    let path = program.home.path + "/out.apkg"
    let export = try courses.run(
      ["deck", "export", "--format", "apkg", "--progress", "--output", path, "Hiragana"],
      at: Self.morning)
    #expect(export.ending == .exited(0), "\(export.errors)")
    let decks = try FileManager.default.contentsOfDirectory(atPath: program.dataFolder + "/decks")
    let again = try courses.run(["deck", "import", path], at: Self.morning)
    #expect(again.ending == .exited(0), "\(again.errors)")
    #expect(again.output.contains(": 0 imported, 0 updated, "), "\(again.output)")
    #expect(!again.output.contains("Preset"), "\(again.output)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: program.dataFolder + "/decks") == decks)

    // Somebody else takes over the progress, and has the course once. Anki's reviews are a millisecond apart at
    // least, so some are a little later than ours.
    let later = "2026-11-23T09:01:00+00:00"
    let other = try Program()
    let taken = try other.run(["deck", "import", path], at: later)
    #expect(taken.ending == .exited(0), "\(taken.errors)")
    #expect(taken.output.contains(": 0 imported, 0 updated, "), "\(taken.output)")
    #expect(!taken.output.contains("Preset"), "\(taken.output)")
    #expect(
      try !FileManager.default.fileExists(atPath: other.dataFolder + "/decks")
        || FileManager.default.contentsOfDirectory(atPath: other.dataFolder + "/decks").isEmpty)
    func cards(_ program: Program) throws -> [[String?]] {
      let list = try program.run(
        ["card", "list", "--where", "reviews>0", "--format", "csv"], at: later)
      return try CSVRows(list.output).rows.map { row in
        ["card", "group", "state", "due", "stability", "reviews"].map { row[$0] }
      }
    }
    let studied = try cards(courses)
    #expect(studied.count == 3)
    #expect(try cards(other) == studied)
    let undo = try other.run(["undo"], at: later)
    #expect(undo.ending == .exited(0), "\(undo.errors)")
    #expect(try other.run(["card", "list", "--where", "reviews>0"], at: later).output == "")
  }

  @Test func `a flag keeps its color in Anki and back`() throws {
    try program.addDeck(Program.words)
    let flag = try program.run(
      ["card", "flag", "--yes", "--flag-color", "turquoise", "--where", "ねこ"], at: Self.morning)
    #expect(flag.ending == .exited(0), "\(flag.errors)")
    // A flag without a color keeps the one there is.
    #expect(
      try program.run(["card", "flag", "--yes", "--where", "ねこ"], at: Self.morning).ending
        == .exited(1))
    let path = program.dataFolder + "/out.apkg"
    let export = try program.run(
      ["deck", "export", "--format", "apkg", "--progress", "--output", path], at: Self.morning)
    #expect(export.ending == .exited(0), "\(export.errors)")
    let other = try Program()
    #expect(try other.run(["deck", "import", path], at: Self.morning).ending == .exited(0))
    for program in [program, other] {
      let list = try program.run(
        ["card", "list", "--where", "is:flagged", "--format", "json"], at: Self.morning)
      #expect(list.output.contains("\"flag\":\"turquoise\""), "\(list.output)")
    }
  }

  @Test func `parameters learned after an import move no card of it before its next answer`() throws
  {
    #expect(
      try program.run(["deck", "import", package("fsrs.apkg")], at: Self.morning).ending
        == .exited(0))
    let before = try cards()
    let weights =
      "0.9 2.5 4.5 15 6.4 .83 3 .01 1.9 .17 .8 1.5 .06 .26 1.65 .6 1.9 .54 .09 .07 .2"
    let set = try program.run(
      ["preset", "set", "Anki: Default", "--weights", weights], at: Self.morning)
    #expect(set.ending == .exited(0), "\(set.errors)")
    #expect(try cards() == before)
  }

  /// Where the cards in review stand: due day, whether they are suspended and flagged.
  private func cards(of other: Program? = nil) throws -> [String] {
    let list = try (other ?? program).run(["card", "list", "--format", "json"], at: Self.morning)
    let object = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
    let cards = try #require((object as? [String: Any])?["rows"] as? [[String: Any]])
    return cards.filter { $0["interval"] as? Int != 0 }.map { card in
      let place = ["group", "prompt", "direction", "due"].map { card[$0] as? String ?? "?" }
      return place.joined(separator: " ")
        + (card["state"] as? String == "suspended" ? ", suspended" : "")
        + (card["state"] as? String == "new" ? ", new" : "")
        + (card["flagged"] as? Bool == true ? ", flagged" : "")
    }.sorted()
  }

  @Test func `standard input is imported like a file, with its columns by name`() throws {
    let outcome = try program.run(
      ["deck", "import", "-", "--columns", "prompt=Character,answer=German", "--into", "Wörter"],
      at: Self.morning, input: "[{\"Character\": \"犬\", \"German\": \"Hund\"}]")
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("    犬 → Hund\n"))
    #expect(outcome.output.contains("1 imported, 0 updated, 0 unchanged, 0 skipped."))
  }

  @Test func `a deck of hashcards comes with a preview of two finished cards`() throws {
    try program.home.write("Capitals.md", "Q: France?\nA: Paris\n\nC: [Rome] is in [Italy].\n")
    let path = program.home.path + "/Capitals.md"
    let outcome = try program.run(["deck", "import", path], at: Self.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("hashcards Markdown"))
    #expect(outcome.errors.contains("    France? → Paris\n    ＿＿ is in ＿＿. → Rome is in Italy.\n"))
    #expect(outcome.output.contains("2 imported"))
  }
}
