import Foundation
import Testing

/// `rabble deck check`.
struct DeckCheckTests {
  @Test func `a sound deck is said to be sound`() throws {
    let program = try Program()
    let path = try program.home.write("words.json", Program.words)
    let outcome = try program.run(["deck", "check", path])
    #expect(outcome.output == "\(path): sound, 1 groups, 3 questions\n")
    #expect(outcome.ending == .exited(0))
  }

  @Test func `the bundled decks are sound`() throws {
    let program = try Program()
    let folder = (Executable.path as NSString).deletingLastPathComponent
    let outcome = try program.run(
      ["deck", "check", folder + "/rabble-wabble_rabble.resources/Decks"])
    #expect(outcome.lines.count == 4)
    #expect(outcome.lines.allSatisfy { $0.contains(": sound, ") })
    #expect(outcome.ending == .exited(0))
  }

  @Test func `every fault of a file is named, and the exit code is one`() throws {
    let program = try Program()
    let path = try program.home.write(
      "faulty.json",
      """
      [{"title": "T", "questions": [
        {"prompt": "a"},
        {"prompt": "b", "answer": "c"},
        {"answer": 7, "prompt": "d"}
      ]}]
      """)
    let outcome = try program.run(["deck", "check", path])
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.first?.hasPrefix("\(path):2:3: error: ") == true)
    #expect(outcome.lines.last?.hasPrefix("\(path):4:14: error: ") == true)
    #expect(outcome.ending == .exited(1))
  }

  @Test func `a file that can't be used makes the exit code three, whatever else there is`() throws
  {
    let program = try Program()
    let sound = try program.home.write("words.json", Program.words)
    let broken = try program.home.write("broken.json", "[{")
    let missing = program.home.path + "/missing.json"
    let outcome = try program.run(["deck", "check", broken, sound, missing])
    #expect(outcome.output.contains("\(broken):1:"))
    #expect(outcome.output.contains("\(sound): sound"))
    #expect(outcome.output.contains("\(missing): error: it does not exist"))
    #expect(outcome.ending == .exited(3))
  }

  @Test func `the original files of Rabble Wabble are sound`() throws {
    let program = try Program()
    let old = try program.home.write(
      "old.json",
      """
      [{"title": "Basic Phrases", "score": {"correct": 3, "incorrect": 1}, "questions": [
        {"prompt": "Hello", "hint": "Konnichiwa", "answer": "こんにちは"},
        {"prompt": "Thanks", "answer": "ありがとう"}]}]
      """)
    let single = try program.home.write(
      "single.json",
      #"{"title": "One", "extra": [1], "questions": [{"prompt": "a", "answer": "b", "more": {}}]}"#)
    let outcome = try program.run(["deck", "check", old, single])
    #expect(outcome.ending == .exited(0))
    #expect(outcome.lines.count == 2)
  }
}
