import RabbleScheduling

/// On which days there were answers.
package struct StudyCalendar: Hashable, Sendable {
  /// A day and what was done on it.
  package struct Day: Hashable, Sendable {
    package let day: StudyDay
    package let figures: AnswerFigures
  }

  /// The days of the period in order, those without an answer too.
  package let days: [Day]
  /// On how many days in a row there was an answer, up to today or, where it has none yet, yesterday.
  package let streak: Int
  /// On how many days in a row there was an answer at the most, in the whole log.
  package let longestStreak: Int

  /// Makes the calendar of a period.
  ///
  /// - Parameters:
  ///   - report: all answers of the log by day.
  ///   - period: the days that are shown.
  ///   - today: the present day.
  package init(_ report: AnswerReport, _ period: StatisticsPeriod, today: StudyDay) {
    let studied = report.parts.filter { $0.figures.total > 0 }
    let byDay = Dictionary(
      studied.map { ($0.key, $0.figures) }, uniquingKeysWith: { first, _ in first })
    let first = period.first?.number ?? studied.first?.key ?? period.last.number
    days = (min(first, period.last.number)...period.last.number).map {
      Day(day: StudyDay(number: $0), figures: byDay[$0] ?? AnswerFigures())
    }
    var longest = 0
    var run = 0
    var previous = Int.min
    for part in studied {
      run = part.key == previous + 1 ? run + 1 : 1
      longest = max(longest, run)
      previous = part.key
    }
    longestStreak = longest
    streak = previous >= today.number - 1 ? run : 0
  }

  /// On how many of the days there was an answer.
  package var studiedDays: Int { days.count { $0.figures.total > 0 } }
}
