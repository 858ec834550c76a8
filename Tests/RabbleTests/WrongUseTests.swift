import Testing

/// What is typed wrongly on the command line.
struct WrongUseTests {
  @Test func `an unknown group names the closest one`() throws {
    let outcome = try Program().run(["study", "Katakanna with marks"], at: Program.morning)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        rabble: error: Unknown group “Katakanna with marks”. Did you mean “Katakana with marks”? \
        (`rabble deck list` lists groups.)

        """)
  }

  @Test func `a mistyped command names the closest one`() throws {
    let outcome = try Program().run(["stuy"], at: Program.morning)
    #expect(outcome.ending == .exited(2))
    #expect(
      outcome.errors == """
        rabble: error: Unknown command or group “stuy”. Did you mean `study`? (`rabble --help` \
        lists commands, `rabble deck list` groups.)

        """)
  }

  @Test func `the beginning of several titles says which`() throws {
    let outcome = try Program().run(["today", "num"], at: Program.morning)
    #expect(outcome.ending == .exited(2))
    for title in ["Numbers", "Numbers with counters", "Numbers in kana"] {
      #expect(outcome.errors.contains(title))
    }
    #expect(!outcome.errors.contains("Hiragana"))
  }

  @Test(arguments: [
    ["--frobnicate"], ["study", "--format", "yaml"], ["study", "--order", "sideways"],
    ["study", "--new", "-1"], ["study", "--new", "many"], ["study", "--seed", "x"],
    ["study", "--color", "sometimes"], ["stats", "--format", "html5"], ["log", "export", "extra"],
    ["log", "frobnicate"],
  ])
  func `a wrong option is told, with exit code two`(arguments: [String]) throws {
    let program = try Program()
    let outcome = try program.run(arguments)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("rabble: error: "))
  }

  @Test(arguments: [
    "yesterday", "", "2026-11-21", "2026-02-30T09:00:00Z", "2026-11-21T24:00:00Z",
    "2026-11-21T09:00:00", "2026-11-21T09:00:00+9",
  ])
  func `a moment that no clock shows is told, with exit code two`(moment: String) throws {
    let outcome = try Program().run(["today"], at: moment)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.errors.contains("--now"))
  }

  @Test(arguments: [["undo", "--format", "json"], ["redo", "--verbose", "all"]])
  func `an unknown option before an argument is named, not the argument`(arguments: [String]) throws
  {
    let outcome = try Program().run(arguments, at: Program.morning)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.errors.hasPrefix("rabble: error: Unknown option '\(arguments[1])'\n"))
    let number = try Program().run([arguments[0], "many"], at: Program.morning)
    #expect(number.errors.hasPrefix("rabble: error: The value 'many' is invalid"))
  }

  @Test func `a negative number is told the range, and a far option is no suggestion`() throws {
    let program = try Program()
    let limit = try program.run(["study", "--limit", "-1"])
    #expect(limit.ending == .exited(2))
    #expect(
      limit.errors.hasPrefix("rabble: error: --limit must be from 0 to 1000000, not -1."),
      "\(limit.errors)")
    let sort = try program.run(["card", "list", "--sort", "x"])
    #expect(sort.errors.hasPrefix("rabble: error: Unknown option '--sort'\n"), "\(sort.errors)")
    let near = try program.run(["study", "--limt", "3"])
    #expect(near.errors.contains("Did you mean '--limit'?"))
  }

  @Test(arguments: [
    (["today", "--cnt"], "Unknown option '--cnt'. Did you mean '--count'?"),
    (["deck", "list", "--fromat", "json"], "Unknown option '--fromat'. Did you mean '--format'?"),
    (["--limt", "3"], "Unknown option '--limt'. Did you mean '--limit'?"),
    (
      ["preset", "set", "--retenton", ".9"],
      "Unknown option '--retenton'. Did you mean '--retention'?"
    ),
    (["preset", "--formt", "json"], "Unknown option '--formt'. Did you mean '--format'?"),
    (["study", "--no-lesons"], "Unknown option '--no-lesons'. Did you mean '--no-lessons'?"),
    (
      ["card", "due", "over:7d", "--dry-rnu"],
      "Unknown option '--dry-rnu'. Did you mean '--dry-run'?"
    ),
    (
      ["card", "known", "--yes", "--were=is:new"],
      "Unknown option '--were'. Did you mean '--where'?"
    ),
    (["card", "note", "--yse", "x", "犬"], "Unknown option '--yse'. Did you mean '--yes'?"),
    (["deck", "diff", "--frmat", "json"], "Unknown option '--frmat'. Did you mean '--format'?"),
    (
      ["deck", "export", "--into", "--outptu", "x", "c"],
      "Unknown option '--outptu'. Did you mean '--output'?"
    ),
    (["study", "-x"], "Unknown option '-x'\n"),
    (["today", "--hlep"], "Unknown option '--hlep'. Did you mean '--help'?"),
    (
      ["study", "--format", "jsn"],
      "Please provide one of 'text' and 'json'. Did you mean 'json'?"
    ),
    (
      ["study", "--order", "retrievabilty"],
      "'sequential' or 'random'. Did you mean 'retrievability'?"
    ),
    (["study", "--color=alwys"], "'always' or 'never'. Did you mean 'always'?"),
    (["study", "--color", "pink"], "'always' or 'never'.\n"),
    (["log", "exprt"], "Unknown command “log exprt”. Did you mean `log export`?"),
    (
      ["preset", "shwo"],
      "Unknown command “preset shwo”. Did you mean `deck show`?"
    ),
    (["help", "preset", "lst"], "Unknown command “preset lst”. Did you mean `preset list`?"),
  ])
  func `a mistyped option, value or command names the nearest`(arguments: [String], part: String)
    throws
  {
    let outcome = try Program().run(arguments)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }

  @Test func `the titles that a name could mean stand in quotation marks`() throws {
    let program = try Program()
    for number in ["one", "two"] {
      try program.addDeck(
        """
        {"title": "Terms, \(number)", "questions": [{"prompt": "\(number)", "answer": "a"}]}
        """, named: "\(number).json")
    }
    let errors = try program.run(["study", "Terms"]).errors
    let ambiguous = "“Terms” is ambiguous: “Terms, one”, “Terms, two”. Type more of the title"
    #expect(errors.contains(ambiguous + ", or take all of them with --where '"), "\(errors)")
    // A command that has no such option names none.
    for arguments in [
      ["deck", "rename", "Terms", "X"], ["deck", "add", "Terms", "--prompt", "p", "--answer", "a"],
      ["deck", "remove", "one", "--group", "Terms"], ["deck", "move", "one", "--to", "Terms"],
      ["preset", "use", "default", "Terms"], ["--plain", "deck", "rename", "Terms", "X"],
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.ending == .exited(2))
      #expect(outcome.errors.contains(ambiguous + ".\n"), "\(arguments) \(outcome)")
    }
    let unknown = try program.run(["deck", "add", "deck", "--prompt", "p", "--answer", "a"])
    #expect(unknown.errors.contains("Unknown group “deck”."), "\(unknown)")
  }

  @Test func `on a terminal, a session offers the titles that a name could mean`() throws {
    let program = try Program()
    for number in ["one", "two", "three"] {
      try program.addDeck(
        """
        {"title": "Words, \(number)", "questions": [{"prompt": "\(number)", "answer": "a"}]}
        """, named: "\(number).json")
    }
    let chosen = try program.terminal("study", "word", "--no-lessons")
    try chosen.expect("3 titles begin with “word”. Which do you want to study?")
    try chosen.expect("3  Words, two")
    try chosen.expect("4  All of them")
    chosen.enter("17")
    try chosen.expect("Type a number from 1 to 4")
    chosen.enter("3")
    try chosen.expect("two › ")
    chosen.enter(":quit")
    #expect(try chosen.finish().ending == .exited(0))
    let all = try program.terminal("study", "word", "--no-lessons")
    try all.expect("4  All of them")
    all.enter("4")
    try all.expect("3 new")
    all.enter(":quit")
    #expect(try all.finish().ending == .exited(0))
    let left = try program.terminal("study", "word")
    try left.expect("4  All of them")
    left.enter(":quit")
    #expect(try left.finish().ending == .exited(0))
    #expect(try program.reviews().isEmpty)
  }

  @Test func `help that can't be written says so`() throws {
    var shell = try Program()
    let path = shell.path
    shell.path = "/bin/sh"
    let outcome = try shell.run(["-c", "'\(path)' --help > /dev/full"])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test func `help and version go to standard output`() throws {
    let program = try Program()
    let help = try program.run(["--help"])
    #expect(help.ending == .exited(0) && help.errors == "")
    for command in ["study", "today", "stats", "undo", "card", "deck", "preset", "log"] {
      #expect(help.output.contains("\n  \(command) "), "\(command)")
    }
    let version = try program.run(["--version"])
    #expect(
      version.output.wholeMatch(of: /\d+\.\d+\.\d+ \((commit [0-9a-f]+(-dirty)?, )?log \d+\)\n/)
        != nil)
    #expect(version.ending == .exited(0))
  }

  @Test func `without a home folder the message says what to do`() throws {
    let program = try Program()
    let outcome = try program.run(["today"], environment: ["HOME": ""])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("--data-dir"))
  }
}
