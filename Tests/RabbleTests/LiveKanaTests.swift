import Foundation
import Testing

/// Keys that turn into kana while they are typed, at the keyboard.
struct LiveKanaTests {
  private let program: Program

  private static let left = "\u{1b}[D"
  private static let backspace = "\u{7f}"
  private static let undo = "\u{1f}"
  private static let toggle = "\u{14}"

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(
      """
      [{"title": "Readings", "questions": [
        {"prompt": "本", "hint": "book", "answer": "ほん"},
        {"prompt": "A greeting", "answer": "こんにちは"},
        {"prompt": "学校", "answer": "がっこう"}
      ]}, {"title": "Meanings", "questions": [{"prompt": "いぬ", "answer": "dog"}]}]
      """)
  }

  /// Begins a session and waits for its first prompt.
  private func study(
    _ group: String = "Readings", _ environment: [String: String] = [:],
    prompt: String = "本 ‹あ›"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      program, ["study", group, "--color", "never"], at: Program.morning,
      environment: environment)
    try terminal.expectLastLine(prompt)
    return terminal
  }

  /// Types keys one by one; each must leave the line behind the prompt as it is told.
  private func type(
    _ keys: [(key: String, line: String)], on terminal: PseudoTerminal, prompt: String = "本 ‹あ›"
  ) throws {
    for (key, line) in keys {
      terminal.send(key)
      try terminal.expectLastLine(line.isEmpty ? prompt : prompt + " " + line)
    }
  }

  /// Types letters one by one.
  private func type(_ keys: String, _ lines: [String], on terminal: PseudoTerminal) throws {
    try #require(keys.count == lines.count)
    try type(zip(keys, lines).map { (String($0), $1) }, on: terminal)
  }

  @Test(arguments: [
    ("ka", ["k", "か"]),
    ("kka", ["k", "kk", "っか"]),
    ("nka", ["n", "んk", "んか"]),
    ("nna", ["n", "ん", "んな"]),
    ("n'a", ["n", "ん", "んあ"]),
    ("kya", ["k", "ky", "きゃ"]),
    ("tchi", ["t", "tc", "tch", "っち"]),
    ("KA", ["K", "カ"]),
    ("kaKI", ["k", "か", "かK", "かキ"]),
    ("ko-hi-", ["k", "こ", "こー", "こーh", "こーひ", "こーひー"]),
    ("ka?", ["k", "か", "か？"]),
    ("a1", ["あ", "あ1"]),
  ])
  func `keys turn into kana as soon as they make one`(keys: String, lines: [String]) throws {
    try type(keys, lines, on: study())
  }

  @Test func `Backspace takes back one kana, or one key that waits`() throws {
    let terminal = try study()
    try type(
      [
        ("kya", "きゃ"), (Self.backspace, "き"), (Self.backspace, ""), (Self.backspace, ""),
        ("kaky", "かky"), (Self.backspace, "かk"), (Self.backspace, "か"), ("nn", "かん"),
        (Self.backspace, "か"), ("ta", "かた"),
      ], on: terminal)
  }

  @Test func `undo takes back key after key`() throws {
    let terminal = try study()
    try type(
      [
        ("kasa", "かさ"), (Self.undo, "かs"), (Self.undo, "か"), ("ki", "かき"),
        (Self.backspace, "か"), (Self.undo, "かき"), ("\u{15}", ""), (Self.undo, "かき"),
      ], on: terminal)
  }

  @Test func `in the middle of a line keys turn into kana, too`() throws {
    let terminal = try study()
    try type(
      [
        ("kaki", "かき"), (Self.left, "かき"), ("k", "かkき"), ("u", "かくき"),
        (Self.backspace, "かき"), ("\u{5}ke", "かきけ"), (Self.left + Self.backspace, "かけ"),
        ("\u{1}sa", "さかけ"), ("\u{b}", "さ"), ("\u{19}", "さかけ"),
      ], on: terminal)
  }

  @Test func `control T turns the kana off and on, for the next card too`() throws {
    let terminal = try study()
    try type([("ka", "か")], on: terminal)
    terminal.send(Self.toggle)
    try type([("", "か"), ("ka", "かka")], on: terminal, prompt: "本 ›")
    terminal.send(Self.toggle)
    try type([("", "かka"), ("ka", "かkaか")], on: terminal)
    terminal.send("\u{15}" + Self.toggle)
    try type([("hon", "hon")], on: terminal, prompt: "本 ›")
    terminal.enter("")
    try terminal.expect("✓ Correct: ほん")
    try terminal.expectLastLine("A greeting ›")
    terminal.send(Self.toggle)
    try terminal.expectLastLine("A greeting ‹あ›")
    try type([("ko", "こ")], on: terminal, prompt: "A greeting ‹あ›")
  }

  @Test(arguments: ["\u{1b}[200~honto\u{1b}[201~", "honto"])
  func `what is pasted turns into kana, and one undo takes a paste back`(paste: String) throws {
    let terminal = try study()
    try type([("a", "あ"), (paste, "あほんと")], on: terminal)
    if paste != "honto" { try type([(Self.undo, "あ")], on: terminal) }
  }

  @Test(arguments: [":hint", "：hint", " :hint", ":hi\t"])
  func `a command stays Latin`(command: String) throws {
    let terminal = try study()
    terminal.enter(command)
    try terminal.expect("Hint: book")
    try terminal.expectLastLine("本 ‹あ›")
    try type([("ho", "ほ")], on: terminal)
  }

  @Test(arguments: ["hon", "hon" + left, "honn", "ほn"])
  func `Enter makes the last n an ん, and shows it`(keys: String) throws {
    let terminal = try study()
    terminal.enter(keys)
    try terminal.expect("✓ Correct: ほん")
    #expect(LiveKanaScreen(terminal.raw).lines.contains("本 ‹あ› ほん"))
    #expect(try program.reviews().map(\.typed) == ["ほん"])
  }

  @Test func `the judge reads the keys where the kana alone are not what was meant`() throws {
    let terminal = try study()
    terminal.enter("hon")
    try terminal.expectLastLine("A greeting ‹あ›")
    try type([("konnichiwa", "こんにちわ")], on: terminal, prompt: "A greeting ‹あ›")
    terminal.enter("")
    try terminal.expect("✓ Correct")
    try terminal.expectLastLine("学校 ‹あ›")
    terminal.enter("")
    try terminal.expect("1–4 › ")
  }

  @Test func `kana that an input method sends are what they are`() throws {
    let terminal = try study()
    try type([("ほ", "ほ"), ("ん", "ほん"), (Self.backspace, "ほ"), ("ん", "ほん")], on: terminal)
    terminal.enter("")
    try terminal.expect("✓ Correct: ほん")
    #expect(try program.reviews().map(\.typed) == ["ほん"])
  }

  @Test func `control C gives an empty line that turns into kana, too`() throws {
    let terminal = try study()
    try type([("hok", "ほk")], on: terminal)
    terminal.send("\u{3}")
    try terminal.expect("Once more to quit.")
    try terminal.expectLastLine("本 ‹あ›")
    try type([("a", "あ")], on: terminal)
  }

  @Test func `the keys that an init file binds are left to it`() throws {
    try program.home.write(
      ".inputrc",
      """
      "\\C-t": kill-whole-line
      "\\C-o": toggle-live-input
      "q": "ki"

      """)
    let terminal = try study()
    try type([("ka", "か"), ("q", "かき"), (Self.toggle, ""), ("ka", "か")], on: terminal)
    terminal.send("\u{f}")
    try type([("ka", "かka")], on: terminal, prompt: "本 ›")
  }

  @Test func `in the keys of vi it is the same`() throws {
    try program.home.write(".inputrc", "set editing-mode vi\n")
    let terminal = try study()
    try type([("hok", "ほk"), ("u", "ほく"), (Self.backspace, "ほ")], on: terminal)
    terminal.send("n\u{1b}")
    // Alone, an escape is the key; together with what follows it could begin a sequence.
    usleep(700_000)
    terminal.enter("")
    try terminal.expect("✓ Correct: ほん")
  }

  @Test func `a long paste is taken as it is, and at once`() throws {
    let terminal = try study()
    for _ in 0..<20 { terminal.send(String(repeating: "ka", count: 500)) }
    terminal.enter("")
    try terminal.expect("A greeting ‹あ› ")
    terminal.enter("konnichiwa")
    try terminal.expect("✓ Correct")
  }

  @Test func `a terminal that can't erase keeps its keys`() throws {
    let terminal = try study("Readings", ["TERM": "dumb"], prompt: "本 ›")
    terminal.enter("hon")
    try terminal.expect("✓ Correct: ほん")
    #expect(!terminal.raw.contains("‹あ›"))
    #expect(try program.reviews().map(\.typed) == ["hon"])
  }

  @Test func `where no kana are asked for, and for a grade, keys stay keys`() throws {
    let terminal = try study("Meanings", prompt: "いぬ ›")
    try type([("inu", "inu")], on: terminal, prompt: "いぬ ›")
    terminal.enter("")
    try terminal.expect("↻ Try again")
    let other = try study()
    other.enter("")
    try other.expectLastLine("1–4 ›")
    try type([("ka", "ka")], on: other, prompt: "1–4 ›")
  }

  @Test func `through a pipe keys stay keys`() throws {
    let outcome = try program.run(
      ["study", "Readings"], at: Program.morning, input: "hon\n")
    #expect(outcome.output.contains("✓ Correct: ほん"))
    #expect(!outcome.output.contains("‹"))
    #expect(try program.reviews().map(\.typed) == ["hon"])
  }
}
