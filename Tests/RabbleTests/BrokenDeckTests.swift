import Foundation
import Testing

/// Broken deck files are named, and everything else goes on.
struct BrokenDeckTests {
  /// A broken deck: its file's name, its text, and what must be said about it.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    /// The line, and the column when it is beyond doubt: where the wrong value or object begins.
    let place: String
    let words: String

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "comma.json",
      text: """
        [{"title": "T", "questions": [
          {"prompt": "a", "answer": "b"},
          {"prompt": "c" "answer": "d"}]}]
        """, place: ":3:", words: "comma"),
    Case(
      name: "cut.json", text: "[{\"title\": \"T\",\n \"questions\": [{\"prompt\": \"a\"",
      place: ":2:", words: "closed"),
    Case(
      name: "type.json",
      text: """
        [{"title": "T", "questions": [
          {"prompt": "a",
           "answer": 12}]}]
        """, place: ":3:14: ", words: "must be a text"),
    Case(
      name: "prompt.json",
      text: """
        [{"title": "T", "questions": [
          {"answer": "b"}]}]
        """, place: ":2:3: ", words: "there is no \"prompt\""),
    Case(
      name: "id.json",
      text: """
        [{"title": "T", "questions": [
          {"id": "same", "prompt": "a", "answer": "b"},
          {"id": "same", "prompt": "c", "answer": "d"}]}]
        """, place: ":3:", words: "\"same\""),
    Case(name: "empty.json", text: "", place: ":1:1: ", words: "the file is empty"),
    Case(
      name: "deep.json", text: String(repeating: "[", count: 200_000), place: ":1:", words: "deep"),
    Case(name: "word.json", text: "\nhello", place: ":2:1: ", words: "hello"),
  ]

  @Test(arguments: cases)
  func `a broken deck is named with its place, and the others go on`(_ broken: Case) throws {
    let program = try Program()
    try program.home.write("own/good.json", Program.words)
    let path = try program.home.write("own/" + broken.name, broken.text)
    let outcome = try program.run(
      ["study", "Words", "--decks", program.home.path + "/own", "--format", "json"],
      at: Program.morning, input: "cat\n")
    let fault = outcome.errors.prefix { $0 != "\n" }
    #expect(fault.hasPrefix(path + broken.place))
    #expect(fault.contains(broken.words))
    #expect(fault.firstMatch(of: /json:\d+:\d+: error:/) != nil)
    #expect(try outcome.screens[1].verdict == "correct")
    #expect(outcome.ending == .exited(0))
    let bundled = try program.run(["deck", "list", "--all", "--decks", program.home.path + "/own"])
    #expect(bundled.output.contains("Hiragana combinations"))
    #expect(bundled.ending == .exited(0))
  }

  @Test func `text that is not UTF-8 is named with its byte`() throws {
    let program = try Program()
    let path = try program.home.write("own/latin.json")
    let text = Array("[{\"title\": \"caf".utf8) + [0xe9] + Array("\"}]".utf8)
    try Data(text).write(to: URL(fileURLWithPath: path))
    let outcome = try program.run(["deck", "list", "--decks", path])
    #expect(outcome.errors.hasPrefix(path + ":1:16: error: "))
    #expect(outcome.errors.contains("0xE9"))
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a file of a hundred megabytes is named and not read`() throws {
    let program = try Program()
    let path = try program.home.write("own/huge.json")
    #expect(truncate(path, 100_000_000) == 0)
    let outcome = try program.run(["deck", "list", "--decks", program.home.path + "/own"])
    #expect(outcome.errors.hasPrefix(path + ": error: "))
    #expect(outcome.errors.contains("100000000 bytes"))
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a folder that is called like a deck is named`() throws {
    let program = try Program()
    let inner = try program.home.write("own/x.json/inner.txt")
    let path = (inner as NSString).deletingLastPathComponent
    let outcome = try program.run(["deck", "list", "--decks", program.home.path + "/own"])
    #expect(outcome.errors.hasPrefix(path + ": "))
    #expect(outcome.ending == .exited(0))
  }

  @Test func `pipes, devices and circles of links are named and not waited for`() throws {
    let program = try Program()
    #expect(mkfifo(program.home.path + "/pipe.json", 0o600) == 0)
    try program.home.link("circle.json", to: program.home.path + "/circle.json")
    try program.home.link("zero.json", to: "/dev/zero")
    let outcome = try program.run(["deck", "list", "--decks", program.home.path])
    for name in ["pipe", "circle", "zero"] {
      #expect(outcome.errors.contains("/\(name).json: error: "), "\(name)")
    }
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a file that may not be read is named`() throws {
    let program = try Program()
    let path = try program.home.write("own/secret.json", Program.words)
    #expect(chmod(path, 0) == 0)
    let outcome = try program.runWithoutPrivileges([
      "deck", "list", "--decks", program.home.path + "/own",
    ])
    #expect(outcome.errors.hasPrefix(path + ": error: you don't have permission to read it"))
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a folder or file that is not there is named`() throws {
    let program = try Program()
    let outcome = try program.run(
      ["deck", "list", "--decks", "nowhere", "--decks", "nothing.json"], folder: program.home.path)
    #expect(outcome.errors.contains(program.home.path + "/nowhere: error: no such file or folder"))
    #expect(
      outcome.errors.contains(program.home.path + "/nothing.json: error: no such file or folder"))
    #expect(outcome.ending == .exited(0))
  }

  /// The second start does not read the files again, which have then been unchanged for long enough.
  @Test func `faults are named at every start, and no more once they are mended`() throws {
    let program = try Program()
    let path = try program.addDeck("[{\"title\": \"T\", \"questions\": 5}]", named: "broken.json")
    let first = try program.run(["deck", "list"])
    #expect(first.errors.hasPrefix(path + ":1:30: error: "), "\(first.errors)")
    sleep(3)
    for _ in 0..<3 { #expect(try program.run(["deck", "list"]).errors == first.errors) }
    try program.addDeck(Program.words, named: "broken.json")
    let mended = try program.run(["deck", "list"])
    #expect(mended.errors == "")
    #expect(mended.output.contains("Words"))
  }

  @Test func `with no deck left to study, the exit code is three`() throws {
    var program = try Program()
    // A program whose own decks are broken too.
    let copy = program.home.path + "/bin/rabble"
    try program.home.write("bin/Decks/Japanese/broken.json", "{")
    try Executable.link(to: copy)
    program.path = copy
    let own = try program.addDeck("[", named: "own.json")
    let outcome = try program.run(["study"], at: Program.morning)
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("bin/Decks/Japanese/broken.json:1:"))
    #expect(outcome.errors.contains(own + ":1:"))
    #expect(outcome.output == "")

    try program.addDeck(Program.words, named: "own.json")
    #expect(try program.run(["study"], at: Program.morning).ending == .exited(0))
  }
}
