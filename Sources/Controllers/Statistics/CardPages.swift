import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension ReportPage {
  /// Cards by state.
  public static func cards(_ report: CardReport, today: StudyDay) -> ReportPage {
    let total = report.counts.values.reduce(0, +)
    let rows = ReportTable("rows", "", of: CardReport.State.allCases) {
      Column("state", "State") { .text($0.name) }
      Column("cards", "Cards") { .count(report.counts[$0] ?? 0) }
      Column("share", "Share") {
        total == 0 ? .missing : .share(Double(report.counts[$0] ?? 0) / Double(total))
      }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("cards", "Cards") { _ in .count(total) }
      Column("known", "Known now") { .number($0.knownCards, decimals: 0) }
      Column("known_questions", "Questions known now") { .number($0.knownQuestions, decimals: 0) }
      Column("daily_load", "Daily load") { .number($0.dailyLoad, decimals: 1) }
    }
    return ReportPage(
      name: "cards", title: "Cards, \(today.iso8601)", last: today.iso8601, summary: summary,
      tables: [rows], drawings: [.bars(table: "rows", label: "state", value: "cards")])
  }

  /// The distributions of intervals, stability, difficulty and retrievability.
  public static func intervals(_ report: CardReport, today: StudyDay) -> ReportPage {
    let days: [Double] = [0, 1, 2, 4, 7, 14, 21, 30, 60, 90, 180, 365, 730, 1e9]
    let all: [(key: String, title: String, values: Distribution, edges: [Double])] = [
      ("interval", "Interval (days)", report.intervals, days),
      ("stability", "Stability (days)", report.stability, days),
      ("difficulty", "Difficulty", report.difficulty, (1...10).map(Double.init)),
      (
        "retrievability", "Retrievability", report.retrievability,
        (0...20).map { Double($0) / 20 }
      ),
    ]
    typealias Bin = (measure: String, from: Double, to: Double?, cards: Int, share: Double?)
    func bins(_ all: [(key: String, title: String, values: Distribution, edges: [Double])]) -> [Bin]
    {
      all.flatMap { measure in
        zip(measure.edges.indices, measure.values.counts(between: measure.edges)).map {
          index, count in
          let to = measure.edges[index + 1]
          return (
            measure.key, measure.edges[index], to < 1e9 ? to : nil, count,
            measure.values.values.isEmpty
              ? nil : Double(count) / Double(measure.values.values.count)
          )
        }
      }
    }
    func table(_ key: String, _ title: String, _ rows: [Bin], hasMeasure: Bool) -> ReportTable {
      ReportTable(key, title, of: rows) {
        hasMeasure ? [Column<Bin>("measure", "Measure") { .text($0.measure) }] : []
        Column("from", "From") {
          .number($0.from, decimals: $0.measure == "retrievability" ? 2 : 0)
        }
        Column("to", "Below") {
          .number(ifAny: $0.to, decimals: $0.measure == "retrievability" ? 2 : 0)
        }
        Column("cards", "Cards") { .count($0.cards) }
        Column("share", "Share") { .share(ifAny: $0.share) }
      }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      all.flatMap { measure in
        let isShare = measure.key == "retrievability"
        let decimals = measure.key == "interval" ? 0 : 1
        func value(_ number: Double?) -> ReportTable.Value {
          isShare ? .share(ifAny: number) : .number(ifAny: number, decimals: decimals)
        }
        return [
          Column<CardReport>(measure.key + "_mean", measure.title + ", mean") { _ in
            value(measure.values.mean)
          },
          Column<CardReport>(measure.key + "_median", measure.title + ", median") { _ in
            value(measure.values.quantile(0.5))
          },
          Column<CardReport>(measure.key + "_percentile_90", measure.title + ", 90%") { _ in
            value(measure.values.quantile(0.9))
          },
        ]
      }
    }
    // Programs read all in one table, people one after the other.
    let parts = all.map { table($0.key, $0.title, bins([$0]), hasMeasure: false) }
    return ReportPage(
      name: "intervals", title: "Intervals and memory, \(today.iso8601)", last: today.iso8601,
      summary: summary, tables: [table("rows", "", bins(all), hasMeasure: true)] + parts,
      hidesFirstTable: true,
      drawings: parts.map { .bars(table: $0.key, label: "from", value: "cards") })
  }

  // MARK: - Forecast

  /// The cards due on the coming days.
  ///
  /// - Parameters:
  ///   - report: where the cards stand.
  ///   - simulated: the answers of each day from today on in a simulation; none where there is none.
  ///   - days: how many days are shown.
  ///   - today: the present day.
  /// - Returns: the page.
  public static func forecast(
    _ report: CardReport, simulated: [SimulatedDay], days: Int, today: StudyDay
  ) -> ReportPage {
    let overdue = report.due.filter { $0.key < 0 }.values.reduce(0, +)
    var sum = 0
    let rows = (0..<days).map { day in
      let due = report.due[day] ?? 0
      let backlog = due + (day == 0 ? overdue : 0)
      sum += backlog
      return (
        day: today.advanced(byDays: day), due: due, backlog: backlog, sum: sum,
        simulated: simulated.indices.contains(day) ? simulated[day] : nil
      )
    }
    let table = ReportTable("rows", "", of: rows) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("due", "Due") { .count($0.due) }
      Column("due_with_backlog", "With backlog") { .count($0.backlog) }
      Column("total", "Total") { .count($0.sum) }
      Column("simulated", "Simulated") { .count(ifAny: $0.simulated?.reviews) }
      Column("simulated_new", "New") { .count(ifAny: $0.simulated?.introduced) }
      Column("simulated_minutes", "Minutes") {
        .number(ifAny: $0.simulated?.minutes, decimals: 0)
      }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("overdue", "Overdue") { _ in .count(overdue) }
      Column("due_today", "Due today") { .count(($0.due[0] ?? 0) + overdue) }
      Column("due_tomorrow", "Due tomorrow") { .count($0.due[1] ?? 0) }
      Column("due_week", "Due within 7 days") { report in
        .count((0..<7).reduce(overdue) { $0 + (report.due[$1] ?? 0) })
      }
      Column("daily_load", "Daily load") { .number($0.dailyLoad, decimals: 1) }
    }
    let last = today.advanced(byDays: days - 1)
    return ReportPage(
      name: "forecast", title: "Forecast, \(today.iso8601) to \(last.iso8601)",
      first: today.iso8601, last: last.iso8601, summary: summary, tables: [table],
      drawings: [.bars(table: "rows", label: "day", value: "due_with_backlog")])
  }

  // MARK: - Memory

  /// How much is known now, and was in the past.
  public static func memory(_ report: CardReport, _ curve: KnowledgeCurve, today: StudyDay)
    -> ReportPage
  {
    let rows = ReportTable("rows", "", of: curve.points) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("known", "Known") { .number($0.known, decimals: 1) }
      Column("cards", "Cards answered") { .count($0.cards) }
    }
    let answered = report.stability.values.count
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("known", "Cards known now") { .number($0.knownCards, decimals: 0) }
      Column("cards", "Cards answered") { _ in .count(answered) }
      Column("known_questions", "Questions known now") { .number($0.knownQuestions, decimals: 0) }
      Column("questions", "Questions answered") { .count($0.questions) }
      Column("retrievability", "Mean retrievability") { .share(ifAny: $0.retrievability.mean) }
    }
    return ReportPage(
      name: "memory", title: "Estimated knowledge, up to \(today.iso8601)",
      first: curve.points.first?.day.iso8601, last: today.iso8601, summary: summary,
      tables: [rows],
      drawings: [.curve(table: "rows", label: "day", values: ["known"], title: "Cards known")])
  }

  /// What was predicted, and what was remembered.
  public static func calibration(
    _ tallies: [(preset: String, model: String, tally: CalibrationTally)],
    all: CalibrationTally, _ period: StatisticsPeriod
  ) -> ReportPage {
    let bins = tallies.flatMap { part in
      part.tally.steps.enumerated().filter { $0.element.count > 0 }.map {
        (part: part, index: $0.offset, step: $0.element)
      }
    }
    let width = 1 / Double(CalibrationTally.stepCount)
    let rows = ReportTable("rows", "Predicted and actual recall", of: bins) {
      Column("preset", "Preset") { .text($0.part.preset) }
      Column("model", "Model") { .text($0.part.model) }
      Column("from", "From") { .share(Double($0.index) * width) }
      Column("to", "Below") { .share(Double($0.index + 1) * width) }
      Column("answers", "Answers") { .count($0.step.count) }
      Column("predicted", "Predicted") { .share($0.step.predicted / Double($0.step.count)) }
      Column("actual", "Actual") { .share(Double($0.step.remembered) / Double($0.step.count)) }
    }
    func measures<Subject>(_ tally: @escaping (Subject) -> CalibrationTally) -> [Column<Subject>] {
      [
        Column("answers", "Answers") { .count(tally($0).count) },
        Column("predicted", "Predicted") { .share(ifAny: tally($0).predicted) },
        Column("actual", "Actual") { .share(ifAny: tally($0).actual) },
        Column("log_loss", "Log loss") { .number(ifAny: tally($0).logLoss, decimals: 4) },
        Column("rmse", "RMSE of bins") { .number(ifAny: tally($0).binnedError, decimals: 4) },
      ]
    }
    let presets = ReportTable("presets", "By preset and model", of: tallies) {
      Column("preset", "Preset") { .text($0.preset) }
      Column("model", "Model") { .text($0.model) }
      measures { $0.tally }
    }
    return ReportPage(
      name: "calibration", title: "Calibration, \(period.words)",
      first: period.first?.iso8601, last: period.last.iso8601,
      summary: ReportTable("summary", "", .record, of: [all]) { measures { $0 } },
      tables: [rows, presets],
      drawings: [.bars(table: "rows", label: "from", value: "actual")])
  }

  // MARK: - Words

  /// What each card has cost, and how well it goes.
  public static func words(
    _ words: [WordFigures], _ names: StatisticsNames, _ period: StatisticsPeriod, today: StudyDay
  ) -> ReportPage {
    let order = words.sorted {
      ($1.score.incorrect, $1.lapses, $0.card) < ($0.score.incorrect, $0.lapses, $1.card)
    }
    let rows = ReportTable("rows", "", of: order) {
      Column("prompt", "Prompt") { .text(names.cards[$0.card]?.prompt ?? "") }
      Column("answer", "Answer") { .text(names.cards[$0.card]?.answer ?? "") }
      Column("direction", "Asks for") { .text(names.cards[$0.card]?.direction.fullName ?? "") }
      Column("group", "Group") { .text(names.cards[$0.card]?.group ?? "") }
      Column("answers", "Answers") { .count($0.score.total) }
      Column("incorrect", "Incorrect") { .count($0.score.incorrect) }
      Column("lapses", "Lapses") { .count($0.lapses) }
      Column("minutes", "Minutes") { .number(Double($0.duration) / 60_000, decimals: 1) }
      Column("answers_to_learn", "Answers to learn") { .count(ifAny: $0.answersToLearn) }
      Column("days_to_learn", "Days to learn") { .count(ifAny: $0.daysToLearn) }
      Column("difficulty", "Difficulty") {
        .number(ifAny: $0.schedule?.memory.difficulty, decimals: 1)
      }
      Column("stability", "Stability") {
        .number(ifAny: $0.schedule?.memory.stability, decimals: 1)
      }
    }
    let learned = words.compactMap(\.answersToLearn).map { Float($0) }
    let days = words.compactMap(\.daysToLearn).map { Float($0) }
    let summary = ReportTable("summary", "", .record, of: [words]) {
      Column("cards", "Cards answered") { .count($0.count) }
      Column("learned", "Cards learned") { _ in .count(learned.count) }
      Column("answers_to_learn", "Answers to learn, median") { _ in
        .number(ifAny: Distribution(learned).quantile(0.5), decimals: 0)
      }
      Column("days_to_learn", "Days to learn, median") { _ in
        .number(ifAny: Distribution(days).quantile(0.5), decimals: 0)
      }
      Column("minutes", "Minutes a card") { words in
        words.isEmpty
          ? .missing
          : .number(
            Double(words.reduce(0) { $0 + $1.duration }) / 60_000 / Double(words.count),
            decimals: 1)
      }
    }
    return ReportPage(
      name: "words", title: "Cards, most mistaken first, \(period.words)",
      first: period.first?.iso8601, last: period.last.iso8601, summary: summary, tables: [rows],
      remarks: ["--sort difficulty lists the easiest first, --sort -difficulty the hardest."]
    ).showing(["prompt", "answer", "answers", "incorrect", "lapses", "difficulty"])
  }

  // MARK: - Courses

  /// A group of a course, and how much of it is known.
  public struct CourseStep: Sendable {
    let course: String
    let standing: StepStanding

    /// Makes a step.
    public init(course: String, standing: StepStanding) {
      self.course = course
      self.standing = standing
    }
  }

  /// Progress in courses, and when they end at the pace of the last days.
  ///
  /// - Parameters:
  ///   - steps: the groups of the courses in order.
  ///   - newCards: how many new cards there were in the last `days`.
  ///   - days: how many days the pace is taken from.
  ///   - today: the present day.
  /// - Returns: the page.
  public static func level(_ steps: [CourseStep], newCards: Int, days: Int, today: StudyDay)
    -> ReportPage
  {
    let pace = Double(newCards) / Double(max(days, 1))
    func end(_ left: Int) -> String? {
      if left == 0 { return today.iso8601 }
      let days = Double(left) / pace
      return pace > 0 && days < 36_500
        ? today.advanced(byDays: Int(days.rounded(.up))).iso8601 : nil
    }
    var left: [String: Int] = [:]
    let ordered = steps.map { step in
      left[step.course, default: 0] += step.standing.counts.new
      return (step: step, left: left[step.course] ?? 0)
    }
    let rows = ReportTable("rows", "", of: ordered) {
      Column("course", "Course") { .text($0.step.course) }
      Column("group", "Group") { .text($0.step.standing.counts.title) }
      Column("cards", "Cards") { .count($0.step.standing.counts.cards) }
      Column("new", "New") { .count($0.step.standing.counts.new) }
      Column("knowledge", "Known") { .share($0.step.standing.knowledge.share) }
      Column("unlocked", "Unlocked") { .flag($0.step.standing.waitsFor.isEmpty) }
      Column("ends", "No new card left on") { .text(ifAny: end($0.left)) }
    }
    let new = steps.reduce(0) { $0 + $1.standing.counts.new }
    let questions = steps.reduce(0) { $0 + $1.standing.knowledge.questions }
    let known = steps.reduce(0.0) {
      $0 + $1.standing.knowledge.share * Double($1.standing.knowledge.questions)
    }
    let summary = ReportTable("summary", "", .record, of: [pace]) {
      Column("pace", "New cards a day") { .number($0, decimals: 1) }
      Column("new", "New cards left") { _ in .count(new) }
      Column("known_questions", "Questions known now") { _ in .number(known, decimals: 0) }
      Column("knowledge", "Share known") { _ in
        questions == 0 ? .missing : .share(known / Double(questions))
      }
      Column("ends", "No new card left on") { _ in
        .text(ifAny: steps.isEmpty ? nil : end(new))
      }
    }
    return ReportPage(
      name: "level", title: "Course progress, \(today.iso8601)", last: today.iso8601,
      summary: summary, tables: [rows],
      drawings: [.bars(table: "rows", label: "group", value: "knowledge")],
      remarks: steps.isEmpty
        ? ["No course has been started. `rabble decks` lists them."]
        : pace > 0 ? [] : ["No card was new in the last \(days) days: there is no pace."])
  }

  // MARK: - Mistakes

  /// A kind of mistake, how often it was made, and what was typed last.
  public struct Mistake: Sendable {
    /// The kind, as judging calls it.
    public let kind: String
    /// How often, by the first day of an interval.
    public var times: [Int: Int] = [:]
    /// The last example: the card, what was expected, what was typed, and the day.
    public var example: (prompt: String, answer: String, typed: String, day: StudyDay)?

    /// Makes a kind that was not made yet.
    public init(kind: String) { self.kind = kind }
  }

  /// Kinds of mistakes.
  public static func mistakes(
    _ mistakes: [Mistake], by interval: StatisticsInterval, answers: Int, _ period: StatisticsPeriod
  ) -> ReportPage {
    let order = mistakes.map { (mistake: $0, times: $0.times.values.reduce(0, +)) }
      .sorted { ($1.times, $0.mistake.kind) < ($0.times, $1.mistake.kind) }
    let total = order.reduce(0) { $0 + $1.times }
    let rows = ReportTable("rows", "", of: order) {
      Column("mistake", "Mistake") {
        .term(
          $0.mistake.kind, words: MistakeKind(rawValue: $0.mistake.kind)?.words ?? $0.mistake.kind)
      }
      Column("times", "Times") { .count($0.times) }
      Column("share", "Share") {
        total == 0 ? .missing : .share(Double($0.times) / Double(total))
      }
      Column("last", "Last") { .text(ifAny: $0.mistake.example?.day.iso8601) }
      Column("prompt", "For example") { .text(ifAny: $0.mistake.example?.prompt) }
      Column("typed", "You typed") { .text(ifAny: $0.mistake.example?.typed) }
      Column("answer", "Answer") { .text(ifAny: $0.mistake.example?.answer) }
    }
    let starts = Set(mistakes.flatMap(\.times.keys)).sorted()
    let cells = starts.flatMap { start in
      order.compactMap { entry in
        entry.mistake.times[start].map { (start: start, kind: entry.mistake.kind, times: $0) }
      }
    }
    let overTime = ReportTable("over_time", "By \(interval.rawValue)", of: cells) {
      Column(
        interval.rawValue, interval.rawValue.prefix(1).uppercased() + interval.rawValue.dropFirst()
      ) {
        .text(interval.name(of: StudyDay(number: $0.start)))
      }
      Column("mistake", "Mistake") {
        .term($0.kind, words: MistakeKind(rawValue: $0.kind)?.words ?? $0.kind)
      }
      Column("times", "Times") { .count($0.times) }
    }
    let summary = ReportTable("summary", "", .record, of: [total]) {
      Column("times", "Mistakes") { .count($0) }
      Column("answers", "Answers") { _ in .count(answers) }
    }
    return ReportPage(
      name: "mistakes", title: "Mistakes, \(period.words)", first: period.first?.iso8601,
      last: period.last.iso8601, summary: summary, tables: [rows, overTime],
      drawings: [.bars(table: "rows", label: "mistake", value: "times")])
  }

  // MARK: - One card

  /// An answer in a card's history.
  public struct CardAnswer: Sendable {
    let answer: CountedAnswer
    let after: Schedule?
    let prediction: Double?
    let elapsed: Double?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - after: the schedule after it.
    ///   - prediction: the probability of recall before it, 0…1.
    ///   - elapsed: the days since the answer before.
    public init(
      _ answer: CountedAnswer, after: Schedule?, prediction: Double?, elapsed: Double?
    ) {
      self.answer = answer
      self.after = after
      self.prediction = prediction
      self.elapsed = elapsed
    }
  }

  /// A card's history and its forgetting curve.
  ///
  /// - Parameters:
  ///   - name: the card, for people.
  ///   - answers: its answers, oldest first.
  ///   - curve: the probability of recall day by day.
  ///   - today: the present day.
  /// - Returns: the page.
  public static func card(
    _ name: String, _ answers: [CardAnswer], curve: [(day: StudyDay, share: Double)],
    today: StudyDay
  ) -> ReportPage {
    let rows = ReportTable("rows", "History", of: answers) {
      Column("time", "Time") {
        .time(Moment(milliseconds: $0.answer.milliseconds, utcOffset: $0.answer.utcOffset))
      }
      Column("grade", "Grade") { .text($0.answer.grade.name) }
      Column("state", "State") { .text($0.answer.kind.name) }
      Column("elapsed", "Days since") { .number(ifAny: $0.elapsed, decimals: 1) }
      Column("predicted", "Predicted") { .share(ifAny: $0.prediction) }
      Column("interval", "Interval") { .count(ifAny: $0.after?.interval) }
      Column("stability", "Stability") { .number(ifAny: $0.after?.memory.stability, decimals: 1) }
      Column("difficulty", "Difficulty") {
        .number(ifAny: $0.after?.memory.difficulty, decimals: 1)
      }
      Column("seconds", "Seconds") { .number(Double($0.answer.duration) / 1000, decimals: 1) }
    }
    let points = ReportTable("curve", "Forgetting curve", of: curve) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("retrievability", "Retrievability") { .share($0.share) }
    }
    let last = answers.last
    let summary = ReportTable("summary", "", .record, of: [answers]) {
      Column("answers", "Answers") { .count($0.count) }
      Column("correct", "Correct") { .count($0.count { $0.answer.grade.isCorrect }) }
      Column("lapses", "Lapses") { _ in .count(ifAny: last?.after?.lapses) }
      Column("stability", "Stability") { _ in
        .number(ifAny: last?.after?.memory.stability, decimals: 1)
      }
      Column("difficulty", "Difficulty") { _ in
        .number(ifAny: last?.after?.memory.difficulty, decimals: 1)
      }
      Column("retrievability", "Recall today") { _ in
        .share(ifAny: curve.last { $0.day <= today }?.share)
      }
    }
    return ReportPage(
      name: "card", title: name, first: curve.first?.day.iso8601, last: today.iso8601,
      summary: summary, tables: [rows, points],
      drawings: [
        .curve(
          table: "curve", label: "day", values: ["retrievability"], title: "Forgetting curve")
      ]
    ).showing(["time", "grade", "state", "elapsed", "predicted", "interval", "stability"])
  }

  // MARK: - Overview

  /// What one screen should say.
  public static func overview(
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
    let overdue = cards.due.filter { $0.key < 0 }.values.reduce(0, +)
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
      Column("due", "Due now") { _ in .count((cards.due[0] ?? 0) + overdue) }
      Column("known", "Cards known") { _ in .number(cards.knownCards, decimals: 0) }
      Column("cards", "Cards answered") { _ in .count(cards.stability.values.count) }
      Column("new", "New cards left") { _ in .count(cards.counts[.new] ?? 0) }
    }
    let fortnight = calendar.days.suffix(7)
    let rows = ReportTable("rows", "The last 7 days", of: Array(fortnight)) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("answers", "Answers") { .count($0.figures.total) }
      Column("minutes", "Minutes") { .number($0.figures.minutes, decimals: 0) }
    }
    let coming = (1...7).map { (day: today.advanced(byDays: $0), due: cards.due[$0] ?? 0) }
    let forecast = ReportTable("forecast", "Due in the next 7 days", of: coming) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("due", "Due") { .count($0.due) }
    }
    return ReportPage(
      name: "overview", title: "Overview, \(today.iso8601)", last: today.iso8601,
      summary: summary, tables: [rows, forecast],
      drawings: [.bars(table: "rows", label: "day", value: "answers")])
  }
}
