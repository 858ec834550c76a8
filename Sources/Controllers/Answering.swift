import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens

/// From what the learner typed to an answer in the log: a line is judged, an empty one shows the answer, and a number
/// grades it.
extension QuestionController {
  /// Judges a line, records the answer, shows its verdict, and goes on.
  mutating func answer(_ asked: AskedCard, with typed: TypedAnswer) throws {
    let (judge, pace) = try judge(of: asked)
    self.pace = pace
    var (asked, verdict) = (asked, judge.verdict(on: typed, to: asked, typos))
    var change: String?
    if deckNews != nil {
      let now = try during(.judging(asked.card.id)) { try renewed(asked) }
      let other = now.map { judge.verdict(on: typed, to: $0, typos) }
      if let now, now.question != asked.question {
        change =
          "This card was changed in its deck after it was shown: \(CardName.text(now.card.question))."
      }
      switch Self.choice(asked, verdict, now, other) {
      case .asAsked: break
      case .asItIs(let now, let other): (asked, verdict) = (now, other)
      case .askAgain: return try askAgain(changed: asked, isThere: now != nil)
      }
    }
    if verdict.kind == .retry {
      try show(.verdict(retryScreen(of: asked, typed: typed.line, verdict)))
      return try showAgain()
    }
    let grade: Grade = verdict.isRight ? .good : .again
    let review = asked.review(
      grade, typed: typed.line, verdict: verdict.kind.rawValue, mistake: verdict.mistake?.rawValue,
      occasion: occasion(of: asked), at: moment)
    let other = grade == .again ? verdict.mistakenFor.first.flatMap(judge.vocabulary.original) : nil
    try record(review, of: asked, verdict, mistakenFor: other, saying: change)
  }

  /// The judge of a card's kind, which must know all loaded cards of that kind: it is made at the first answer.
  private mutating func judge(of asked: AskedCard) throws -> (judge: Judge, pace: Pace?) {
    let kind = asked.card.id.direction.kind
    if let judge = judges[kind] { return (judge, pace) }
    var (judge, pace) = try during(.judging(asked.card.id)) { try world.judge(of: kind) }
    for question in started where question.direction.kind == kind { judge.start(question) }
    judges[kind] = judge
    return (judge, pace)
  }

  /// Puts an answer into the log, shows what it was worth, and goes on.
  private mutating func record(
    _ review: Review, of asked: AskedCard, _ verdict: Verdict?, mistakenFor other: Question?,
    saying change: String? = nil
  ) throws {
    let answer = try during(.recording(asked.card.id)) {
      try world.record(review, of: asked.card, mistakenFor: other, load: asked.load)
    }
    moment = world.now
    state = .between
    count(answer, to: review, of: asked)
    let isTreated = asksForTreatment(after: answer, to: asked)
    let pause = isTreated ? nil : pause(after: review, to: asked)
    try show(.verdict(screen(of: asked, review, verdict, answer, pause)))
    if let change { try show(notice(.information, [change], in: asked.card.groupLabel)) }
    if let contrast = contrast(of: asked, with: verdict, mixUps: answer.mixUps) {
      try show(contrast)
    }
    if review.isScheduled,
      answer.before?.repetitions ?? 0 > asked.schedule?.repetitions ?? 0
    {
      // No answer is lost: both count, this one by the time that has passed since the other.
      let line = "This card was answered in another session meanwhile. Both answers count."
      try show(notice(.information, [line], in: asked.card.groupLabel))
    }
    // A card that was graded after its answer was shown was said then.
    if review.typed != nil { speech(withAnswerOf: asked).map(world.say) }
    if isTreated {
      state = .treating(asked.answered(answer))
      return try showAgain()
    }
    switch pause {
    case nil: try next()
    case .enter: state = .pausing(asked.answered(answer))
    case .retype: state = .retyping(asked.answered(answer))
    }
  }

  private mutating func count(_ answer: RecordedAnswer, to review: Review, of asked: AskedCard) {
    tally.add(
      answer.id, review, asked: "\(asked.question.prompt) → \(asked.question.answer)")
    tally.save(asked.card.id)
    lessons.taught.remove(asked.card.id)
    lastAnswered = asked.card
    started.append(asked.question)
    judges[asked.question.direction.kind]?.start(asked.question)
    putBack(asked.card.id, after: answer, to: review)
  }

  /// Puts a card back into the queue after an answer, unless that had it suspended. An answer that
  /// changes no schedule brings it back when it was wrong.
  mutating func putBack(_ card: CardID, after answer: RecordedAnswer, to review: Review) {
    if !review.isScheduled {
      if review.grade.isCorrect { queue.remove(card) } else { queue.putLast(card) }
    } else if let schedule = answer.schedule, answer.leech != .suspend {
      queue.put(card, due: schedule.due, at: moment)
    } else {
      queue.remove(card)
    }
  }

  /// What is waited for after an answer.
  private func pause(after review: Review, to asked: AskedCard) -> VerdictPause? {
    let isMiss = !review.grade.isCorrect
    if isMiss, style.retypes, judges[asked.card.id.direction.kind] != nil {
      return .retype(asksForKana: Judge.asksForKana(asked.question))
    }
    switch style.pause {
    case .off: return nil
    case .miss: return isMiss ? .enter : nil
    case .always: return .enter
    }
  }

  /// On what occasion a card is answered, if it is not the usual one.
  private func occasion(of asked: AskedCard) -> ReviewOccasion? {
    style.crams ? .cram : lessons.taught.contains(asked.card.id) ? .taught : nil
  }

  /// Goes on once the right answer was typed after a miss; an empty line will do.
  mutating func retype(_ asked: AskedCard, as typed: TypedAnswer) throws {
    guard !typed.isEmpty, let judge = judges[asked.card.id.direction.kind] else {
      return try next()
    }
    if judge.verdict(on: typed, to: asked, nil).isRight { return try next() }
    try resume(
      with: .information,
      ["Not yet: it is \(asked.question.answer). Type it again, or press Enter to go on."])
  }

  // MARK: - Answers that are shown

  /// Shows the answer with what each grade would do, unless another session has answered, changed or suspended
  /// the card meanwhile.
  mutating func reveal(_ asked: AskedCard) throws {
    if deckNews != nil {
      // It is asked as its deck has it now.
      interrupt()
      state = .between
      return try next(wanted: asked.card.id)
    }
    let found = try during(.revealing) { try world.asking(asked.card.id) }
    guard let standing = found else {
      state = .between
      return try next()
    }
    if standing.suspension.holds(on: moment.day) {
      return try goOn(
        without: asked, standing.suspension == .suspended ? "suspended" : "buried")
    }
    guard standing.schedule == asked.schedule else {
      if let due = standing.schedule?.due {
        queue.put(asked.card.id, due: due, at: moment)
      } else {
        queue.putFirst(asked.card.id, as: .new)
      }
      let wasAnswered =
        standing.schedule?.repetitions ?? 0 > asked.schedule?.repetitions ?? 0
      return try goOn(without: asked, wasAnswered ? "answered" : "changed")
    }
    state = .grading(asked)
    try showAgain()
    speech(withAnswerOf: asked).map(world.say)
  }

  private mutating func goOn(without asked: AskedCard, _ change: String) throws {
    state = .between
    let line = "This card was \(change) in another session meanwhile."
    try show(notice(.information, [line], in: asked.card.groupLabel))
    try next()
  }

  /// Records the grade that the learner gives an answer that was shown.
  mutating func grade(_ asked: AskedCard, as line: String) throws {
    guard let grade = Grade(typed: line) else {
      return try resume(
        with: .problem, ["Type 1 (again), 2 (hard), 3 (good) or 4 (easy); :help lists commands."])
    }
    let review = asked.review(
      grade, typed: nil, verdict: nil, mistake: nil, occasion: occasion(of: asked), at: moment)
    try record(review, of: asked, nil, mistakenFor: nil)
  }
}

// MARK: - Decks that were changed after the card was shown

extension QuestionController {
  /// How an answer counts to a card whose deck was changed after it was shown.
  private enum Choice {
    /// By what was shown.
    case asAsked
    /// By what the deck says now.
    case asItIs(AskedCard, Verdict)
    /// Not at all: the card asks something else now.
    case askAgain
  }

  /// What is right by the old or the new text is right.
  private static func choice(
    _ asked: AskedCard, _ verdict: Verdict, _ now: AskedCard?, _ other: Verdict?
  ) -> Choice {
    if verdict.isRight { return .asAsked }
    guard let now, let other else { return .askAgain }
    if other.isRight || now.question.prompt == asked.question.prompt { return .asItIs(now, other) }
    return .askAgain
  }

  /// The card as its deck has it now; `nil` where none has it any more.
  private func renewed(_ asked: AskedCard) throws -> AskedCard? {
    try world.asking(asked.card.id).map(asked.renewed)
  }

  /// Asks a card once more whose text was changed after it was shown, or goes on where it is gone.
  private mutating func askAgain(changed asked: AskedCard, isThere: Bool) throws {
    let line =
      isThere
      ? "This card was changed in its deck after it was shown, so it is asked again; nothing was recorded."
      : "This card is no longer in its deck; nothing was recorded."
    try show(notice(.information, [line], in: asked.card.groupLabel))
    interrupt()
    state = .between
    try next(wanted: isThere ? asked.card.id : nil)
  }
}

extension Judge {
  /// Without a rule no typo is forgiven.
  fileprivate func verdict(on typed: TypedAnswer, to asked: AskedCard, _ typos: TypoRule?)
    -> Verdict
  {
    judge(
      typed.line, for: asked.card, keys: typed.keys, accepted: asked.standing.accepted,
      forgivesTypos: typos.map(asked.forgivesTypos) ?? false)
  }
}

extension Verdict {
  fileprivate var isRight: Bool {
    switch kind {
    case .correct, .remark: true
    case .wrong, .retry: false
    }
  }
}

extension Grade {
  /// Reads a grade as typed: its number, also in full width, or its name.
  init?(typed line: String) {
    let word = line.filter { !$0.isWhitespace }.lowercased()
    let number = word.count == 1 ? word.first?.wholeNumberValue : nil
    if let grade = number.flatMap(Grade.init(rawValue:))
      ?? Grade.allCases.first(where: { $0.name == word })
    {
      self = grade
    } else {
      return nil
    }
  }
}
