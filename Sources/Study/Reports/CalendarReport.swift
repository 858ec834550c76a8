import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// The days of study, as a calendar.
  static let calendar = Report(
    "calendar", "On which days did I study?", takesPeriod: true, usualDays: { _ in 365 },
    isInTime: true
  ) { source in
    let (today, period) = (source.today, source.period)
    let all = source.of(.all(today: max(today, period.last)))
    let calendar = StudyCalendar(try all.answers(by: .day, []).report, period, today: today)
    let rows = ReportTable("rows", "", of: calendar.days) {
      Column(.day) { .text($0.day.iso8601) }
      Column(.answers) { .count($0.figures.total) }
      Column(.minutes) { .number($0.figures.minutes, decimals: 1) }
    }
    let sum = calendar.days.reduce(into: AnswerFigures()) { $0 += $1.figures }
    let best = calendar.days.max { $0.figures.total < $1.figures.total }
    let summary = ReportTable("summary", "", .record, of: [calendar]) {
      Column(.streak) { .count($0.streak) }
      Column(.longestStreak) { .count($0.longestStreak) }
      Column(.studiedDays) { .count($0.studiedDays) }
      Column(.days) { .count($0.days.count) }
      Column(.studiedShare) { .share(Double($0.studiedDays) / Double(max($0.days.count, 1))) }
      Column(.answers) { _ in .count(sum.total) }
      Column(.bestDay) { _ in
        .text(ifAny: best.flatMap { $0.figures.total > 0 ? $0.day.iso8601 : nil })
      }
    }
    let first = calendar.days.first?.day ?? period.last
    return source.page(
      "Calendar",
      "You studied on \(calendar.studiedDays) of \(NumberText.count(calendar.days.count, "day")). "
        + "Your streak is \(NumberText.count(calendar.streak, "day")).",
      StatisticsPeriod(first: first, last: period.last), summary: summary,
      tables: [rows],
      drawings: [
        .calendar(
          table: "rows", day: ReportTable.Heading.day.key, value: ReportTable.Heading.answers.key,
          title: "Answers per day", weekday: first.weekday)
      ])
  }
}

extension ReportTable.Heading {
  fileprivate static let studiedShare = share(
    "studied_share", "Days studied", "Days with an answer divided by all days of the period.")
  fileprivate static let bestDay = ReportTable.Heading(
    "best_day", "Busiest day", form: .day, isOptional: true)
}
