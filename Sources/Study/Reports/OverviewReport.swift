import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// What one screen should say.
  package static let overview = Report(
    "overview", "How am I doing today and this week?", readsDecks: true, isInTime: true
  ) { source in
    let today = source.today
    var tally = AnswerTally(.all(today: today), by: .time(.day))
    var month = AnswerFigures()
    let recent = StatisticsPeriod.days(30, today: today)
    let names = try source.scan([.states, .hardMisuse]) { event, _ in
      tally.add(event.answer)
      if recent.contains(StudyDay(number: event.answer.day)) { month.add(event.answer) }
    }
    let days = tally.report
    let calendar = StudyCalendar(days, .days(7, today: today), today: today)
    let cards = try source.cardReport(andNew: true)
    func figures(_ span: Int) -> AnswerFigures {
      let period = StatisticsPeriod.days(span, today: today)
      return days.parts.reduce(into: AnswerFigures()) { sum, part in
        if period.contains(StudyDay(number: part.key)) { sum += part.figures }
      }
    }
    let (day, week) = (figures(1), figures(7))
    let dueToday = cards.dueToday
    let summary = ReportTable("summary", "", .record, of: [day]) {
      Column(.answersToday) { .count($0.total) }
      Column(.correctToday) { .count($0.score().correct) }
      Column(.minutesToday) { .number($0.minutes, decimals: 0) }
      Column(.answersWeek) { _ in .count(week.total) }
      Column(.minutesWeek) { _ in .number(week.minutes, decimals: 0) }
      Column(.retention.titled("Retention in 30 days")) { _ in month.trueRetention.share }
      Column(.streak) { _ in .count(calendar.streak) }
      Column(.longestStreak) { _ in .count(calendar.longestStreak) }
      Column(.dueToday) { _ in .count(dueToday) }
      Column(.expected) { _ in .number(cards.knownCards, decimals: 0) }
      Column(.answeredCards) { _ in .count(cards.stability.count) }
      Column(.unseen) { _ in .count(cards.counts[.new] ?? 0) }
    }
    let rows = ReportTable("rows", "The last 7 days", of: calendar.days) {
      Column(.day) { .text($0.day.iso8601) }
      Column(.answers) { .count($0.figures.total) }
      Column(.minutes) { .number($0.figures.minutes, decimals: 0) }
    }
    let coming = ReportTable("forecast", "Due in 7 days", of: Array(0..<7)) {
      Column(.day) { .text(today.advanced(byDays: $0).iso8601) }
      Column(.dueWithBacklog.titled("Due")) { .count($0 == 0 ? dueToday : cards.due[$0] ?? 0) }
    }
    var page = source.pageOfToday(
      "Overview",
      dueToday > 0
        ? "\(NumberText.count(dueToday, "card")) \(dueToday == 1 ? "is" : "are") due: "
          + "`rabble` asks \(dueToday == 1 ? "it" : "them")."
        : "Nothing is due. `rabble` teaches new cards, if there are any.", summary: summary,
      tables: [rows, coming], drawings: [.bars(.day, .answers)])
    page.advice = names.hardMisuse.advice
    return page
  }
}

extension ReportTable.Heading {
  fileprivate static let answersToday = count("answers_today", "Answers today", nil)
  fileprivate static let correctToday = count("correct_today", "Correct today", nil)
  fileprivate static let minutesToday = number("minutes_today", "Minutes today", nil)
  fileprivate static let answersWeek = count("answers_week", "Answers in 7 days", nil)
  fileprivate static let minutesWeek = number("minutes_week", "Minutes in 7 days", nil)
}
