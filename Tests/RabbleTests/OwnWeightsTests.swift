import Foundation
import RabbleTestSupport
import Testing

/// Parameters learned from the learner's own log.
struct OwnWeightsTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private struct Report: Decodable {
    struct Preset: Decodable {
      let preset: String
      let reviews: Int
      let cards: Int
      let predicted_reviews: Int
      let outcome: String
      let rescheduled: Int?
    }

    struct Candidate: Decodable {
      let preset: String
      let parameters_from: String
      let best: Bool
      let held_out_log_loss: Double?
      let parameters: [Double]
    }

    let rows: [Preset]
    let candidates: [Candidate]?
  }

  /// Words that are remembered after a day or two, and mostly forgotten after a week.
  private func rememberBriefly(words: Int, times: Int = 3) throws {
    var generator = SeededGenerator(seed: 1)
    try program.remember(words: words) { _ in
      var day = 0
      return (0..<times).map { _ in
        let wait = generator.element(of: [1, 2, 7, 12])
        day += wait
        let isRight = Int.random(in: 0..<10, using: &generator) >= (wait > 2 ? 7 : 1)
        return PastReview(day: day, grade: isRight ? 3 : 1)
      }
    }
  }

  private func optimize(_ arguments: [String] = []) throws -> Outcome {
    try program.run(["preset", "optimize"] + arguments, at: Program.morning)
  }

  private func report(_ outcome: Outcome) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  /// The cards that come back at another time, by the rows of their schedules.
  private func moved(_ before: [String], _ after: [String]) -> Int {
    func due(_ row: String) -> [Substring] {
      row.split(separator: " ").filter {
        ["question:", "due_day:", "due_time:"].contains { [row = $0] in row.hasPrefix($0) }
      }
    }
    return zip(before, after).count { due($0) != due($1) }
  }

  @Test func `parameters that foretell better are put in use, and undo gives each schedule back`()
    throws
  {
    try rememberBriefly(words: 100)
    let before = try #require(try program.rows(of: ["schedule"])["schedule"])
    let run = try optimize(["--format", "json"])
    #expect(run.ending == .exited(0))
    let report = try report(run)
    let preset = try #require(report.rows.first)
    #expect(report.rows.count == 1 && preset.preset == "default")
    #expect(preset.reviews == 400 && preset.cards == 100 && preset.predicted_reviews == 300)
    #expect(preset.outcome == "new parameters")
    let candidates = try #require(report.candidates)
    #expect(candidates.map(\.parameters_from) == ["in use", "fitted"])
    #expect(candidates.map(\.best) == [false, true])
    let losses = candidates.compactMap(\.held_out_log_loss)
    #expect(losses.count == 2 && losses[1] < losses[0] - 0.02)

    let after = try #require(try program.rows(of: ["schedule"])["schedule"])
    let rescheduled = try #require(preset.rescheduled)
    #expect(rescheduled > 0 && rescheduled == moved(before, after))
    #expect(
      run.errors.contains(
        "Preset “default”: now uses the optimized parameters: log loss 0."))
    #expect(run.errors.contains("\(rescheduled) cards rescheduled; undo with `rabble undo`."))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    let kept = try #require(try program.rows(of: ["preset"])["preset"])
    #expect(kept.count == 1 && kept[0].contains(#"reason:"optimize""#))

    let undo = try program.run(["undo"], at: Program.morning)
    #expect(undo.output.hasPrefix("Undone: new FSRS parameters of preset “default”, "))
    #expect(try program.rows(of: ["schedule"])["schedule"] == before)
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `a dry run tells the same and changes nothing`() throws {
    try rememberBriefly(words: 40)
    let before = try program.rows()
    let run = try optimize(["--dry-run", "--format", "json"])
    #expect(run.ending == .exited(0))
    #expect(try report(run).rows.map(\.outcome) == ["better parameters"])
    #expect(try report(run).rows.map(\.rescheduled) == [nil])
    #expect(
      run.errors.contains("Nothing was changed; run `rabble preset optimize` without --dry-run"))
    #expect(try program.rows() == before)
    let real = try report(optimize(["--format", "json"]))
    #expect(try real.candidates?.map(\.parameters) == report(run).candidates?.map(\.parameters))
  }

  @Test func `parameters that the same reviews give again are kept, and the numbers are shown`()
    throws
  {
    try rememberBriefly(words: 40)
    _ = try optimize()
    let before = try program.rows()
    let run = try optimize()
    #expect(run.ending == .exited(0))
    #expect(
      run.errors.contains(
        "Preset “default”: parameters unchanged: your new reviews agree with them (log loss 0."))
    #expect(run.output.contains("in use") && run.output.contains("unchanged"))
    #expect(try program.rows() == before)
  }

  @Test func `too few reviews are said, and how many are missing`() throws {
    try program.remember(words: 5) { _ in [PastReview(day: 2, grade: 3)] }
    let run = try optimize(["--format", "json"])
    #expect(run.ending == .exited(0))
    #expect(
      run.errors == """
        Preset “default”: not enough data: 8 reviews made at least a day after the previous one are \
        needed; you have 5.

        """)
    #expect(try report(run).rows.map(\.outcome) == ["too few reviews"])
    #expect(try report(run).candidates == nil)
    #expect(
      try optimize().output == """
        FSRS parameters optimized on your reviews
        Preset   Reviews  Cards  Predicted  Outcome          Rescheduled
        default       10      5          5  too few reviews            –

        """)
    #expect(
      try optimize(["--format", "csv"]).output == """
        preset,reviews,cards,predicted_reviews,outcome,rescheduled\r
        default,10,5,5,too few reviews,\r

        """)
  }

  @Test func `without any review that is said`() throws {
    let run = try program.run(["preset", "optimize", "--format", "json"])
    #expect(run.ending == .exited(0) && run.errors == "There are no reviews to optimize for yet.\n")
    #expect(try report(run).rows.isEmpty)
  }

  @Test func `a preset that is not there is refused, and one goes without a file`() throws {
    let unknown = try optimize(["--preset", "kanji"])
    #expect(unknown.ending == .exited(2))
    #expect(unknown.errors.contains("Existing presets: “default”."))
    #expect(try optimize(["--preset", "x", "--reviews", "-"]).ending == .exited(2))
    try program.remember(words: 2) { _ in [] }
    #expect(try optimize(["--preset", "default"]).ending == .exited(0))
  }

  @Test func `each preset learns from the cards of its own groups`() throws {
    try program.home.write(".config/rabble/config.toml", "optimize.automatic = false")
    try rememberBriefly(words: 40)
    let kana = try program.run(
      ["study", "Hiragana", "--format", "json", "--new", "43"], at: Program.longAgo,
      input: String(repeating: "\n4\n", count: 3))
    #expect(kana.ending == .exited(0))
    for command in [["set", "words"], ["use", "words", "Words"]] {
      let run = try program.run(["preset"] + command, at: Program.morning)
      #expect(run.ending == .exited(0), "\(run.errors)")
    }
    let both = try report(optimize(["--format", "json", "--dry-run"]))
    #expect(both.rows.map(\.preset) == ["default", "words"])
    #expect(both.rows.map(\.reviews) == [3, 160])
    #expect(both.rows.map(\.outcome) == ["too few reviews", "better parameters"])
    #expect(Set(both.candidates?.map(\.preset) ?? []) == ["words"])
    let other = try report(optimize(["--format", "json", "--preset", "default"]))
    #expect(other.rows.map(\.preset) == ["default"])
    let one = try report(optimize(["--format", "json", "--preset", "words"]))
    #expect(one.rows.map(\.outcome) == ["new parameters"])
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  /// Ctrl-C at the keyboard, a hang-up, and the wish that the program end.
  @Test(arguments: [SIGINT, SIGHUP, SIGTERM])
  func `an interruption leaves everything as it was`(signal: Int32) throws {
    try rememberBriefly(words: 60, times: 400)
    let before = try program.rows()
    let terminal = try PseudoTerminal(program, ["preset", "optimize"], at: Program.morning)
    try run(terminal, slowlyUntil: "Optimizing on 24000 reviews")
    if signal == SIGINT { terminal.send("\u{3}") } else { terminal.send(signal: signal) }
    #expect(try terminal.finish().ending == .exited(130))
    // The terminal may echo the key after the program has taken its line back.
    #expect(terminal.raw.replacing("^C", with: "").hasSuffix("\r\u{1B}[K"))
    #expect(try program.rows() == before)
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  /// Lets the program run for moments only, as a slow machine does, until it shows a text: it tells of work
  /// that takes over a second.
  private func run(_ terminal: PseudoTerminal, slowlyUntil text: String) throws {
    for _ in 0..<1000 {
      terminal.send(signal: SIGSTOP)
      usleep(100_000)
      terminal.send(signal: SIGCONT)
      if (try? terminal.expect(text, timeout: 0.005)) != nil { return }
    }
    throw Surprise("“\(text)” was not shown")
  }
}
