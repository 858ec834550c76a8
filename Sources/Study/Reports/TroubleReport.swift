import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleText

extension Report {
  /// What goes wrong again and again: cards that are forgotten, cards that are confused, and kinds of mistakes. All
  /// three, each in a table; or one, where it is chosen as what the rows are.
  static let trouble = Report(
    "trouble", "What do I keep getting wrong?", rows: [.leech, .confusion, .mistake],
    takesPeriod: true
  ) { source in
    let chosen = source.request.chosenRows
    let isChosen = source.request.cards ?? { _ in true }
    var mistakes = MistakeTally()
    var confusions = ConfusionTally()
    try source.tx.reviews.forEachWithMistake { recorded in
      let day = recorded.review.moment.day
      guard day <= source.period.last else { return }
      // Whether a pair is told apart follows from the answers to both of its cards, whichever were chosen.
      confusions.add(recorded)
      if source.period.contains(day), isChosen(recorded.review.card) { mistakes.add(recorded) }
    }
    let pairs = confusions.report.confusions.filter {
      source.period.contains($0.day)
        && isChosen(CardID(question: $0.pair.asked, direction: $0.direction))
    }
    let leeches = try leeches(source)
    func key(_ rows: ReportRows, _ key: String) -> String {
      rows == chosen ?? .leech ? "rows" : key
    }
    let texts = Texts(source.tx)
    let all: [(rows: ReportRows, tables: [ReportTable])] = [
      (.leech, [leechTable(key(.leech, "leeches"), leeches)]),
      (.confusion, [try confusionTable(key(.confusion, "confusions"), pairs, texts)]),
      (.mistake, mistakes.tables(key(.mistake, "mistakes"))),
    ]
    let likenesses = chosen ?? .confusion == .confusion ? try likenesses(of: pairs, texts) : []
    let summary = ReportTable("summary", "", .record, of: [leeches.count]) {
      Column(.leeches) { .count($0) }
      Column(.confusions) { _ in .count(pairs.count { !$0.isToldApart }) }
      Column(.mistakes) { _ in .count(mistakes.count) }
    }
    let title =
      switch chosen {
      case .leech: "Leeches"
      case .confusion: "Confusions"
      case .mistake: "Mistakes"
      default: "Trouble"
      }
    return source.page(
      title, conclusion(leeches, pairs, mistakes), summary: summary,
      tables: all.filter { chosen == nil || $0.rows == chosen }.flatMap(\.tables),
      drawings: [
        .bars(
          table: key(.mistake, "mistakes"), label: ReportTable.Heading.mistake.key,
          value: ReportTable.Heading.times.key)
      ],
      remarks: (likenesses.isEmpty
        ? [] : ["What is alike in them:"] + likenesses.map { "  " + $0 })
        + help(leeches, pairs))
  }

  private static func conclusion(
    _ leeches: [LeechCard], _ pairs: [ConfusionReport.Confusion], _ mistakes: MistakeTally
  ) -> String {
    let open = pairs.count { !$0.isToldApart }
    let most = mistakes.mostFrequent.map { kind, times in
      " The most frequent mistake is “\(kind)” (\(NumberText.times(times)))."
    }
    let leeches = leeches.count == 1 ? "1 leech" : "\(leeches.count) leeches"
    return
      "You have \(leeches) and confuse \(NumberText.count(open, "pair")) of cards.\(most ?? "")"
  }

  /// What can be done about the first leeches and the confusions, as commands to paste.
  private static func help(
    _ leeches: [LeechCard], _ pairs: [ConfusionReport.Confusion]
  ) -> [String] {
    let cards = leeches.filter { !$0.isSuspended }.prefix(2).flatMap { leech in
      ["card note 'what helps you'", "deck edit", "card suspend"].map {
        "  rabble \($0) \(leech.card.prompt.shellQuoted)"
      }
    }
    return
      (cards.isEmpty
      ? [] : ["What helps a leech: a note of your own, an easier question, or a break:"] + cards)
      + (pairs.contains { !$0.isToldApart }
        ? ["`rabble study --confusions` practices what you confuse."] : [])
  }

  // MARK: - Leeches

  private typealias LeechCard = (card: ReportNames.Card, lapses: Int, isSuspended: Bool)

  private static func leeches(_ source: ReportSource) throws -> [LeechCard] {
    let tx = source.tx
    let suspended = Set(try tx.suspensions.cards(at: source.now).map(\.card))
    let leeches = try tx.suspensions.leeches().filter { source.request.cards?($0.card) ?? true }
    let texts = try GroupTexts(source.library, and: leeches.lazy.map(\.group), tx)
    return leeches.map { leech in
      let card = ReportNames.Card(
        group: texts[leech.group], prompt: leech.prompt, answer: leech.answer,
        direction: leech.card.direction)
      return (card: card, lapses: leech.lapses, isSuspended: suspended.contains(leech.card))
    }
  }

  private static func leechTable(_ key: String, _ leeches: [LeechCard]) -> ReportTable {
    ReportTable(key, "Forgotten again and again", of: leeches) {
      Column(.prompt) { .text($0.card.prompt) }
      Column(.answer) { .text($0.card.answer) }
      Column(.direction) { .text($0.card.direction.fullName) }
      Column(.group) { .text($0.card.group) }
      Column(.lapses) { .count($0.lapses) }
      Column(.suspended) { .flag($0.isSuspended) }
    }
  }

  // MARK: - Confusions

  /// The texts of questions.
  private struct Texts {
    let tx: Transaction

    init(_ tx: Transaction) { self.tx = tx }

    /// The prompt and the answer of a question; its identity where no deck has it.
    func words(_ id: QuestionID) throws -> (prompt: String, answer: String) {
      try tx.decks.text(of: id) ?? (id.description, "")
    }
  }

  private static func confusionTable(
    _ key: String, _ confusions: [ConfusionReport.Confusion], _ texts: Texts
  ) throws -> ReportTable {
    let pairs = try confusions.map { confusion in
      (
        asked: try texts.words(confusion.pair.asked), given: try texts.words(confusion.pair.given),
        confusion: confusion
      )
    }
    return ReportTable(key, "Confused", of: pairs) {
      Column(.prompt.titled("Asked")) { .text($0.asked.prompt) }
      Column(.answer) { .text($0.asked.answer) }
      Column(.given) { .text($0.given.prompt) }
      Column(.givenAnswer) { .text($0.given.answer) }
      Column(.times) { .count($0.confusion.count) }
      Column(.toldApart) { .flag($0.confusion.isToldApart) }
    }
  }

  /// What is alike in the pairs that are still confused: `待つ – 持つ: 待/持`, a line each. Pairs of
  /// which it would only repeat the words are left out.
  private static func likenesses(
    of confusions: [ConfusionReport.Confusion], _ texts: Texts
  ) throws -> [String] {
    var named: Set<Set<QuestionID>> = []
    return try confusions.filter { !$0.isToldApart }.compactMap { confusion in
      let pair = confusion.pair
      guard named.insert([pair.asked, pair.given]).inserted else { return nil }
      let (asked, given) = (try texts.words(pair.asked), try texts.words(pair.given))
      guard
        let likeness = Likeness.of(
          Question(prompt: asked.prompt, answer: asked.answer),
          Question(prompt: given.prompt, answer: given.answer))
      else { return nil }
      let (one, other) = (RubyText(asked.prompt).base, RubyText(given.prompt).base)
      if case .shape(one, other) = likeness { return nil }
      return "\(one) – \(other): \(likeness.words)"
    }
  }
}

// MARK: - Mistakes

/// Counts mistakes by their kinds.
private struct MistakeTally {
  private struct Kind {
    let name: String
    /// How often, by the first day of a month.
    var times: [Int: Int] = [:]
    /// The last of them.
    var last: RecordedReview

    var sum: Int { times.values.reduce(0, +) }
    var value: ReportTable.Value {
      .term(name, words: MistakeKind(rawValue: name)?.words ?? name)
    }
  }

  private var kinds: [String: Kind] = [:]

  var count: Int { kinds.values.reduce(0) { $0 + $1.sum } }

  /// The kind that was made most often, in words, and how often.
  var mostFrequent: (kind: String, times: Int)? {
    kinds.values.max { ($0.sum, $1.name) < ($1.sum, $0.name) }.map { kind in
      (MistakeKind(rawValue: kind.name)?.words ?? kind.name, kind.sum)
    }
  }

  /// Counts the mistake of a review, if it has one; reviews come oldest first.
  mutating func add(_ recorded: RecordedReview) {
    guard let name = recorded.review.mistake else { return }
    var kind = kinds[name] ?? Kind(name: name, last: recorded)
    kind.times[StatisticsInterval.month.start(of: recorded.review.moment.day).number, default: 0] +=
      1
    kind.last = recorded
    kinds[name] = kind
  }

  /// The kinds with an example each, and how often each was made by month.
  func tables(_ key: String) -> [ReportTable] {
    let order = kinds.values.sorted { ($1.sum, $0.name) < ($0.sum, $1.name) }
    let total = count
    let rows = ReportTable(key, "Mistakes by kind", of: order) {
      ReportTable.Column(.mistake) { $0.value }
      ReportTable.Column(.times) { .count($0.sum) }
      ReportTable.Column(.share) { .share(Double($0.sum) / Double(total)) }
      ReportTable.Column(.lastDay) { .text($0.last.review.moment.day.iso8601) }
      ReportTable.Column(.prompt.titled("For example")) { .text($0.last.asked) }
      ReportTable.Column(.typed) { .text($0.last.review.typed ?? "") }
      ReportTable.Column(.answer) { .text($0.last.answer) }
    }
    let cells = Set(order.flatMap(\.times.keys)).sorted().flatMap { month in
      order.compactMap { kind in kind.times[month].map { (month: month, kind: kind, times: $0) } }
    }
    let months = ReportTable("months", "Mistakes by month", of: cells) {
      ReportTable.Column(ReportRows.month.heading) {
        .text(StatisticsInterval.month.name(of: StudyDay(number: $0.month)))
      }
      ReportTable.Column(.mistake) { $0.kind.value }
      ReportTable.Column(.times) { .count($0.times) }
    }
    return [rows, months]
  }
}

extension MistakeKind {
  /// The kind of mistake in a few words.
  fileprivate var words: String {
    switch self {
    case .smallTsu: "small っ missing or added"
    case .longVowel: "vowel too short or too long"
    case .dakuten: "dakuten missing, added or different"
    case .syllabicN: "ん missing or added"
    case .smallKana: "small kana for a large one, or the reverse"
    case .lookAlike: "look-alike kana"
    case .soundAlike: "sound-alike kana"
    case .otherReading: "another reading of the word"
    case .okurigana: "kana beside the kanji"
    case .particle: "particle spelled as it sounds"
    case .typo: "typo"
    case .accent: "accent"
    case .article: "article"
    case .form: "another form of the word"
    case .synonym: "close in meaning"
    case .otherAnswer: "another card's answer"
    case .blocked: "an answer that the deck rejects"
    case .blank: "nothing typed"
    case .readingForMeaning: "reading instead of meaning"
    case .meaningForReading: "meaning instead of reading"
    case .promptTypedBack: "the prompt typed back"
    case .impossibleKana: "impossible kana"
    case .wrongScript: "another script"
    case .severalAnswers: "several answers, not all correct"
    case .stray: "a command or a grade"
    case .other: "other"
    }
  }
}

extension ReportTable.Heading {
  /// The kind of mistake, one of those that judging names.
  static let mistake = ReportTable.Heading("mistake", "Mistake")
  fileprivate static let times = count("times", "Times", "How often it happened.")
  fileprivate static let leeches = count(
    "leeches", "Leeches", "Cards with as many lapses as their preset allows, or more.")
  fileprivate static let confusions = count(
    "confusions", "Confusions",
    "Pairs of cards of which you gave one's answer to the other, and that you have not told apart since."
  )
  fileprivate static let mistakes = count(
    "mistakes", "Mistakes", "Answers whose kind of mistake is known.")
  fileprivate static let suspended = ReportTable.Heading("suspended", "Suspended", form: .flag)
  fileprivate static let given = ReportTable.Heading("given", "You answered")
  fileprivate static let givenAnswer = ReportTable.Heading("given_answer", "Its answer")
  fileprivate static let toldApart = ReportTable.Heading(
    "told_apart", "Resolved", form: .flag,
    definition:
      "Whether both questions have been answered correctly since, each on two later days.")
  fileprivate static let lastDay = ReportTable.Heading("last_day", "Last", form: .day)
  fileprivate static let typed = ReportTable.Heading("typed", "You typed")
}
