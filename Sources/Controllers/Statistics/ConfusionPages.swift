import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

// MARK: - Confusions and mistakes

extension ReportTable {
  /// The tables of a confusion report: the pairs, and the mistakes by kind. Their keys are older than
  /// those of other reports.
  ///
  /// - Parameters:
  ///   - report: what was counted.
  ///   - text: the prompt and the answer of a question.
  /// - Returns: two tables.
  /// - Throws: what `text` throws.
  package static func tables(
    of report: ConfusionReport, text: (QuestionID) throws -> (prompt: String, answer: String)?
  ) rethrows -> [ReportTable] {
    func words(_ id: QuestionID) throws -> (prompt: String, answer: String) {
      try text(id) ?? (id.description, "")
    }
    let pairs = try report.confusions.map { confusion in
      (
        asked: try words(confusion.pair.asked), given: try words(confusion.pair.given),
        confusion: confusion
      )
    }
    return [
      ReportTable("confusions", "Confused", of: pairs) {
        Column("asked", "Asked") { .text($0.asked.prompt) }
        Column("asked_answer", "Answer") { .text($0.asked.answer) }
        Column("given", "You answered") { .text($0.given.prompt) }
        Column("given_answer", "Answer") { .text($0.given.answer) }
        Column("times", "Times") { .count($0.confusion.count) }
        Column("told_apart", "Resolved") { .flag($0.confusion.isToldApart) }
      },
      ReportTable("mistakes", "Mistakes by kind", of: report.mistakes) {
        Column("mistake", "Mistake") {
          .term($0.mistake, words: MistakeKind(rawValue: $0.mistake)?.words ?? $0.mistake)
        }
        Column("times", "Times") { .count($0.count) }
      },
    ]
  }
}

extension ReportPage {
  /// The cards that are confused, and the kinds of mistakes.
  ///
  /// - Parameters:
  ///   - report: what was counted.
  ///   - today: the present day.
  ///   - text: the prompt and the answer of a question.
  /// - Returns: the page.
  /// - Throws: what `text` throws.
  package static func confusions(
    _ report: ConfusionReport, today: StudyDay,
    text: (QuestionID) throws -> (prompt: String, answer: String)?
  ) rethrows -> ReportPage {
    let likenesses = try report.likenesses(text: text)
    return list(
      "confusions", "Confusions", try ReportTable.tables(of: report, text: text),
      remarks: likenesses.isEmpty
        ? [] : ["What is alike in them:"] + likenesses.map { "  " + $0 }, today: today)
  }

  /// The cards that are forgotten again and again, each with its lapses and whether it is suspended.
  package static func leeches(
    _ leeches: [(card: StatisticsNames.Card, lapses: Int, isSuspended: Bool)], today: StudyDay
  ) -> ReportPage {
    let rows = ReportTable("leeches", "", of: leeches) {
      Column("prompt", "Prompt") { .text($0.card.prompt) }
      Column("answer", "Answer") { .text($0.card.answer) }
      Column("direction", "Direction") { .text($0.card.direction.fullName) }
      Column("group", "Group") { .text($0.card.group) }
      Column("lapses", "Lapses") { .count($0.lapses) }
      Column("suspended", "Suspended") { .flag($0.isSuspended) }
    }
    return list("leeches", "Leeches", [rows], remarks: [], today: today)
  }

  /// A page of tables that are older than pages, which sums up how many rows the first table has.
  private static func list(
    _ name: String, _ title: String, _ tables: [ReportTable], remarks: [String], today: StudyDay
  ) -> ReportPage {
    ReportPage(
      name: name, title: title, last: today.iso8601,
      summary: ReportTable("summary", "", .record, of: [tables.first?.rows.count ?? 0]) {
        Column("rows", "Rows") { .count($0) }
      }, tables: tables, remarks: remarks)
  }
}

extension ConfusionReport {
  /// What is alike in the pairs that are still confused: `待つ – 持つ: 待/持`, a line each. Pairs of
  /// which it would only repeat the words are left out.
  ///
  /// - Parameter text: the prompt and the answer of a question.
  /// - Returns: the lines.
  /// - Throws: what `text` throws.
  package func likenesses(
    text: (QuestionID) throws -> (prompt: String, answer: String)?
  ) rethrows -> [String] {
    var named: Set<Set<QuestionID>> = []
    return try confusions.filter { !$0.isToldApart }.compactMap { confusion in
      let pair = confusion.pair
      guard named.insert([pair.asked, pair.given]).inserted, let asked = try text(pair.asked),
        let given = try text(pair.given),
        let likeness = Likeness.of(Question(asked), Question(given))
      else { return nil }
      let (one, other) = (RubyText(asked.prompt).base, RubyText(given.prompt).base)
      if case .shape(one, other) = likeness { return nil }
      return "\(one) – \(other): \(likeness.words)"
    }
  }
}

extension Question {
  /// The question as far as its two texts tell.
  fileprivate init(_ text: (prompt: String, answer: String)) {
    self.init(prompt: text.prompt, answer: text.answer)
  }
}

extension MistakeKind {
  /// The kind of mistake in a few words.
  var words: String {
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

// MARK: - Misused hard

extension HardMisuse {
  /// Advice to the learner, a sentence or two a line; nothing when nothing is suspicious.
  package var advice: [String] {
    guard isSuspicious else { return [] }
    var lines: [String] = []
    if callsWrongHard {
      lines.append(
        "\(calledHard) of the \(judgedWrong) answers that were judged incorrect count as hard.")
    }
    if gradesForgottenHard {
      lines.append(
        "Of \(selfGraded) answers you graded yourself, about \(Int(expected.rounded())) were "
          + "probably forgotten; you chose “again” for \(again) and “hard” for \(hard).")
    }
    return lines + [
      "“Hard” means that you remembered with effort: the card is due later, not sooner. If you had "
        + "forgotten it, choose “again”; otherwise, keep going."
    ]
  }
}
