import RabbleScheduling
import RabbleStatistics
import Testing

struct StatisticsPeriodTests {
  /// A Sunday.
  private let today = Self.day("2026-11-22")

  private static func day(_ date: String) -> StudyDay {
    Moment(iso8601: date + "T12:00:00Z")?.day ?? StudyDay(number: 0)
  }

  @Test(arguments: [
    ("today", "2026-11-22", "2026-11-22"), ("yesterday", "2026-11-21", "2026-11-21"),
    ("7d", "2026-11-16", "2026-11-22"), ("2w", "2026-11-09", "2026-11-22"),
    ("this week", "2026-11-16", "2026-11-22"), ("last week", "2026-11-09", "2026-11-15"),
    ("last month", "2026-10-01", "2026-10-31"), ("this month", "2026-11-01", "2026-11-22"),
    ("last quarter", "2026-07-01", "2026-09-30"), ("this year", "2026-01-01", "2026-11-22"),
    ("last year", "2025-01-01", "2025-12-31"), ("1m", "2026-10-23", "2026-11-22"),
    ("2y", "2024-11-23", "2026-11-22"), ("2025", "2025-01-01", "2025-12-31"),
    ("2026-12", "2026-12-01", "2026-12-31"), ("2026-Q3", "2026-07-01", "2026-09-30"),
    ("2026Q3", "2026-07-01", "2026-09-30"), ("2026q3", "2026-07-01", "2026-09-30"),
    ("2026/10", "2026-10-01", "2026-10-31"), ("2026-1", "2026-01-01", "2026-01-31"),
    ("2026/1/5", "2026-01-05", "2026-01-05"), ("2026q1..2026q2", "2026-01-01", "2026-06-30"),
    ("last 7 days", "2026-11-16", "2026-11-22"), ("last 2 weeks", "2026-11-09", "2026-11-22"),
    ("last 1 months", "2026-10-23", "2026-11-22"), ("last 2 years", "2024-11-23", "2026-11-22"),
    ("2028-02", "2028-02-01", "2028-02-29"), ("2026-11-05", "2026-11-05", "2026-11-05"),
    ("2026-10-01..2026-11-01", "2026-10-01", "2026-11-01"),
    ("2026-11-01..2026-11-01", "2026-11-01", "2026-11-01"),
    ("2026-09..2026-10", "2026-09-01", "2026-10-31"), ("2026-10..", "2026-10-01", "2026-11-22"),
  ])
  func `a period is read as it is meant`(text: String, first: String, last: String) throws {
    let period = try #require(StatisticsPeriod(text, today: today))
    #expect(period.first == Self.day(first))
    #expect(period.last == Self.day(last))
  }

  @Test(arguments: [
    ("2026", "2026-01-01"), ("2026-Q4", "2026-10-01"), ("2026-11", "2026-11-01"),
    ("2026-11-22", "2026-11-22"), ("2026-11-20..2026-12-24", "2026-11-20"),
  ])
  func `a period that today is in ends today`(text: String, first: String) throws {
    let period = try #require(StatisticsPeriod(text, today: today))
    #expect(period.first == Self.day(first) && period.last == today)
    #expect(StatisticsPeriod("..2027", today: today) == .all(today: today))
  }

  @Test func `all days have no first one, nor do those up to a date`() throws {
    #expect(StatisticsPeriod("all", today: today) == .all(today: today))
    let open = try #require(StatisticsPeriod("..2026-11-01", today: today))
    #expect(open.first == nil && open.last == Self.day("2026-11-01"))
    #expect(open.before == nil)
  }

  @Test(arguments: [
    "", "soon", "2026-13", "2026-02-30", "0d", "-3d", "2026-Q5", "last", "2026-11-01..2026-10-01",
    "x..y", "99999999999d", "last fortnight", "..", "20261122",
    "last x days", "last 0 days", "2026q5", "q4", "2026-111", "2026/", "2026-1-", "last 7 d",
    "next 7 days",
    "+7d", "2026-+1", "+026", "2026-Q+4", "2026-11-+5", "2026-11-23..", "2027..",
  ])
  func `what is no period is refused`(text: String) {
    let period = StatisticsPeriod(text, today: today)
    #expect(period == nil || text == "..")
  }

  @Test func `the period before has as many days and ends the day before`() throws {
    let period = try #require(StatisticsPeriod("last month", today: today))
    let before = try #require(period.before)
    #expect(before.last == Self.day("2026-09-30"))
    #expect(before.dayCount == period.dayCount)
  }

  @Test func `stretches of time follow each other without gap or overlap`() {
    for interval in StatisticsInterval.allCases {
      var start = interval.start(of: Self.day("2023-12-27"))
      while start < today {
        let next = interval.next(after: start)
        #expect(next > start)
        #expect(interval.start(of: next) == next)
        #expect(interval.start(of: next.advanced(byDays: -1)) == start)
        start = next
      }
    }
    #expect(StatisticsInterval.quarter.name(of: Self.day("2026-10-01")) == "2026-Q4")
    #expect(StatisticsInterval.month.name(of: Self.day("2026-10-01")) == "2026-10")
    #expect(StatisticsInterval.week.start(of: today) == Self.day("2026-11-16"))
  }
}
