import Foundation
import Testing

/// The statistical reports as the executable makes them.
struct StatisticsTests {
  private let program: Program
  private static let evening = "2026-11-24T20:00:00+09:00"

  private static let reports = [
    "overview", "retention", "answers", "calendar", "forecast", "cards", "memory", "calibration",
    "words", "trouble", "course", "compare",
  ]

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
    for (day, answers) in [
      ("2026-11-21", "cat\ndog\nfish\nbird\n"), ("2026-11-22", "cat\nfish\nbird\n"),
      ("2026-11-24", "cat\ndog\n"),
    ] {
      _ = try program.run(
        ["study", "Words"], at: day + "T09:00:00+09:00", input: answers + ":quit\n")
    }
  }

  private func json(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try program.run(
      ["stats"] + arguments + ["--format", "json"], at: Self.evening)
    #expect(outcome.ending == .exited(0), "\(arguments): \(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func rows(_ arguments: [String]) throws -> [[String: Any]] {
    try #require(try json(arguments)["rows"] as? [[String: Any]])
  }

  @Test(arguments: reports)
  func `a report has the same rows in every format`(report: String) throws {
    let json = try json([report])
    #expect(json["schema"] as? Int == 1)
    #expect(json["report"] as? String == report)
    #expect(json["summary"] is [String: Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    let csv = try CSVRows(
      try program.run(["stats", report, "--format", "csv"], at: Self.evening).output)
    #expect(csv.rows.count == rows.count)
    for (row, other) in zip(rows, csv.rows) {
      #expect(Set(row.keys) == Set(csv.header))
      for (key, value) in row {
        let text = other[key] ?? ""
        switch value {
        case let value as String: #expect(text == value || text == "'" + value)
        case is NSNull: #expect(text == "")
        case let value as NSNumber:
          #expect(
            text == "true" || text == "false"
              || abs((Double(text) ?? .nan) - value.doubleValue) < 1e-9)
        default: break
        }
      }
    }
    for arguments in [[], ["--plain"], ["--explain"], ["--format", "html"]] {
      let outcome = try program.run(["stats", report] + arguments, at: Self.evening)
      #expect(outcome.ending == .exited(0) && outcome.output != "")
    }
  }

  @Test func `undo changes every report back exactly`() throws {
    func all() throws -> [String] {
      try Self.reports.map {
        try program.run(["stats", $0, "--format", "json"], at: Self.evening).output
      }
    }
    let before = try all()
    _ = try program.run(
      ["study", "Words"], at: "2026-11-24T19:00:00+09:00", input: "cat\n:quit\n")
    _ = try program.run(
      ["study", "Words", "--cram"], at: "2026-11-24T19:00:00+09:00", input: "x\n:quit\n")
    #expect(try all() != before)
    while try all()[2] != before[2] {
      let undone = try program.run(["undo"], at: "2026-11-24T19:30:00+09:00")
      try #require(undone.ending == .exited(0))
    }
    #expect(try all() == before)
    for change in [
      ["card", "suspend", "--yes", "ねこ"], ["card", "bury", "--yes", "いぬ"],
      ["card", "forget", "--yes", "ねこ"],
    ] {
      let changed = try program.run(change, at: "2026-11-24T19:40:00+09:00")
      try #require(changed.ending == .exited(0), "\(change): \(changed.errors)")
      #expect(try all() != before, "\(change)")
      _ = try program.run(["undo"], at: "2026-11-24T19:45:00+09:00")
      #expect(try all() == before, "\(change)")
    }
  }

  @Test func `the overview fits one screen`() throws {
    let lines = try program.run(["stats"], at: Self.evening).lines
    #expect(lines.count <= 40)
    #expect(lines.first == "Overview, 2026-11-24")
  }

  @Test func `days without an answer are shown, and a streak ends there`() throws {
    let days = try rows(["answers", "-p", "7d"])
    #expect(days.map { $0["day"] as? String }.first == "2026-11-18")
    #expect(days.map { $0["answers"] as? Int }.suffix(4) == [4, 3, 0, 2])
    let summary = try #require(try json(["calendar"])["summary"] as? [String: Any])
    #expect(summary["streak"] as? Int == 1)
    #expect(summary["longest_streak"] as? Int == 2)
  }

  @Test(arguments: [
    ["stats", "words"], ["stats", "trouble"], ["stats", "answers"],
  ])
  func `a file has the whole table and no colors, whatever the terminal`(command: [String]) throws {
    let path = program.home.path + "/report.txt"
    let terminal = try PseudoTerminal(
      program, command + ["--output", path, "--color", "always"], at: Self.evening, columns: 30)
    _ = try terminal.finish()
    let piped = try program.run(command, at: Self.evening).output
    #expect(try String(contentsOfFile: path, encoding: .utf8) == piped)
    #expect(!piped.contains("\u{1B}"))
  }

  @Test func `a pipe has all columns of a table`() throws {
    let lines = try program.run(["stats", "words"], at: Self.evening).lines
    let header = try #require(lines.first { $0.hasPrefix("Prompt") })
    for title in ["Group", "Minutes", "Answers to learn", "Days to learn", "Stability"] {
      #expect(header.contains(title))
    }
  }

  @Test func `a filter and its negation part the answers`() throws {
    func answers(_ filter: [String]) throws -> Int {
      let summary = try json(["answers"] + filter)["summary"] as? [String: Any]
      return try #require(summary?["answers"] as? Int)
    }
    let all = try answers([])
    let some = try answers(["--where", "ねこ"])
    let rest = try answers(["--where", "-ねこ"])
    #expect(some > 0 && rest > 0 && some + rest == all)
    let refused = try program.run(["stats", "course", "--where", "ねこ"], at: Self.evening)
    #expect(refused.ending == .exited(2))
  }

  @Test(arguments: ["ねこ", "is:new", "reviews>2", "deck:More"])
  func `a filter and its negation part the cards, new ones of started decks too`(filter: String)
    throws
  {
    for (name, answer) in [("more", "cow"), ("rest", "sheep")] {
      try program.addDeck(
        #"{"title": "\#(name)", "questions": [{"prompt": "\#(name)", "answer": "\#(answer)"}]}"#,
        named: "\(name).json")
    }
    try program.addDeck(
      Program.words.replacing("]}", with: #", {"prompt": "うし", "answer": "cow"}]}"#))
    for (report, keys) in [
      ("cards", ["cards", "expected", "daily_load"]),
      ("overview", ["answered_cards", "unseen", "due_today"]),
      ("forecast", ["due_today", "due_week"]),
      ("memory", ["answered_cards", "answered_questions"]),
      ("words", ["answered_cards", "graduated"]), ("answers", ["answers", "new"]),
      ("trouble", ["leeches", "mistakes"]),
    ] {
      func figures(_ arguments: [String]) throws -> [Double] {
        // A filter for which no card holds ends with status 1 and no report.
        let outcome = try program.run(
          ["stats", report, "--format", "json"] + arguments, at: Self.evening)
        let page = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let summary = (page as? [String: Any])?["summary"] as? [String: Any]
        return keys.map { (summary?[$0] as? NSNumber)?.doubleValue ?? 0 }
      }
      let parts = zip(
        try figures(["--where", filter]), try figures(["--where", "-(\(filter))"])
      ).map { $0 + $1 }
      for (part, whole) in zip(parts, try figures([])) {
        #expect(abs(part - whole) < 1e-6, "\(report)")
      }
    }
  }

  @Test func `a period counts the cards that are learned in it`() throws {
    let program = try Program(courses: false)
    try program.addDeck(#"{"title": "One", "questions": [{"prompt": "うし", "answer": "cow"}]}"#)
    for (day, form) in [
      ("11-19", ["--cram"]), ("11-20", []), ("11-22", []), ("12-28", []),
    ] {
      _ = try program.run(
        ["study", "One"] + form, at: "2026-\(day)T09:00:00+09:00", input: "\n3\n:quit\n")
    }
    func words(_ period: String) throws -> [String: Any] {
      let outcome = try program.run(
        ["stats", "words", "-p", period, "--format", "json"], at: "2026-12-29T09:00:00+09:00")
      let page = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      return try #require((page as? [String: Any])?["summary"] as? [String: Any])
    }
    // Two good answers take it out of two learning steps.
    for period in ["all", "2026-11-22", "2026-11-21.."] {
      let summary = try words(period)
      #expect(summary["graduated"] as? Int == 1, "\(period)")
      #expect(summary["answers_to_learn"] as? Int == 2, "\(period)")
      #expect(summary["days_to_learn"] as? Int == 2, "\(period)")
    }
    for period in ["2026-11-20", "2026-11-23.."] {
      let summary = try words(period)
      #expect(
        summary["answered_cards"] as? Int == 1 && summary["graduated"] as? Int == 0, "\(period)")
    }
  }

  @Test func `a group whose title is like the name of a report is a group`() throws {
    try program.addDeck(
      #"{"title": "Group 0", "questions": [{"prompt": "うし", "answer": "cow"}]}"#, named: "g.json")
    let group = try program.run(["stats", "Group 0", "--value", "unseen"], at: Self.evening)
    #expect(group.output == "1\n", "\(group.errors)")
    for arguments in [["retntion"], ["answrs", "-p", "7d"]] {
      let refused = try program.run(["stats"] + arguments, at: Self.evening)
      #expect(refused.ending == .exited(2) && refused.errors.contains("Did you mean `stats "))
    }
  }

  @Test func `a calendar that is sorted lists its days`() throws {
    let page = try program.run(
      ["stats", "calendar", "-p", "7d", "--sort", "-answers", "--limit", "2"], at: Self.evening)
    let days = page.lines.filter { $0.hasPrefix("2026-11-") }.map { $0.prefix(10) }
    #expect(days == ["2026-11-21", "2026-11-22"], "\(page.output)")
    let words = try program.run(["stats", "words", "--sort", "prompt"], at: Self.evening)
    #expect(words.lines.first?.hasPrefix("Cards answered, ") == true)
  }

  @Test(arguments: [[], ["answers"], ["trouble", "--by", "leech"]])
  func `a byte order mark begins CSV wherever it is asked for`(report: [String]) throws {
    let arguments = ["stats"] + report + ["--format", "csv"]
    let plain = try program.run(arguments, at: Self.evening).output
    #expect(try program.run(arguments + ["--bom"], at: Self.evening).output == "\u{feff}" + plain)
  }

  @Test func `without confusions there are no headings of them, and their numbers are explained`()
    throws
  {
    let other = try Program(courses: false)
    try other.addDeck(Program.words)
    let none = try other.run(["stats", "trouble"], at: Self.evening)
    #expect(none.lines.count == 5 && none.errors.isEmpty, "\(none.output)")
    _ = try other.run(["study", "Words"], at: Program.morning, input: "nothing\n:quit\n")
    let mistakes = try other.run(["stats", "trouble", "--explain"], at: Self.evening)
    #expect(mistakes.output.contains("Mistakes by kind") && !mistakes.output.contains("\nConfused"))
    #expect(mistakes.output.contains("  Times: How often it happened."))
  }

  @Test func `trouble is about the answers of a period, and about some cards`() throws {
    let other = try Program(courses: false)
    try other.addDeck(Program.words)
    for (day, line) in [("21", "dog"), ("23", "nothing")] {
      _ = try other.run(
        ["study", "Words"], at: "2026-11-\(day)T09:00:00+09:00", input: line + "\n:quit\n")
    }
    func numbers(_ arguments: [String]) throws -> [String] {
      try ["confusions", "mistakes"].map {
        try other.run(["stats", "trouble", "--value", $0] + arguments, at: Self.evening).output
      }
    }
    #expect(try numbers([]) == ["1\n", "2\n"])
    #expect(try numbers(["-p", "2026-11-21"]) == ["1\n", "1\n"])
    #expect(try numbers(["-p", "2026-11-22.."]) == ["0\n", "1\n"])
    let rest = try other.run(
      ["stats", "trouble", "--value", "confusions", "--where", "とり"], at: Self.evening)
    #expect(rest.output == "0\n")
    // Told apart by two right answers to each, of which the filter chooses one card's.
    for day in ["28", "29", "30"] {
      _ = try other.run(
        ["study", "Words", "--cram", "--where", "いぬ"], at: "2026-11-\(day)T10:00:00+09:00",
        input: "dog\n:quit\n")
      _ = try other.run(
        ["study", "Words", "--cram", "--where", "ねこ"], at: "2026-11-\(day)T11:00:00+09:00",
        input: "cat\n:quit\n")
    }
    for filter in [[], ["--where", "ねこ"]] {
      let settled = try other.run(
        ["stats", "trouble", "--value", "confusions"] + filter, at: "2026-11-30T20:00:00+09:00")
      #expect(settled.output == "0\n", "\(filter): \(settled.errors)")
    }
  }

  @Test func `new cards of a started course are counted alike, whichever files they are in`() throws
  {
    let program = try Program()
    _ = try program.run(["study", "Hiragana"], at: Self.evening, input: "\n3\n:quit\n")
    func new(_ report: [String]) throws -> Int? {
      let outcome = try program.run(["stats"] + report + ["--value", "unseen"], at: Self.evening)
      return Int(outcome.output.dropLast())
    }
    let ofCourse = try #require(try new(["course"]))
    #expect(ofCourse > 1000)
    // The file of a group may have groups that are no step of the course.
    #expect(try #require(try new([])) >= ofCourse)
  }

  @Test func `a filter says how many cards match, and ends with status 1 where none does`() throws {
    let some = try program.run(["stats", "answers", "--where", "ねこ"], at: Self.evening)
    #expect(some.ending == .exited(0) && some.errors.contains("match"))
    let none = try program.run(["stats", "answers", "--where", "nosuchword"], at: Self.evening)
    #expect(none.ending == .exited(1) && none.errors.contains("No card matches."))
    #expect(none.output.isEmpty)
  }

  @Test func `a single number is printed alone`() throws {
    let outcome = try program.run(
      ["stats", "answers", "--value", "answers", "-p", "2026-11-22"], at: Self.evening)
    #expect(outcome.output == "3\n")
    let unknown = try program.run(["stats", "answers", "--value", "nosuch"], at: Self.evening)
    #expect(unknown.ending == .exited(2) && unknown.errors.contains("It has: answers, "))
  }

  @Test func `a period is compared with as many days before`() throws {
    let answers = try #require(
      try rows(["compare", "-p", "2026-11-24.."]).first { $0["figure"] as? String == "answers" })
    #expect(answers["value"] as? Int == 2 && answers["before"] as? Int == 0)
  }

  @Test(arguments: [
    ["stats", "calendar", "--by", "group"], ["stats", "cards", "-p", "7d"],
    ["stats", "compare", "-p", "all"], ["stats", "answers", "-p", "soon"],
    ["stats", "answers", "--sort", "nosuch"], ["stats", "answers", "--limit", "-1"],
    ["stats", "answers", "ねこ"], ["stats", "nosuch"], ["stats", "course", "Words"],
    ["stats", "answers", "--group", "Words"], ["stats", "answers", "--by", "interval"],
    ["stats", "cards", "--average", "3"], ["stats", "answers", "--by", "group", "--average", "3"],
    ["stats", "retention", "--average", "3"], ["stats", "trouble", "--average", "3"],
    ["stats", "trouble", "--sort", "nosuch"], ["stats", "trouble", "--by", "card"],
    ["stats", "calendar", "--average", "2"],
    ["stats", "answers", "--value", "answers", "--limit", "1"],
    ["stats", "--format", "html", "--limit", "1"], ["stats", "answers", "--days", "3"],
    ["stats", "answers", "--bom"], ["stats", "trouble", "--format", "json", "--bom"],
    ["stats", "answers", "--explain", "--format", "csv"],
    ["stats", "--explain", "--format", "json"],
    ["stats", "answers", "-p", "2027.."], ["stats", "answers", "-p", "+7d"],
    ["stats", "answers", "-p", "100000d"], ["stats", "calendar", "-p", "0001.."],
    ["log", "export", "--format", "jsonl", "--bom"],
    ["log", "export", "--format", "jsonl", "--guard-formulas"],
    ["log", "export", "--columns", ""], ["log", "export", "--columns", ","],
    ["log", "export", "--kind", ","],
    ["log", "export", "--columns", "nosuch"],
    ["log", "export", "--columns", "all", "--layout", "benchmark"],
  ])
  func `an option that makes no sense is refused with a reason`(arguments: [String]) throws {
    let outcome = try program.run(arguments, at: Self.evening)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.output == "" && outcome.errors.count > 20)
    // What a command finds out as it runs has no usage of another command.
    #expect(!outcome.errors.contains("<subcommand>"), "\(outcome.errors)")
  }

  @Test func `the whole page has every report but those about single cards`() throws {
    func sections(_ arguments: [String]) throws -> Set<String> {
      let page = try program.run(["stats", "--format", "html"] + arguments, at: Self.evening)
      #expect(page.ending == .exited(0) && page.output.utf8.count < 1_000_000, "\(page.errors)")
      return Set(page.output.matches(of: /<section id="([-a-z0-9]+)"/).map { String($0.1) })
    }
    let more = ["answers-2", "answers-3", "answers-4", "answers-5", "answers-6"]
    let all = Set(Self.reports + more + (2...5).map { "cards-\($0)" }).subtracting(["words"])
    #expect(try sections([]) == all)
    #expect(try sections(["--where", "*"]) == all.subtracting(["course"]))
  }

  @Test func `an average is over rows in time`() throws {
    let rows = try rows(["answers", "-p", "7d", "--average", "2"])
    #expect(rows.suffix(4).map { $0["answers_average"] as? Double } == [2, 3.5, 1.5, 1])
  }

  @Test func `cards of a group that was named count, although its deck was not started`() throws {
    try program.addDeck(
      #"{"title": "More", "questions": [{"prompt": "うし", "answer": "cow"}]}"#, named: "more.json")
    func cards(_ arguments: [String]) throws -> Int? {
      try (json(["cards"] + arguments)["summary"] as? [String: Any])?["cards"] as? Int
    }
    #expect(try cards([]) == 3)
    #expect(try cards(["More"]) == 1)
    #expect(try cards(["More", "Words"]) == 4)
    #expect(try cards(["--where", "deck:More うし"]) == 0)
    #expect(try cards(["More", "--where", "うし"]) == 1)
    let left = try program.run(["stats", "More", "--value", "unseen"], at: Self.evening)
    #expect(left.output == "1\n")
  }

  @Test func `the change of a count is a count, and that of a share a share`() throws {
    let page = try program.run(
      ["stats", "compare", "-p", "2026-11-22"], at: Self.evening)
    let change = page.lines.first { $0.wholeMatch(of: /Answers +3 +4 +-1 +– +–/) != nil }
    #expect(change != nil, "\(page.output)")
    // 1 of 3 after 3 of 4.
    let accuracy = page.lines.last { $0.hasPrefix("Accuracy") }
    #expect(accuracy?.contains("33.3%   75.0%  -41.7 points") == true, "\(page.output)")
    let answers = try #require(
      try rows(["compare", "-p", "2026-11-22"]).first { $0["figure"] as? String == "answers" })
    #expect(answers["change"] as? Int == -1)
  }

  @Test func `two groups are compared with each other, and only by the report that compares`()
    throws
  {
    try program.addDeck(
      #"{"title": "More", "questions": [{"prompt": "うし", "answer": "cow"}]}"#, named: "more.json")
    _ = try program.run(["study", "More"], at: "2026-11-24T10:00:00+09:00", input: "cow\n:quit\n")
    let page = try json(["compare", "More", "Words", "-p", "2026-11-24"])
    let answers = try #require((page["rows"] as? [[String: Any]])?.first)
    #expect(answers["value"] as? Int == 1 && answers["before"] as? Int == 2)
    #expect((page["title"] as? String)?.hasPrefix("More and Words, ") == true)
    let both = try json(["answers", "More", "Words", "-p", "2026-11-24"])
    #expect((both["summary"] as? [String: Any])?["answers"] as? Int == 3)
    let text = try program.run(
      ["stats", "compare", "More", "Words", "-p", "2026-11-24"], at: Self.evening)
    #expect(text.output.contains("More  Words"), "\(text.output)")
  }

  @Test func `every report answers its question in a sentence`() throws {
    for report in Self.reports where report != "course" && report != "words" {
      let sentence = try #require(try json([report])["conclusion"] as? String, "\(report)")
      #expect(sentence.hasSuffix(".") && !sentence.contains("1 answers"), "\(report): \(sentence)")
    }
  }

  @Test func `a card's page has the memory that a changed preset gives it, as the list of cards`()
    throws
  {
    let program = try learner(["2026-11-20T09:00:00+09:00"])
    _ = try program.run(
      ["study", "Words"], at: "2026-11-21T09:00:00+09:00", input: "\n4\n:quit\n")
    let weights =
      "0.212, 1.2931, 2.3065, 20, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, "
      + "0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542"
    let set = try program.run(
      ["preset", "set", "default", "--weights", weights], at: "2026-11-23T08:00:00+09:00")
    #expect(set.ending == .exited(0))
    let filter = ["card", "list", "--where", "reviews>0", "--format", "json"]
    let cards = try #require(
      JSONSerialization.jsonObject(
        with: Data(try program.run(filter, at: Self.evening).output.utf8)) as? [String: Any])
    let card = try #require((cards["rows"] as? [[String: Any]])?.first)
    #expect(card["stability"] as? Double == 20)
    let prompt = try #require(card["prompt"] as? String)
    let page = try #require(
      JSONSerialization.jsonObject(
        with: Data(
          try program.run(["card", "why", prompt, "--format", "json"], at: Self.evening).output
            .utf8)) as? [String: Any])
    let summary = try #require((page["rows"] as? [[String: Any]])?.first)
    #expect(summary["stability"] as? Double == 20)
    #expect(summary["retrievability"] as? Double == card["retrievability"] as? Double)
    // The curve ends with what is known now, under the changed preset.
    let memory = try #require(
      JSONSerialization.jsonObject(
        with: Data(
          try program.run(["stats", "memory", "--format", "json"], at: Self.evening).output.utf8))
        as? [String: Any])
    let last = try #require((memory["rows"] as? [[String: Any]])?.last)
    #expect(last["day"] as? String == "2026-11-24" && last["answered_cards"] as? Int == 1)
    #expect(last["expected"] as? Double == card["retrievability"] as? Double)
  }

  @Test(arguments: reports)
  func `no meaning repeats the name of its number`(report: String) throws {
    let lines = try program.run(["stats", report, "--explain"], at: Self.evening).lines
    for line in lines.drop(while: { $0 != "What the numbers mean" }) {
      let parts = line.trimmingCharacters(in: .whitespaces).components(separatedBy: ": ")
      #expect(parts.count < 2 || (parts[1] + ",").hasPrefix(parts[0] + ",") == false, "\(line)")
    }
  }

  @Test(arguments: [
    (["course"], "Unlocked: Whether a group"),
    (["overview"], "New cards: Cards never answered, of the decks and courses"),
    (["words"], "Left their steps: Cards that left"),
    (["forecast"], "Due today: Cards due today or overdue."),
    (["trouble"], "Mistakes: Answers whose kind of mistake is known"),
    (["retention"], "Target: The mean retention that these answers were scheduled for"),
  ])
  func `what a report counts in its own way is explained`(report: [String], text: String) throws {
    let shown = try program.run(["stats"] + report + ["--explain"], at: Self.evening).output
    #expect(shown.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(text))
  }

  // MARK: - Laws

  /// A learner who gives one answer at each of these times.
  private func learner(_ times: [String]) throws -> Program {
    let program = try Program(courses: false)
    try program.addDeck(Program.words)
    for time in times {
      _ = try program.run(["study", "Words", "--cram"], at: time, input: "\n3\n:quit\n")
    }
    return program
  }

  private func counts(_ program: Program, by: String) throws -> [String: Int] {
    let csv = try CSVRows(
      try program.run(
        ["stats", "answers", "--by", by, "-p", "all", "--format", "csv"], at: Self.evening
      ).output)
    return Dictionary(
      uniqueKeysWithValues: csv.rows.compactMap { row in
        guard let key = row[by], let count = row["answers"].flatMap({ Int($0) }), count > 0 else {
          return nil
        }
        return (key, count)
      })
  }

  @Test func `a day has 23 hours where clocks go forward, and 25 where they go back`() throws {
    // Berlin, where the clocks show 3:00 after 2:00 on March 29, and 2:00 twice on October 25.
    let program = try learner([
      "2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-29T04:00:00+02:00",
      "2026-03-30T03:59:00+02:00", "2026-03-30T04:00:00+02:00", "2026-10-25T02:30:00+02:00",
      "2026-10-25T02:30:00+01:00", "2026-10-25T03:59:59+01:00", "2026-10-25T04:00:00+01:00",
    ])
    #expect(
      try counts(program, by: "day") == [
        "2026-03-28": 2, "2026-03-29": 2, "2026-03-30": 1, "2026-10-24": 3, "2026-10-25": 1,
      ])
    #expect(try counts(program, by: "hour") == ["1": 1, "2": 2, "3": 3, "4": 3])
  }

  @Test func `an answer is of the day and hour of the clock where it was given`() throws {
    // From Tokyo over the date line to Honolulu, where the same day begins again.
    let program = try learner([
      "2026-11-21T09:00:00+09:00", "2026-11-21T20:00:00+09:00", "2026-11-21T05:00:00-10:00",
      "2026-11-21T22:00:00-10:00",
    ])
    #expect(try counts(program, by: "day") == ["2026-11-21": 4])
    #expect(try counts(program, by: "hour") == ["9": 1, "20": 1, "5": 1, "22": 1])
  }

  @Test func `a group that was renamed is one group`() throws {
    let program = try learner(["2026-11-21T09:00:00+09:00", "2026-11-21T10:00:00+09:00"])
    try program.addDeck(Program.words.replacing("\"Words\"", with: "\"Animals\""))
    _ = try program.run(
      ["study", "Animals", "--cram"], at: "2026-11-22T09:00:00+09:00", input: "\n3\n:quit\n")
    #expect(try counts(program, by: "group") == ["Animals": 3])
  }

  @Test(arguments: [
    "day", "week", "month", "quarter", "year", "group", "deck", "direction", "grade", "hour",
    "weekday", "session", "card", "state", "preset",
  ])
  func `the parts add up to the whole`(by: String) throws {
    let page = try json(["answers", "--by", by, "-p", "all"])
    let summary = try #require(page["summary"] as? [String: Any])
    let rows = try #require(page["rows"] as? [[String: Any]])
    for key in ["answers", "correct", "incorrect"] {
      #expect(rows.reduce(0) { $0 + ($1[key] as? Int ?? 0) } == summary[key] as? Int)
    }
  }

  // MARK: - The log

  @Test func `a log that was imported has the same statistics, until that is undone`() throws {
    let events = try program.run(["log", "export", "--kind", "all"], at: Self.evening).output
    let other = try Program(courses: false)
    try other.addDeck(Program.words)
    let path = other.home.path + "/events.jsonl"
    try Data((events + "not an event\n").utf8).write(to: URL(filePath: path))
    let imported = try other.run(["log", "import", path], at: Self.evening)
    #expect(imported.ending == .exited(1))
    #expect(
      imported.errors.contains(
        "line \(events.split(separator: "\n").count + 1) is not a JSON object"))
    #expect(imported.output.contains("; 1 line left out."))
    func pages(_ program: Program) throws -> [String] {
      try ["answers", "retention", "memory", "words", "compare"].map {
        try program.run(["stats", $0, "--format", "json"], at: Self.evening).output
      }
    }
    #expect(try pages(other) == pages(program))
    let again = try other.run(["log", "import", path], at: Self.evening)
    #expect(again.output.hasPrefix("0 events added; the log has "))
    #expect(try other.run(["log", "check"], at: Self.evening).ending == .exited(0))
    let undone = try other.run(["undo"], at: Self.evening)
    #expect(undone.output.hasPrefix("Undone: import of "))
    #expect(
      try other.run(["stats", "answers", "--value", "answers"], at: Self.evening).output == "0\n")
    for arguments in [["--kind", "nosuch"], ["--kind", "all", "--format", "csv"]] {
      let refused = try program.run(["log", "export"] + arguments, at: Self.evening)
      #expect(refused.ending == .exited(2))
    }
  }

  @Test func `a file that has no events is told what an import reads`() throws {
    for form in [[], ["--format", "jsonl"]] {
      let export = try program.run(["log", "export"] + form, at: Self.evening)
      let imported = try program.run(
        ["log", "import", "-"], at: Self.evening, input: export.output)
      #expect(imported.ending == .exited(1))
      #expect(
        imported.errors
          == "standard input: There are no events in this file. Use `rabble log export "
          + "--kind all` to export a log for another one.\n", "\(imported.errors)")
    }
  }

  @Test func `the log has what is known of each card before and after`() throws {
    let csv = try CSVRows(
      try program.run(["log", "export", "--columns", "all"], at: Self.evening).output)
    #expect(csv.rows.count == 9)
    let cards = Set(csv.rows.compactMap { $0["question"] })
    #expect(csv.rows.count { $0["state"] == "new" } == cards.count)
    for row in csv.rows where row["state"] == "new" {
      #expect(row["stability_before"] == "" && row["retrievability_before"] == "")
      #expect(row["stability"] != "" && row["deck"]?.hasSuffix(".json") == true)
    }
    #expect(csv.rows.last?["session"] == "3")
    #expect(csv.rows.allSatisfy { $0["preset"] == "default" })
    let few = try program.run(
      ["log", "export", "--columns", "grade,state", "--bom"], at: Self.evening)
    #expect(few.output.hasPrefix("\u{feff}grade,state\r\n"))
  }

  @Test func `optimizers get the reviews in the schedule, each after the one before it`() throws {
    for (arguments, time, input) in [
      (["study", "Words", "--cram"], "2026-11-24T10:00:00+09:00", "cat\nx\n:quit\n"),
      (["card", "forget", "--yes", "ねこ"], "2026-11-24T11:00:00+09:00", ""),
      (["study", "Words"], "2026-11-25T09:00:00+09:00", "cat\ndog\n:quit\n"),
      (["undo"], "2026-11-25T09:05:00+09:00", ""),
      (["study", "Words"], "2026-11-27T09:00:00-05:00", "cat\ndog\nbird\n:quit\n"),
    ] {
      let outcome = try program.run(arguments, at: time, input: input)
      #expect(outcome.ending == .exited(0), "\(arguments): \(outcome.errors)")
    }
    let evening = "2026-11-28T20:00:00+09:00"
    func rows(_ form: [String]) throws -> [[String: String]] {
      try CSVRows(program.run(["log", "export"] + form, at: evening).output).rows
    }
    var numbers: [String: Int] = [:]
    var log: [(row: [String: String], number: Int)] = []
    for row in try rows(["--columns", "all"]) where row["retracted"] == "false" {
      let card = (row["question"] ?? "") + (row["direction"] ?? "")
      numbers[card] = numbers[card] ?? numbers.count + 1
      if row["occasion"] != "cram" { log.append((row, numbers[card] ?? 0)) }
    }
    let states = ["new": "0", "learning": "1", "young": "2", "mature": "2", "relearning": "3"]
    let reviews = try rows(["--columns", "fsrs"])
    let benchmark = try rows(["--layout", "benchmark"])
    #expect(log.count > 10 && reviews.count == log.count && benchmark.count == log.count)
    #expect(log.count { $0.row["state"] == "new" } > numbers.count)
    let clock = ISO8601DateFormatter()
    var previous: [Int: Int] = [:]
    for (index, (row, number)) in log.enumerated() {
      let (review, other) = (reviews[index], benchmark[index])
      #expect(review["card_id"] == "\(number)" && other["card_id"] == "\(number)")
      #expect(review["review_rating"] == row["rating"] && other["rating"] == row["rating"])
      let state = states[row["state"] ?? ""]
      #expect(review["review_state"] == state && other["state"] == state)
      let time = try #require(clock.date(from: row["time"] ?? ""))
      let milliseconds = try #require(review["review_time"].flatMap { Double($0) })
      #expect((milliseconds / 1000).rounded(.down) == time.timeIntervalSince1970)
      let isNew = row["state"] == "new"
      #expect(other["elapsed_days"] == (isNew ? "-1" : row["elapsed_days"]))
      let last = isNew ? nil : previous[number]
      #expect(
        other["elapsed_seconds"] == (last.map { "\((Int(milliseconds) - $0) / 1000)" } ?? "-1"))
      previous[number] = Int(milliseconds)
    }
    let cat = try rows(["--columns", "fsrs", "--where", "ねこ"])
    #expect(!cat.isEmpty && Set(cat.compactMap { $0["card_id"] }).count == 1)
  }

  @Test func `the days of the benchmark begin with the earliest, not with the first answer's`()
    throws
  {
    let program = try Program(courses: false)
    try program.addDeck(Program.words)
    let graded = String(repeating: "\n3\n", count: 3) + ":quit\n"
    // West over the date line.
    for time in ["2026-11-21T09:00:00+09:00", "2026-11-20T20:00:00-10:00"] {
      _ = try program.run(["study", "Words"], at: time, input: graded)
    }
    let export = try program.run(["log", "export", "--layout", "benchmark"], at: Self.evening)
    let rows = try CSVRows(export.output).rows
    #expect(rows.map { $0["day_offset"] } == ["1", "1", "1", "0", "0", "0"])
    // From 0:00 to 6:00 in UTC.
    #expect(rows.suffix(3).allSatisfy { $0["elapsed_seconds"] == "21600" })
  }

  @Test(arguments: [
    ["--columns", "fsrs"], ["--layout", "benchmark"], [], ["--format", "jsonl"],
    ["--columns", "fsrs", "--format", "jsonl"],
  ])
  func `the optimizer reads every form of the log`(form: [String]) throws {
    let export = try program.run(["log", "export"] + form, at: Self.evening)
    let path = program.home.path + "/reviews.csv"
    try Data(export.output.utf8).write(to: URL(filePath: path))
    let outcome = try program.run(
      ["preset", "optimize", "--reviews", path], at: Self.evening)
    // The clock stands still in a test, so that some answers have the same time.
    #expect(!outcome.errors.contains("header"), "\(outcome.errors)")
    #expect(outcome.ending != .exited(3) && outcome.ending != .exited(2), "\(outcome.errors)")
  }
}
