import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleTestSupport
import Testing

struct AnswerReportTests {
  private let today = StudyDay(number: 20_779)

  /// Answers of a year, with days without any, in order.
  private func answers(seed: UInt64, count: Int = 2000) -> [CountedAnswer] {
    var generator = SeededGenerator(seed: seed)
    var time = Int64(today.number - 364) * 86_400_000 + 20_000_000
    return (0..<count).map { _ in
      time += Int64.random(in: 1_000...20_000_000, using: &generator)
      let moment = Moment(milliseconds: time, utcOffset: 9 * 3600)
      return CountedAnswer(
        card: Int.random(in: 0..<50, using: &generator),
        group: Int.random(in: 0..<4, using: &generator),
        grade: Grade.allCases[Int.random(in: 0..<4, using: &generator)], milliseconds: time,
        utcOffset: moment.utcOffset, day: moment.day.number,
        duration: Int.random(in: -5...100_000, using: &generator),
        kind: AnswerKind.allCases[Int.random(in: 0..<6, using: &generator)],
        isFirstOfDay: Bool.random(using: &generator),
        interval: Int.random(in: 0...40, using: &generator))
    }
  }

  private func report(
    _ answers: [CountedAnswer], by grouping: AnswerGrouping, _ period: StatisticsPeriod? = nil
  ) -> AnswerReport {
    var tally = AnswerTally(period ?? .all(today: today.advanced(byDays: 400)), by: grouping)
    for answer in answers { tally.add(answer, direction: answer.card % 3) }
    return tally.report
  }

  private static let groupings: [AnswerGrouping] = [
    .time(.day), .time(.week), .time(.month), .time(.quarter), .time(.year), .group, .direction,
    .grade, .hour, .weekday, .session, .card,
  ]

  @Test(arguments: groupings)
  func `parts add up to the whole`(grouping: AnswerGrouping) {
    for seed in 1...5 {
      let answers = answers(seed: UInt64(seed))
      let report = report(answers, by: grouping)
      #expect(report.total.total == answers.count)
      var sum = AnswerFigures()
      for part in report.parts { sum += part.figures }
      #expect(sum == report.total)
      #expect(report.parts.map(\.key) == Set(report.parts.map(\.key)).sorted())
      let kinds = AnswerKind.allCases.reduce(0) { $0 + report.total.count($1) }
      let grades = Grade.allCases.reduce(0) { $0 + report.total.count($1) }
      #expect(kinds == answers.count && grades == answers.count)
      #expect(report.total.milliseconds == answers.reduce(0) { $0 + $1.duration })
    }
  }

  @Test func `answers that are not selected tell where a session ends`() {
    func session(_ minutes: [Int], only selected: Set<Int>) -> AnswerReport {
      var tally = AnswerTally(.all(today: today), by: .session)
      for minute in minutes {
        tally.add(
          CountedAnswer(
            card: 0, group: 0, grade: .good, milliseconds: Int64(minute) * 60_000, utcOffset: 0,
            day: 0, duration: 1000, kind: .young, isFirstOfDay: true, interval: 1),
          isSelected: selected.contains(minute))
      }
      return tally.report
    }
    // One session by itself, and one of 80 minutes, which are 40 minutes apart where only these count.
    let report = session([300, 420, 440, 460, 479, 500], only: [420, 460, 500])
    #expect(report.parts.map(\.key) == [2] && report.parts.map(\.figures.total) == [3])
    #expect(report.total.total == 3)
    #expect(report.parts.map { $0.figures.last - $0.figures.first } == [80 * 60_000])
  }

  @Test func `a condition and its negation partition every figure`() {
    let answers = answers(seed: 7)
    for grouping in Self.groupings where grouping != .session {
      let whole = report(answers, by: grouping)
      let some = report(answers.filter { $0.card % 7 < 3 }, by: grouping)
      let rest = report(answers.filter { $0.card % 7 >= 3 }, by: grouping)
      var sums: [Int: AnswerFigures] = [:]
      for part in some.parts + rest.parts { sums[part.key, default: .init()] += part.figures }
      for part in whole.parts { #expect(sums[part.key] ?? .init() == part.figures) }
    }
  }

  @Test func `days without an answer stand in the report, and no others`() throws {
    let all = answers(seed: 3, count: 40)
    let period = try #require(
      StatisticsPeriod(first: today.advanced(byDays: -370), last: today.advanced(byDays: 3)))
    let report = report(all, by: .time(.day), period)
    #expect(report.parts.count == 374)
    #expect(report.parts.first?.key == period.first?.number)
    #expect(report.studiedDays == Set(all.map(\.day)).count)
  }

  @Test func `an empty log has empty reports`() {
    for grouping in Self.groupings {
      let report = report([], by: grouping)
      #expect(report.total.total == 0)
      #expect(report.parts.allSatisfy { $0.figures.total == 0 })
    }
  }

  @Test func `half an hour without an answer ends a session`() {
    func answer(_ minute: Double) -> CountedAnswer {
      CountedAnswer(
        card: 0, group: 0, grade: .good, milliseconds: Int64(minute * 60_000), utcOffset: 0, day: 0,
        duration: 1000, kind: .young, isFirstOfDay: true, interval: 1)
    }
    let sessions = report([0, 29.9, 59.8, 89.8, 90].map(answer), by: .session)
    #expect(sessions.parts.map(\.figures.total) == [3, 2])
    // A clock that was ahead is set back.
    let ahead = report([500, 505, 0, 5, 600].map(answer), by: .session)
    #expect(ahead.parts.map(\.figures.total) == [2, 2, 1])
  }

  @Test func `sessions of a period have the numbers of the whole log`() throws {
    let all = answers(seed: 11, count: 300)
    let whole = report(all, by: .session)
    let period = try #require(
      StatisticsPeriod(
        first: StudyDay(number: all[100].day), last: StudyDay(number: all[200].day)))
    let part = report(all, by: .session, period)
    #expect(part.total.total < all.count && part.total.total > 0)
    let inside = all.filter { period.contains(StudyDay(number: $0.day)) }.map(\.milliseconds)
    for session in part.parts {
      let found = try #require(whole.parts.first { $0.key == session.key }).figures
      let span = found.first...found.last
      #expect(session.figures.total == inside.count { span.contains($0) })
    }
  }

  /// Computed with statsmodels 0.15: proportion_confint(8, 10, method="wilson").
  @Test func `the interval of a share is Wilson's`() throws {
    let interval = try #require(WilsonInterval(Score(correct: 8, incorrect: 2)))
    #expect(abs(interval.lower - 0.490162471536642) < 1e-9)
    #expect(abs(interval.upper - 0.943317848545625) < 1e-9)
    #expect(WilsonInterval(Score()) == nil)
    let sure = try #require(WilsonInterval(Score(correct: 5)))
    #expect(sure.upper == 1 && sure.lower < 0.6)
  }

  @Test func `only the day's first answers to cards with an interval test retention`() {
    func answer(_ kind: AnswerKind, isFirst: Bool, interval: Int) -> CountedAnswer {
      CountedAnswer(
        card: 0, group: 0, grade: .again, milliseconds: 0, utcOffset: 0, day: 0, duration: 0,
        kind: kind, isFirstOfDay: isFirst, interval: interval)
    }
    #expect(answer(.young, isFirst: true, interval: 1).testsRetention)
    #expect(answer(.mature, isFirst: true, interval: 21).testsRetention)
    #expect(!answer(.young, isFirst: false, interval: 5).testsRetention)
    for kind in [AnswerKind.new, .learning, .relearning, .cram] {
      #expect(!answer(kind, isFirst: true, interval: 5).testsRetention)
    }
  }

  @Test func `streaks end where a day has no answer`() {
    func report(_ days: [Int]) -> AnswerReport {
      var tally = AnswerTally(.all(today: today), by: .time(.day))
      for day in days {
        let start = Int64(today.number + day) * 86_400_000 + 40_000_000
        tally.add(
          CountedAnswer(
            card: 0, group: 0, grade: .good, milliseconds: start, utcOffset: 0,
            day: today.number + day, duration: 0, kind: .young, isFirstOfDay: true, interval: 1))
      }
      return tally.report
    }
    func streaks(_ days: [Int]) -> [Int] {
      let calendar = StudyCalendar(report(days), .all(today: today), today: today)
      return [calendar.streak, calendar.longestStreak, calendar.studiedDays]
    }
    #expect(streaks([-9, -8, -7, -6, -2, -1, 0]) == [3, 4, 7])
    #expect(streaks([-2, -1]) == [2, 2, 2])
    #expect(streaks([-3, -2]) == [0, 2, 2])
    #expect(streaks([]) == [0, 0, 0])
  }

  @Test func `a distribution has the numbers' own median and counts each once`() {
    let values = Distribution([5, 1, 3, 2, 4, 10])
    #expect(values.quantile(0.5) == 3)
    #expect(values.quantile(0.9) == 10)
    #expect(values.mean == 25.0 / 6)
    #expect(values.counts(between: [1, 3, 5, 10]) == [2, 2, 2])
    #expect(Distribution([]).quantile(0.5) == nil)
  }
}
