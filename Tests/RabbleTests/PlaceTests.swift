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
    #expect(outcome.output.contains("no card is taken as known."))
    #expect(try program.reviews().isEmpty)
    #expect(try program.run(["history"], at: Program.morning).output.isEmpty)
  }

  @Test func `an input that ends takes nothing`() throws {
    let outcome = try place("spanish", "--yes", input: "\n\n")
    #expect(outcome.ending == .exited(1))
    #expect(outcome.errors.contains("Stopped: nothing was taken as known."))
  }

  @Test func `as JSON, questions and verdicts are screens of a session, and words go elsewhere`()
    throws
  {
    let outcome = try place("--format", "json", input: "nonsense\n:quit\n")
    let kinds = try outcome.screens.map(\.kind)
    #expect(kinds == ["notice", "question", "verdict", "question"])
    #expect(outcome.errors.contains("Stopped"))
  }

  @Test func `a course that is not there is wrong use`() throws {
    #expect(try place("klingon", input: "").ending == .exited(2))
  }
}
