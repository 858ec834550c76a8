import Testing

/// Who calls hard what was forgotten is told, where it costs nothing.
struct HardMisuseTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    let questions = (1...6).map { number in
      #"{"prompt": "prompt \#(number)", "answer": "answer number \#(number)"}"#
    }
    try program.addDeck(
      #"[{"title": "Many", "questions": [\#(questions.joined(separator: ","))]}]"#)
  }

  @Test func `five wrong answers called hard make statistics say what hard means`() throws {
    let four = String(repeating: "no idea\n:hard\n", count: 4)
    _ = try program.run(["study", "Many"], at: Program.morning, input: four)
    #expect(try program.run(["stats"], at: Program.morning).errors == "")
    _ = try program.run(["study", "Many"], at: Program.morning, input: "no idea\n:hard\n")
    let told = try program.run(["stats", "--format", "json"], at: Program.morning)
    #expect(
      told.errors == """
        5 of the 5 answers that were judged incorrect count as hard.
        “Hard” means that you remembered with effort: the card is due later, not sooner. If you had \
        forgotten it, choose “again”; otherwise, keep going.

        """)
    #expect(told.ending == .exited(0))
    for command in [["preset", "optimize", "--dry-run"], ["card", "why", "prompt 1"]] {
      #expect(try program.run(command, at: Program.morning).errors.hasSuffix(told.errors))
    }
  }

  @Test func `answers corrected to good are nobody's misuse`() throws {
    let six = String(repeating: "no idea\n:override\n", count: 6)
    _ = try program.run(["study", "Many"], at: Program.morning, input: six)
    #expect(try program.run(["stats"], at: Program.morning).errors == "")
  }
}
