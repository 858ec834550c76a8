import Foundation
import GRDB
import RabbleTestSupport
import Testing

/// One history for everything: what a learner did is undone in the order it was done, and redone.
struct UndoTests {
  private let program: Program
  private let path: String

  init() throws {
    program = try Program(courses: false)
    path = try program.addDeck(Program.words)
  }

  private func run(_ arguments: String..., at moment: String = Program.morning) throws -> Outcome {
    try program.run(arguments, at: moment)
  }

  private func expect(
    _ outcome: Outcome, _ output: String, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.ending == .exited(0), "\(outcome.errors)", sourceLocation: location)
    #expect(outcome.output.hasPrefix(output), "\(outcome.output)", sourceLocation: location)
  }

  @Test func `undo after a question was removed brings back the question, not the answer`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    expect(try run("deck", "remove", "いぬ", "--yes"), "Removed ")
    expect(try run("undo"), "Undone: removed “いぬ” from “Words”, 2026-11-21 09:00.\n")
    #expect(try program.deck() == Program.words)
    #expect(try program.reviews().map(\.retracted) == [false])
    expect(try run("undo"), "Undone: answer to “ねこ” in Words (good), ")
    #expect(try program.reviews().map(\.retracted) == [true])
    #expect(try run("undo").ending == .exited(1))
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `a question that is edited and given back keeps its history`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\ndog\nbird\n")
    expect(try run("deck", "edit", "ねこ", "--prompt", "Katze", "--answer", "tabby"), "Changed: ")
    #expect(try run("today", "Words").errors == "")
    expect(try run("undo"), "Undone: edited “ねこ” in “Words”, ")
    #expect(try program.deck() == Program.words)
    let due = try run("today", "Words", "--new", "5")
    #expect(due.errors == "")
    #expect(try run("card", "why", "ねこ").output.contains("Answers  2026-11-21 good."))
    expect(try run("redo"), "Redone: edited “ねこ” in “Words”, ")
    #expect(try run("card", "why", "Katze").output.contains("Answers  2026-11-21 good."))
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `the history numbers what was done, and one event is undone by its number`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    expect(try run("card", "suspend", "--yes", "いぬ"), "")
    expect(try run("deck", "add", "Words", "--prompt", "うま", "--answer", "horse"), "Added: ")
    expect(try run("preset", "set", "exam", "--retention", "0.95"), "Created preset")
    let history = try run("history")
    let lines = history.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "4  2026-11-21 09:00  change of preset “exam”")
    #expect(lines[1] == "3  2026-11-21 09:00  added “うま” to “Words”")
    #expect(lines[2] == "2  2026-11-21 09:00  suspended “いぬ”")
    #expect(lines[3] == "1  2026-11-21 09:00  answer to “ねこ” in Words (good)")
    expect(try run("undo", "--event", "2"), "Undone: suspended “いぬ”, ")
    let twice = try run("undo", "--event", "2")
    #expect(twice.ending == .exited(2) && twice.errors.contains("Event 2 was undone already"))
    #expect(try run("undo", "--event", "9").ending == .exited(2))
    let json = try #require(
      try JSONSerialization.jsonObject(
        with: Data(run("history", "--format", "json", "--limit", "3").output.utf8))
        as? [String: Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.compactMap { $0["number"] as? Int } == [4, 3, 2])
    #expect(rows.compactMap { $0["kind"] as? String } == ["preset", "edit", "suspension"])
    #expect(rows.compactMap { $0["undone"] as? Bool } == [false, false, true])
    #expect(rows.first?["time"] as? String == "2026-11-21T09:00:00+09:00")
    expect(try run("undo", "3"), "Undone: change of preset “exam”, ")
    #expect(try program.deck() == Program.words)
    #expect(try program.reviews().map(\.retracted) == [true])
    expect(try run("redo", "4"), "Redone: answer to “ねこ”")
    #expect(try run("redo").ending == .exited(1))
    #expect(try program.deck().contains("horse"))
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `a question in the middle goes again though others were added since`() throws {
    expect(try run("deck", "add", "Words", "--prompt", "うま", "--answer", "horse"), "Added: ")
    let wanted = try program.deck()
    expect(try run("undo"), "Undone: added")
    expect(try run("deck", "add", "Words", "--prompt", "くま", "--answer", "bear"), "Added: ")
    expect(try run("deck", "add", "Words", "--prompt", "うま", "--answer", "horse"), "Added: ")
    expect(try run("undo", "--event", "2"), "Undone: added “くま” to “Words”")
    #expect(try program.deck() == wanted)
  }

  @Test func `a deck that was edited by hand keeps the edit, or is left alone with a word`() throws
  {
    expect(try run("deck", "remove", "とり", "--yes"), "Removed ")
    let edited = try program.deck().replacing("\"cat\"", with: "\"tomcat\"")
    try program.addDeck(edited)
    expect(try run("undo"), "Undone: removed “とり”")
    #expect(try program.deck() == Program.words.replacing("\"cat\"", with: "\"tomcat\""))

    expect(try run("deck", "edit", "いぬ", "--answer", "hound"), "Changed: ")
    let other = try program.deck().replacing("\"hound\"", with: "\"poodle\"")
    try program.addDeck(other)
    let refused = try run("undo")
    #expect(refused.ending == .exited(3))
    #expect(refused.errors.contains("words.json has changed since in the same place"))
    #expect(try program.deck() == other)
    #expect(try run("history").output.contains("edited “いぬ” in “Words”\n"))
  }

  @Test func `what moved between two files is undone as one`() throws {
    try program.addDeck(
      #"[{"title": "More", "questions": [{"prompt": "a", "answer": "b"}]}]"#, named: "more.json")
    let more = try program.deck("more.json")
    expect(try run("deck", "move", "いぬ", "--to", "More"), "“いぬ” is now in “More”.")
    #expect(try program.deck() != Program.words && program.deck("more.json") != more)
    expect(try run("undo"), "Undone: moved “いぬ” to “More”, ")
    #expect(try program.deck() == Program.words && program.deck("more.json") == more)
    expect(try run("redo"), "Redone: moved “いぬ” to “More”, ")
    #expect(try !program.deck().contains("いぬ") && program.deck("more.json").contains("いぬ"))
  }

  @Test func `a deck that was created is removed, and is there again`() throws {
    expect(try run("deck", "new", "Verbs", "--language", "ja"), "")
    let verbs = try program.deck("Verbs.json")
    expect(try run("undo"), "Undone: created deck “Verbs”, ")
    #expect(try program.deckFiles() == ["words.json"])
    expect(try run("redo"), "Redone: created deck “Verbs”, ")
    #expect(try program.deck("Verbs.json") == verbs)
  }

  @Test func `what an undone or redone edit brings back is known by its words at once`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    expect(try run("card", "suspend", "--yes", "いぬ"), "Suspended 1 card of “")
    expect(try run("deck", "remove", "いぬ", "--yes"), "Removed ")
    #expect(try run("today").errors.contains("“いぬ :: dog” is in no deck now."))
    expect(try run("undo"), "Undone: removed “いぬ”")
    #expect(
      try run("card", "list", "--where", "is:suspended or is:buried").output.contains("いぬ → dog"))
    let redone = try run("redo")
    expect(redone, "Redone: removed “いぬ”")
    #expect(redone.errors.contains("“いぬ :: dog” is in no deck now."))
    #expect(try run("today").errors == "")
    expect(try run("undo", "3"), "Undone: removed “いぬ”")
    expect(try run("redo", "3"), "Redone: answer to “ねこ”")
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `what was done is asked about on a terminal when it is of an earlier day`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    let tomorrow = "2026-11-22T09:00:00+09:00"
    for (answer, ending) in [("n", Int32(1)), ("y", 0)] {
      let terminal = try PseudoTerminal(program, ["undo", "--color", "never"], at: tomorrow)
      try terminal.expect("This was done on an earlier day: answer to “ねこ” in Words (good), 2026")
      try terminal.expect("Undo it? (y/n) › ")
      terminal.enter(answer)
      #expect(try terminal.finish().ending == .exited(ending))
      #expect(try program.reviews().map(\.retracted) == [ending == 0])
    }
    expect(try run("redo", at: tomorrow), "Redone: ")
    let silent = try PseudoTerminal(program, ["undo", "--yes", "--color", "never"], at: tomorrow)
    try silent.expect("Undone: answer to “ねこ”")
    #expect(try silent.finish().ending == .exited(0))
  }

  @Test func `each earlier day is asked about once, and Ctrl-C ends with 130`() throws {
    let days = [Program.morning, "2026-11-22T09:00:00+09:00"]
    for (day, answers) in zip(days, ["cat\n", "dog\nbird\n"]) {
      _ = try program.run(["study", "Words", "--cram"], at: day, input: answers)
    }
    let later = "2026-11-24T09:00:00+09:00"
    let stopped = try PseudoTerminal(program, ["undo", "--color", "never"], at: later)
    try stopped.expect("Undo it? (y/n) › ")
    stopped.send("\u{3}")
    #expect(try stopped.finish().ending == .exited(130))
    let terminal = try PseudoTerminal(program, ["undo", "3", "--color", "never"], at: later)
    for _ in days {
      try terminal.expect("Undo it? (y/n) › ")
      terminal.enter("y")
    }
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.reviews().map(\.retracted) == [true, true, true])
  }

  @Test func `in a session undo and redo go over all that was done in it`() throws {
    let lines = ["cat", ":hard", ":suspend", ":undo", ":undo", ":undo", ":redo", ":redo", ":redo"]
    let outcome = try program.run(
      ["study", "Words", "--format", "json"], at: Program.morning,
      input: lines.joined(separator: "\n") + "\n")
    let notices = try outcome.screens.filter { $0.kind == "notice" }.compactMap(\.message)
    #expect(notices.count == 8)
    #expect(notices.first?.hasPrefix("“ねこ → cat” regraded as hard; due ") == true)
    #expect(notices[1].hasPrefix("Suspended this card."))
    #expect(notices[2].hasPrefix("Undone: suspended “いぬ”, "))
    #expect(notices[3].hasPrefix("Undone: regrade of “ねこ” in Words from good to hard, "))
    #expect(notices[4] == "Undone: answer to “ねこ” (good).")
    #expect(notices[5] == "Redone: answer to “ねこ” (good).")
    #expect(notices[6].hasPrefix("Redone: regrade of “ねこ” in Words from good to hard, "))
    #expect(notices[7].hasPrefix("Redone: suspended “いぬ”, "))
    #expect(try program.reviews().map(\.retracted) == [true, false])
    #expect(try run("card", "list", "--where", "is:suspended or is:buried").output.contains("いぬ"))
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `a session crosses into yesterday only after saying so`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    let input = ":undo\ndog\n:undo\n:undo\n:undo\n"
    let outcome = try program.run(
      ["study", "Words", "--format", "json"], at: "2026-11-22T09:00:00+09:00", input: input)
    let notices = try outcome.screens.filter { $0.kind == "notice" }.compactMap(\.message)
    #expect(notices.count == 4)
    #expect(notices[0].hasPrefix("This was done on an earlier day: answer to “ねこ” in Words (good)"))
    #expect(notices[1].hasPrefix("Undone: answer to “"))
    #expect(notices[2].hasPrefix("This was done on an earlier day: answer to “ねこ” in Words (good)"))
    #expect(notices[3] == "Undone: answer to “ねこ” (good).")
    #expect(try program.reviews().allSatisfy(\.retracted))
  }

  @Test func `a log that was prepared writes and removes no file outside the decks`() throws {
    let import_ = try program.home.write("words.csv", "front,back\n食べる,to eat\n飲む,to drink\n")
    expect(try run("deck", "import", import_), "")
    expect(try run("deck", "remove", "いぬ", "--yes"), "Removed ")
    let secret = try program.home.write("precious.json", "[1]")
    let link = program.dataFolder + "/decks/../../../../precious.json"
    for name in [secret, link, program.home.path + "/new.json", "/etc/passwd"] {
      let database = try DatabaseQueue(path: program.log)
      try database.write { db in
        try db.execute(sql: "DROP TRIGGER IF EXISTS event_never_UPDATE")
        try db.execute(
          sql: "UPDATE event SET body = json_set(body, '$.path', ?) WHERE kind = 'deck_edit'",
          arguments: [name])
      }
      try database.close()
      for number in ["1", "2"] {
        let outcome = try run("undo", "--event", number)
        #expect(outcome.ending == .exited(3), "\(name) \(outcome.output)")
      }
    }
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "[1]")
    #expect(!FileManager.default.fileExists(atPath: program.home.path + "/new.json"))
    #expect(try program.deckFiles() == ["words.json"] || program.deckFiles().count == 2)
  }

  @Test
  func `an edit is undone where its deck was moved, with its folder or the whole data folder`()
    throws
  {
    let files = FileManager.default
    try program.addDeck(
      #"[{"title": "More", "questions": [{"prompt": "a", "answer": "b"}]}]"#, named: "old/more.json"
    )
    expect(try run("deck", "edit", "a", "--answer", "c"), "Changed: ")
    expect(try run("deck", "edit", "a", "--answer", "d"), "Changed: ")
    expect(try run("deck", "remove", "いぬ", "--yes"), "Removed ")
    try files.moveItem(
      atPath: program.dataFolder + "/decks/old", toPath: program.dataFolder + "/decks/new")
    expect(try run("undo", "2"), "Undone: removed “いぬ” from “Words”, ")
    #expect(try program.deck() == Program.words)
    #expect(try program.deck("new/more.json").contains(#""c""#))
    // With an edit by hand, elsewhere.
    let moved = program.home.path + "/moved"
    try files.moveItem(atPath: program.dataFolder, toPath: moved)
    let path = moved + "/decks/new/more.json"
    let edited = try String(contentsOfFile: path, encoding: .utf8).replacing("More", with: "Many")
    try edited.write(toFile: path, atomically: true, encoding: .utf8)
    let conflict = try run("undo", "--data-dir", moved)
    #expect(
      conflict.ending == .exited(3) && conflict.errors.contains("old/more.json is no longer there"))
    try edited.replacing("Many", with: "More").replacing("[{", with: "\n[{").write(
      toFile: path, atomically: true, encoding: .utf8)
    expect(try run("undo", "--data-dir", moved), "Undone: edited “a” in “More”, ")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(#""b""#))
    expect(try run("redo", "3", "--data-dir", moved), "Redone: edited “a” in “More”, ")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(#""d""#))
    #expect(
      try !String(contentsOfFile: moved + "/decks/words.json", encoding: .utf8).contains("いぬ"))
    #expect(
      try files.contentsOfDirectory(atPath: moved + "/decks").sorted() == ["new", "words.json"])
  }

  @Test func `a deck that is gone is called gone, and another of its name is left alone`() throws {
    expect(try run("deck", "remove", "いぬ", "--yes"), "Removed ")
    let after = try program.deck()
    let folder = program.dataFolder + "/decks/"
    try FileManager.default.removeItem(atPath: folder + "words.json")
    let gone = try run("undo")
    #expect(
      gone.ending == .exited(3) && gone.errors.contains("words.json is no longer there."), "\(gone)"
    )
    let other = #"[{"title": "Words", "questions": [{"prompt": "perro", "answer": "dog"}]}]"#
    try program.addDeck(other, named: "es/words.json")
    #expect(try run("undo").ending == .exited(3))
    #expect(try program.deck("es/words.json") == other)
    // Of two that could be it, none is taken.
    for name in ["one", "two"] { try program.addDeck(after, named: name + "/words.json") }
    #expect(try run("undo").ending == .exited(3))
    #expect(try program.deck("one/words.json") == after && program.deck("two/words.json") == after)
    try FileManager.default.removeItem(atPath: folder + "two")
    expect(try run("undo"), "Undone: removed “いぬ” from “Words”, ")
    #expect(try program.deck("one/words.json") == Program.words)
    #expect(try program.deck("es/words.json") == other)
    // By another name.
    try FileManager.default.moveItem(
      atPath: folder + "one/words.json", toPath: folder + "mine.json")
    expect(try run("redo"), "Redone: removed “いぬ” from “Words”, ")
    #expect(try program.deck("mine.json") == after)
  }

  @Test func `a deck that was created and then moved is removed and made again where it is`() throws
  {
    expect(try run("deck", "new", "Verbs", "--language", "ja"), "")
    let verbs = try program.deck("Verbs.json")
    try FileManager.default.createDirectory(
      atPath: program.dataFolder + "/decks/ja", withIntermediateDirectories: false)
    try FileManager.default.moveItem(
      atPath: program.dataFolder + "/decks/Verbs.json",
      toPath: program.dataFolder + "/decks/ja/Verbs.json")
    expect(try run("undo"), "Undone: created deck “Verbs”, ")
    #expect(!FileManager.default.fileExists(atPath: program.dataFolder + "/decks/ja/Verbs.json"))
    expect(try run("redo"), "Redone: created deck “Verbs”, ")
    #expect(try program.deck("Verbs.json") == verbs)
  }

  @Test func `an import of what was undone here names what brings it back`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    let lines = try run("log", "export", "--kind", "all").output
    let file = try program.home.write("events.jsonl", lines)
    #expect(try run("log", "import", file).errors == "")
    expect(try run("undo"), "Undone: answer to “ねこ”")
    let again = try run("log", "import", file)
    #expect(again.output.hasPrefix("0 events added; the log has "))
    let told = "1 of them was undone here and stays undone"
    #expect(again.errors == told + "; `rabble redo` redoes what was undone last.\n")
    expect(try run("redo"), "Redone: answer to “ねこ”")
    expect(try run("undo"), "Undone: answer to “ねこ”")
    let undone = try run("log", "export", "--kind", "all").output
    let own = try program.home.write("own.jsonl", undone)
    #expect(try run("log", "import", own).errors == "", "The other log has undone it as well.")
    expect(try run("card", "suspend", "--yes", "いぬ"), "Suspended 1 card of “")
    #expect(try run("log", "import", file).errors == told + ".\n")
  }

  @Test func `undo says so when the earlier version of a deck was dropped`() throws {
    expect(try run("deck", "remove", "いぬ", "--yes"), "Removed ")
    let database = try DatabaseQueue(path: program.log)
    try database.write { try $0.execute(sql: "DELETE FROM deck_content") }
    try database.close()
    let after = try program.deck()
    let outcome = try run("undo")
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("is not kept any more"))
    #expect(try program.deck() == after)
  }
}
