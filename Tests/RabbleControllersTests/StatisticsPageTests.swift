import Foundation
import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleTestSupport
import Testing

struct StatisticsPageTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the documentation says of every number what the reports say`() throws {
    let page = try String(
      contentsOf: Self.repository.appending(path: "Documentation/statistics.md"), encoding: .utf8)
    for (key, text) in StatisticsDefinition.texts {
      #expect(page.contains("| `\(key)` | \(text) |"))
    }
    for (report, texts) in StatisticsDefinition.special {
      for (key, text) in texts {
        #expect(page.contains("| `\(key)` in `\(report.rawValue)` | \(text) |"))
        #expect(StatisticsDefinition.of([key], in: report).map(\.text) == [text])
      }
    }
    for kind in StatisticsKind.allCases {
      #expect(page.contains("| `\(kind.rawValue)` | \(kind.abstract) |"))
    }
    for column in ReviewExport.replayed { #expect(page.contains("`\(column.heading.key)`")) }
  }

  @Test func `columns have one name each, in small letters`() {
    let columns = (ReviewExport.usual + ReviewExport.replayed).map(\.heading.key)
    #expect(Set(columns).count == columns.count)
    #expect(columns.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } })
    switch ReviewExport.columns(named: ["grade", "id"]) {
    case .success(let chosen): #expect(chosen.map(\.heading.key) == ["grade", "id"])
    case .failure: Issue.record("The columns are there.")
    }
    switch ReviewExport.columns(named: ["grade", "nosuch"]) {
    case .success: Issue.record("There is no such column.")
    case .failure(let error): #expect(error.description.contains("“nosuch”"))
    }
  }

  @Test func `whole seconds between reviews are exported`() throws {
    let column = try #require(
      ReviewExport.forBenchmarks(from: StudyDay(number: 0)).first {
        $0.heading.key == "elapsed_seconds"
      })
    for seconds in [0, 1, 59, 86_399, 86_400, 100_000] {
      for more in [Int64(0), 999] {
        let answer = CountedAnswer(
          card: 0, group: 0, grade: .good, milliseconds: Int64(seconds) * 1000 + more,
          utcOffset: 0, day: 0, duration: 0, kind: .young, isFirstOfDay: true, interval: 1)
        let review = ScheduledReview(
          answer, previous: Moment(milliseconds: 0, utcOffset: 0))
        #expect(column.value(review) == .count(seconds))
      }
    }
  }

  private func answers(_ scores: [(day: Int, correct: Int, incorrect: Int)]) -> AnswerReport {
    let first = StudyDay(number: 20_700)
    let period = StatisticsPeriod(first: first, last: first.advanced(byDays: 3))
    var tally = AnswerTally(period ?? .all(today: first), by: .time(.day))
    for score in scores {
      let grades =
        Array(repeating: Grade.good, count: score.correct)
        + Array(repeating: .again, count: score.incorrect)
      for grade in grades {
        tally.add(
          CountedAnswer(
            card: 0, group: 0, grade: grade,
            milliseconds: Int64(first.number + score.day) * 86_400_000 + 40_000_000, utcOffset: 0,
            day: first.number + score.day, duration: 30_000, kind: .young, isFirstOfDay: true,
            interval: 3))
      }
    }
    return tally.report
  }

  private func values(_ page: ReportPage, _ key: String) -> [ReportTable.Value] {
    page.tables[0].index(of: key).map { index in page.tables[0].rows.map { $0.values[index] } }
      ?? []
  }

  @Test func `the running percentage is that of all answers so far`() {
    let page = ReportPage.scores(
      answers([(0, 3, 1), (2, 0, 4), (3, 2, 0)]), StatisticsNames(groups: []))
    #expect(values(page, "correct") == [.count(3), .count(0), .count(0), .count(2)])
    #expect(
      values(page, "percentage") == [.share(0.75), .missing, .share(0), .share(1)])
    #expect(
      values(page, "running") == [.share(0.75), .share(0.75), .share(0.375), .share(0.5)])
    #expect(page.title == "Scores by day, 2026-09-04 to 2026-09-07")
  }

  @Test func `averages are by studied day and by day`() throws {
    let page = ReportPage.reviews(answers([(0, 3, 1), (2, 0, 4)]), StatisticsNames(groups: []))
    func number(_ key: String) throws -> Double? {
      page.summary.rows[0].values[try #require(page.summary.index(of: key))].number
    }
    #expect(try number("answers_per_studied_day") == 4)
    #expect(try number("answers_per_day") == 2)
    #expect(try number("minutes_per_studied_day") == 2)
    #expect(try number("days") == 4)
  }

  @Test func `each course ends at its own pace, and all when the last one does`() throws {
    let today = StudyDay(number: 20_700)
    func step(_ course: String, new: Int, started: Int) -> ReportPage.CourseStep {
      ReportPage.CourseStep(
        course: course, newCards: started,
        standing: StepStanding(
          counts: GroupCounts(
            title: "G", questions: 100, cards: 100, new: new, learning: 0, due: 0, score: Score()),
          knowledge: GroupKnowledge(questions: 100, retrievabilities: []), waitsFor: []))
    }
    func end(_ days: Int) -> ReportTable.Value { .text(today.advanced(byDays: days).iso8601) }
    // Half a card a day, and two; 280 other cards are of no course.
    let both = [
      step("Slow", new: 10, started: 14), step("Slow", new: 5, started: 14),
      step("Fast", new: 21, started: 56),
    ]
    let page = ReportPage.level(both, newCards: 350, days: 28, today: today)
    #expect(values(page, "ends") == [end(20), end(30), end(11)])
    func summary(_ page: ReportPage, _ key: String) throws -> ReportTable.Value {
      page.summary.rows[0].values[try #require(page.summary.index(of: key))]
    }
    #expect(try summary(page, "ends") == end(30))
    #expect(try summary(page, "pace").number == 12.5 && page.remarks.isEmpty)
    let halted = ReportPage.level(
      both + [step("Left", new: 1, started: 0)], newCards: 350, days: 28, today: today)
    #expect(values(halted, "ends") == [end(20), end(30), end(11), .missing])
    #expect(try summary(halted, "ends") == .missing)
    #expect(halted.remarks.count == 1 && halted.remarks[0].contains(" Left:"))
    let done = ReportPage.level(
      [step("Done", new: 0, started: 0)], newCards: 0, days: 28, today: today)
    #expect(try summary(done, "ends") == end(0))
  }

  @Test func `names that have an order of their own are sorted by it`() throws {
    for (key, names) in [
      ("weekday", ["Monday", "Tuesday", "Friday", "Sunday"]),
      ("grade", ["again", "hard", "good", "easy"]), ("state", ["new", "young", "mature", "cram"]),
      ("span", ["today", "week", "month", "all"]),
    ] {
      let table = ReportTable("rows", "", of: names.sorted()) {
        ReportTable.Column(key, key) { key == "span" ? .term($0, words: "") : .text($0) }
      }
      for (descends, expected) in [(false, names), (true, names.reversed())] {
        let sorted = try #require(table.sorted(by: key, descends: descends))
        let found = sorted.rows.map { row -> String in
          switch row.values[0] {
          case .text(let name), .term(let name, _): name
          default: ""
          }
        }
        #expect(found == expected, "\(key)")
      }
    }
  }

  @Test func `rows are sorted, limited and averaged, those without a value last`() throws {
    let table = ReportPage.scores(
      answers([(0, 3, 1), (2, 0, 4), (3, 2, 0)]), StatisticsNames(groups: [])
    ).tables[0]
    let sorted = try #require(table.sorted(by: "percentage", descends: true))
    #expect(
      sorted.rows.map { $0.values[4] } == [.share(1), .share(0.75), .share(0), .missing])
    #expect(sorted.limited(to: 2).rows.count == 2)
    #expect(table.sorted(by: "nosuch", descends: false) == nil)
    let averaged = try #require(table.averaged("answers", over: 2))
    #expect(averaged.headings.last?.key == "answers_average")
    #expect(averaged.rows.compactMap { $0.values.last?.number } == [4, 2, 2, 3])
    let shares = try #require(table.averaged("percentage", over: 2))
    #expect(
      shares.rows.map { $0.values.last } == [.share(0.75), .share(0.75), .share(0), .share(0.5)])
  }

  @Test func `an average that was asked for is drawn, and shown where there is little room`() throws
  {
    var arrangement = ReportArrangement()
    arrangement.average = 2
    let (report, names) = (answers([(0, 3, 1), (2, 0, 4)]), StatisticsNames(groups: []))
    let reviews = try ReportPage.reviews(report, names).arranged(arrangement)
    #expect(
      reviews.drawings == [
        .bars(table: "rows", label: "day", value: "answers_average", isInTime: true)
      ])
    let sessions = ReportPage.sessions(AnswerTally(report.period, by: .session).report, names)
    let curve = ReportPage.Drawing.curve(
      table: "rows", label: "day", values: ["known"], title: "")
    #expect(
      curve.showing(average: "known_average")
        == .curve(table: "rows", label: "day", values: ["known", "known_average"], title: ""))
    #expect(try sessions.arranged(arrangement).essentials.contains("answers_average"))
    arrangement = ReportArrangement()
    arrangement.sort = "-span"
    #expect(!sessions.essentials.contains("span"))
    #expect(try sessions.arranged(arrangement).essentials.contains("span"))
  }

  @Test
  func `a number that is missing on one side is compared all the same, and no hour of the day`()
    throws
  {
    let names = StatisticsNames(groups: [])
    let (some, none) = (answers([(0, 3, 1)]), answers([]))
    let scores = ReportPage.scores(none, names).compared(
      with: ReportPage.scores(some, names), of: some.period)
    let table = try #require(scores.tables.last)
    let row = try #require(
      table.rows.first { $0.values[0] == .term("percentage", words: "Accuracy") })
    #expect(Array(row.values.dropFirst()) == [.missing, .share(0.75), .missing])
    let hours = answers([(0, 15, 10)])
    var tally = AnswerTally(hours.period, by: .hour)
    for hour in [9, 16] {
      for _ in 0..<20 {
        tally.add(
          CountedAnswer(
            card: 0, group: 0, grade: .good, milliseconds: Int64(hour) * 3_600_000, utcOffset: 0,
            day: 20_700, duration: 1000, kind: .young, isFirstOfDay: true, interval: 3))
      }
    }
    let page = ReportPage.hours(tally.report, names)
    let keys = page.compared(with: page, of: hours.period).tables.last?.rows.map { $0.values[0] }
    #expect(
      keys == [.term("answers", words: "Answers"), .term("percentage", words: "Accuracy")])
  }

  @Test func `rows in another order are drawn as bars, whatever they were drawn as`() throws {
    let page = ReportPage.reviews(answers([(0, 3, 1), (2, 0, 4)]), StatisticsNames(groups: []))
    let bars = ReportPage.Drawing.bars(table: "rows", label: "day", value: "answers")
    #expect(page.drawings == [.bars(table: "rows", label: "day", value: "answers", isInTime: true)])
    var arrangement = ReportArrangement()
    arrangement.sort = "-answers"
    #expect(try page.arranged(arrangement).drawings == [bars])
    let calendar = ReportPage.Drawing.calendar(
      table: "rows", day: "day", value: "answers", title: "", weekday: 0)
    let curve = ReportPage.Drawing.curve(
      table: "rows", label: "day", values: ["answers"], title: "")
    #expect(calendar.inAnyOrder == bars && curve.inAnyOrder == bars)
  }

  @Test func `the minutes of an hour are those of the answers that it counts`() {
    var tally = AnswerTally(.all(today: StudyDay(number: 20_700)), by: .hour)
    for kind in [AnswerKind.young, .cram, .new] {
      tally.add(
        CountedAnswer(
          card: 0, group: 0, grade: .good, milliseconds: 9 * 3_600_000, utcOffset: 0, day: 20_700,
          duration: 30_000, kind: kind, isFirstOfDay: true, interval: 3))
    }
    let page = ReportPage.hours(tally.report, StatisticsNames(groups: []))
    #expect(values(page, "answers")[9] == .count(2))
    #expect(values(page, "minutes")[9] == .number(1, decimals: 1))
  }

  @Test func `grades have a row for each state, as the answers of other reports`() {
    let page = ReportPage.grades(answers([(0, 3, 1)]))
    #expect(
      values(page, "state")
        == [
          "new", "learning", "young", "mature", "relearning", "cram",
        ].map { ReportTable.Value.text($0) })
    #expect(values(page, "good").contains(.count(3)) && values(page, "again").contains(.count(1)))
  }

  @Test func `a page by tag is called so, and says that cards with several tags count in each`() {
    let tally = AnswerTally(.all(today: StudyDay(number: 20_700)), by: .label)
    func page(_ key: String, _ title: String) -> ReportPage {
      .scores(tally.report, StatisticsNames(groups: [], labels: (key, title, [])))
    }
    #expect(page("tag", "Tag").title.hasPrefix("Scores by tag, "))
    #expect(page("tag", "Tag").remarks == ["A card with several tags is counted in each of them."])
    #expect(page("deck", "Deck").title.hasPrefix("Scores by deck, "))
    #expect(page("deck", "Deck").remarks.isEmpty)
  }

  @Test func `retention of a period is that period's alone`() throws {
    let all = answers([(0, 3, 1), (2, 0, 4), (3, 2, 0)])
    let last = StudyDay(number: 20_703)
    func page(_ period: StatisticsPeriod, isOfAll: Bool = false) -> ReportPage {
      let directions = AnswerTally(period, by: .direction).report
      return .retention(
        days: all, directions: directions, isOfAll: isOfAll, today: last,
        StatisticsNames(groups: []))
    }
    let some = page(try #require(StatisticsPeriod(first: StudyDay(number: 20_702), last: last)))
    #expect(values(some, "span") == [.term("period", words: "2026-09-06 to 2026-09-07")])
    #expect(values(some, "passed") == [.count(2)] && values(some, "failed") == [.count(4)])
    #expect(values(page(all.period), "span").count == 1)
    let whole = page(all.period, isOfAll: true)
    #expect(values(whole, "span").count == 6)
    #expect(values(whole, "passed").last == .count(5))
  }

  @Test func `the days of a forecast are for others a period only where they take one`() {
    #expect(
      StatisticsError.noForecast(report: "reviews").description
        == "--days is for `stats forecast`; use --period with `stats reviews`.")
    for kind in StatisticsKind.allCases where !kind.takesPeriod {
      #expect(
        StatisticsError.noForecast(report: kind.rawValue).description
          == "--days is for `stats forecast`.")
    }
  }

  @Test func `what is alike is not told where it is the words themselves`() {
    let texts = ["pero": "but", "perro": "dog", "el pelo": "hair", "el pero": "apple tree"]
    func id(_ prompt: String) -> QuestionID {
      QuestionID(of: Question(prompt: prompt, answer: texts[prompt] ?? ""), inGroup: "Words")
    }
    let prompts = Dictionary(uniqueKeysWithValues: texts.keys.map { (id($0), $0) })
    func likenesses(_ asked: String, _ given: String) -> [String] {
      var tally = ConfusionTally()
      tally.add(
        RecordedReview(
          id: EventID(bits: 0), device: EventID(bits: 0),
          review: Review(
            card: CardID(question: id(asked)), grade: .again,
            moment: Moment(milliseconds: 0, utcOffset: 0), typed: nil, verdict: nil,
            hintUsed: false, duration: 0),
          group: "Words", prompt: asked, answer: "", mistakenFor: id(given), isRetracted: false))
      return tally.report.likenesses { id in
        prompts[id].map { ($0, texts[$0] ?? "") }
      }
    }
    #expect(likenesses("perro", "pero") == [])
    #expect(likenesses("el pelo", "el pero") == ["el pelo – el pero: pelo/pero"])
  }

  @Test func `leeches are listed with their lapses, and counted`() {
    let card = StatisticsNames.Card(
      group: "Words", prompt: "ねこ", answer: "cat", direction: .recognition)
    let page = ReportPage.leeches(
      [(card: card, lapses: 8, isSuspended: true)], today: StudyDay(number: 20_700))
    #expect(values(page, "prompt") == [.text("ねこ")] && values(page, "lapses") == [.count(8)])
    #expect(values(page, "suspended") == [.flag(true)])
    #expect(page.summary.rows.first?.values == [.count(1)])
  }

  @Test func `a preset that was fitted again is one row of the calibration`() throws {
    typealias Answer = (predicted: Double, isRemembered: Bool)
    func tally(_ answers: [Answer]) -> CalibrationTally {
      var tally = CalibrationTally()
      for (predicted, isRemembered) in answers {
        tally.add(predicted: predicted, isRemembered: isRemembered)
      }
      return tally
    }
    func page(_ fits: [[Answer]]) -> ReportPage {
      .calibration(
        fits.map { (preset: "default", tally: tally($0)) }, all: tally([]),
        .all(today: StudyDay(number: 20_700)))
    }
    let first: [Answer] = [(0.5, true)]
    let second: [Answer] = [(0.5, false), (0.75, true), (0.75, false)]
    let (fits, whole) = (page([first, second]), page([first + second]))
    #expect(fits.tables[0] == whole.tables[0] && fits.tables[0].rows.count == 2)
    func presets(_ page: ReportPage) -> [ReportTable.Row] {
      page.tables.first { $0.key == "presets" }?.rows ?? []
    }
    let row = try #require(presets(fits).first).values
    #expect(presets(fits).count == 1)
    #expect(
      Array(row.prefix(4)) == [.text("default"), .count(4), .share(0.625), .share(0.5)])
    for (value, expected) in zip(row, presets(whole).first?.values ?? []) {
      #expect(abs((value.number ?? 0) - (expected.number ?? 0)) < 1e-12)
    }
  }
}
