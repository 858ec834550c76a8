import Foundation
import Testing

/// The main job at the keyboard.
struct TerminalTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.addDeck(Program.words)
    try program.addDeck(
      """
      {"title": "In Japanese", "questions": [
        {"prompt": "cat", "answer": "ねこ"}, {"prompt": "dog", "answer": "いぬ"}
      ]}
      """, named: "japanese.json")
  }

  private func study(
    _ group: String, environment: [String: String] = [:], options: [String] = []
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      program, ["study", group] + options, at: Program.morning, environment: environment)
  }

  @Test func `a first day, with an answer, a hint, a shown answer and an undo`() throws {
    let terminal = try study("Hiragana")
    try terminal.expect("Hiragana · 20 new · new card")
    try terminal.expect("あ › ")
    terminal.enter("a")
    try terminal.expect("✓ Correct: a")
    try terminal.expect("good · due in 10 minutes, in this session · 1 correct, 0 incorrect, 100%")
    try terminal.expect("い › ")
    terminal.enter(":hint")
    try terminal.expect("Hint: two eels stood on end")
    try terminal.expect("い › ")
    terminal.enter("i")
    try terminal.expect("hard · due in 6 minutes, in this session · 2 correct")
    try terminal.expect("う › ")
    terminal.enter("")
    try terminal.expect("Answer   u")
    try terminal.expect("1–4 › ")
    terminal.enter("1")
    try terminal.expect("✗ again")
    try terminal.expect("え › ")
    terminal.enter(":undo")
    try terminal.expect("Undone: answer to “う” (again).")
    try terminal.expect("う › ")
    terminal.send("\u{4}")
    let (summary, ending) = try terminal.finish()
    #expect(summary.contains("Session over"))
    #expect(summary.contains("Correct   2 (100%)"))
    #expect(summary.contains("Next due  now (2026-11-21 09:00)"))
    #expect(ending == .exited(0))
  }

  @Test func `a second day asks the cards of the first again`() throws {
    for moment in [Program.morning, "2026-11-21T09:10:00+09:00"] {
      let terminal = try PseudoTerminal(program, ["study", "Hiragana", "--new", "1"], at: moment)
      try terminal.expect("あ › ")
      terminal.enter("a")
      try terminal.expect("✓ Correct")
      terminal.enter(":quit")
      #expect(try terminal.finish().ending == .exited(0))
    }
    let terminal = try PseudoTerminal(
      program, ["study", "Hiragana", "--new", "0"], at: "2026-11-23T07:00:00+09:00")
    try terminal.expect("Hiragana · 1 ")
    try terminal.expect("あ › ")
    terminal.enter("a")
    try terminal.expect("✓ Correct: a")
    try terminal.expect("Session over")
    terminal.enter("")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test(arguments: [
    [:], ["LANG": "C"], ["LC_ALL": "C"], ["LC_ALL": "POSIX", "LANG": "ja_JP.eucJP"],
  ])
  func `kana are typed and corrected whole, whatever the locale`(locale: [String: String]) throws {
    let terminal = try study("In Japanese", environment: locale)
    try terminal.expect("cat ‹あ› ")
    terminal.enter("ねこ")
    try terminal.expect("✓ Correct: ねこ")
    try terminal.expect("dog ‹あ› ")
    terminal.enter("いこ\u{7f}ぬ")
    try terminal.expect("✓ Correct: いぬ")
    try terminal.expect("cat ‹あ› ")
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.reviews().map(\.typed) == ["ねこ", "いぬ"])
  }

  @Test func `tab completes a command and nothing else`() throws {
    try program.home.write("cat.txt")
    let terminal = try study("Words")
    try terminal.expect("ねこ › ")
    terminal.send(":hi\t")
    try terminal.expect(":hint")
    terminal.enter("")
    try terminal.expect("Hint: it purrs")
    terminal.enter("c\tat\t")
    try terminal.expect("✓ Correct: cat")
    #expect(try program.reviews().map(\.typed) == ["cat"])
  }

  @Test func `control C takes the line back, and twice leaves`() throws {
    let terminal = try study("Words")
    try terminal.expect("ねこ › ")
    terminal.send("fish")
    try terminal.expect("fish")
    terminal.send("\u{3}")
    try terminal.expect("Once more to quit.")
    try terminal.expect("ねこ › ")
    terminal.enter("cat")
    try terminal.expect("✓ Correct: cat")
    try terminal.expect("いぬ › ")
    terminal.send("\u{3}")
    try terminal.expect("Once more to quit.")
    try terminal.expect("いぬ › ")
    terminal.send("\u{3}")
    let (summary, ending) = try terminal.finish()
    #expect(summary.contains("Session over"))
    #expect(ending == .exited(130))
    #expect(try program.reviews().map(\.typed) == ["cat"])
  }

  @Test func `after the last card the terminal waits for an undo too`() throws {
    let terminal = try study("Words", options: ["--new", "1"])
    try terminal.expect("ねこ › ")
    terminal.enter("")
    try terminal.expect("1–4 › ")
    terminal.enter("4")
    try terminal.expect("Session over")
    try terminal.expect("› ")
    terminal.enter(":undo")
    try terminal.expect("Undone")
    try terminal.expect("ねこ › ")
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `a window that changes its size in the middle of a line keeps the line`() throws {
    let terminal = try study("Words")
    try terminal.expect("ねこ › ")
    terminal.send("ca")
    try terminal.expect("ca")
    for columns: UInt16 in [40, 12, 200, 80] {
      terminal.resize(columns: columns, rows: 30)
      usleep(30_000)
    }
    terminal.enter("t")
    try terminal.expect("✓ Correct: cat")
    #expect(try program.reviews().map(\.typed) == ["cat"])
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func `a signal to end ends cleanly, even in the middle of a line`(signal: Int32) throws {
    let terminal = try study("Words")
    try terminal.expect("ねこ › ")
    terminal.enter("cat")
    try terminal.expect("✓ Correct")
    try terminal.expect("いぬ › ")
    terminal.send("do")
    try terminal.expect("do")
    terminal.send(signal: signal)
    #expect(try terminal.finish().ending == .exited(130))
    #expect(try program.reviews().map(\.typed) == ["cat"])
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `a terminal that goes away ends the session with everything saved`() throws {
    let terminal = try study("Words")
    try terminal.expect("ねこ › ")
    terminal.enter("cat")
    try terminal.expect("いぬ › ")
    terminal.send("do")
    try terminal.expect("do")
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(130))
    #expect(try program.reviews().map(\.typed) == ["cat"])
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }
}
