import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  /// What one screen should say.
  package static func overview(
    today: StudyDay, days: AnswerReport, month: AnswerFigures, _ calendar: StudyCalendar,
    _ cards: CardReport
  ) -> ReportPage {
    func figures(_ span: Int) -> AnswerFigures {
      let period = StatisticsPeriod.days(span, today: today)
      return days.parts.reduce(into: AnswerFigures()) { sum, part in
        if period.contains(StudyDay(number: part.key)) { sum += part.figures }
      }
    }
    let (day, week) = (figures(1), figures(7))
    let dueAlready = cards.due.filter { $0.key <= 0 }.values.reduce(0, +)
    let retention = month.trueRetention
    let summary = ReportTable("summary", "", .record, of: [day]) {
      Column("answers_today", "Answers today") { .count($0.total) }
      Column("correct_today", "Correct today") { .count($0.score().correct) }
      Column("minutes_today", "Minutes today") { .number($0.minutes, decimals: 0) }
      Column("answers_week", "Answers in 7 days") { _ in .count(week.total) }
      Column("minutes_week", "Minutes in 7 days") { _ in .number(week.minutes, decimals: 0) }
      Column("retention", "Retention in 30 days") { _ in
        .share(ifAny: retention.runningPercentage)
      }
      Column("streak", "Streak (days)") { _ in .count(calendar.streak) }
      Column("longest_streak", "Longest streak (days)") { _ in .count(calendar.longestStreak) }
      Column("due", "Due today") { _ in .count(dueAlready) }
      Column("known", "Cards known") { _ in .number(cards.knownCards, decimals: 0) }
      Column("cards", "Cards answered") { _ in .count(cards.stability.count) }
      Column("new", "New cards in all") { _ in .count(cards.counts[.new] ?? 0) }
    }
    let fortnight = calendar.days.suffix(7)
    let rows = ReportTable("rows", "The last 7 days", of: Array(fortnight)) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("answers", "Answers") { .count($0.figures.total) }
      Column("minutes", "Minutes") { .number($0.figures.minutes, decimals: 0) }
    }
    let coming = (1...7).map {
      (day: today.advanced(byDays: $0), due: (cards.due[$0] ?? 0) + ($0 == 1 ? dueAlready : 0))
    }
    let forecast = ReportTable("forecast", "Due in the next 7 days", of: coming) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("due", "Due") { .count($0.due) }
    }
    return ReportPage(
      name: "overview", title: "Overview, \(today.iso8601)", last: today.iso8601,
      summary: summary, tables: [rows, forecast],
      drawings: [.bars(table: "rows", label: "day", value: "answers")],
      remarks: [TodayScreen.remark(onCarriedOver: dueAlready)].compactMap(\.self))
  }

  // MARK: - Calendar

  /// The days of study.
  package static func calendar(_ calendar: StudyCalendar, _ report: AnswerReport) -> ReportPage {
    let rows = ReportTable("rows", "", of: calendar.days) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("answers", "Answers") { .count($0.figures.total) }
      Column("minutes", "Minutes") { .number($0.figures.minutes, decimals: 1) }
    }
    let sum = calendar.days.reduce(into: AnswerFigures()) { $0 += $1.figures }
    let best = calendar.days.max { $0.figures.total < $1.figures.total }
    let summary = ReportTable("summary", "", .record, of: [calendar]) {
      Column("streak", "Streak (days)") { .count($0.streak) }
      Column("longest_streak", "Longest streak (days)") { .count($0.longestStreak) }
      Column("studied_days", "Days with answers") { .count($0.studiedDays) }
      Column("days", "Days") { .count($0.days.count) }
      Column("studied_share", "Days studied") {
        .share(Double($0.studiedDays) / Double(max($0.days.count, 1)))
      }
      Column("answers", "Answers") { _ in .count(sum.total) }
      Column("best_day", "Busiest day") { _ in
        .text(ifAny: best.flatMap { $0.figures.total > 0 ? $0.day.iso8601 : nil })
      }
    }
    let first = calendar.days.first?.day.iso8601 ?? ""
    let last = calendar.days.last?.day.iso8601 ?? ""
    let words = first == last ? last : "\(first) to \(last)"
    return ReportPage(
      name: "calendar", title: "Calendar, \(words)", first: first, last: last,
      summary: summary, tables: [rows],
      drawings: [
        .calendar(
          table: "rows", day: "day", value: "answers", title: "Answers per day",
          weekday: calendar.days.first?.day.weekday ?? 0)
      ])
  }
}
