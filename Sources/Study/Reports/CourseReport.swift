import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// Progress in courses, and when each ends at its pace of the last days.
  static let course = Report(
    "course", "How far am I in my courses, and when do they end?", takesFilter: false,
    readsDecks: true
  ) { source in
    let today = source.today
    let period = StatisticsPeriod.days(days, today: today)
    let courses = try source.library.courses.filter {
      try source.tx.groups.hasStarted($0.groups)
    }
    let questions = try courses.map { course in
      Set(try course.groups.flatMap { try source.tx.statistics.questions(of: $0) })
    }
    var new = 0
    var newOfCourses = courses.map { _ in 0 }
    _ = try source.scan(since: period.first, [.cards, .states]) { event, names in
      guard event.answer.kind == .new, period.contains(StudyDay(number: event.answer.day)) else {
        return
      }
      new += 1
      let question = names.cards[event.answer.card].question.bits
      for index in courses.indices where questions[index].contains(question) {
        newOfCourses[index] += 1
      }
    }
    var steps: [Step] = []
    for (course, new) in zip(courses, newOfCourses) {
      steps += try Report.steps(of: course, newCards: new, source)
    }
    let ends = Dictionary(steps.map { ($0.course, $0.end) }) { _, last in last }
    let halted = ends.filter { $0.value == nil }.keys.sorted()
    let rows = ReportTable("rows", "", of: steps) {
      Column(.course) { .text($0.course) }
      Column(.group) { .text($0.standing.counts.title) }
      Column(.cards) { .count($0.standing.counts.cards) }
      Column(.unseen) { .count($0.standing.counts.new) }
      Column(.knowledge) { .share($0.standing.knowledge.share) }
      Column(.unlocked) { .flag($0.standing.waitsFor.isEmpty) }
      Column(.ends) { .text(ifAny: $0.end?.iso8601) }
    }
    return source.pageOfToday(
      "Course progress", conclusion(steps, ends, halted, new),
      summary: courseSummary(
        steps, new, halted.isEmpty ? ends.values.compactMap(\.self).max() : nil),
      tables: [rows], drawings: [.bars(.group, .knowledge)],
      remarks: steps.isEmpty
        ? ["No course has been started. `rabble deck list` lists them."]
        : halted.isEmpty
          ? []
          : [
            "No end can be projected for \(halted.joined(separator: ", ")): too few new cards were started in the "
              + "last \(days) days."
          ])
  }

  private static func conclusion(
    _ steps: [Step], _ ends: [String: StudyDay?], _ halted: [String], _ newCards: Int
  ) -> String? {
    if steps.isEmpty { return nil }
    let left = steps.reduce(0) { $0 + $1.standing.counts.new }
    if left == 0 { return "No new card is left in your courses." }
    let pace = NumberText.tenths(Double(newCards) / Double(days))
    guard halted.isEmpty, let end = ends.values.compactMap(\.self).max() else { return nil }
    return "At \(pace) new cards a day, your courses have no new card left on \(end.iso8601)."
  }

  /// How many days the pace is taken from.
  private static let days = 28

  /// A group of a course, how much of it is known, and when it gives no new card any more.
  private struct Step {
    let course: String
    let standing: StepStanding
    let end: StudyDay?
  }

  private static func steps(
    of course: StudyCourse, newCards: Int, _ source: ReportSource
  ) throws -> [Step] {
    let groups = source.tx.groups
    let counts = try groups.counts(of: course.groups, at: source.now)
    let knowledge = try groups.knowledge(of: course.groups, at: source.now)
    let known = Set(zip(course.groups, knowledge).filter { $1.isKnown }.map(\.0.id))
    var left = 0
    return course.steps.indices.map { index in
      let waits = course.steps[index].prerequisites.filter { !known.contains($0.id) }
      left += counts[index].new
      return Step(
        course: course.title,
        standing: StepStanding(
          counts: counts[index], knowledge: knowledge[index], waitsFor: waits.map(\.label)),
        end: daysUntilEnd(of: left, newCards: newCards).map { source.today.advanced(byDays: $0) })
    }
  }

  /// After how many days no new card is left, at the pace of the last ``days``; `nil` where that can't be said.
  ///
  /// - Parameters:
  ///   - left: the new cards that are left.
  ///   - newCards: how many there were in the last days.
  /// - Returns: the days.
  static func daysUntilEnd(of left: Int, newCards: Int) -> Int? {
    if left == 0 { return 0 }
    let days = Double(left) * Double(days) / Double(newCards)
    return newCards > 0 && days < 36_500 ? Int(days.rounded(.up)) : nil
  }

  private static func courseSummary(_ steps: [Step], _ newCards: Int, _ end: StudyDay?)
    -> ReportTable
  {
    let unseen = steps.reduce(0) { $0 + $1.standing.counts.new }
    let questions = steps.reduce(0) { $0 + $1.standing.knowledge.questions }
    let known = steps.reduce(0.0) {
      $0 + $1.standing.knowledge.share * Double($1.standing.knowledge.questions)
    }
    return ReportTable("summary", "", .record, of: [Double(newCards) / Double(days)]) {
      Column(.pace) { .number($0, decimals: 1) }
      Column(.unseen.titled("New cards left in courses")) { _ in .count(unseen) }
      Column(.courseQuestions) { _ in .number(known, decimals: 0) }
      Column(.knowledge) { _ in questions == 0 ? .missing : .share(known / Double(questions)) }
      Column(.ends) { _ in .text(ifAny: end?.iso8601) }
    }
  }
}

extension ReportTable.Heading {
  fileprivate static let course = ReportTable.Heading("course", "Course")
  fileprivate static let pace = number(
    "pace", "New cards per day",
    "Cards of all decks answered for the first time in the last 28 days, divided by 28.")
  fileprivate static let courseQuestions = number(
    "course_questions_expected", "Questions expected to recall",
    "Of the questions of courses, the sum of what each counts: the mean retrievability of its cards that have left "
      + "their learning steps.")
  fileprivate static let knowledge = share(
    "knowledge", "Share expected to recall",
    "The share of the questions that you would probably recall now, new ones and those in learning steps counting as 0."
  )
  fileprivate static let unlocked = ReportTable.Heading(
    "unlocked", "Unlocked", form: .flag,
    definition:
      "Whether a group gives new cards: the groups it builds on are known, to 80% or more.")
  fileprivate static let ends = ReportTable.Heading(
    "ends", "No new card left on", form: .day, isOptional: true,
    definition:
      "The day on which no new card is left, at the pace of the course's own in the last 28 days; of all courses, "
      + "the last of these days.")
}
