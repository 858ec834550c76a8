import Foundation
import Testing

/// `rabble deck check`.
struct DeckCheckTests {
  /// Two mistakes, the first of which `--fix` can mend.
  private static let faulty = """
    [{"title": "T", "language": "ja", "questions": [
      {"prompt": "犬", "answer": "dog "},
    \t{"prompt": "ばら", "answer": 7, "hint": "a flower"},
      {"prompt": "c"}
    ]}]

    """

  @Test func `a sound deck is said to be sound`() throws {
    let program = try Program()
    let path = try program.home.write("words.json", Program.words)
    let outcome = try program.run(["deck", "check", path])
    #expect(outcome.output == "\(path): OK (1 group, 3 questions)\n")
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a folder without a deck is said to hold none`() throws {
    let program = try Program()
    let folder = program.home.path + "/empty"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let outcome = try program.run(["deck", "check", folder])
    #expect(outcome.errors == "\(folder): There is no deck in this folder.\n")
    #expect(outcome.output == "" && outcome.ending == .exited(0))
  }

  @Test func `the bundled decks are sound`() throws {
    let program = try Program()
    let folder = (Executable.path as NSString).deletingLastPathComponent
    let outcome = try program.run(
      ["deck", "check", folder + "/rabble-wabble_rabble.resources/Decks"])
    #expect(outcome.lines.count >= 4)
    #expect(outcome.lines.allSatisfy { $0.contains(": OK (") })
    #expect(outcome.ending == .exited(0))
  }

  @Test func `every finding is named with its line, and the exit code is one`() throws {
    let program = try Program()
    let path = try program.home.write("faulty.json", Self.faulty)
    let outcome = try program.run(["deck", "check", path])
    #expect(
      outcome.output == """
        \(path):2:33: warning: in "T", question 1: "answer" ends with a space; remove it [RW301, safe fix]
            2 |   {"prompt": "犬", "answer": "dog "},
              |                                  ^
        \(path):3:29: error: in "T", question 2: "answer" is a number, but must be a text in \
        quotation marks; put it in quotation marks [RW201, safe fix]
            3 |  {"prompt": "ばら", "answer": 7, "hint": "a flower"},
              |                               ^
        \(path):4:3: error: in "T", question 3: there is no "answer"; add one [RW202]
            4 |   {"prompt": "c"}
              |   ^~~~~~~~~~~~~~~
        2 errors, 1 warning; --fix fixes 2

        """)
    #expect(outcome.ending == .exited(1))
  }

  @Test func `a very long line is cut around the place`() throws {
    let program = try Program()
    let many = (1...400).map { #"{"prompt": "p\#($0)", "answer": "a\#($0)"}"# }
      .joined(separator: ", ")
    let path = try program.home.write(
      "long.json",
      #"{"title": "T", "questions": [\#(many), {"prompt": "x", "answer": "y "}, \#(many)]}"#)
    let outcome = try program.run(["deck", "check", path])
    let line = try #require(outcome.lines.first { $0.contains("| …") })
    #expect(line.count <= 100)
    let caret = try #require(outcome.lines.first { $0.hasSuffix("^") })
    let column = caret.count - 1
    let text = Array(line)
    #expect(text[column] == " " && text[column - 1] == "y" && text[column + 1] == "\"")
  }

  @Test func `colour is for those who want it`() throws {
    let program = try Program()
    let path = try program.home.write("faulty.json", Self.faulty)
    let outcome = try program.run(["deck", "check", "--color", "always", path])
    #expect(outcome.output.contains("\u{1b}[31merror:\u{1b}[0m"))
    #expect(outcome.output.contains("\u{1b}[33mwarning:\u{1b}[0m"))
    let plain = try program.run(["deck", "check", path])
    #expect(!plain.output.contains("\u{1b}"))
  }

  @Test func `as JSON each finding is an object with its edits`() throws {
    let program = try Program()
    let path = try program.home.write("faulty.json", Self.faulty)
    let outcome = try program.run(["deck", "check", "--format", "json", path])
    #expect(outcome.ending == .exited(1))
    let found = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect(found?["schema"] as? Int == 1 && found?["report"] as? String == "check")
    let findings = try #require(found?["rows"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["RW301", "RW201", "RW202"])
    let first = try #require(findings.first)
    #expect(first["file"] as? String == path)
    #expect(first["line"] as? Int == 2 && first["column"] as? Int == 33)
    #expect(first["end_line"] as? Int == 2 && first["end_column"] as? Int == 34)
    #expect(first["severity"] as? String == "warning")
    #expect(first["group"] as? String == "T" && first["question"] as? Int == 1)
    #expect(first["reason"] as? String == "\"answer\" ends with a space")
    let edits = try #require(first["edits"] as? [[String: Any]])
    let start = try #require(edits.first?["start"] as? Int)
    #expect(Array(Self.faulty.utf8)[start] == UInt8(ascii: " "))
    #expect(edits.first?["end"] as? Int == start + 1)
    #expect(edits.first?["text"] as? String == "")
    let sound = try program.home.write("words.json", Program.words)
    #expect(
      try program.run(["deck", "check", "--format", "json", sound]).output == """
        {
          "schema": 1,
          "report": "check",
          "rows": []
        }

        """)
  }

  @Test func `what only changes a meaning is fixed if it is asked for, and counted if it isn't`()
    throws
  {
    let program = try Program()
    let path = try program.home.write(
      "nube.md", "## T\nlanguage: es\n\nx :: y\nla nube ::: cloud\na::b\n")
    let safe = try program.run(["deck", "check", "--fix", path])
    #expect(safe.lines.last == "1 error, 0 warnings; --unsafe-fixes fixes 1")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("la nube ::: cloud\na :: b"))
    let unsafe = try program.run(["deck", "check", "--unsafe-fixes", path])
    #expect(unsafe.ending == .exited(0))
    #expect(
      try String(contentsOfFile: path, encoding: .utf8).contains(
        "la nube :: cloud\n  directions: recognition, production\na :: b"))
  }

  @Test func `a rule is explained by an example and its fix`() throws {
    let program = try Program()
    let outcome = try program.run(["deck", "check", "--explain", "repeated-answer-part"])
    #expect(
      outcome.output == """
        RW509 repeated-answer-part (warning)
        An answer is given twice.

            {"prompt": "犬", "answer": "dog; hound; dog"}

        example.json:2:38: warning: in "Words", question 1: "answer" contains "dog" twice; remove it \
        [RW509, safe fix]
            2 | {"prompt": "犬", "answer": "dog; hound; dog"}
              |                                       ^~~~~

        --fix makes of it:

            {"prompt": "犬", "answer": "dog; hound"}

        """)
    let unknown = try program.run(["deck", "check", "--explain", "RW59"])
    #expect(unknown.errors.contains("There is no rule \"RW59\". Did you mean RW"))
    #expect(unknown.ending == .exited(2))
  }

  @Test func `as SARIF it has what the standard asks for`() throws {
    let program = try Program()
    try program.home.write("my decks/faulty é.json", Self.faulty)
    let outcome = try program.run(
      ["deck", "check", "--format", "sarif", "my decks/faulty é.json"], folder: program.home.path)
    #expect(outcome.ending == .exited(1))
    let log = try SARIFLog(outcome.output)
    #expect(log.problems == [])
    #expect(log.results.map(\.rule) == ["RW301", "RW201", "RW202"])
    #expect(log.results.map(\.level) == ["warning", "error", "error"])
    #expect(log.results.allSatisfy { $0.uri == "my%20decks/faulty%20%C3%A9.json" })
    #expect(log.results.map(\.line) == [2, 3, 4])
    #expect(log.results.map(\.fixes) == [1, 1, 0])
  }

  @Test func `what can be fixed is fixed, and undo gives the original back`() throws {
    let program = try Program()
    let path = try program.home.write("faulty.json", Self.faulty)
    let outcome = try program.run(["deck", "check", "--fix", path])
    #expect(outcome.ending == .exited(1))
    #expect(
      outcome.output == """
        \(path):4:3: error: in "T", question 3: there is no "answer"; add one [RW202]
            4 |   {"prompt": "c"}
              |   ^~~~~~~~~~~~~~~
        \(path): fixed 2 findings; `rabble undo --decks \(path)` undoes it
        1 error, 0 warnings

        """)
    let wanted = Self.faulty.replacing("dog ", with: "dog").replacing(": 7", with: ": \"7\"")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == wanted)
    let again = try program.run(["deck", "check", "--fix", path])
    #expect(!again.output.contains("fixed"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == wanted)
    // The file is in none of the folders of decks: it is written only when it is named.
    let unnamed = try program.run(["undo"])
    #expect(unnamed.ending == .exited(3) && unnamed.errors.contains("--decks"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == wanted)
    let undo = try program.run(["undo", "--decks", path])
    #expect(undo.output.hasPrefix("Undone: fixed 2 findings in \(path), "))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.faulty)
  }

  @Test func `a file that is not JSON becomes a deck again`() throws {
    let program = try Program()
    let path = try program.home.write(
      "broken.json",
      """
      [{'title': "T", "questions": [
        // a comment
        {prompt: "犬" "answer": "dog",},
      ]}
      """)
    let outcome = try program.run(["deck", "check", "--unsafe-fixes", path])
    #expect(outcome.lines.last == "\(path): OK (1 group, 1 question)")
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a file that can't be written is named`() throws {
    let program = try Program()
    let path = try program.home.write("own/faulty.json", Self.faulty)
    let folder = (path as NSString).deletingLastPathComponent
    #expect(chmod(folder, 0o500) == 0)
    defer { chmod(folder, 0o700) }
    let outcome = try program.runWithoutPrivileges(["deck", "check", "--fix", path])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("can't be written"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.faulty)
  }

  @Test func `a rule can be silenced with a reason`() throws {
    let program = try Program()
    let path = try program.home.write(
      "words.json",
      """
      {"title": "T", "questions": [
        {"prompt": "a", "answer": "dog", "hint": "dog!", "silence": {"RW501": "a joke"}}]}
      """)
    let outcome = try program.run(["deck", "check", path])
    #expect(outcome.output == "\(path): OK (1 group, 1 question)\n")
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a file that can't be used makes the exit code three, whatever else there is`() throws
  {
    let program = try Program()
    let sound = try program.home.write("words.json", Program.words)
    let broken = try program.home.write("broken.json", "[{")
    let missing = program.home.path + "/missing.json"
    let outcome = try program.run(["deck", "check", broken, sound, missing])
    #expect(outcome.output.contains("\(broken):1:"))
    #expect(outcome.output.contains("\(sound): OK"))
    #expect(outcome.output.contains("\(missing): error: no such file or folder"))
    #expect(outcome.ending == .exited(3))
  }

  @Test func `the original files of Rabble Wabble are sound`() throws {
    let program = try Program()
    let old = try program.home.write(
      "old.json",
      """
      [{"title": "Basic Phrases", "score": {"correctCount": 3, "incorrectCount": 1}, "questions": [
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
