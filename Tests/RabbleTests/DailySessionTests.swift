import Foundation
import Testing

/// A day of study at the keyboard: lessons, pauses, and whatever happens to the terminal.
struct DailySessionTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.addDeck(
      """
      {"title": "Words", "questions": [
        {"prompt": "hola", "answer": "hello", "hint": "said when one meets"},
        {"prompt": "adiós", "answer": "goodbye"}, {"prompt": "pan", "answer": "bread"}
      ]}
      """, named: "words.json")
  }

  private func study(
    _ options: [String] = [], at moment: String = Program.morning, settings: String? = nil
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      program, ["study", "Words", "--order", "sequential"] + options, at: moment,
      settings: settings)
  }

  @Test func `the very first session says how it works, teaches, asks, and waits after a miss`()
    throws
  {
    let terminal = try study()
    try terminal.expect("Type each answer and press Enter.")
    try terminal.expect("`rabble tutorial`")
    try terminal.expect("Words · lesson 1 of 3 · new")
    try terminal.expect("Hint    said when one meets")
    try terminal.expect("Enter › ")
    for prompt in ["adiós", "pan"] {
      terminal.enter("")
      try terminal.expect(prompt)
    }
    terminal.enter("")
    try terminal.expect("hola › ")
    terminal.enter("bread")
    try terminal.expect("✗ Incorrect")
    try terminal.expect("again · due in 1 minute, in this session")
    try terminal.expect("Enter › ")
    terminal.enter("")
    try terminal.expect("adiós › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))

    let second = try study()
    try second.expect("Words · lesson 1 of 2")
    #expect(!second.raw.contains("Type each answer"))
  }

  @Test func `wrap ends the session with what was begun, and more goes on`() throws {
    let terminal = try study(settings: PseudoTerminal.hasty)
    try terminal.expect("hola › ")
    terminal.enter("")
    terminal.enter("4")
    try terminal.expect("adiós › ")
    terminal.enter(":wrap")
    try terminal.expect("Wrapping up: 1 card to finish.")
    terminal.enter("")
    terminal.enter("4")
    try terminal.expect("Left      1")
    try terminal.expect("Today, 2026-11-21")
    try terminal.expect("Enter to quit, :more, :undo › ")
    terminal.enter(":more")
    try terminal.expect("1 more card.")
    try terminal.expect("pan › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `a session whose line drops goes on with the same card`() throws {
    let terminal = try study(settings: PseudoTerminal.hasty)
    try terminal.expect("hola › ")
    terminal.enter(":skip")
    try terminal.expect("adiós › ")
    terminal.hangUp()
    _ = try terminal.waitForExit()
    let next = try study(settings: PseudoTerminal.hasty)
    try next.expect("adiós › ")
    next.enter("goodbye")
    try next.expect("✓ Correct")
    next.enter(":quit")
    #expect(try next.finish().ending == .exited(0))
    #expect(try program.reviews().count == 1)
  }

  @Test func `a card that was added beyond the limits of the day is the next session's first, too`()
    throws
  {
    let settings = PseudoTerminal.hasty + "study.new = 1\n"
    let terminal = try study(settings: settings)
    try terminal.expect("hola › ")
    terminal.enter("")
    terminal.enter("4")
    try terminal.expect("Enter to quit, :more, :undo › ")
    terminal.enter(":more 1")
    try terminal.expect("adiós › ")
    terminal.hangUp()
    _ = try terminal.waitForExit()
    let next = try study(settings: settings)
    try next.expect("adiós › ")
    next.enter(":quit")
    #expect(try next.finish().ending == .exited(0))
    // A limit that is asked for by hand counts.
    let none = try study(["--new", "0"], settings: settings)
    #expect(try !none.finish().shown.contains("adiós › "))
  }

  @Test func `both courses that a session is to begin are asked about`() throws {
    let terminal = try PseudoTerminal(
      Program(), ["study", "Japanese", "Spanish"], at: Program.morning, settings: nil)
    try terminal.expect("You have not started “Japanese” yet.")
    terminal.enter("")
    try terminal.expect("You have not started “Spanish” yet.")
    terminal.enter("")
    try terminal.expect("lesson 1 of 5")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `a lesson whose line drops begins again, with nothing recorded`() throws {
    let terminal = try study(settings: nil)
    try terminal.expect("lesson 1 of 3")
    terminal.enter("")
    try terminal.expect("lesson 2 of 3")
    terminal.hangUp()
    _ = try terminal.waitForExit()
    #expect(try program.reviews().isEmpty)
    let next = try study(settings: nil)
    try next.expect("lesson 1 of 3")
    try next.expect("hola")
    next.enter(":quit")
    #expect(try next.finish().ending == .exited(0))
  }

  @Test(arguments: [("", "Enter › "), ("study.retype = true\n", "Type it once › ")])
  func `a line that drops after a miss loses no answer, and the next card comes`(
    setting: String, prompt: String
  ) throws {
    let settings = "study.lessons = false\n" + setting
    let terminal = try study(settings: settings)
    try terminal.expect("hola › ")
    terminal.enter("bread")
    try terminal.expect("✗ Incorrect")
    try terminal.expect(prompt)
    terminal.hangUp()
    _ = try terminal.waitForExit()
    #expect(try program.reviews().count == 1)
    let next = try study(settings: settings)
    try next.expect("adiós › ")
    next.enter("goodbye")
    try next.expect("✓ Correct")
    next.enter(":quit")
    #expect(try next.finish().ending == .exited(0))
    #expect(try program.reviews().count == 2)
  }

  @Test func `with a program that speaks, the words of answers are said`() throws {
    let said = program.home.path + "/said"
    let terminal = try study(
      settings: PseudoTerminal.hasty + "sound.speech = \"tee -a \(said)\"\n")
    try terminal.expect("hola › ")
    terminal.enter("hello")
    try terminal.expect("adiós › ")
    // A new text stops the one before.
    let deadline = Date(timeIntervalSinceNow: 20)
    func text() -> String { (try? String(contentsOfFile: said, encoding: .utf8)) ?? "" }
    while text().isEmpty, Date() < deadline { usleep(20_000) }
    #expect(text() == "hola\n")
    terminal.enter(":say")
    while text() == "hola\n", Date() < deadline { usleep(20_000) }
    #expect(text() == "hola\nadiós\n")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `a session that asks nothing because of its limit fails, whichever limit it is`()
    throws
  {
    for limit in ["--limit", "--minutes"] {
      let outcome = try program.run(["study", "Words", limit, "0"], at: Program.morning)
      #expect(outcome.ending == .exited(1), "\(limit)")
    }
  }

  @Test func `a session that was stopped, and its window resized, goes on as it was`() throws {
    let terminal = try study(settings: PseudoTerminal.hasty)
    try terminal.expect("hola › ")
    terminal.send("hel")
    terminal.send(signal: SIGSTOP)
    terminal.resize(columns: 30, rows: 12)
    terminal.send(signal: SIGCONT)
    terminal.enter("lo")
    try terminal.expect("✓ Correct: hello")
    try terminal.expect("adiós › ")
    terminal.enter("goodbye")
    let shown = try terminal.expect("pan › ")
    for line in shown.split(separator: "\n") { #expect(line.count <= 30, "\(line)") }
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `what was typed at once before Ctrl-Z is there after fg`() throws {
    // A shell with job control, which brings the session back as often as it is stopped.
    var shell = program
    shell.path = "/bin/bash"
    let terminal = try PseudoTerminal(
      shell,
      [
        "-mc", #""$@"; fg; fg"#, "bash", program.path, "study", "Words", "--order",
        "sequential",
        "--now", Program.morning,
      ])
    try terminal.expect("hola › ")
    terminal.send("hel\u{1a}")
    try terminal.expect("Stopped")
    try terminal.expect("hola › hel")
    terminal.send("lx\u{7f}")
    terminal.send("\u{1a}o\r")
    try terminal.expect("✓ Correct: hello")
    try terminal.expect("adiós › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `a script is taught when it asks for it, and sees an object of its own`() throws {
    let outcome = try program.run(
      ["study", "Words", "--format", "json", "--lessons", "--order", "sequential"],
      at: Program.morning, input: "\n\n\nhello\n")
    let kinds = try outcome.screens.map(\.kind)
    #expect(kinds.prefix(5) == ["lesson", "lesson", "lesson", "question", "verdict"])
    #expect(outcome.output.contains(#""hint":"said when one meets""#))
    let rows = try program.run(["log", "export", "--format", "jsonl"], at: Program.morning)
    #expect(rows.output.contains(#""occasion":"taught""#))
  }

  @Test func `the first start of a course asks where to begin, once`() throws {
    let program = try Program()
    func course() throws -> PseudoTerminal {
      try PseudoTerminal(program, ["study", "Japanese"], at: Program.morning, settings: nil)
    }
    var terminal = try course()
    try terminal.expect("You have not started “Japanese” yet.")
    try terminal.expect("1–3 [1] › ")
    terminal.enter("7")
    try terminal.expect("Type a number from 1 to 3, press Enter for 1, or type :quit.")
    terminal.enter("2")
    try terminal.expect("as known; first reviews from 2026-11-")
    try terminal.expect(":help lists the commands; :quit saves and ends.")
    try terminal.expect("lesson 1 of 5")
    let shown = terminal.raw
    #expect(!shown.contains("Hiragana · lesson"))
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))

    terminal = try course()
    let second = try terminal.expect("lesson 1 of 5")
    #expect(!second.contains("Where do you want to begin"))
    terminal.enter(":quit")
    _ = try terminal.finish()
    _ = try program.run(["undo"], at: Program.morning)
    terminal = try course()
    try terminal.expect("Where do you want to begin?")
    terminal.enter("")
    try terminal.expect("First phrases · lesson 1 of 5")
    terminal.enter(":quit")
    _ = try terminal.finish()
    terminal = try course()
    let third = try terminal.expect("First phrases · lesson 1 of 5")
    // It was begun, though nothing was answered.
    #expect(!third.contains("Where do you want to begin"))
  }

  @Test func `whoever leaves the questions that find out where to begin leaves the session`() throws
  {
    let program = try Program()
    let terminal = try PseudoTerminal(
      program, ["study", "Japanese", "--seed", "7"], at: Program.morning, settings: nil)
    try terminal.expect("1–3 [1] › ")
    terminal.enter(":help")
    try terminal.expect("Type a number from 1 to 3, press Enter for 1, or type :quit.")
    try terminal.expect("1–3 [1] › ")
    terminal.enter("3")
    try terminal.expect("At most 40 questions")
    terminal.enter(":quit")
    let (shown, ending) = try terminal.finish()
    #expect(shown.contains("Nothing was marked as known."))
    #expect(!shown.contains("lesson 1 of 5"))
    #expect(ending == .exited(0))
  }

  @Test func `finding out asks questions, and takes as known what it has found`() throws {
    let program = try Program()
    let terminal = try PseudoTerminal(
      program, ["study", "Japanese", "--seed", "7"], at: Program.morning, settings: nil)
    try terminal.expect("1–3 [1] › ")
    terminal.enter("3")
    for _ in 0..<40 {
      terminal.enter("")
    }
    try terminal.expect("no card is marked as known")
    try terminal.expect("Hiragana · lesson 1 of 5")
  }

  @Test func `wrong limits are refused before anything is asked`() throws {
    for options in [
      ["--limit", "-1"], ["--limit", "9223372036854775807"], ["--new", "1000001"],
      ["--minutes", "9223372036854775807"], ["--minutes", "x"], ["--ahead", "-3"],
      ["--cram", "--ahead", "2"], ["--cram", "--new", "3"], ["--cram", "--reviews", "3"],
      ["--new-cards", "first"], ["--order", "backwards"],
    ] {
      let outcome = try program.run(["study", "Words"] + options, at: Program.morning)
      #expect(outcome.ending == .exited(2), "\(options)")
      #expect(outcome.output == "", "\(options)")
    }
  }

  @Test func `the tutorial shows ten cards and leaves nothing behind`() throws {
    let terminal = try PseudoTerminal(program, ["tutorial"], settings: nil)
    try terminal.expect("Tutorial · lesson 1 of 5 · new")
    for _ in 0..<5 { terminal.enter("") }
    try terminal.expect("はい › ")
    terminal.enter("yes")
    try terminal.expect("✓ Correct: yes")
    terminal.enter(":quit")
    try terminal.expect("The tutorial is over.")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: program.log))
  }
}
