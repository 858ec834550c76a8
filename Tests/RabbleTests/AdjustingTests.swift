import Foundation
import Testing

/// Groups taken as known, and due days moved, from the shell.
struct AdjustingTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  private func run(_ arguments: String..., at moment: String = Program.morning) throws -> Outcome {
    try program.run(arguments, at: moment)
  }

  @Test func `known tells new cards that are suspended from none`() throws {
    _ = try run("card", "suspend", "--yes", "--where", "is:new", "Words")
    for arguments in [
      ["card", "known", "--yes", "Words"],
      ["card", "known", "--yes", "--where", "is:new or is:suspended", "Words"],
    ] {
      let held = try program.run(arguments, at: Program.morning)
      #expect(held.ending == .exited(1))
      #expect(held.errors.contains(" suspended or buried; `rabble card unsuspend` restores "))
    }
    _ = try run("card", "unsuspend", "--yes", "--where", "is:suspended or is:buried")
    _ = try run("card", "known", "--yes", "Words")
    #expect(try run("card", "known", "--yes", "Words").errors == "There are no new cards there.\n")
  }

  @Test func `a group is taken as known, explained and undone`() throws {
    let known = try run("card", "known", "--yes", "Words")
    #expect(known.ending == .exited(0))
    #expect(known.output.contains("new cards of “Words” as known; first reviews from "))
    #expect(known.output.hasSuffix("Undo with `rabble undo`.\n"))
    #expect(try run("today", "--count", "Words").ending == .exited(1))
    #expect(try run("card", "known", "--yes", "Words").ending == .exited(1))
    let why = try run("card", "why", "ねこ").output
    #expect(why.contains("Known") && why.contains("by you"))
    #expect(!why.contains("New:"))
    #expect(try run("history").output.contains("cards as known"))
    #expect(try run("log", "check").ending == .exited(0))
    #expect(try run("undo").output.contains("cards are new again."))
    #expect(try run("today", "--count", "Words").ending == .exited(0))
    #expect(try run("redo").ending == .exited(0))
    #expect(try run("today", "--count", "Words").ending == .exited(1))
  }

  @Test func `a dry run changes nothing, and what is postponed is explained`() throws {
    let later = "2027-06-01T09:00:00+09:00"
    _ = try run("card", "known", "--yes", "Words")
    let dry = try run("card", "due", "--yes", "over:7d", "Words", "--dry-run", at: later)
    #expect(dry.ending == .exited(0) && dry.output.hasPrefix("Would spread "))
    #expect(try run("history").output.split(separator: "\n").count == 1)
    let done = try run("card", "due", "--yes", "later:3d", "Words", at: later)
    #expect(done.output.hasPrefix("Postponed ") && done.output.contains("2027-06-04"))
    let why = try run("card", "why", "ねこ", at: later).output
    #expect(why.contains("You moved it to 2027-06-04 on 2027-06-01."))
    #expect(try run("card", "due", "--yes", "over:2w", "Words", at: later).ending == .exited(1))
    #expect(try run("undo", at: later).output.hasPrefix("Undone: postponed "))
    #expect(try run("card", "due", "--yes", "over:2w", "Words", at: later).ending == .exited(0))
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test(arguments: [
    ["card", "due"], ["card", "due", "--yes", "over:0d"], ["card", "due", "--yes", "over:x"],
    ["card", "due", "--yes", "over:7d", "--advance", "2d"],
    ["card", "due", "--yes", "later:99999999999w"],
    ["card", "due", "--yes", "over:d"], ["card", "known", "--yes"],
    ["card", "known", "--yes", "Nonsense"],
  ])
  func `wrong use is refused`(arguments: [String]) throws {
    #expect(try program.run(arguments, at: Program.morning).ending == .exited(2))
  }
}
