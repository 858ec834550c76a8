import Foundation
import Testing

/// Decks that the learner writes and edits.
struct OwnDecksTests {
  private func deck(_ questions: (prompt: String, answer: String)...) -> String {
    let objects = questions.map { #"{"prompt": "\#($0.prompt)", "answer": "\#($0.answer)"}"# }
    return #"{"title": "Mine", "questions": [\#(objects.joined(separator: ", "))]}"#
  }

  private func mine(_ program: Program, _ arguments: [String] = [], input: String = "") throws
    -> Outcome
  {
    try program.run(
      ["study", "Mine", "--format", "json"] + arguments, at: Program.morning, input: input)
  }

  @Test func `own decks are studied beside the bundled ones, in folders too`() throws {
    let program = try Program()
    try program.addDeck(deck(("one", "eins")), named: "german/numbers.JSON")
    try program.addDeck("not a deck", named: "notes.txt")
    try program.addDeck("not a deck", named: ".hidden.json")
    let outcome = try mine(program, input: "eins\n")
    #expect(try outcome.screens[1].verdict == "correct")
    #expect(outcome.errors == "")
    let decks = try program.run(["deck", "list", "--all"])
    #expect(decks.output.contains("Mine") && decks.output.contains("Numbers in kana"))
  }

  @Test func `decks of a named folder or file are studied, without being copied`() throws {
    let program = try Program()
    try program.home.write("a/one.json", deck(("one", "eins")))
    let file = try program.home.write("b/words.json", Program.words)
    let named = ["--decks", "a", "--decks", file]
    let outcome = try program.run(["deck", "list"] + named, folder: program.home.path)
    #expect(outcome.output.contains("Mine") && outcome.output.contains("Words"))
    let without = try program.run(["deck", "list"])
    #expect(!without.output.contains("Mine"))
  }

  @Test func `a deck to which two links lead is there once, by the first path`() throws {
    let program = try Program()
    try program.home.write("real/link.json", deck(("one", "eins")))
    try program.addDeck(Program.words)
    let folder = ".local/share/rabble/decks/"
    try program.home.link(folder + "link.json", to: program.home.path + "/real/link.json")
    try program.home.link(folder + "sub", to: program.home.path + "/real")
    let decks = try program.run(["deck", "list"])
    #expect(decks.output.split(separator: "Mine").count == 2, "\(decks.output)")
    #expect(decks.errors == "")
    let check = try program.run(["deck", "check"])
    #expect(!check.output.contains("Mine"), "\(check.output)")
    let changed = try program.run(["deck", "edit", "one", "--answer", "uno"], at: Program.morning)
    #expect(changed.ending == .exited(0), "\(changed.errors)")
  }

  @Test func `an edited question keeps its history`() throws {
    let program = try Program()
    try program.addDeck(deck(("one", "eins"), ("two", "zwie"), ("three", "drei")))
    _ = try mine(program, input: "eins\n:show\n4\n")
    let before = try program.reviews()
    #expect(before.map(\.prompt) == ["one", "two"])

    // The answer had a mistake, and a question was added in front.
    try program.addDeck(deck(("zero", "null"), ("one", "eins"), ("two", "zwei"), ("three", "drei")))
    let edited = try program.run(
      ["today", "--count", "--format", "json", "Mine"], at: Program.morning)
    #expect(
      edited.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":2,\"today\":3}\n")
    #expect(edited.errors == "“two :: zwie” is now “two :: zwei”: history kept.\n")
    let told = try program.run(
      ["today", "--count", "--format", "json", "Mine"], at: Program.morning)
    #expect(told.errors == "", "it is told once")

    _ = try program.run(
      ["study", "Mine", "--new", "0"], at: "2026-12-10T09:00:00+09:00", input: "eins\nzwei\n")
    let after = try program.reviews()
    #expect(after.map(\.prompt) == ["one", "two", "one", "two"])
    #expect(after.map(\.grade) == ["good", "easy", "good", "good"])
    #expect(after.suffix(2).map(\.question) == before.map(\.question))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `what an edit leaves unclear is asked in a terminal, once`() throws {
    let program = try Program()
    try program.addDeck(deck(("one", "eins"), ("bank", "Bank")))
    _ = try mine(program, input: "eins\n:show\n4\n")
    let before = try program.reviews()
    try program.addDeck(deck(("one", "eins"), ("bank", "Ufer")))
    let told = try program.run(
      ["today", "--count", "--format", "json", "Mine"], at: Program.morning)
    #expect(
      told.errors
        == "Mine: “bank :: Bank” was removed, and none of the new questions clearly replaces it. "
        + "Its history is kept; a session in a terminal asks where it continues, and what may be it "
        + "waits until then.\n")
    let listed = try program.run(["log", "check"])
    #expect(listed.output.contains("“bank :: Bank” was removed from “Mine” and might be"))

    // Where nobody can be asked, neither the old question nor the new one is.
    let piped = try program.run(["study", "Mine"], at: Program.morning, input: "")
    #expect(!piped.output.contains("bank"))
    #expect(
      piped.errors.contains(
        "“bank :: Bank” may go on as another question: a session in a terminal asks. Until then "
          + "neither is asked.\n"))
    let why = try program.run(["card", "why", "bank"], at: Program.morning)
    #expect(why.output.contains("Not before you say whether it is a question that was edited."))
    let json = try program.run(
      ["study", "Mine", "--format", "json"], at: Program.morning, input: "1\n:quit\n")
    #expect(json.lines.first?.contains(#""kind":"choice""#) == true)
    #expect(json.lines.first?.contains("bank → Ufer") == true)
    #expect(try program.run(["log", "check"]).output.contains("was removed from “Mine”"))

    let terminal = try PseudoTerminal(program, ["study", "Mine"], at: Program.morning)
    _ = try terminal.expect("2  bank → Ufer")
    terminal.enter("2")
    _ = try terminal.expect("Mine · ")
    terminal.enter(":quit")
    _ = try terminal.finish()

    #expect(!(try program.run(["log", "check"]).output.contains("was removed")))
    _ = try program.run(
      ["study", "Mine", "--order", "sequential"], at: "2026-12-10T09:00:00+09:00",
      input: "eins\nUfer\n")
    let after = try program.reviews()
    #expect(after.last?.typed == "Ufer" && after.last?.grade == "good")
    #expect(after.last?.question == before.last?.question)
  }

  @Test func `an id keeps the history through any edit`() throws {
    let program = try Program()
    func deck(_ prompt: String, _ answer: String) -> String {
      #"{"title": "Mine", "questions": [{"id": "k1", "prompt": "\#(prompt)", "answer": "\#(answer)"}]}"#
    }
    try program.addDeck(deck("one", "eins"))
    _ = try mine(program, input: ":show\n4\n")
    try program.addDeck(deck("the number after zero", "uno"))
    #expect(
      try program.run(
        ["today", "Mine", "--count"], at: Program.morning
      ).output == "0\n")
    let later = try program.run(
      ["study", "Mine", "--format", "json"], at: "2026-12-10T09:00:00+09:00", input: "uno\n")
    #expect(try later.screens[1].verdict == "correct")
    let reviews = try program.reviews()
    #expect(Set(reviews.map(\.question)).count == 1)
    #expect(reviews.map(\.prompt) == ["one", "the number after zero"])
  }

  @Test func `a deck that goes away and comes back finds its history again`() throws {
    let program = try Program()
    let path = try program.addDeck(deck(("one", "eins")))
    _ = try mine(program, input: ":show\n4\n")
    try FileManager.default.removeItem(atPath: path)
    let gone = try program.run(
      ["today", "--count", "--format", "json", "Mine"], at: Program.morning)
    #expect(gone.ending == .exited(2))
    #expect(try program.reviews().count == 1)
    try program.addDeck(deck(("one", "eins")))
    #expect(
      try program.run(
        ["today", "Mine", "--count"], at: Program.morning
      ).output == "0\n")
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test
  func `an edit in a copied data folder keeps the history, though the original is still there`()
    throws
  {
    let program = try Program()
    let first = try program.addDeck(deck(("one", "eins"), ("two", "zwei"), ("three", "drei")))
    _ = try mine(program, input: "eins\nzwei\n")
    // What has just been written is read once more, as it may be written again in the same moment.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: first)
    _ = try program.run(["today", "--count", "--format", "json"], at: Program.morning)
    let copy = program.home.path + "/copy"
    try FileManager.default.copyItem(atPath: program.dataFolder, toPath: copy)
    try deck(("one", "eins (number)"), ("two", "hund"), ("three", "drei"))
      .write(toFile: copy + "/decks/words.json", atomically: true, encoding: .utf8)
    let told = try program.run(
      ["today", "--count", "--format", "json", "Mine", "--data-dir", copy], at: Program.morning)
    #expect(told.errors.contains("“one :: eins” is now “one :: eins (number)”: history kept."))
    #expect(told.errors.contains("“two :: zwei” was removed"), "\(told.errors)")
    let check = try program.run(["log", "check", "--data-dir", copy])
    #expect(check.output.contains("might be “two → hund”"), "\(check.output)")
    #expect(try program.run(["log", "check"]).output.contains("was removed") == false)
  }

  @Test func `an edit keeps the suspension, flag, tag and note of a card that was never answered`()
    throws
  {
    let program = try Program()
    try program.addDeck(deck(("one", "eins"), ("two", "zwei"), ("three", "drei"), ("four", "vier")))
    for arguments in [
      ["card", "suspend", "--yes", "one"], ["card", "flag", "--yes", "two"],
      ["card", "tag", "--yes", "hard", "three"],
      ["card", "note", "--yes", "IV", "four"],
    ] {
      let outcome = try program.run(arguments, at: Program.morning)
      #expect(outcome.ending == .exited(0), "\(arguments): \(outcome.errors)")
    }
    try program.addDeck(
      deck(("one", "eins (1)"), ("two", "zwei (2)"), ("three", "drei (3)"), ("four", "vier (4)")))
    let told = try program.run(
      ["today", "--count", "--format", "json", "Mine"], at: Program.morning)
    #expect(told.output.contains("\"new\":3"), "\(told.output)")
    #expect(told.errors.split(separator: "\n").count == 4, "\(told.errors)")
    #expect(
      try program.run(["card", "list", "--where", "is:suspended or is:buried"]).output.contains(
        "one"))
    for (filter, prompt) in [("is:flagged", "two"), ("tag:hard", "three"), ("note:IV", "four")] {
      let found = try program.run(["card", "list", "--where", filter], at: Program.morning)
      #expect(found.output.contains(prompt), "\(filter): \(found.output)\(found.errors)")
    }
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `an edit while a session goes on is seen by its next card, and named`() throws {
    let program = try Program()
    try program.addDeck(deck(("one", "eins"), ("two", "zwei")))
    let session = try Conversation(
      program, ["study", "Mine", "--format", "json"], at: Program.morning)
    #expect(try session.receiveScreen().prompt == "one")
    try program.addDeck(deck(("one", "eins"), ("three", "drei")))
    _ = try program.run(["deck", "list"])
    session.send("eins")
    #expect(try session.receiveScreen().verdict == "correct")
    #expect(try session.receiveScreen().message?.contains("words.json") == true)
    #expect(try session.receiveScreen().prompt == "three")
    session.closeInput()
    #expect(try session.waitForExit() == .exited(0))
    #expect(
      try program.run(["today", "--count", "--format", "json", "Mine"], at: Program.morning).output
        .contains("\"new\":1"))
  }
}
