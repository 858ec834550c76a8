import Foundation
import RabbleTestSupport
import Testing

/// No acknowledged answer is ever lost.
struct KillTests {
  @Test func `kill -9 at any moment loses no acknowledged answer and doubles none`() throws {
    let program = try Program(courses: false)
    let questions = (0..<40).map { #"{"prompt": "No. \#($0)", "answer": "word \#($0)"}"# }
    try program.addDeck(
      #"[{"title": "Many", "questions": [\#(questions.joined(separator: ","))]}]"#)
    var generator = SeededGenerator(seed: 20_261_121)
    var recorded: [String] = []
    var acknowledgedInAll = 0
    for kill in 0..<40 {
      let session = try Conversation(
        program, ["study", "Many", "--format", "json", "--new", "40"], at: Program.morning)
      for line in 0..<400 { session.send("reply \(kill) \(line)") }
      // A quarter of the kills come while the program starts, the others among the answers.
      var lines: [String] = []
      if kill % 4 > 0 {
        let count = Int.random(in: 1...20, using: &generator)
        lines = try (0..<count).map { _ in try session.receive() }
      }
      usleep(UInt32.random(in: 0...(kill % 4 > 0 ? 5000 : 60_000), using: &generator))
      session.send(signal: SIGKILL)
      _ = try session.waitForExit()
      let acknowledged = try (lines + session.receiveAll()).map(Screen.init(json:))
        .filter { $0.grade != nil }.compactMap(\.typed)
      acknowledgedInAll += acknowledged.count

      let all = try program.reviews().compactMap(\.typed)
      #expect(all.prefix(recorded.count) == recorded[...], "kill \(kill): an older answer changed")
      let fresh = Array(all.dropFirst(recorded.count))
      #expect(fresh.prefix(acknowledged.count) == acknowledged[...], "kill \(kill)")
      #expect(fresh.count - acknowledged.count <= 1, "kill \(kill)")
      recorded = all
      let check = try program.run(["log", "check"])
      #expect(check.ending == .exited(0), "kill \(kill): \(check.output)\(check.errors)")
    }
    #expect(Set(recorded).count == recorded.count)
    #expect(acknowledgedInAll > 100, "too few answers to prove anything")
  }
}
