import Testing

/// What a learner accepted beside what the decks say, listed and taken back.
struct AcceptedTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(
      #"{"title": "Animals", "questions": [{"prompt": "犬", "answer": "dog"}]}"#,
      named: "animals.json")
  }

  private func verdict(on day: String) throws -> String {
    let outcome = try program.run(
      ["study", "Animals", "--format", "json"], at: "\(day)T09:00:00+09:00",
      input: "hound\n")
    let line = outcome.output.split(separator: "\n").first { $0.contains("\"kind\":\"verdict\"") }
    return ["correct", "remark", "wrong"].first { line?.contains("\"verdict\":\"\($0)\"") == true }
      ?? ""
  }

  @Test func `an accepted answer is listed, removed, and back after undo`() throws {
    let none = try program.run(["card", "accept"])
    #expect(none.ending == .exited(0))
    #expect(none.errors.contains("You have accepted no answers."))

    _ = try program.run(["study", "Animals"], at: Program.morning, input: "hound\n:accept\n")
    let list = try program.run(["card", "accept", "--format", "csv"])
    #expect(list.output.contains("number,accepted,prompt,answer,direction,group,since"))
    #expect(list.output.contains("2,hound,犬,dog,recognition,Animals,2026-11-21"))
    #expect(try verdict(on: "2026-11-22") == "correct")

    let removed = try program.run(["card", "accept", "--remove", "Hound"])
    #expect(removed.output == "Removed: “hound” is no longer accepted for “犬”.\n")
    #expect(
      try program.run(["card", "accept", "--format", "csv"]).output.contains("hound") == false)
    #expect(try verdict(on: "2027-11-22") == "wrong")
    _ = try program.run(["undo", "--yes"])

    let undone = try program.run(["undo", "--yes"])
    #expect(undone.output.hasPrefix("Undone: removal of the accepted answer “hound” for “犬”"))
    #expect(try program.run(["card", "accept", "--format", "csv"]).output.contains("2,hound,犬"))
    let redone = try program.run(["redo"])
    #expect(redone.output.hasPrefix("Redone: removal of the accepted answer"))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `an answer that was not accepted can't be removed, a number can`() throws {
    let wrong = try program.run(["card", "accept", "--remove", "hound"])
    #expect(wrong.ending == .exited(1))
    #expect(wrong.errors.contains("“hound” is not an accepted answer"))
    _ = try program.run(["study", "Animals"], at: Program.morning, input: "hound\n:accept\n")
    #expect(try program.run(["card", "accept", "--remove", "2"]).ending == .exited(0))
    #expect(try program.run(["card", "accept", "--remove", "2"]).ending == .exited(1))
    let history = try program.run(["history"])
    #expect(history.output.contains("removal of the accepted answer “hound” for “犬”"))
  }
}
