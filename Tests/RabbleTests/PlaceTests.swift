import Foundation
import Testing

/// A placement from the shell.
struct PlaceTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private func place(_ arguments: String..., input: String) throws -> Outcome {
    try program.run(
      ["place"] + arguments + ["--seed", "3"], at: Program.morning, input: input)
  }

  @Test func `a beginner presses Enter a few times, and nothing is taken`() throws {
    let outcome = try place(input: String(repeating: "\n", count: 40))
    #expect(outcome.ending == .exited(1))
    #expect(outcome.output.contains("no card is marked as known."))
    #expect(try program.reviews().isEmpty)
    #expect(try program.run(["history"], at: Program.morning).output.isEmpty)
  }

  @Test func `an input that ends takes nothing`() throws {
    let outcome = try place("spanish", "--yes", input: "\n\n")
    #expect(outcome.ending == .exited(1))
    #expect(outcome.errors.contains("Stopped: nothing was marked as known."))
  }

  @Test func `as JSON, questions and verdicts are screens of a session, and words go elsewhere`()
    throws
  {
    let outcome = try place("--format", "json", input: "nonsense\n:quit\n")
    let kinds = try outcome.screens.map(\.kind)
    #expect(kinds == ["notice", "question", "verdict", "question"])
    #expect(outcome.errors.contains("Stopped"))
  }

  @Test func `a number is no grade here, and what else is to be tried again says why`() throws {
    try program.addDeck(
      #"[{"title": "Words", "questions": [{"prompt": "good", "answer": "yes"}]}]"#,
      named: "words.json")
    try program.addDeck(
      #"{"title": "Mine", "steps": [{"group": "Words"}]}"#, named: "course.json")
    let messages = try place("mine", "--format", "json", input: "3\ngood\n:quit\n").screens
      .filter { $0.kind == "verdict" }.map(\.message)
    #expect(messages.first == "Type the answer, or press Enter if you don't know it.")
    #expect(messages.count == 2)
    #expect(messages.last??.isEmpty == false && messages.last != messages.first)
  }

  /// A course of one group, all of whose cards are answered with “yes”.
  private func addCourse() throws {
    let questions = (0..<8).map { #"{"prompt": "q\#($0)", "answer": "yes"}"# }
    try program.addDeck(
      #"[{"title": "Letters", "questions": [\#(questions.joined(separator: ", "))]}]"#,
      named: "letters.json")
    try program.addDeck(
      #"{"title": "Mine", "steps": [{"group": "Letters"}]}"#, named: "course.json")
  }

  @Test func `what is answered right is taken as known with --yes, and only then`() throws {
    try addCourse()
    let answers = String(repeating: "yes\n", count: 8)
    let refused = try place("mine", input: answers)
    #expect(refused.ending == .exited(1))
    #expect(refused.output.contains("8 cards would be marked as known:\n  8  Letters\n"))
    #expect(refused.errors.contains("--yes"))
    #expect(try program.run(["history"], at: Program.morning).output.isEmpty)
    let taken = try place("mine", "--yes", input: answers)
    #expect(taken.ending == .exited(0))
    #expect(taken.output.contains("Marked 8 new cards of “Letters” as known; first reviews from "))
    #expect(
      try program.run(["card", "why", "q3"], at: Program.morning).output.contains("by placement"))
    #expect(try program.reviews().isEmpty)
    #expect(try program.run(["log", "check"], at: Program.morning).ending == .exited(0))
    #expect(
      try program.run(["undo"], at: Program.morning).output.hasSuffix("8 cards are new again.\n"))
  }

  @Test(arguments: ["y", "n"])
  func `on a terminal it asks before it takes anything`(decision: String) throws {
    try addCourse()
    let asked = try place("mine", input: String(repeating: "yes\n", count: 8)).output
      .matches(of: #/#\d/#).count
    let terminal = try PseudoTerminal(
      program, ["place", "mine", "--seed", "3"], at: Program.morning)
    for number in 1...max(asked, 1) {
      try terminal.expect("#\(number)")
      try terminal.expect("› ")
      terminal.enter("yes")
    }
    try terminal.expect("Mark them as known?")
    terminal.enter(decision)
    let (shown, ending) = try terminal.finish()
    #expect(ending == .exited(decision == "y" ? 0 : 1))
    #expect(shown.contains(decision == "y" ? "Undo with" : "Nothing was marked as known."))
  }

  @Test func `a course that is not there is wrong use`() throws {
    #expect(try place("klingon", input: "").ending == .exited(2))
  }
}
