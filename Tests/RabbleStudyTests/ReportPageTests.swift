import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleTestSupport
import Testing

@testable import RabbleStudy

/// How reports are made of what was counted.
struct ReportPageTests {
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

  private func values(_ table: ReportTable, _ key: String) -> [ReportTable.Value] {
    table.index(of: key).map { index in table.rows.map { $0.values[index] } } ?? []
  }

  /// The main table of answers by day, or by something else.
  private func rows(_ report: AnswerReport, by rows: ReportRows = .day) -> ReportTable {
    Report.answerTable(report, ReportNames(groups: []), rows)
  }

  /// A page of answers by day.
  private func page(_ report: AnswerReport) -> ReportPage {
    var page = ReportPage(
      name: "answers", title: "", summary: Report.answerSummary(report, .day),
      tables: [rows(report)], drawings: [.bars(.day, .answers, isInTime: true)])
    page.essentials = ["day", "answers"]
    return page
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

  @Test func `the running percentage is that of all answers so far`() {
    let table = rows(answers([(0, 3, 1), (2, 0, 4), (3, 2, 0)]))
    #expect(values(table, "correct") == [.count(3), .count(0), .count(0), .count(2)])
    #expect(values(table, "percentage") == [.share(0.75), .missing, .share(0), .share(1)])
    #expect(
      values(table, "running") == [.share(0.75), .share(0.75), .share(0.375), .share(0.5)])
    #expect(rows(answers([]), by: .grade).index(of: "running") == nil)
  }

  @Test func `averages are by studied day and by day`() {
    let summary = Report.answerSummary(answers([(0, 3, 1), (2, 0, 4)]), .day)
    func number(_ key: String) -> Double? { values(summary, key).first?.number }
    #expect(number("answers_per_studied_day") == 4)
    #expect(number("answers_per_day") == 2)
    #expect(number("minutes_per_studied_day") == 2)
    #expect(number("days") == 4)
  }

  @Test func `a course ends when its new cards are started at the pace of the last four weeks`() {
    // Half a card a day, and two.
    #expect(Report.daysUntilEnd(of: 10, newCards: 14) == 20)
    #expect(Report.daysUntilEnd(of: 15, newCards: 14) == 30)
    #expect(Report.daysUntilEnd(of: 21, newCards: 56) == 11)
    #expect(Report.daysUntilEnd(of: 0, newCards: 0) == 0)
    #expect(Report.daysUntilEnd(of: 1, newCards: 0) == nil)
    #expect(Report.daysUntilEnd(of: 2_000_000, newCards: 1) == nil)
  }

  @Test func `rows are sorted, limited and averaged, those without a value last`() throws {
    let table = rows(answers([(0, 3, 1), (2, 0, 4), (3, 2, 0)]))
    let sorted = try #require(table.sorted(by: "percentage", descends: true))
    #expect(
      values(sorted, "percentage") == [.share(1), .share(0.75), .share(0), .missing])
    #expect(sorted.limited(to: 2).rows.count == 2)
    #expect(table.sorted(by: "nosuch", descends: false) == nil)
    let averaged = try #require(table.averaged("answers", over: 2))
    #expect(averaged.headings.last?.key == "answers_average")
    #expect(values(averaged, "answers_average").compactMap(\.number) == [4, 2, 2, 3])
    let shares = try #require(table.averaged("percentage", over: 2))
    #expect(
      values(shares, "percentage_average")
        == [.share(0.75), .share(0.75), .share(0), .share(0.5)])
  }

  @Test func `an average that was asked for is drawn, and shown where there is little room`() throws
  {
    let page = page(answers([(0, 3, 1), (2, 0, 4)]))
    let averaged = try page.arranged(ReportArrangement(average: 2, sort: nil, limit: nil))
    #expect(
      averaged.drawings == [
        .bars(table: "rows", label: "day", value: "answers_average", isInTime: true)
      ])
    #expect(averaged.essentials.contains("answers_average"))
    let curve = ReportPage.Drawing.curve(
      table: "rows", label: "day", values: ["expected"], title: "")
    #expect(
      curve.showing(average: "expected_average")
        == .curve(
          table: "rows", label: "day", values: ["expected", "expected_average"], title: ""))
    #expect(!page.essentials.contains("minutes"))
    let sorted = try page.arranged(ReportArrangement(average: nil, sort: "-minutes", limit: nil))
    #expect(sorted.essentials.contains("minutes"))
  }

  @Test func `rows in another order are drawn as bars, whatever they were drawn as`() throws {
    let page = page(answers([(0, 3, 1), (2, 0, 4)]))
    let bars = ReportPage.Drawing.bars(table: "rows", label: "day", value: "answers")
    let sorted = try page.arranged(ReportArrangement(average: nil, sort: "-answers", limit: nil))
    #expect(sorted.drawings == [bars])
    let calendar = ReportPage.Drawing.calendar(
      table: "rows", day: "day", value: "answers", title: "", weekday: 0)
    let curve = ReportPage.Drawing.curve(
      table: "rows", label: "day", values: ["answers"], title: "")
    #expect(calendar.inAnyOrder == bars && curve.inAnyOrder == bars)
  }

  @Test func `answers by state have a row for each state, answered or not`() {
    var tally = AnswerTally(.all(today: StudyDay(number: 20_700)), by: .kind)
    for kind in [AnswerKind.young, .young, .cram] {
      tally.add(
        CountedAnswer(
          card: 0, group: 0, grade: .good, milliseconds: 9 * 3_600_000, utcOffset: 0, day: 20_700,
          duration: 30_000, kind: kind, isFirstOfDay: true, interval: 3))
    }
    let table = rows(tally.report, by: .state)
    #expect(
      values(table, "state")
        == ["new", "learning", "young", "mature", "relearning", "cram"].map { .text($0) })
    #expect(values(table, "good").map(\.number) == [0, 0, 2, 0, 0, 1])
  }

  @Test func `a report by tag says that cards with several tags count in each`() {
    let report = AnswerTally(.all(today: StudyDay(number: 20_700)), by: .label).report
    #expect(
      ReportRows.tag.remarks(report) == ["A card with several tags is counted in each of them."])
    #expect(ReportRows.deck.remarks(report).isEmpty && ReportRows.preset.remarks(report).isEmpty)
  }

  @Test func `the target of retention is the mean of what counts for it`() throws {
    var figures = AnswerFigures()
    #expect(figures.targetRetention == nil)
    for (target, interval) in [(Float(0.9), 3), (0.8, 3), (0.5, 0)] {
      figures.add(
        CountedAnswer(
          card: 0, group: 0, grade: .good, milliseconds: 0, utcOffset: 0, day: 0, duration: 0,
          kind: .young, isFirstOfDay: true, interval: interval, target: target))
    }
    // The third answer is to a card in its steps, which retention does not count.
    let mean = try #require(figures.targetRetention)
    #expect(abs(mean - 0.85) < 1e-6)
  }

  /// The figures of reviews with a target of 90%.
  private func reviewed(correct: Int, incorrect: Int) -> AnswerFigures {
    var figures = AnswerFigures()
    for index in 0..<correct + incorrect {
      figures.add(
        CountedAnswer(
          card: 0, group: 0, grade: index < correct ? .good : .again, milliseconds: 0,
          utcOffset: 0, day: 0, duration: 0, kind: .young, isFirstOfDay: true, interval: 3,
          target: 0.9))
    }
    return figures
  }

  @Test func `retention differs from the target only beyond chance, and never by few reviews`() {
    func says(_ correct: Int, _ incorrect: Int) -> String {
      Report.conclusion(reviewed(correct: correct, incorrect: incorrect))
    }
    // 95% intervals (Wilson): 88 of 100 is .80 to .93, 80 of 100 is .71 to .87, 97 of 100 is .92 to .99.
    #expect(says(88, 12) == "You remembered 88% of 100 reviews (wanted 90%): within chance.")
    #expect(says(80, 20).hasPrefix("You remembered 80% of 100 reviews (wanted 90%): less than"))
    #expect(says(97, 3).hasPrefix("You remembered 97% of 100 reviews (wanted 90%): more than"))
    // 10 of 29 is .20 to .53.
    #expect(
      says(10, 19) == "You remembered 34% of 29 reviews (wanted 90%): too few to tell more than "
        + "that 20% to 53% are likely.")
    #expect(says(0, 0) == "No answer here tests what you retained.")
  }

  @Test func `the interval of a difference is that of Newcombe's example`() throws {
    // Statistics in Medicine 17 (1998), 873–890, table II (a), method 10: 56/70 and 48/80.
    let interval = try #require(
      WilsonInterval.ofDifference(
        Score(correct: 56, incorrect: 14), Score(correct: 48, incorrect: 32)))
    #expect(abs(interval.lowerBound - 0.0524) < 5e-5 && abs(interval.upperBound - 0.3339) < 5e-5)
    #expect(WilsonInterval.ofDifference(Score(), Score(correct: 1, incorrect: 0)) == nil)
  }

  @Test func `the days of a forecast are for others a period only where they take one`() {
    for report in Report.all {
      let error = ReportError.noDays(report: report.name, takesPeriod: report.takesPeriod)
      #expect(
        error.description
          == (report.takesPeriod
            ? "--days is for `stats forecast`; use --period here."
            : "--days is for `stats forecast`."))
    }
  }

  @Test func `what makes no sense with a report is no request`() throws {
    let today = StudyDay(number: 20_700)
    func error(_ report: Report, _ change: (inout ReportRequest.Words) -> Void) -> ReportError? {
      var words = ReportRequest.Words()
      change(&words)
      do throws(ReportError) {
        _ = try ReportRequest(report, words, today: today)
        return nil
      } catch { return error }
    }
    #expect(
      error(.retention) { $0.rows = .grade }
        == .noRows(
          "grade", report: "retention", rows: Report.retention.rows.map(\.rawValue)))
    #expect(error(.cards) { $0.period = "7d" } == .noPeriod(report: "cards"))
    #expect(error(.answers) { $0.period = "soon" } == .unknownPeriod("soon"))
    #expect(
      error(.answers) { $0.period = "2026-02-02..2026-02-01" }
        == .emptyPeriod("2026-02-02..2026-02-01"))
    #expect(error(.answers) { $0.period = "2500.." } == .futurePeriod("2500.."))
    #expect(error(.answers) { $0.days = 3 } == .noDays(report: "answers", takesPeriod: true))
    #expect(
      error(.answers) { ($0.rows, $0.average) = (.group, 3) }
        == .onlyAveragedByTime(report: "answers"))
    #expect(error(.cards) { $0.average = 3 } == .notAveraged(report: "cards"))
    for report in Report.all {
      #expect(error(report) { _ in } == nil)
      for rows in report.rows { #expect(error(report) { $0.rows = rows } == nil) }
    }
  }

  @Test func `a period between two dates has both of them`() throws {
    var words = ReportRequest.Words()
    words.period = "2026-09-01..2026-09-03"
    let request = try ReportRequest(.answers, words, today: StudyDay(number: 20_760))
    #expect(request.period.dayCount == 3 && request.period.last.iso8601 == "2026-09-03")
    words.period = "2026-07..2026-08"
    let months = try ReportRequest(.answers, words, today: StudyDay(number: 20_760))
    #expect(months.period.dayCount == 62 && months.period.last.iso8601 == "2026-08-31")
  }
}
