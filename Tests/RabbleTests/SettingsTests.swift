import Testing

/// What a learner settles for good.
struct SettingsTests {
  @Test func `the new cards of a day can be settled, and an option wins`() throws {
    let program = try Program()
    try program.home.write(".config/rabble/config", "# less is more\nstudy.new = 3\n")
    #expect(try program.run(["due", "--count"]).output == "3\n")
    #expect(try program.run(["due", "--count", "--new", "5"]).output == "5\n")
  }

  @Test func `a setting that says nothing is named, and the others count`() throws {
    let program = try Program()
    let path = try program.home.write(
      ".config/rabble/config", "study.new = many\njudging.speed = on\nhello\nstudy.new = 4\n")
    let outcome = try program.run(["due", "--count"])
    #expect(outcome.output == "4\n")
    #expect(
      outcome.errors == """
        \(path):1:1: error: study.new must be a whole number, 0 or more: the new cards per day.
        \(path):2:1: error: Unknown setting “judging.speed”. Valid settings: backup.folder, \
        backup.keep, judging.timing, judging.typos, optimize.automatic, speech.command, \
        speech.player, speech.when, study.lesson-size, study.lessons, study.limit, study.minutes, \
        study.new, study.new-cards, study.new-per-group, study.order, study.pause, study.retype, \
        study.reviews.
        \(path):3:1: error: Invalid line: expected “name = value”.

        """)
  }

  @Test func `a deck can have limits of its own, and a name that means none is named`() throws {
    let program = try Program()
    let path = try program.home.write(
      ".config/rabble/config",
      "study.new.Hiragana = 2\nstudy.new.Klingon = 4\nstudy.reviews.Numbers = -1\n")
    let outcome = try program.run(["due", "--count", "Hiragana"])
    #expect(outcome.output == "2\n")
    #expect(
      outcome.errors == """
        \(path):3:1: error: study.reviews.Numbers must be a whole number, 0 or more.
        The config file limits “Klingon”, but no group or course has that name.

        """)
  }

  @Test func `typos can be forgiven, forgiven for young cards, or not`() throws {
    let program = try Program()
    try program.addDeck(
      #"{"title": "Own", "questions": [{"prompt": "大学", "answer": "university"}]}"#)
    let path = try program.home.write(".config/rabble/config", "judging.typos = off\n")
    let strict = try program.run(["study", "Own"], at: Program.morning, input: "univeristy\n")
    #expect(strict.output.contains("✗"))
    try program.home.write(".config/rabble/config", "judging.typos = never\n")
    #expect(
      try program.run(["due", "--count"]).errors
        == "\(path):1:1: error: judging.typos must be on, young or off.\n")
  }

  @Test func `a data folder of its own has its settings with it`() throws {
    let program = try Program()
    try program.home.write("elsewhere/config", "study.new = 2")
    let folder = program.home.path + "/elsewhere"
    #expect(try program.run(["due", "--count", "--data-dir", folder]).output == "2\n")
    #expect(try program.run(["--data-dir", folder, "due", "--count"]).output == "2\n")
  }
}
