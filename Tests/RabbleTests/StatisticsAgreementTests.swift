import Foundation
import Testing

/// Numbers that several reports and commands say of the same cards and answers.
struct StatisticsAgreementTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  private func run(_ command: [String], at time: String, input: String = "") throws {
    let outcome = try program.run(command, at: time, input: input)
    try #require(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
  }

  private func json(_ command: [String], at time: String) throws -> [String: Any] {
    let outcome = try program.run(command + ["--format", "json"], at: time)
    #expect(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func csv(_ command: [String], at time: String) throws -> [[String: String]] {
    let outcome = try program.run(command, at: time)
    #expect(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
    return try CSVRows(outcome.output).rows
  }

  /// Answers with a grade, each after the answer was shown.
  private static func graded(_ count: Int, _ grade: Int = 3) -> String {
    String(repeating: "\n\(grade)\n", count: count) + ":quit\n"
  }

  // MARK: - What is due

  @Test func `what is due today is what sessions can ask`() throws {
    try program.addDeck(
      """
      {"title": "More", "directions": ["recognition", "production"], "questions": [
        {"prompt": "うし", "answer": "cow"}
      ]}
      """, named: "more.json")
    let morning = "2027-06-01T09:00:00+09:00"
    try run(["study", "Words"], at: "2026-11-21T09:00:00+09:00", input: Self.graded(3, 4))
    try run(["card", "known", "--yes", "More"], at: "2026-11-21T10:00:00+09:00")
    func due() throws -> [Int] {
      let forecast = try json(["stats", "forecast"], at: morning)
      let first = try #require((forecast["rows"] as? [[String: Any]])?.first)
      let summary = try #require(forecast["summary"] as? [String: Any])
      let all = try program.run(["stats", "--value", "due_today"], at: morning).output
      return [
        Int(all.dropLast()) ?? -1, summary["due_today"] as? Int ?? -1,
        first["due_with_backlog"] as? Int ?? -1, first["simulated"] as? Int ?? -1,
      ]
    }
    // Three, and two of one question.
    #expect(try due() == [5, 5, 5, 5])
    try run(["config", "set", "limit.Words.reviews", "1"], at: morning)
    #expect(try due() == [5, 5, 5, 3])
    try run(["config", "unset", "limit.Words.reviews"], at: morning)
    try run(["card", "bury", "--yes", "ねこ"], at: morning)
    #expect(try due() == [4, 4, 4, 4])
    let load = try program.run(["stats", "cards", "--value", "daily_load"], at: morning).output
    try FileManager.default.removeItem(atPath: program.dataFolder + "/decks/more.json")
    #expect(try due() == [2, 2, 2, 2])
    let rest = try program.run(["stats", "cards", "--value", "daily_load"], at: morning).output
    #expect(Double(rest.dropLast()) ?? 9 < Double(load.dropLast()) ?? 0)
    // What was answered is known as before, and comes tomorrow where it was buried.
    #expect(try program.run(["stats", "--value", "answered_cards"], at: morning).output == "5\n")
    let next = "2027-06-02T09:00:00+09:00"
    #expect(try program.run(["stats", "--value", "due_today"], at: next).output == "3\n")
  }

  @Test func `the probability of recall now is the same in every command`() throws {
    try run(["study", "Words"], at: "2026-11-21T22:00:00+09:00", input: "\n4\n:quit\n")
    // A day and a half later, which are two days of the calendar.
    let now = "2026-11-23T10:00:00+09:00"
    let why = try #require(try json(["card", "why", "ねこ"], at: now)["rows"] as? [[String: Any]])
    let recall = try #require(why.first?["retrievability"] as? Double)
    // FSRS-6: the forgetting curve of a card that was easy at once, by the default parameters w3 and w20.
    let (stability, decay) = (8.2956, -0.1542)
    let factor = pow(0.9, 1 / decay) - 1
    #expect(abs(recall - pow(1 + factor * 1.5 / stability, decay)) < 1e-4)
    let known = try program.run(["stats", "cards", "--value", "expected"], at: now).output
    #expect(abs((Double(known.dropLast()) ?? 0) - recall) < 1e-4)
  }

  // MARK: - Parts

  @Test func `a session is one where only some of its answers count`() throws {
    try program.addDeck(
      #"{"title": "More", "questions": [{"prompt": "うし", "answer": "cow"}]}"#, named: "more.json")
    try run(["study", "More", "--cram"], at: "2026-11-21T08:00:00+09:00", input: Self.graded(1))
    for (minute, group) in [("00", "Words"), ("20", "More"), ("40", "Words")] {
      try run(
        ["study", group, "--cram"], at: "2026-11-21T10:\(minute):00+09:00", input: Self.graded(1))
    }
    let evening = "2026-11-21T20:00:00+09:00"
    for chosen in [["Words"], ["--where", "deck:Words"]] {
      let rows = try csv(
        ["stats", "answers", "--by", "session"] + chosen + ["--format", "csv"], at: evening)
      #expect(rows.map { [$0["session"], $0["answers"]] } == [["2", "2"]])
      #expect(rows.map { $0["length"].flatMap { Double($0) } } == [40])
      let exported = try csv(["log", "export", "--columns", "session"] + chosen, at: evening)
      #expect(exported.map { $0["session"] } == ["2", "2"])
    }
  }

  @Test func `tags of one's own are tags, and a remark says what has none`() throws {
    try run(["study", "Words"], at: "2026-11-21T09:00:00+09:00", input: Self.graded(3))
    let evening = "2026-11-21T20:00:00+09:00"
    let byTag = ["stats", "answers", "--by", "tag"]
    try program.addDeck(
      Program.words.replacing(#""answer": "cat""#, with: #""answer": "cat", "tags": ["pet"]"#))
    try run(["card", "tag", "--yes", "mine", "ねこ"], at: evening)
    try run(["card", "tag", "--yes", "pet", "ねこ"], at: evening)
    try run(["card", "tag", "--yes", "mine", "いぬ"], at: evening)
    let rows = try csv(byTag + ["--format", "csv"], at: evening)
    let answers = rows.map { [$0["tag"], $0["answers"]] }
    #expect(answers == [["pet", "1"], ["mine", "2"]])
    let exported = try csv(["log", "export", "--columns", "prompt,tags"], at: evening)
    let tags = Dictionary(uniqueKeysWithValues: exported.map { ($0["prompt"], $0["tags"]) })
    #expect(tags == ["ねこ": "pet mine", "いぬ": "mine", "とり": ""])
    let text = try program.run(byTag, at: evening).output
    #expect(text.contains("Not in any row: answers to cards without a tag (1)."), "\(text)")
    let byDeck = ["stats", "answers", "--by", "deck"]
    #expect(try !program.run(byDeck, at: evening).output.contains("Not in any row"))
    try program.addDeck(
      """
      {"title": "Words", "questions": [
        {"prompt": "いぬ", "answer": "dog"}, {"prompt": "とり", "answer": "bird"}
      ]}
      """)
    let now = try program.run(byDeck, at: evening).output
    #expect(
      now.contains("Not in any row: answers to cards that no deck has any more (1)."), "\(now)")
  }

  // MARK: - A card

  @Test
  func `a card's answers and curve follow its explanation, those of two cards only for programs`()
    throws
  {
    try program.addDeck(
      """
      {"title": "More", "directions": ["recognition", "production"], "questions": [
        {"prompt": "うし", "answer": "cow"}
      ]}
      """, named: "more.json")
    let evening = "2026-11-22T20:00:00+09:00"
    try run(["study", "More"], at: "2026-11-21T09:00:00+09:00", input: "\n4\n:quit\n")
    try run(["study", "More", "--cram"], at: evening, input: Self.graded(2))
    let both = try json(["card", "why", "うし"], at: evening)
    #expect(both["schema"] as? Int == 1 && both["report"] as? String == "why")
    let answers = try #require(both["answers"] as? [[String: Any]])
    #expect(
      answers.map { $0["direction"] as? String } == ["recognition", "recognition", "production"])
    #expect(answers.map { $0["grade"] as? String } == ["easy", "good", "good"])
    #expect(answers.map { $0["state"] as? String } == ["new", "cram", "cram"])
    let text = try program.run(["card", "why", "うし"], at: evening).output
    #expect(!text.contains("Forgetting curve"))
    let one = try program.run(
      ["card", "why", "--where", "prompt:うし direction:recognition"], at: evening
    ).output
    #expect(one.contains("Answers and forgetting curve\n") && one.contains("Forgetting curve\n"))
    let new = try program.run(["card", "why", "ねこ"], at: evening).output
    #expect(!new.contains("Forgetting curve"))
  }

  @Test func `the forgetting curve of an old card goes on to the present`() throws {
    for year in ["2011", "2012", "2014"] {
      try run(["study", "Words"], at: "\(year)-11-21T09:00:00+09:00", input: "\n4\n:quit\n")
    }
    let page = try json(["card", "why", "ねこ"], at: "2026-11-21T09:00:00+09:00")
    let curve = try #require(page["curve"] as? [[String: Any]])
    #expect(curve.count <= 4_003)
    let days = curve.compactMap { $0["day"] as? String }
    #expect(days == days.sorted() && days.first == "2011-11-21")
    // The curve goes on for 30 days, by steps of 15 years / 4,000.
    #expect(try #require(days.last) >= "2026-12-19" && days.last ?? "" <= "2026-12-21")
    let recall = curve.compactMap { $0["retrievability"] as? Double }
    let card = (page["rows"] as? [[String: Any]])?.first
    let now = try #require(card?["retrievability"] as? Double)
    #expect(try #require(recall.last) < now && now - (recall.last ?? 0) < 0.01)
  }

  // MARK: - For a screen reader

  @Test func `a plain calendar of a year is read by month, a short one by day`() throws {
    for day in ["10-03", "10-04", "11-21"] {
      try run(
        ["study", "Words", "--cram"], at: "2026-\(day)T09:00:00+09:00", input: Self.graded(2))
    }
    let evening = "2026-11-21T20:00:00+09:00"
    let year = try program.run(["stats", "calendar", "--plain"], at: evening).output
    #expect(
      year.contains("Month: October 2026\nDays with answers: 2\nAnswers: 4\n"), "\(year)")
    #expect(
      year.contains("Month: November 2026\nDays with answers: 1\nAnswers: 2\n"), "\(year)")
    #expect(year.contains("Busiest day: October 3, 2026"), "\(year)")
    let week = try program.run(["stats", "calendar", "--plain", "-p", "7d"], at: evening).output
    #expect(week.contains("Day: November 21, 2026\nAnswers: 2\n"), "\(week)")
    let forecast = try program.run(["stats", "forecast", "--plain"], at: evening).output
    #expect(forecast.contains("Simulated new cards: "), "\(forecast)")
  }
}
