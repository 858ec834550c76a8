import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleText

extension Report {
  /// What each card has cost, and how well it goes.
  static let words = Report(
    "words", "What has each card cost me?", takesPeriod: true, readsDecks: true, onPage: []
  ) { source in
    var words: [WordFigures] = []
    let period = source.period
    var first: StudyDay?
    let names = try source.scan([.cards, .states, .memories]) { event, _ in
      let (card, day) = (event.answer.card, StudyDay(number: event.answer.day))
      let counts = period.contains(day)
      if counts { first = first.map { min($0, day) } ?? day }
      while words.count <= card { words.append(WordFigures(card: words.count)) }
      words[card].add(event.answer, after: event.state, counts: counts)
    }
    words.removeAll { $0.score.total == 0 }
    // Keys are sorted in place of words, which are ten times as long.
    let order = words.enumerated().map {
      (incorrect: $1.score.incorrect, lapses: $1.lapses, card: $1.card, place: $0)
    }.sorted {
      ($1.incorrect, $1.lapses, $0.card) < ($0.incorrect, $0.lapses, $1.card)
    }.map(\.place)
    let most = source.request.mostRows
    let shown = order.prefix(most ?? .max).map { words[$0].card }
    let columns = wordColumns(
      try source.cardNames(names.cards, shown), try memories(of: names, shown, source))
    let slowest = words.filter { $0.duration >= 60_000 }.sorted {
      ($1.duration, $0.card) < ($0.duration, $1.card)
    }.prefix(3)
    let slow = try source.cardNames(names.cards, slowest.map(\.card))
    let table = ReportTable("rows", "", of: order, most: most) {
      columns.map { column in column.of { (index: Int) in words[index] } }
    }
    return source.page(
      "Cards answered", conclusion(Array(slowest), slow), period.beginning(first),
      summary: wordSummary(words), tables: [table],
      remarks: [
        "Without --sort, the most mistaken come first; --sort difficulty lists the easiest first, --sort "
          + "-difficulty the hardest."
      ]
    ).showing([.prompt, .answer, .answers, .incorrect, .lapses, .difficulty])
  }

  /// Which cards have cost most time.
  private static func conclusion(
    _ slowest: [WordFigures], _ names: [Int: ReportNames.Card]
  ) -> String? {
    let cards = slowest.map { word in
      let minutes = NumberText.count(word.duration / 60_000, "minute")
      return "\(Quoting.curly(RubyText(names[word.card]?.prompt ?? "").base)) (\(minutes))"
    }
    return cards.isEmpty ? nil : "These have cost you most time: \(cards.joined(separator: ", "))."
  }

  /// What the memory of cards is now, by their numbers: a preset may have changed since the last answer.
  private static func memories(
    of names: AnswerNames, _ numbers: [Int], _ source: ReportSource
  ) throws -> [Int: MemoryState] {
    var memories: [Int: MemoryState] = [:]
    let wanted = Dictionary(uniqueKeysWithValues: numbers.map { (names.cards[$0], $0) })
    try source.forEachCard(among: Array(wanted.keys)) { card, _ in
      if let number = wanted[card.card] { memories[number] = card.schedule?.memory }
    }
    return memories
  }

  private static func wordColumns(
    _ cards: [Int: ReportNames.Card], _ memories: [Int: MemoryState]
  ) -> [Column<WordFigures>] {
    [
      Column(.prompt) { .text(cards[$0.card]?.prompt ?? "") },
      Column(.answer) { .text(cards[$0.card]?.answer ?? "") },
      Column(.direction) { .text(cards[$0.card]?.direction.fullName ?? "") },
      Column(.group) { .text(cards[$0.card]?.group ?? "") },
      Column(.answers) { .count($0.score.total) },
      Column(.incorrect) { .count($0.score.incorrect) },
      Column(.lapses) { .count($0.lapses) },
      Column(.minutes) { .number(Double($0.duration) / 60_000, decimals: 1) },
      Column(.answersToLearn) { .count(ifAny: $0.answersToLearn) },
      Column(.daysToLearn) { .count(ifAny: $0.daysToLearn) },
      Column(.difficulty) { .number(ifAny: memories[$0.card]?.difficulty, decimals: 1) },
      Column(.stability) { .number(ifAny: memories[$0.card]?.stability, decimals: 1) },
    ]
  }

  private static func wordSummary(_ words: [WordFigures]) -> ReportTable {
    let answers = words.compactMap(\.answersToLearn).map { Float($0) }
    let days = words.compactMap(\.daysToLearn).map { Float($0) }
    let answered = words.filter { $0.scheduledAnswers > 0 }
    func median(_ numbers: [Float]) -> ReportTable.Value {
      .number(ifAny: Distribution(numbers).quantile(0.5), decimals: 0)
    }
    return ReportTable("summary", "", .record, of: [answered]) {
      Column(.answeredCards) { .count($0.count) }
      Column(.graduated) { _ in .count(answers.count) }
      Column(.answersToLearn.titled("Answers to learn, median")) { _ in median(answers) }
      Column(.daysToLearn.titled("Days to learn, median")) { _ in median(days) }
      Column(.minutesPerCard) { words in
        words.isEmpty
          ? .missing
          : .number(
            Double(words.reduce(0) { $0 + $1.duration }) / 60_000 / Double(words.count),
            decimals: 1)
      }
    }
  }
}

extension ReportTable.Heading {
  fileprivate static let graduated = count(
    "graduated", "Left their steps",
    "Cards that left their learning steps for the first time, in the period.")
  fileprivate static let minutesPerCard = number("minutes_per_card", "Minutes a card", nil)
  fileprivate static let answersToLearn = ReportTable.Heading(
    "answers_to_learn", "Answers to learn", form: .number, isOptional: true,
    definition:
      "All answers until a card left its learning steps for the first time, without those outside the "
      + "schedule; empty where that was not in the period.")
  fileprivate static let daysToLearn = ReportTable.Heading(
    "days_to_learn", "Days to learn", form: .number, isOptional: true,
    definition:
      "Days from a card's first answer in the schedule until it left its learning steps.")
}
