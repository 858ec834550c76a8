import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  /// What each card has cost, and how well it goes.
  ///
  /// - Parameters:
  ///   - words: the figures of each card.
  ///   - period: the days they are of.
  ///   - most: the most rows; `nil` for all.
  ///   - details: what the numbers of cards that have a row stand for, and the memory of those that are not new.
  /// - Returns: the page.
  /// - Throws: what `details` throws.
  package static func words(
    _ words: [WordFigures], _ period: StatisticsPeriod, most: Int?,
    details: ([Int]) throws -> (StatisticsNames, [Int: WordMemory])
  ) rethrows -> ReportPage {
    // Keys are sorted in place of words, which are ten times as long.
    let order = words.enumerated().map {
      (incorrect: $1.score.incorrect, lapses: $1.lapses, card: $1.card, place: $0)
    }.sorted {
      ($1.incorrect, $1.lapses, $0.card) < ($0.incorrect, $0.lapses, $1.card)
    }.map(\.place)
    let (names, memories) = try details(order.prefix(most ?? .max).map { words[$0].card })
    let columns = wordColumns(names, memories).map { column in
      column.of { (index: Int) in words[index] }
    }
    let rows = ReportTable("rows", "", of: order, most: most) { columns }
    let learned = words.compactMap(\.answersToLearn).map { Float($0) }
    let days = words.compactMap(\.daysToLearn).map { Float($0) }
    let answered = words.filter { $0.scheduledAnswers > 0 }
    let summary = ReportTable("summary", "", .record, of: [answered]) {
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
      name: "words", title: "Cards answered, \(period.words)",
      first: period.first?.iso8601, last: period.last.iso8601, summary: summary, tables: [rows],
      remarks: [
        "Without --sort, the most mistaken come first; --sort difficulty lists the easiest first, --sort "
          + "-difficulty the hardest."
      ]
    ).showing(["prompt", "answer", "answers", "incorrect", "lapses", "difficulty"])
  }

  private static func wordColumns(
    _ names: StatisticsNames, _ memories: [Int: WordMemory]
  ) -> [Column<WordFigures>] {
    [
      Column("prompt", "Prompt") { .text(names.cards[$0.card]?.prompt ?? "") },
      Column("answer", "Answer") { .text(names.cards[$0.card]?.answer ?? "") },
      Column("direction", "Direction") { .text(names.cards[$0.card]?.direction.fullName ?? "") },
      Column("group", "Group") { .text(names.cards[$0.card]?.group ?? "") },
      Column("answers", "Answers") { .count($0.score.total) },
      Column("incorrect", "Incorrect") { .count($0.score.incorrect) },
      Column("lapses", "Lapses") { .count($0.lapses) },
      Column("minutes", "Minutes") { .number(Double($0.duration) / 60_000, decimals: 1) },
      Column("answers_to_learn", "Answers to learn") { .count(ifAny: $0.answersToLearn) },
      Column("days_to_learn", "Days to learn") { .count(ifAny: $0.daysToLearn) },
      Column("difficulty", "Difficulty") {
        .number(ifAny: memories[$0.card]?.difficulty, decimals: 1)
      },
      Column("stability", "Stability") {
        .number(ifAny: memories[$0.card]?.stability, decimals: 1)
      },
    ]
  }

  // MARK: - Mistakes

  /// A kind of mistake, how often it was made, and what was typed last.
  package struct Mistake: Sendable {
    /// The kind, as judging calls it.
    package let kind: String
    /// How often, by the first day of an interval.
    package var times: [Int: Int] = [:]
    /// The last example: the card, what was expected, what was typed, and the day.
    package var example: (prompt: String, answer: String, typed: String, day: StudyDay)?

    /// Makes a kind that was not made yet.
    package init(kind: String) { self.kind = kind }
  }

  /// Kinds of mistakes.
  package static func mistakes(
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
}
