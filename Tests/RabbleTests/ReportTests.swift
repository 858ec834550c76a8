import Foundation
import Testing

/// Scores to take out and look at elsewhere.
struct ReportTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  /// Five answers on two days, three of them right, and one taken back.
  private func study() throws {
    _ = try program.run(
      ["study", "Words"], at: Program.morning, input: "cat\nfish\n:undo\nfish\nbird\n:quit\n")
    _ = try program.run(
      ["study", "Words"], at: "2026-11-22T09:00:00+09:00", input: "dog\nno idea\n")
  }

  private struct Answers: Decodable {
    struct Row: Decodable, Equatable {
      var day: String?
      var group: String?
      var prompt: String?
      var answer: String?
      var direction: String?
      let correct: Int
      let incorrect: Int
      let percentage: Double?
    }

    let summary: Row
    let rows: [Row]
  }

  private func answers(by rows: String) throws -> Answers {
    let json = try program.run(
      ["stats", "answers", "--by", rows, "-p", "2026-11-21..2026-11-22", "--format", "json"])
    return try JSONDecoder().decode(Answers.self, from: Data(json.output.utf8))
  }

  @Test func `answers are counted by card, group and day`() throws {
    try study()
    let (days, groups, cards) = (
      try answers(by: "day"), try answers(by: "group"), try answers(by: "card")
    )
    for report in [days, groups, cards] {
      #expect(report.summary == .init(correct: 3, incorrect: 2, percentage: 0.6))
    }
    #expect(groups.rows == [.init(group: "Words", correct: 3, incorrect: 2, percentage: 0.6)])
    #expect(days.rows.map(\.day) == ["2026-11-21", "2026-11-22"])
    #expect(days.rows.map(\.correct) == [2, 1])
    #expect(days.rows.map(\.incorrect) == [1, 1])
    #expect(Set(cards.rows.map(\.prompt)) == ["ねこ", "いぬ", "とり"])
    #expect(cards.rows.reduce(0) { $0 + $1.correct } == 3)
  }

  @Test func `an empty log has empty statistics in every form`() throws {
    for format in ["text", "json", "csv", "html"] {
      let stats = try program.run(["stats", "--format", format])
      #expect(stats.ending == .exited(0) && stats.errors == "" && stats.output != "")
    }
  }

  @Test
  func
    `answers outside the schedule are counted whatever the rows are, and in a column of their own`()
    throws
  {
    try study()
    let evening = "2026-11-22T20:00:00+09:00"
    _ = try program.run(["study", "Words", "--cram"], at: evening, input: "\n3\n:quit\n")
    for rows in ["day", "hour", "group"] {
      let csv = try CSVRows(
        try program.run(
          ["stats", "answers", "--by", rows, "--format", "csv"], at: evening
        ).output)
      for (key, sum) in [("answers", 6), ("cram", 1)] {
        #expect(csv.rows.reduce(0) { $0 + (Int($1[key] ?? "") ?? 0) } == sum, "\(rows)")
      }
    }
  }

  @Test func `the overview counts what is due today, now or later`() throws {
    try study()
    let overview = try program.run(["stats"], at: "2026-11-22T20:00:00+09:00").output
    #expect(overview.contains("Due today") && !overview.contains("Due now"))
  }

  @Test func `two dates in the wrong order are not called unknown`() throws {
    let period = "2026-11-21..2026-11-01"
    let refused = try program.run(["stats", "answers", "-p", period])
    #expect(refused.ending == .exited(2))
    #expect(refused.errors.contains("“\(period)” has no days: the first date is after the second."))
    for period in ["soon..later", "7d..2026", "2026..2025..2024"] {
      let unknown = try program.run(["stats", "answers", "-p", period])
      #expect(unknown.errors.contains("Invalid period “\(period)”."))
    }
  }

  @Test func `a period is refused by a report about the present`() throws {
    for report in [[], ["cards"]] {
      let refused = try program.run(["stats"] + report + ["--format", "json", "-p", "2026"])
      #expect(refused.ending == .exited(2))
      #expect(refused.errors.contains("is about the present; --period can't be used."))
    }
  }

  @Test func `a limit below 0 is said to be out of range, not to be missing`() throws {
    let refused = try program.run(["stats", "answers", "--limit", "-1"])
    #expect(refused.ending == .exited(2))
    #expect(refused.errors.contains("--limit must be 0 to 10000000."))
  }

  @Test func `both exports hold the same rows, whatever was typed`() throws {
    // A quotation mark that a combining accent follows is still a quotation mark.
    let typed = [
      #"say "cat", twice"#, "a,b;c", "\"quote", "\"\u{301} accent", " spaces ", "=1+1", "tab\there",
      "ねこ", "back\\slash", "it's", "emoji 👩‍👩‍👧", "e\u{301}",
    ]
    let questions = typed.indices.map { #"{"prompt": "one\ntwo", "answer": "a \"b\", \#($0)"}"# }
    try program.addDeck(
      """
      {"title": "Lines, \\"quoted\\"", "questions": [\(questions.joined(separator: ", "))]}
      """, named: "lines.json")
    _ = try program.run(
      ["study", "Lines"], at: Program.morning, input: typed.map { $0 + "\n" }.joined())
    let json = try program.run(["log", "export", "--format", "jsonl"]).lines.map { line in
      try JSONDecoder().decode([String: ExportedValue].self, from: Data(line.utf8))
    }
    let csv = try CSVRows(try program.run(["log", "export", "--format", "csv"]).output)
    #expect(json.count >= 10)
    #expect(csv.rows.count == json.count)
    for (row, object) in zip(csv.rows, json) {
      #expect(Set(csv.header) == Set(object.keys))
      for (key, value) in object { #expect(row[key].map(Self.scalars) == Self.scalars(value.csv)) }
      #expect(row["prompt"] == "one\ntwo")
      #expect(row["group"] == "Lines, \"quoted\"")
    }
    let known = Set(typed.map(Self.scalars))
    #expect(try program.reviews().compactMap(\.typed).map(Self.scalars).allSatisfy(known.contains))
  }

  @Test func `an export knows everything about a review`() throws {
    _ = try program.run(
      ["study", "Words"], at: Program.morning, input: ":hint\ncat\nfish\n:undo\n")
    let csv = try CSVRows(try program.run(["log", "export"]).output)
    let first = try #require(csv.rows.first)
    let expected = [
      "time": "2026-11-21T09:00:00+09:00", "day": "2026-11-21", "direction": "recognition",
      "group": "Words", "prompt": "ねこ", "answer": "cat", "grade": "hard", "rating": "2",
      "correct": "true", "verdict": "correct", "typed": "cat", "hint_used": "true",
      "milliseconds": "0", "retracted": "false",
    ]
    for (key, value) in expected { #expect(first[key] == value, "\(key)") }
    #expect(csv.rows.map { $0["retracted"] } == ["false", "true"])
    // UUIDs of version 7 that ascend.
    let ids = csv.rows.compactMap { $0["id"] }
    let version7 = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    #expect(ids.allSatisfy { $0.wholeMatch(of: version7) != nil })
    #expect(ids == ids.sorted())
    #expect(Set(csv.rows.compactMap { $0["device"] }).count == 1)
  }

  /// What a text is made of, for texts that look the same are not the same.
  private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
}
