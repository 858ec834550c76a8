import Foundation
import GRDB
import Testing

/// How groups are scheduled, from the shell.
struct PresetTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.addDeck(Program.words)
  }

  private func preset(_ arguments: String...) throws -> Outcome {
    try program.run(["preset"] + arguments, at: Program.morning)
  }

  @Test func `without changes there is the default preset, for all groups`() throws {
    #expect(
      try preset().output == """
        default
          Model              FSRS-6 with the default parameters
          Desired retention  90%
          Maximum interval   36500 days
          Steps              1m 10m; relearning 10m
          Easy days          none
          Load balancing     on
          Leeches            after 8 lapses: tag
          Groups             all others (default)

        """)
  }

  @Test func `cards from before a day can be ignored by the optimizer`() throws {
    #expect(try preset("set", "default", "--ignore-before", "2025-02-28").ending == .exited(0))
    let line = "  Optimizing         ignores cards first reviewed before 2025-02-28\n"
    #expect(try preset().output.contains(line))
    #expect(try preset("list", "--format", "csv").output.contains(",2025-02-28"))
    #expect(try preset("set", "default", "--ignore-before", "none").ending == .exited(0))
    #expect(try !preset().output.contains("Optimizing"))
    for text in ["2025-02-30", "yesterday", "2025-02-28T10:00:00Z", ""] {
      let refused = try preset("set", "default", "--ignore-before", text)
      #expect(refused.ending == .exited(2))
      #expect(refused.errors.contains("write a date such as 2026-01-31, or none"))
    }
  }

  @Test func `parameters by which a worse answer gives a longer interval are used with a warning`()
    throws
  {
    let rest =
      "2.3065 8.2956 6.4133 .8334 3.0194 .001 1.8722 .1666 .796 1.4835 .0614 .2629 "
      + "1.6483 .6014 1.8729 .5425 .0912 .0658 .1542"
    let odd = try preset("set", "default", "--weights", "1.5 1.2931 " + rest)
    #expect(odd.ending == .exited(0))
    #expect(
      odd.errors.contains(
        "w0 (1.5) is greater than w1 (1.2931): with these parameters a new card is due later after "
          + "“again” than after a better grade. Check that they are complete and in order."))
    #expect(try preset("set", "default", "--weights", "1.2 1.2931 " + rest).errors == "")
  }

  @Test func `a preset is made, given to groups, and shown`() throws {
    let made = try preset(
      "set", "exam", "--retention", "93.5%", "--maximum-interval", "365", "--steps", "30s 10m, 1d",
      "--relearning-steps", "none", "--easy-days", "sat:half Sunday:least", "--balance", "off",
      "--leech-lapses", "4", "--leech", "suspend")
    #expect(
      made.output
        == "Created preset “exam”. No cards were rescheduled. Undo with `rabble undo`.\n")
    #expect(made.errors == "")
    let used = try preset("use", "exam", "words", "--retention", "0.95")
    #expect(
      used.output
        == "“Words” now uses preset “exam”. No cards were rescheduled. Undo with `rabble undo`.\n")
    #expect(
      try preset().output.hasSuffix(
        """

        exam
          Model              FSRS-6 with the default parameters
          Desired retention  93.5%
          Maximum interval   365 days
          Steps              30s 10m 1d; relearning none
          Easy days          sat:half sun:least
          Load balancing     off
          Leeches            after 4 lapses: suspend
          Groups             Words (95%)

        """))
    #expect(
      try program.run(["card", "why", "ねこ"], at: Program.morning).output.contains(
        "“exam”: FSRS-6 with the default parameters, desired retention 95%, set for its group.")
    )
    let same = try preset("set", "exam", "--retention", "0.935")
    #expect(same.errors == "Preset “exam” is unchanged: it already has these values.\n")
    #expect(same.ending == .exited(0))
  }

  @Test func `a change moves cards, tells how many, and is taken back`() throws {
    _ = try program.run(["study", "Words", "--new", "1"], at: Program.morning, input: "\n4\n")
    func due() throws -> String {
      try #require(
        try program.run(["card", "why", "ねこ"], at: Program.morning).output.firstMatch(
          of: /\((\d{4}-\d\d-\d\d)\)/)
      ).output.1.description
    }
    let before = try due()
    let changed = try preset("set", "default", "--retention", "0.7")
    #expect(
      changed.output
        == "Changed preset “default”. 1 card was rescheduled: 0 are due today (0 before) and 0 in the "
        + "30 days after (1 before). Undo with `rabble undo`.\n")
    #expect(try due() > before)
    let undone = try program.run(["undo"], at: Program.morning)
    #expect(undone.output.hasPrefix("Undone: change of preset “default”, 2026-11-21"))
    #expect(try due() == before)
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test
  func `a slope moves cards by their stability, and each answer keeps the target it aimed at`()
    throws
  {
    struct Why: Decodable {
      struct Row: Decodable {
        let target: Double
        let stability: Double
      }
      let rows: [Row]
    }
    func why() throws -> Why.Row {
      let output = try program.run(
        ["card", "why", "ねこ", "--format", "json"], at: Program.morning
      ).output
      return try JSONDecoder().decode(Why.self, from: Data(output.utf8)).rows[0]
    }
    _ = try program.run(["study", "Words", "--new", "1"], at: Program.morning, input: "\n4\n")
    #expect(try why().target == 0.9)
    let changed = try preset("set", "default", "--slope", "0.2")
    #expect(changed.output.hasPrefix("Changed preset “default”. 1 card was rescheduled"))
    #expect(try preset().output.contains("90%; slope 0.2: "))
    let card = try why()
    // A logit of ln 9 at the pivot of the table for level 90% and slope 0.2, which is ln S = 4.03.
    let target = 1 / (1 + exp(-(log(9) + 0.2 * (log(card.stability) - 4.03))))
    #expect(abs(card.target - target) < 1e-4)
    let tenths = Int((target * 1000).rounded())
    let shown = tenths.isMultiple(of: 10) ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
    let words = try program.run(["card", "why", "ねこ"], at: Program.morning).output
    #expect(
      words.replacing(/\s+/, with: " ").contains(
        "at level 90%, this card at \(shown): stability 8.3 days"))
    // Studied when it is due, it counts against its own target.
    _ = try program.run(
      ["study", "Words", "--new", "0"], at: "2026-12-21T09:00:00+09:00", input: "\n3\n")
    let report = try program.run(
      ["stats", "retention", "--format", "json"], at: "2026-12-21T10:00:00+09:00"
    ).output
    let mean = try #require(report.firstMatch(of: /"target": ?([0-9.]+)/)?.output.1)
    #expect(abs((Double(mean) ?? 0) - target) < 1e-4)
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    #expect(try preset("set", "default", "--slope", "0.3").ending == .exited(2))
  }

  /// How many cards are due on the morning and in the 30 days after it, by SQL.
  private func due() throws -> (today: Int, after: Int) {
    try DatabaseQueue(path: program.log).read { db in
      let days = try Int.fetchAll(db, sql: "SELECT due_day FROM schedule")
      // 2026-11-21 as a number of days since 1970.
      return (days.count { $0 <= 20_778 }, days.count { (20_779...20_808).contains($0) })
    }
  }

  @Test func `a change says how many cards are due by it, and were before`() throws {
    try program.remember(words: 40) { number in
      number % 4 == 0 ? [] : [PastReview(day: 14 + number % 9, grade: 3)]
    }
    let before = try due()
    let changed = try preset("set", "default", "--retention", "0.97").output
    let after = try due()
    #expect(after.today > before.today && after.today > 10)
    #expect(
      changed.contains(
        " cards were rescheduled: \(after.today) are due today (\(before.today) before) and "
          + "\(after.after) in the 30 days after (\(before.after) before). Undo with"))
    let lower = try preset("set", "default", "--retention", "0.8").output
    #expect(lower.contains("due today (\(after.today) before)"))
  }

  private static let anki17 =
    "[0.4, 0.6, 2.4, 5.8, 4.93, 0.94, 0.86, 0.01, 1.49, 0.14, 0.94, 2.18, 0.05, 0.34, 1.26, "
    + "0.29, 2.61]"
  private static let anki19 =
    "0.4072 1.1829 3.1262 15.4722 7.2102 0.5316 1.0651 0.0234 1.616 0.1544 1.0824 1.9813 0.0953 "
    + "0.2975 2.2042 0.2407 2.9466 0.5034 0.6567"
  private static let anki21 =
    "0.212,1.2931,2.3065,8.2956,6.4133,0.8334,3.0194,0.001,1.8722,0.1666,0.796,1.4835,0.0614,"
    + "0.2629,1.6483,0.6014,1.8729,0.5425,0.0912,0.0658,0.2"

  @Test(arguments: [anki17, anki19, anki21])
  func `parameters are pasted as other programs write them`(text: String) throws {
    #expect(try preset("set", "default", "--weights", text).ending == .exited(0))
    struct Presets: Decodable {
      struct Preset: Decodable {
        let model: String
        let parameters: [Double]
        let learned_from: Int?
      }
      let rows: [Preset]
    }
    let json = try preset("--format", "json").output
    let shown = try #require(
      try JSONDecoder().decode(Presets.self, from: Data(json.utf8)).rows.first)
    #expect(shown.model == "fsrs-6" && shown.parameters.count == 21)
    #expect(shown.learned_from == nil)
    // The first four stand in each version for the same.
    let first = text.split { !"0123456789.".contains($0) }.prefix(4).compactMap { Double($0) }
    #expect(Array(shown.parameters.prefix(4)) == first)
    #expect(try preset().output.contains("with parameters set by hand\n"))
    _ = try preset("set", "default", "--parameters", "default")
    #expect(try preset().output.contains("with the default parameters\n"))
  }

  @Test(arguments: [
    (["--weights", "0.4, 0.6"], "There must be 17, 19 or 21 parameters, not 2."),
    (
      ["--weights", String(repeating: "0.5 ", count: 34)],
      "There must be 17, 19 or 21 parameters, not 34."
    ),
    (["--parameters", "0.4, x"], "--parameters: Parameter w1 is not a number: “x”"),
    (["--weights", "0.4, 0.6, x"], "Parameter w2 is not a number: “x”"),
    (
      ["--weights", anki21.replacing("0.796", with: "7.96")],
      "Parameter w10 is 7.96, but it must be 0.001 to 3.5."
    ),
    (
      ["--weights", anki21.replacing("0.796", with: "nan")], "Parameter w10 is not a finite number."
    ),
    (["--retention", "3"], "it must be 0.5 to 0.99, such as 0.9 or 90%"),
    (["--retention", "much"], "it must be 0.5 to 0.99"),
    (["--steps", "10x"], "Invalid step “10x”. Use e.g. 30s, 10m, 1h or 1d (maximum 30 days)"),
    (["--steps", ""], "write one to ten steps such as 1m 10m, or none"),
    (["--easy-days", "sat"], "Invalid easy day “sat”"),
    (["--easy-days", "s:half"], "Invalid easy day “s:half”"),
    (["--maximum-interval", "0"], "--maximum-interval must be 1 to 36500."),
    (["--leech-lapses", "0"], "--leech-lapses must be 1 to 1000."),
  ])
  func `what can't be is refused with the reason, and changes nothing`(
    options: [String], reason: String
  ) throws {
    let before = try preset("--format", "json").output
    let outcome = try program.run(["preset", "set", "default"] + options, at: Program.morning)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.errors.contains(reason))
    #expect(outcome.output == "")
    #expect(try preset("--format", "json").output == before)
  }

  @Test func `an unknown preset, group or empty name is named`() throws {
    let unknown = try preset("use", "exan", "Words")
    #expect(unknown.ending == .exited(2))
    #expect(
      unknown.errors
        == "rabble: error: There is no preset “exan”; create it with `rabble preset set NAME`. "
        + "Existing presets: “default”.\n")
    #expect(try preset("use", "default", "Wrods").ending == .exited(2))
    #expect(try preset("use", "default").ending == .exited(2))
    #expect(try preset("set", " ").ending == .exited(2))
    #expect(try preset("set", "a\u{1b}[31m").ending == .exited(2))
  }

  @Test func `a whole course is given a preset`() throws {
    _ = try preset("set", "new", "--retention", "0.85")
    #expect(try preset("use", "new", "spanish").output.contains("groups now use preset “new”."))
    _ = try preset("use", "default", "spanish")
    #expect(try preset().output.hasSuffix("  Groups             none\n"))
  }
}
