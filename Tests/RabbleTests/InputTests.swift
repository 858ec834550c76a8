import Testing

/// Standard input may be anything.
struct InputTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  private func study(_ input: [UInt8]) throws -> Outcome {
    try program.run(
      ["study", "Words", "--format", "json"], at: Program.morning, inputBytes: input)
  }

  private func expectLog(_ typed: [String]) throws {
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    #expect(try program.reviews().map(\.typed) == typed)
  }

  /// Such a line may have been right in the encoding it was typed in: no verdict would be fair.
  @Test func `bytes that are not UTF-8 are no answer`() throws {
    let outcome = try study([0xff, 0xfe, 0x80, 0x0a] + Array("cat\n".utf8) + [0xe3, 0x81, 0x0a])
    #expect(outcome.ending == .exited(0))
    #expect(outcome.errors == "")
    try expectLog(["cat"])
  }

  @Test func `control characters and NUL do no harm`() throws {
    let outcome = try study([0, 1, 2, 0x1b, 0x0a] + Array("ca\u{0}t\n".utf8))
    #expect(outcome.ending == .exited(0))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `a line of ten megabytes is no answer, and the next line counts as ever`() throws {
    let outcome = try study(
      [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000) + Array("\ncat\n".utf8))
    #expect(outcome.ending == .exited(0))
    #expect(outcome.errors == "")
    try expectLog(["cat"])
  }

  @Test func `ten megabytes without any line end come to an end`() throws {
    let outcome = try study([UInt8](repeating: 0xe3, count: 10_000_000))
    #expect(outcome.ending == .exited(0))
    #expect(try outcome.screens.last?.kind == "summary")
    try expectLog([])
  }

  @Test func `an input that is closed from the start ends at once, cleanly`() throws {
    let outcome = try study([])
    #expect(try outcome.screens.map(\.kind) == ["question", "summary"])
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a last line without its end is an answer`() throws {
    let outcome = try study(Array("cat".utf8))
    #expect(try outcome.screens.compactMap(\.verdict) == ["correct"])
  }
}
