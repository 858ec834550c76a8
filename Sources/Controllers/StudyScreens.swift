import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

extension QuestionController {
  func screen(of asked: AskedCard) -> QuestionScreen {
    QuestionScreen(
      standing: standing(of: asked.card.groupLabel, asking: asked),
      card: asked.card.id.question.description, isNew: asked.schedule == nil,
      number: asked.number, asksForKana: Judge.asksForKana(asked.question),
      asksFor: asked.card.id.direction.kind,
      prompt: asked.card.id.direction == .listening ? Self.heard : asked.question.prompt,
      furigana: showsFurigana(asked.card) ? asked.rubyPrompt : nil, romaji: asked.romaji,
      meaning: asked.sentenceMeaning, hint: asked.hintUsed ? asked.question.hint : nil,
      hasHint: asked.question.hint != nil, state: asked.schedule.stateName)
  }

  /// What is shown in the place of a prompt that is heard.
  private static var heard: String { "(listen: :say repeats it)" }

  /// A new card with its answer.
  func screen(of asked: AskedCard, _ lesson: Lesson, _ alike: [String]) -> LessonScreen {
    LessonScreen(
      standing: standing(of: asked.card.groupLabel, asking: asked),
      card: asked.card.id.question.description, number: lesson.shown.count + 1,
      count: lesson.count, asksFor: asked.card.id.direction.kind,
      prompt: asked.rubyPrompt ?? RubyText(segments: [.init(base: asked.question.prompt)]),
      romaji: asked.romaji,
      answer: asked.answer(showedFurigana: asked.rubyPrompt != nil, showsHint: true),
      alike: alike)
  }

  /// Whether furigana are drawn before the answer: as the learner said in this session, or else as
  /// the group's author did.
  func showsFurigana(_ card: Card) -> Bool {
    drawsFurigana ?? (card.settings.furigana != .hidden)
  }

  /// The answer with what belongs to it.
  private func answer(of asked: AskedCard, showsHint: Bool) -> AnswerText {
    asked.answer(
      showedFurigana: showsFurigana(asked.card) && asked.rubyPrompt != nil,
      showsHint: style.showsHints && showsHint)
  }

  /// Whether the hint stands with the answer however it was given: where the card is new, or still in the
  /// steps that follow a first answer or a miss.
  private func isUnfamiliar(_ asked: AskedCard) -> Bool { CardKind(asked.schedule?.due) != .due }

  func revealedScreen(of asked: AskedCard) -> RevealedScreen {
    RevealedScreen(
      standing: standing, card: asked.card.id.question.description,
      asksFor: asked.card.id.direction.kind,
      prompt: asked.question.prompt, answer: answer(of: asked, showsHint: isUnfamiliar(asked)),
      choices: style.crams
        ? GradeChoice.allOfCram(asked, localTime: localTime, at: moment)
        : GradeChoice.all(asked, localTime: localTime, at: moment),
      state: asked.schedule.stateName)
  }

  /// What an answer that is now in the log was worth; without a verdict, the learner judged.
  func screen(
    of asked: AskedCard, _ review: Review, _ verdict: Verdict?, _ answer: RecordedAnswer,
    _ pause: VerdictPause?
  ) -> VerdictScreen {
    let kind = verdict?.kind ?? (review.grade.isCorrect ? .correct : .wrong)
    let isMiss = !review.grade.isCorrect
    // With an answer that was shown before it was graded, the hint may have been shown, too.
    let showsHint =
      review.typed == nil ? isMiss && !isUnfamiliar(asked) : isMiss || isUnfamiliar(asked)
    return VerdictScreen(
      standing: standing(of: asked.card.groupLabel), card: asked.card.id.question.description,
      verdict: kind, typed: review.typed,
      answer: self.answer(of: asked, showsHint: showsHint),
      comparison: verdict?.alignment, mistake: verdict?.mistake?.rawValue,
      message: [verdict?.message ?? "", suggestion(for: review, to: asked)].filter { !$0.isEmpty }
        .joined(separator: " "),
      grade: review.grade.name,
      due: answer.leech == .suspend
        ? nil : answer.schedule.map { ReturnTime($0.due, from: moment, localTime: localTime) },
      leech: LeechScreen(answer),
      returnsInSession: (style.showsProgress || style.crams) && queue.isWaiting(asked.card.id),
      keepsSchedule: style.crams, pause: pause,
      review: answer.id.description, state: answer.schedule.stateName,
      confusion: confusion(of: asked, with: verdict, times: answer.mixUps))
  }

  /// The card whose answer was given instead.
  private func confusion(of asked: AskedCard, with verdict: Verdict?, times: Int)
    -> ConfusionScreen?
  {
    guard let other = verdict?.mistakenFor.first else { return nil }
    let original = judges[asked.card.id.direction.kind]?.vocabulary.original(of: other)
    return ConfusionScreen(
      prompt: other.prompt, answer: other.answer, times: max(1, times),
      alike: original.flatMap { Likeness.of(asked.card.question, $0)?.words })
  }

  /// What the learner might make of an answer that was slow or fast for them.
  private func suggestion(for review: Review, to asked: AskedCard) -> String {
    guard review.typed != nil, review.grade == .good, let pace else { return "" }
    let name = RubyText(asked.question.prompt).base
    return switch pace.tempo(of: review.duration) {
    case .slow: "Slow answer — type :hard if “\(name)” was hard."
    case .usual: ""
    case .fast: "Quick answer — type :easy if “\(name)” was easy."
    }
  }

  func retryScreen(of asked: AskedCard, typed: String, _ verdict: Verdict) -> VerdictScreen {
    VerdictScreen(
      standing: standing, card: asked.card.id.question.description, verdict: .retry, typed: typed,
      answer: nil, mistake: verdict.mistake?.rawValue, message: verdict.message, grade: nil,
      due: nil)
  }

  /// Something to tell, with where the learner stands.
  package func notice(_ lines: [String], topic: String) -> NoticeScreen {
    NoticeScreen(standing: standing, tone: .information, lines: lines, topic: topic)
  }

  /// A notice; `holding` is how many new cards are out of the queue besides those that the session waits for.
  func notice(
    _ tone: NoticeScreen.Tone, _ lines: [String], in group: String? = nil, holding cards: Int = 0,
    topic: String? = nil, why: WhyScreen? = nil
  ) -> StudyScreen {
    .notice(
      NoticeScreen(
        standing: standing(of: group ?? asked?.card.groupLabel ?? "", holding: cards), tone: tone,
        lines: lines, topic: topic, why: why))
  }

  /// Two questions side by side that were confused for the second time or more; `nil` for any others.
  func contrast(of asked: AskedCard, with verdict: Verdict?, mixUps: Int) -> StudyScreen? {
    guard mixUps >= 2, let other = verdict?.mistakenFor.first else { return nil }
    let question = asked.question
    let original = judges[asked.card.id.direction.kind]?.vocabulary.original(of: other)
    let likeness = original.flatMap { Likeness.of(asked.card.question, $0) }
    return notice(
      .information,
      [
        "You have confused these \(mixUps) times:",
        "  \(question.prompt) = \(question.answer)", "  \(other.prompt) = \(other.answer)",
      ]
        + (likeness.map { ["What is alike: \($0.words)."] } ?? [])
        + ["`rabble study --confusions` practices them one after the other."],
      in: asked.card.groupLabel)
  }

  /// What the session came to; cards that were `left` are due now.
  func summary(_ outlook: Outlook?, left: Int?, isFinal: Bool) -> SummaryScreen {
    let nextDue = left == nil ? outlook?.due : outlook.map { _ in .at(moment.milliseconds) }
    return SummaryScreen(
      standing: standing, answered: tally.count, seconds: tally.seconds, grades: tally.grades,
      nextDue: nextDue.map { ReturnTime($0, from: moment, localTime: localTime) },
      heldBack: style.crams ? 0 : queue.heldBack, left: left ?? 0, today: outlook?.today,
      unsaved: tally.unsaved, isFinal: isFinal)
  }

  private var standing: Standing { standing(of: asked?.card.groupLabel ?? "") }

  private func standing(of group: String, holding cards: Int = 0) -> Standing {
    var counts = counts
    counts.new += cards
    return Standing(
      group: group, correct: tally.score.correct, incorrect: tally.score.incorrect,
      percentage: tally.score.runningPercentage, remaining: counts.total,
      counts: TodayScreen.Left(due: counts.due, learning: counts.learning, new: counts.new),
      asksAny: style.crams)
  }

  /// The cards that wait for their answers, by kind, those that were taken out of the queue among them.
  var counts: CardCounts {
    var counts = queue.counts
    // Several are interrupted in a lesson, where all are new.
    counts[kind(asked?.schedule?.due)] += interrupted.count
    return counts
  }

  /// What a card that is due then counts as: where any card is asked, all count as due.
  func kind(_ due: Due?) -> CardKind { style.crams ? .due : CardKind(due) }

  private func standing(of group: String, asking asked: AskedCard) -> Standing {
    let standing = standing(of: group)
    guard style.showsProgress else { return standing }
    let counts = counts
    return Standing(
      group: group, correct: standing.correct, incorrect: standing.incorrect,
      percentage: standing.percentage, remaining: standing.remaining, counts: standing.counts,
      progress: SessionProgress(
        new: counts.new, learning: counts.learning, due: counts.due, answered: tally.count,
        seconds: seconds,
        secondsLeft: tally.count < Self.answersOfPace
          ? nil : seconds(forCards: counts.total)), asksAny: standing.asksAny)
  }

  /// From how many answers on the time that is left is told.
  private static var answersOfPace: Int { 3 }
}

extension AskedCard {
  /// What the sentence means whose blank is asked for, if its author says so.
  var sentenceMeaning: String? {
    guard case .cloze = card.id.direction, let sentence = card.question.clozeText,
      card.question.prompt != sentence.opened
    else { return nil }
    return RubyText(card.question.prompt).base
  }

  /// The prompt with its furigana, as far as they give nothing away: none where the reading or the
  /// word is asked for, or where a reading answers.
  var rubyPrompt: RubyText? {
    switch card.id.direction {
    case .recognition:
      guard let text = card.question.rubyPrompt.ifRead, !Judge.asksForReading(question) else {
        return nil
      }
      return text
    case .cloze(let key): return card.question.clozeText?.sentence(open: key).ifRead
    case .production, .reading, .listening: return nil
    }
  }

  /// The answer with what belongs to it; `showedFurigana` when the prompt was shown with its own.
  func answer(showedFurigana: Bool, showsHint: Bool) -> AnswerText {
    let own = card.question
    let isReadingAsked = card.id.direction == .reading
    var word: RubyText?
    var sentence: RubyText?
    switch card.id.direction {
    case .recognition:
      word = RubyText(own.answer).ifRead ?? (showedFurigana ? nil : own.rubyPrompt.ifRead)
    case .listening: word = own.rubyPrompt
    case .production, .reading: word = own.rubyPrompt.ifRead
    case .cloze: sentence = own.clozeText.map { RubyText($0.filled) }
    }
    return AnswerText(
      answer: question.answer, word: word, sentence: sentence,
      meaning: isReadingAsked ? RubyText(own.answer).base : nil,
      reading: isReadingAsked ? nil : own.reading ?? own.readings.first,
      pitch: sentence == nil ? own.pitchPattern : nil,
      details: Question.Field.allCases.compactMap { AnswerText.Detail($0, of: own) }
        + [standing.marks.note].compactMap(\.self).map {
          AnswerText.Detail(key: "own_note", label: "Your note", text: $0)
        },
      hint: showsHint ? question.hint : nil, note: own.note.map { RubyText($0).bracketed },
      example: own.example.map(ExampleText.init))
  }
}

extension RubyText {
  /// The text, or `nil` where nothing of it has a reading.
  fileprivate var ifRead: RubyText? { hasReadings ? self : nil }
}

extension AnswerText.Detail {
  fileprivate init?(_ field: Question.Field, of question: Question) {
    guard let label = field.detailLabel, let text = question.summary(field) else { return nil }
    self.init(key: field.key, label: label, text: text)
  }
}

extension ExampleText {
  fileprivate init(_ example: Example) {
    self.init(RubyText(example.text), reading: example.reading, meaning: example.meaning)
  }
}

extension Question {
  /// The pitch of the prompt, read as its first reading or, in kana, as it stands.
  fileprivate var pitchPattern: PitchPattern? {
    guard let pitch else { return nil }
    let prompt = RubyText(prompt).base
    let reading = readings.first ?? (Judge.isKana(prompt) ? prompt : "")
    return PitchPattern(reading: reading, kernel: pitch)
  }
}

extension Schedule? {
  /// Where a card with this schedule stands, for programs.
  var stateName: String {
    switch self?.phase {
    case nil: "new"
    case .learning: "learning"
    case .review: "review"
    case .relearning: "relearning"
    }
  }
}

/// What to say of a card that is forgotten again and again.
enum LeechAdvice {
  /// What helps against it.
  static let help =
    "What helps: a mnemonic or an example in its note, or splitting it into easier ones (:edit)."
}

extension LeechScreen {
  /// What to tell with an answer; `nil` where it made no leech of its card.
  init?(_ answer: RecordedAnswer) {
    guard let action = answer.leech, let lapses = answer.schedule?.lapses else { return nil }
    let fate =
      switch action {
      case .tag: "it is a leech. It is still asked."
      case .suspend: "it is a leech, and suspended until `rabble card unsuspend`."
      }
    self.init(
      lapses: lapses, isSuspended: action == .suspend,
      message:
        "You have forgotten this card \(NumberText.times(lapses)): \(fate) \(LeechAdvice.help)")
  }
}

extension GradeChoice {
  /// The grades of a card with what each would do; after a hint, none does more than hard.
  static func all(
    _ asked: AskedCard, localTime: LocalTime, at moment: Moment
  ) -> [GradeChoice] {
    zip(Grade.allCases, asked.schedules(at: moment)).map { grade, schedule in
      GradeChoice(
        number: grade.rawValue, name: grade.name,
        returns: ReturnTime(schedule.due, from: moment, localTime: localTime).phrase,
        due: ReturnTime(schedule.due, from: moment, localTime: localTime).timestamp)
    }
  }

  /// The grades where none changes a schedule; a new card may come at any time.
  static func allOfCram(
    _ asked: AskedCard, localTime: LocalTime, at moment: Moment
  ) -> [GradeChoice] {
    let due = asked.schedule?.due ?? .at(moment.milliseconds)
    return Grade.allCases.map { grade in
      GradeChoice(
        number: grade.rawValue, name: grade.name,
        returns: grade.isCorrect ? "no change of schedule" : "comes again in this session",
        due: ReturnTime(due, from: moment, localTime: localTime).timestamp)
    }
  }
}
