import Foundation
import Testing

/// What a learner settles for good.
struct SettingsTests {
  @Test func `the new cards of a day can be settled, and an option wins`() throws {
    let program = try Program()
    try program.home.write(".config/rabble/config.toml", "# less is more\n[study]\nnew = 3\n")
    #expect(try program.run(["today", "--count"]).output == "3\n")
    #expect(try program.run(["today", "--count", "--new", "5"]).output == "5\n")
  }

  @Test func `a screen reader hears of a setting that has no value`() throws {
    let output = try Program().run(["config", "--plain"]).output
    #expect(output.contains("Setting: backup.folder\nValue: not set\n"), "\(output)")
  }

  @Test func `a line that can't be used is named, and the others count`() throws {
    let program = try Program()
    let path = try program.home.write(
      ".config/rabble/config.toml",
      "study.new = \"many\"\njudging.timming = true\nhello\nstudy.lesson-size = 4\n[limit.Hiragana]\nnew = 2\n"
    )
    let outcome = try program.run(["today", "--count", "Hiragana"])
    #expect(outcome.output == "2\n")
    #expect(
      outcome.errors == """
        \(path):1: error: study.new must be a whole number from 0 to 1000000, not “many”.
        \(path):2: error: Unknown setting “judging.timming”. Did you mean judging.timing?
        \(path):3: error: Write `key = value`, such as `study.new = 15`.

        """)
  }

  @Test func `a session says first what is wrong with the config file`() throws {
    let program = try Program()
    try program.addDeck(
      #"{"title": "Own", "questions": [{"prompt": "犬", "answer": "dog"}]}"#)
    let path = try program.home.write(".config/rabble/config.toml", "[study]\nnew = = 3\n")
    let terminal = try PseudoTerminal(program, ["study", "Own"], at: Program.morning)
    let shown = try terminal.expect("犬")
    // The path is wider than the terminal, and stays whole.
    #expect(shown.hasPrefix("\(path):2:\nerror: “=” is no number"), "\(shown)")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `a deck can have limits of its own, and a name that means none is named`() throws {
    let program = try Program()
    let path = try program.home.write(
      ".config/rabble/config.toml",
      "[limit]\nHiragana.new = 2\nKlingon.new = 4\nNumbers.reviews = -1\n")
    let outcome = try program.run(["today", "--count", "Hiragana"])
    #expect(outcome.output == "2\n")
    #expect(
      outcome.errors == """
        \(path):4: error: limit.Numbers.reviews must be a whole number from 0 to 1000000, not “-1”.
        The config file limits “Klingon”, but no group or course has that name.

        """)
    try program.home.write(".config/rabble/config.toml", "[limit.Hiragana]\nnew = 3\n")
    #expect(try program.run(["today", "--count", "Hiragana"]).output == "3\n")
  }

  @Test func `typos can be forgiven, forgiven for young cards, or not`() throws {
    let program = try Program()
    try program.addDeck(
      #"{"title": "Own", "questions": [{"prompt": "大学", "answer": "university"}]}"#)
    let path = try program.home.write(".config/rabble/config.toml", "judging.typos = \"off\"\n")
    let strict = try program.run(["study", "Own"], at: Program.morning, input: "univeristy\n")
    #expect(strict.output.contains("✗"))
    try program.home.write(".config/rabble/config.toml", "judging.typos = \"never\"\n")
    #expect(
      try program.run(["today", "--count"]).errors
        == "\(path):1: error: judging.typos must be on, young or off, not “never”.\n")
  }

  @Test func `a data folder of its own has its settings with it`() throws {
    let program = try Program()
    try program.home.write("elsewhere/config.toml", "study.new = 2")
    let folder = program.home.path + "/elsewhere"
    #expect(try program.run(["today", "--count", "--data-dir", folder]).output == "2\n")
    #expect(try program.run(["--data-dir", folder, "today", "--count"]).output == "2\n")
  }

  // MARK: - rabble config

  @Test func `config shows each value, its default and where it came from`() throws {
    let program = try Program()
    let path = try program.home.write(
      ".config/rabble/config.toml", "# mine\n[study]\nnew = 7\n[limit.\"N5 Verbs\"]\nnew = 3\n")
    let outcome = try program.run(["config"])
    #expect(outcome.ending == .exited(0))
    let lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(lines.first == "Setting Value Default From")
    #expect(lines.contains("study.new 7 20 config.toml, line 3"))
    #expect(lines.contains("study.order \"due\" \"due\" default"))
    #expect(lines.last == "limit.\"N5 Verbs\".new 3 – config.toml, line 5")
    struct Report: Decodable { let rows: [[String: String?]] }
    let report = try JSONDecoder().decode(
      Report.self, from: Data(try program.run(["config", "--format", "json"]).output.utf8))
    let row = try #require(report.rows.first { $0["key"] == "study.new" })
    #expect(row["value"] == "7" && row["default"] == "20" && row["source"] == "\(path):3")
  }

  @Test func `config set changes its line, get prints it, and unset brings the default back`()
    throws
  {
    let program = try Program()
    #expect(try program.run(["config", "set", "study.new", "9"]).ending == .exited(0))
    #expect(try program.run(["config", "get", "study.new"]).output == "9\n")
    #expect(try program.run(["config", "set", "study.new", "007"]).ending == .exited(0))
    #expect(try program.run(["config", "get", "study.new"]).output == "7\n")
    #expect(try program.run(["config", "set", "study.new", "--", "9"]).ending == .exited(0))
    let path = program.home.path + "/.config/rabble/config.toml"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "[study]\nnew = 9\n")
    try program.home.write(
      ".config/rabble/config.toml", "[study]\n# few\nnew = 9 # a day\n\n[theme]\n")
    _ = try program.run(["config", "set", "study.new", "12"])
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "[study]\n# few\nnew = 12 # a day\n\n[theme]\n")
    #expect(
      try program.run(["config", "unset", "study.new"]).errors
        == "\(path): study.new has its default, 20.\n")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == "[study]\n# few\n\n[theme]\n")
    _ = try program.run(["config", "set", "theme.wrong", "bold", "#ff8800"])
    #expect(try program.run(["config", "get", "theme.wrong"]).output == "bold #ff8800\n")
  }

  @Test func `an unknown key, a bad value and a broken file end config as documented`() throws {
    let program = try Program()
    var outcome = try program.run(["config", "get", "study.nwe"])
    #expect(outcome.ending == .exited(2))
    #expect(
      outcome.errors == "rabble: error: Unknown setting “study.nwe”. Did you mean study.new?\n")
    outcome = try program.run(["config", "set", "display.furigana", "abvoe"])
    #expect(outcome.ending == .exited(2))
    #expect(
      outcome.errors
        == "rabble: error: display.furigana must be above, brackets or off, not “abvoe”. "
        + "Did you mean above?\n")
    #expect(try program.run(["config", "get", "study.limit"]).ending == .exited(1))
    let text = "study.new = 5\nstudy.new = 6\n"
    let path = try program.home.write(".config/rabble/config.toml", text)
    #expect(try program.run(["config"]).ending == .exited(1))
    outcome = try program.run(["config", "unset", "study.new"])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("study.new can't be changed where it stands"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    outcome = try program.run(["config", "set", "study.new", "3"])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("nothing was changed"))
  }

  @Test func `a limit of a group is set under its name, and a name that means none is told`()
    throws
  {
    let program = try Program()
    let unknown = try program.run(["config", "set", "limit.Spanihs.new", "5"])
    #expect(unknown.ending == .exited(0))
    #expect(
      unknown.errors.hasSuffix(
        "The config file limits “Spanihs”, but no group or course has that name. "
          + "Did you mean “Spanish”?\n"), "\(unknown.errors)")
    let known = try program.run(["config", "set", "limit.Spanish.new", "5"])
    #expect(!known.errors.contains("no group or course"))
  }

  @Test func `a default that counts because a line can't be used is told with that line`() throws {
    let program = try Program()
    try program.home.write(".config/rabble/config.toml", "study.new = [1,\n")
    let value = try program.run(["config", "get", "study.new"])
    #expect(value.output == "20\n" && value.ending == .exited(0))
    #expect(value.errors.contains("config.toml:1: error: A list can have only strings"))
  }

  @Test func `config edit opens the file, made with every setting as a comment`() throws {
    let program = try Program()
    let editor = try program.home.write(
      "editor",
      "#!/bin/sh\nfor f; do :; done\ncp \"$f\" \"$f.seen\"\necho 'study.nwe = 1' >> \"$f\"\n")
    chmod(editor, 0o755)
    let outcome = try program.run(["config", "edit"], environment: ["EDITOR": editor])
    #expect(outcome.ending == .exited(1))
    #expect(outcome.errors.contains("Unknown setting “theme.study.nwe”. Did you mean study.new?"))
    let seen = try String(
      contentsOfFile: program.home.path + "/.config/rabble/config.toml.seen", encoding: .utf8)
    #expect(seen.contains("# new = 20  # New cards per day."))
  }

  @Test func `the groups that pages take as examples are there`() throws {
    let pages = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Documentation")
    func page(_ name: String) throws -> String {
      try String(contentsOf: pages.appending(path: name), encoding: .utf8)
    }
    let program = try Program()
    #expect(
      try page("filters.md").contains("`rabble card list Hiragana Spanish --where is:leech`"))
    #expect(
      try program.run(["card", "list", "Hiragana", "Spanish", "--where", "is:leech"]).errors
        == "No card matches.\n")
    let example = try #require(try page("settings.md").split(separator: "```")[1...].first)
    try program.home.write(
      ".config/rabble/config.toml", String(example.drop { $0 != "\n" }))
    #expect(example.contains("[limit."))
    #expect(try program.run(["today"]).errors == "")
  }
}
