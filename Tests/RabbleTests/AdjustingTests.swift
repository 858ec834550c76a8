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
    _ = try run("suspend", "--where", "is:new", "Words")
    for arguments in [
      ["known", "Words"], ["known", "--where", "is:new or is:suspended", "Words"],
    ] {
      let held = try program.run(arguments, at: Program.morning)
      #expect(held.ending == .exited(1))
      #expect(held.errors.contains(" suspended or buried; `rabble unsuspend` restores "))
    }
    _ = try run("unsuspend", "--all")
    _ = try run("known", "Words")
    #expect(try run("known", "Words").errors == "There are no new cards there.\n")
  }

  @Test func `a group is taken as known, explained and undone`() throws {
    let known = try run("known", "Words")
    #expect(known.ending == .exited(0))
    #expect(known.output.contains("new cards of “Words” as known; first reviews from "))
    #expect(known.output.hasSuffix("Undo with `rabble undo`.\n"))
    #expect(try run("due", "Words").ending == .exited(1))
    #expect(try run("known", "Words").ending == .exited(1))
    let why = try run("why", "ねこ").output
    #expect(why.contains("Known") && why.contains("by you"))
    #expect(!why.contains("New:"))
    #expect(try run("history").output.contains("cards as known"))
    #expect(try run("check").ending == .exited(0))
    #expect(try run("undo").output.contains("cards are new again."))
    #expect(try run("due", "Words").ending == .exited(0))
    #expect(try run("redo").ending == .exited(0))
    #expect(try run("due", "Words").ending == .exited(1))
  }

  @Test func `a dry run changes nothing, and what is postponed is explained`() throws {
    let later = "2027-06-01T09:00:00+09:00"
    _ = try run("known", "Words")
    let dry = try run("reschedule", "--over", "7d", "--dry-run", at: later)
    #expect(dry.ending == .exited(0) && dry.output.hasPrefix("Would spread "))
    #expect(try run("history").output.split(separator: "\n").count == 1)
    let done = try run("reschedule", "--postpone", "3d", at: later)
    #expect(done.output.hasPrefix("Postponed ") && done.output.contains("2027-06-04"))
    let why = try run("why", "ねこ", at: later).output
    #expect(why.contains("You moved it to 2027-06-04 on 2027-06-01."))
    #expect(try run("reschedule", "--over", "2w", at: later).ending == .exited(1))
    #expect(try run("undo", at: later).output.hasPrefix("Undone: postponed "))
    #expect(try run("reschedule", "--over", "2w", at: later).ending == .exited(0))
    #expect(try run("check").ending == .exited(0))
  }

  @Test(arguments: [
    ["reschedule"], ["reschedule", "--over", "0d"], ["reschedule", "--over", "x"],
    ["reschedule", "--over", "7d", "--advance", "2d"],
    ["reschedule", "--postpone", "99999999999w"],
    ["reschedule", "--over", "d"], ["known"], ["known", "Nonsense"],
  ])
  func `wrong use is refused`(arguments: [String]) throws {
    #expect(try program.run(arguments, at: Program.morning).ending == .exited(2))
  }
}
