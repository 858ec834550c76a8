import Foundation
import Testing

/// What was undone leaves no trace: two learners give the same answers, and one of them does much else that
/// is undone. Whatever reads the log says the same to both. Only the history, exports, sync, backups and
/// checks know all events.
struct UndoneEventsTests {
  private static let words = [
    ("ねこ", "cat"), ("いぬ", "dog"), ("とり", "bird"), ("うま", "horse"), ("さかな", "fish"), ("みず", "water"),
    ("ひ", "fire"), ("き", "tree"), ("やま", "mountain"), ("かわ", "river"), ("そら", "sky"), ("うみ", "sea"),
  ]

  /// The days of November on which both study, with what they type.
  private static let sessions: [(day: Int, typed: String)] = [
    (2, "cat\ndog\nbird\nwrong\n\nhorse\n"), (3, "cat\nx\nbird\nhorse\n"),
    (5, "fish\nwater\ndog\ncat\n"), (8, "y\nfire\n\ntree\n"), (13, "mountain\n\n3\nriver\n"),
    (20, "cat\ndog\nbird\nhorse\n"),
  ]

  /// What one of them does besides, a few of these after each session.
  private static let undone: [[String]] = [
    ["study", "Words", "--cram", "--limit", "1"], ["card", "suspend", "--yes", "ねこ"],
    ["card", "flag", "--yes", "いぬ"],
    ["card", "note", "--yes", "flies", "とり"], ["card", "tag", "--yes", "own", "ねこ"],
    ["card", "known", "--yes", "Words"],
    ["study", "Words", "--new", "9"], ["card", "forget", "--yes", "ねこ"],
    ["preset", "set", "default", "--retention", "0.8"], ["preset", "set", "own"],
    ["deck", "import", anki], ["deck", "edit", "ねこ", "--answer", "tomcat"],
    ["deck", "add", "Words", "--prompt", "にわ", "--answer", "garden"],
    ["preset", "use", "own", "Words"], ["card", "unsuspend", "--yes", "ねこ"],
    ["card", "bury", "--yes", "いぬ"],
    ["study", "Words", "--cram", "--limit", "2"], ["card", "due", "--yes", "later:3d"],
  ]

  private static let reading: [[String]] =
    [
      ["today"], ["today"], ["deck", "list"], ["card", "list"],
      ["card", "list", "--where", "is:suspended or is:buried"], ["card", "accept"],
      ["preset", "list"],
      ["card", "why", "いぬ"], ["card", "list", "--where", "rated:30 or prop:lapses>0"],
      ["preset", "simulate"],
      ["preset", "optimize", "--dry-run"], ["card", "why", "--format", "json", "ねこ"],
    ]
    + [
      "overview", "retention", "answers", "calendar", "forecast", "cards", "memory", "calibration",
      "words", "trouble", "course", "compare",
    ].map { ["stats", $0] }

  private static let anki = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "RabbleAnkiTests/Fixtures/Anki/fsrs.apkg").path

  private static func moment(_ day: Int, _ time: String) -> String {
    "2026-11-\(day < 10 ? "0" : "")\(day)T\(time):00+09:00"
  }

  /// What a command says, without where the learner's home is.
  private static func said(
    _ program: Program, _ arguments: [String], at moment: String, input: String = ""
  ) throws -> [String] {
    let outcome = try program.run(arguments + ["--seed", "7"], at: moment, input: input)
    return [outcome.output, outcome.errors, "\(outcome.ending)"].map {
      $0.replacing(program.home.path, with: "~")
    }
  }

  @Test func `whatever reads a log says the same with undone events in it as without them`()
    async throws
  {
    let (plain, busy) = (try Program(courses: false), try Program(courses: false))
    let questions = Self.words.map {
      #"{"prompt": "\#($0)", "hint": "a word", "answer": "\#($1)"}"#
    }
    for program in [plain, busy] {
      try program.addDeck(
        #"[{"title": "Words", "questions": [\#(questions.joined(separator: ", "))]}]"#)
    }
    let imported = busy.dataFolder + "/decks/fsrs.json"
    var rest = Self.undone[...]
    var count = 0
    for (day, typed) in Self.sessions {
      let study = ["study", "Words", "--new", "4"]
      let first = try Self.said(plain, study, at: Self.moment(day, "09:00"), input: typed)
      #expect(
        try Self.said(busy, study, at: Self.moment(day, "09:00"), input: typed) == first,
        "the session of day \(day)")
      for number in 0..<3 {
        // Other tests wait for the thread, some of them with a limit.
        await Task.yield()
        let command = rest.removeFirst()
        let moment = Self.moment(day, "1\(number):00")
        let outcome = try busy.run(command, at: moment, input: "zzz\n\n:quit\n")
        guard outcome.ending == .exited(0) else { continue }
        if command == ["deck", "import", Self.anki] {
          try busy.home.write("fsrs.json", String(contentsOfFile: imported, encoding: .utf8))
        }
        while try busy.countedEvents() > plain.countedEvents() {
          let undo = try busy.run(["undo", "--yes"], at: moment)
          #expect(undo.ending == .exited(0), "\(command): \(undo.errors)")
          guard undo.ending == .exited(0) else { break }
          count += 1
        }
      }
    }
    #expect(count >= 12)
    // The file of the import comes back, by hand: its cards are new to both.
    let deck = try String(contentsOfFile: busy.home.path + "/fsrs.json", encoding: .utf8)
    for program in [plain, busy] { try program.addDeck(deck, named: "fsrs.json") }
    for command in [["study", "--new", "6"], ["preset", "set", "default", "--retention", "0.85"]] {
      let input = String(repeating: "\n4\n", count: 12)
      let first = try Self.said(plain, command, at: Self.moment(20, "14:00"), input: input)
      #expect(
        try Self.said(busy, command, at: Self.moment(20, "14:00"), input: input) == first,
        "\(command)")
    }
    for command in Self.reading {
      for format in [[], ["--format", "json"]] {
        await Task.yield()
        let first = try Self.said(plain, command + format, at: Self.moment(22, "09:00"))
        #expect(
          try Self.said(busy, command + format, at: Self.moment(22, "09:00")) == first,
          "\(command + format)")
      }
    }
    #expect(try busy.run(["log", "check"]).ending == .exited(0))
  }
}

extension Program {
  /// How many events of the history count.
  fileprivate func countedEvents() throws -> Int {
    let outcome = try run(["history", "--limit", "0", "--format", "json"])
    return outcome.output.split(separator: "\n").count { $0.contains(#""undone":false"#) }
  }
}
