import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

/// A study session: which card is asked, what was answered, and what comes next.
///
/// The controller is a value. An action or the outcome of an effect goes in; screens to draw and at
/// most one effect come out:
///
///     var step = controller.start(at: now)
///     // draw step.screens, carry out step.effect, hand its outcome to receive(_:at:) …
///     step = controller.handle(.submit("ka"), at: now)
///
/// It decides neither what is correct (judging does) nor when a card returns (scheduling does), and
/// it knows neither the review log nor a terminal.
public struct QuestionController: Sendable {
  enum State: Hashable, Sendable {
    /// A card is being looked up; `isWanted` when it is asked whether or not it is due.
    case fetching(CardID, isWanted: Bool)
    /// A new card is being looked up to be taught.
    case fetchingLesson(CardID, Lesson)
    /// A new card is shown with its answer.
    case teaching(AskedCard, Lesson, alike: [String])
    case asking(AskedCard)
    /// The card is being looked up once more before its answer is shown.
    case revealing(AskedCard)
    /// The first answer waits for the judge.
    case preparing(AskedCard, TypedAnswer)
    case revealed(AskedCard)
    case recording(AskedCard, Review, Verdict?)
    /// A verdict stays until the learner goes on.
    case pausing(AskedCard, VerdictPause)
    /// Something is being undone or changed while the session was in another state.
    indirect case changing(State)
    /// The learner chooses how much of a backlog to study.
    case choosing(BacklogOffer)
    /// The cards of a new day, or of a choice, are being looked up.
    case refilling
    /// The next due time is being looked up; then the session is over, or waits for an undo.
    /// `isUnfinished` when a card was being asked.
    case ending(isOver: Bool, isUnfinished: Bool)
    /// All is answered; only an undo goes on.
    case finished
    /// A card could not be looked up; the next line tries again.
    case stalled
  }

  /// The judges made so far, each for cards that ask for one kind of thing.
  var judges: [DirectionKind: Judge] = [:]
  /// Whether furigana are drawn before the answer; `nil` for what each group says.
  var drawsFurigana: Bool?
  var pace: Pace?
  let localTime: LocalTime
  let style: SessionStyle
  /// Whether typos are forgiven where neither the question nor its group says.
  private let typos: TypoRule
  /// The cards that were answered in this session.
  private var started: [AskedQuestion] = []
  /// The cards that were taught in this session and not answered since.
  var taught: Set<CardID> = []
  /// The cards whose lesson was skipped.
  var untaught: Set<CardID> = []
  /// The card that was answered last.
  private(set) var lastAnswered: Card?
  /// The card that was asked when the learner left.
  private var unanswered: CardID?
  /// Of which kind it was.
  var unansweredKind: CardKind?
  /// When the session began.
  private var beginning: Moment?
  var queue: ReviewQueue
  var tally = SessionTally()
  var state = State.stalled

  /// Makes the controller of a session.
  ///
  /// - Parameters:
  ///   - queue: the cards of the session.
  ///   - localTime: the learner's time zone.
  ///   - style: how the session goes about its cards.
  ///   - typos: whether typos are forgiven where neither the question nor its group says.
  public init(
    queue: ReviewQueue, localTime: LocalTime, style: SessionStyle = SessionStyle(),
    typos: TypoRule = .on
  ) {
    self.typos = typos
    self.queue = queue
    self.style = style
    self.localTime = localTime
  }

  /// The answers of this session, correct and incorrect.
  public var score: Score { tally.score }

  /// Whether there is a card to ask.
  public var hasCards: Bool { queue.remaining > 0 }

  /// The card that is asked now, if one is.
  public var currentCard: Card? { asked?.card }

  /// The card that waits for its answer, or did when the learner left.
  public var unansweredCard: CardID? { unanswered ?? interrupted.first }

  /// Takes the due load of the coming days, for the card that is asked now: the day it returns on
  /// depends on it, and no prompt does.
  public mutating func plan(with load: DueLoad) {
    guard case .asking(var asked) = state else { return }
    asked.load = load
    state = .asking(asked)
  }

  /// Begins the session.
  ///
  /// - Parameters:
  ///   - moment: the present.
  ///   - lines: what there is to say before the first card, a line each.
  ///   - offer: what to choose from before it.
  /// - Returns: what follows.
  public mutating func start(
    at moment: Moment, saying lines: [String] = [], offering offer: BacklogOffer? = nil
  ) -> StudyStep {
    beginning = moment
    let notices = lines.isEmpty ? [] : [notice(.information, lines)]
    guard let offer else { return advance(at: moment, after: notices) }
    state = .choosing(offer)
    return StudyStep(notices + shown(at: moment))
  }

  /// Goes on with what came of an effect.
  public mutating func receive(_ outcome: StudyOutcome, at moment: Moment) -> StudyStep {
    switch outcome {
    case .prepared(let judge, let pace, let kind): prepared(judge, pace, of: kind, at: moment)
    case .fetched(let standing): fetched(standing, at: moment)
    case .fetchedLesson(let standing, let alike): teach(standing, alike, at: moment)
    case .vanished: vanished(at: moment)
    case .found(let entries, let most, let allowed):
      found(entries, most, allowed: allowed, at: moment)
    case .refilled(let queue, let lines): refilled(queue, lines, at: moment)
    case .recorded(let answer): recorded(answer, at: moment)
    case .retracted(let id, let review, let prompt): retracted(id, review, prompt, at: moment)
    case .redone(let id, let review, let prompt, let due):
      redone(id, review, prompt, due: due, at: moment)
    case .regraded(let old, let new, let review, let due, let line):
      regraded(old, new, review, due: due, line, at: moment)
    case .revised(let answer): revised(answer, at: moment)
    case .marked(let card, let marks, let line): marked(card, marks, line, at: moment)
    case .inspected(let standing): told(of: standing, at: moment)
    case .adjusted(let card, let line): left(card, line, at: moment)
    case .adjustmentRetracted(let card, let line): broughtBack(card, line, at: moment)
    case .suspended(let card, let state): suspended(card, state, at: moment)
    case .suspensionRetracted(let card): suspensionRetracted(card, at: moment)
    case .suspendedAgain(let card, let line): suspendedAgain(card, line, at: moment)
    case .told(let lines): resume(with: .information, lines, at: moment)
    case .nothingToRevise:
      resume(with: .information, ["That answer was already undone."], at: moment)
    case .decksChanged(let lines): decksChanged(lines, at: moment)
    case .decksUnchanged(let lines): resume(with: .information, lines, at: moment)
    case .explained(let history): explained(history, at: moment)
    case .explainedOther(let explanation):
      resume(
        with: .information, explanation.lines, at: moment, topic: "why", why: explanation.values)
    case .nextDue(let due, let today): end(nextDue: due, today, at: moment)
    case .failed(let reason): failed(reason, at: moment)
    case .ended(let reason): ended(reason, at: moment)
    }
  }

  /// Asks for the next card, or for the end when there is none.
  mutating func advance(
    at moment: Moment, wanted: CardID? = nil, after screens: [StudyScreen] = []
  ) -> StudyStep {
    var screens = screens
    if moment.day > queue.day, !style.asksEarly {
      state = .refilling
      return StudyStep(screens, effect: .refill(nil))
    }
    if let minutes = style.minutes, !queue.isWrappingUp, seconds(until: moment) >= minutes * 60 {
      queue.wrapUp()
      let over = "\(NumberText.count(minutes, "minute")) are over."
      screens.append(notice(.information, [over + Self.wrappingUp(queue)]))
    }
    if let card = queue.next(at: moment) {
      state = .fetching(card, isWanted: card == wanted)
      return StudyStep(screens, effect: .fetch(card))
    }
    state = .ending(isOver: tally.count == 0, isUnfinished: false)
    return StudyStep(screens, effect: .findNextDue(withDay: style.showsToday))
  }

  static func wrappingUp(_ queue: ReviewQueue) -> String {
    queue.remaining == 0
      ? " This session ends here."
      : " No other cards are started; \(NumberText.count(queue.remaining, "card")) to finish."
  }

  /// The seconds since the session began; 0 when the clock was put back.
  func seconds(until moment: Moment) -> Int {
    guard let beginning else { return 0 }
    let (difference, overflow) = moment.milliseconds.subtractingReportingOverflow(
      beginning.milliseconds)
    return overflow ? 0 : max(0, Int(difference / 1000))
  }

  /// Leaves, whatever is being asked, once it is known what the summary needs.
  mutating func leave() -> StudyStep {
    unanswered = interrupted.first
    unansweredKind = interrupted.isEmpty ? nil : asked?.kind
    state = .ending(isOver: true, isUnfinished: isAsking)
    return StudyStep(effect: .findNextDue(withDay: false))
  }

  /// Goes on without a card that no deck has any more.
  private mutating func vanished(at moment: Moment) -> StudyStep {
    if case .fetchingLesson(_, let lesson) = state { return goOn(with: lesson, at: moment) }
    return advance(at: moment)
  }

  private mutating func fetched(_ standing: CardStanding, at moment: Moment) -> StudyStep {
    if case .revealing(let asked) = state { return revealed(asked, standing, at: moment) }
    guard case .fetching(_, let isWanted) = state else { return StudyStep() }
    if let schedule = standing.schedule, !isWanted, !style.asksEarly,
      !isAskable(schedule, at: moment)
    {
      // Another terminal answered it since the session began.
      queue.put(standing.card.id, due: schedule.due, at: moment)
      return advance(at: moment)
    }
    let isHeldBySibling = standing.isHeldBySibling && !style.asksEarly
    if isHeldBySibling || standing.suspension.holds(on: moment.day), !isWanted {
      // Another card of its question was answered since, or it is suspended or buried.
      return advance(at: moment)
    }
    if style.lessonSize > 0, standing.schedule == nil,
      !taught.contains(standing.card.id), !untaught.contains(standing.card.id)
    {
      return beginLesson(with: standing.card.id)
    }
    let asked = AskedCard(standing, shown: moment, number: tally.count + 1)
    state = .asking(asked)
    return StudyStep(shown(at: moment)).saying(speech(withPromptOf: asked))
  }

  private func isAskable(_ schedule: Schedule, at moment: Moment) -> Bool {
    switch schedule.due {
    case .on(let day): day <= moment.day.advanced(byDays: style.daysAhead)
    case .at(let time):
      time <= moment.advanced(byMilliseconds: Int64(ReviewQueue.learnAhead) * 1000).milliseconds
    }
  }

  private mutating func recorded(_ answer: RecordedAnswer, at moment: Moment) -> StudyStep {
    guard case .recording(let asked, let review, let verdict) = state else { return StudyStep() }
    tally.add(
      answer.id, review, asked: "\(asked.question.prompt) → \(asked.question.answer)")
    taught.remove(asked.card.id)
    lastAnswered = asked.card
    started.append(asked.question)
    judges[asked.question.direction.kind]?.start(asked.question)
    putBack(asked.card.id, after: answer, to: review, at: moment)
    let pause = pause(after: review, to: asked)
    let screen = screen(of: asked, review, verdict, answer, pause, at: moment)
    let screens =
      [.verdict(screen)] + contrast(of: asked, with: verdict, mixUps: answer.mixUps)
      + secondAnswer(answer, to: asked, review)
    // A card that was graded after its answer was shown was said then.
    let speech = review.typed == nil ? nil : speech(withAnswerOf: asked)
    guard let pause else { return advance(at: moment, after: screens).saying(speech) }
    state = .pausing(asked, pause)
    return StudyStep(screens).saying(speech)
  }

  /// That another session has answered the card since it was asked. No answer is lost: both count, this one
  /// by the time that has passed since the other.
  private func secondAnswer(
    _ answer: RecordedAnswer, to asked: AskedCard, _ review: Review
  ) -> [StudyScreen] {
    let reviews = (asked.schedule?.repetitions ?? 0, answer.before?.repetitions ?? 0)
    guard review.isScheduled, reviews.1 > reviews.0 else { return [] }
    return [
      notice(
        .information, ["This card was answered in another session meanwhile. Both answers count."])
    ]
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

  /// Goes on after a verdict, once the right answer was typed if it had to be; an empty line will do.
  private mutating func goOn(
    after asked: AskedCard, _ pause: VerdictPause, _ typed: TypedAnswer, at moment: Moment
  ) -> StudyStep {
    guard case .retype = pause, !typed.line.allSatisfy(\.isWhitespace),
      let judge = judges[asked.card.id.direction.kind]
    else { return advance(at: moment) }
    let verdict = judge.judge(
      typed.line, for: asked.card, keys: typed.keys, accepted: asked.standing.accepted,
      forgivesTypos: false)
    if verdict.kind == .correct || verdict.kind == .remark { return advance(at: moment) }
    return resume(
      with: .information,
      ["Not yet: it is \(asked.question.answer). Type it again, or press Enter to go on."],
      at: moment)
  }

  /// Puts a card back into the queue after an answer, unless that had it suspended. An answer that
  /// changes no schedule brings it back when it was wrong.
  private mutating func putBack(
    _ card: CardID, after answer: RecordedAnswer, to review: Review, at moment: Moment
  ) {
    if !review.isScheduled {
      if review.grade.isCorrect { queue.remove(card) } else { queue.putLast(card) }
    } else if let schedule = answer.schedule, answer.leech != .suspend {
      queue.put(card, due: schedule.due, at: moment)
    } else {
      queue.remove(card)
    }
  }

  private mutating func revised(_ revised: RevisedAnswer, at moment: Moment) -> StudyStep {
    let (answer, review) = (revised.answer, revised.review)
    tally.replace(revised.old, with: answer.id, review)
    putBack(review.card, after: answer, to: review, at: moment)
    let due = answer.schedule.map { ReturnTime($0.due, from: moment, localTime: localTime) }
    let returns = answer.leech == .suspend ? "" : due.map { "; due \($0.phrase)" } ?? ""
    let lines =
      ["“\(revised.asked)” regraded as \(review.grade.name)\(returns)."]
      + revised.acceptanceLines + (LeechScreen(answer).map { [$0.message] } ?? [])
    return goOn(afterChangeOf: review.card, lines, at: moment)
  }

  /// Stays with the card that is being asked, unless it is the one that changed.
  private mutating func goOn(afterChangeOf card: CardID, _ lines: [String], at moment: Moment)
    -> StudyStep
  {
    let waiting = interrupted
    if !waiting.isEmpty, !waiting.contains(card) {
      return resume(with: .information, lines, at: moment)
    }
    for other in waiting.reversed() where other != card { queue.putFirst(other) }
    return advance(at: moment, after: [notice(.information, lines)])
  }

  private mutating func retracted(
    _ id: EventID, _ review: Review, _ prompt: String, at moment: Moment
  ) -> StudyStep {
    let interrupted = interrupted
    tally.remove(id)
    queue.remove(review.card)
    for card in interrupted.reversed() where card != review.card { queue.putFirst(card) }
    queue.putFirst(review.card)
    let notice = notice(
      .information, ["Undone: answer to “\(prompt)” (\(review.grade.name))."])
    return advance(at: moment, wanted: review.card, after: [notice])
  }

  /// Counts an answer again that was undone.
  private mutating func redone(
    _ id: EventID, _ review: Review, _ prompt: String, due: Due?, at moment: Moment
  ) -> StudyStep {
    tally.add(id, review, asked: prompt)
    return returning(
      review.card, due: due, "Redone: answer to “\(prompt)” (\(review.grade.name)).", at: moment)
  }

  /// Counts an answer with the grade it has now.
  private mutating func regraded(
    _ old: EventID, _ new: EventID, _ review: Review, due: Due?, _ line: String, at moment: Moment
  ) -> StudyStep {
    tally.replace(old, with: new, review)
    return returning(review.card, due: due, line, at: moment)
  }

  /// Goes on after the schedule of a card has changed: it is asked when it is due.
  mutating func returning(
    _ card: CardID, due: Due?, _ line: String, at moment: Moment
  ) -> StudyStep {
    queue.remove(card)
    if let due { queue.put(card, due: due, at: moment) }
    return goOn(afterChangeOf: card, [line], at: moment)
  }

  /// Asks the card again as its deck has it now; the judges must learn the answers anew.
  private mutating func decksChanged(_ lines: [String], at moment: Moment) -> StudyStep {
    judges = [:]
    let notice = notice(.information, lines, topic: "edited")
    switch state.underlying {
    case .asking(let asked), .revealed(let asked), .preparing(let asked, _):
      state = .fetching(asked.card.id, isWanted: true)
      return StudyStep([notice], effect: .fetch(asked.card.id))
    case .teaching(let asked, let lesson, _):
      state = .fetchingLesson(asked.card.id, lesson)
      return StudyStep([notice], effect: .fetchLesson(asked.card.id))
    default: return resume(with: .information, lines, at: moment)
    }
  }

  private mutating func end(nextDue: Due?, _ today: TodayScreen?, at moment: Moment) -> StudyStep {
    guard case .ending(let isOver, let isUnfinished) = state else { return StudyStep() }
    let nextDue =
      isUnfinished || queue.heldBack > 0 && !style.crams ? .at(moment.milliseconds) : nextDue
    let summary = summary(nextDue: nextDue, today, isFinal: isOver, at: moment)
    state = .finished
    return StudyStep([.summary(summary)], isOver: isOver)
  }

  /// Tells what went wrong, and stays where the learner was.
  private mutating func failed(_ reason: String, at moment: Moment) -> StudyStep {
    switch state {
    case .fetching(let card, _), .fetchingLesson(let card, _):
      queue.putFirst(card)
      state = .stalled
      return StudyStep([notice(.problem, [reason, "Press Enter to try again, or type :quit."])])
    case .preparing(let asked, _), .revealing(let asked):
      state = .asking(asked)
      return resume(with: .problem, [reason, "Please answer again."], at: moment)
    case .refilling:
      state = .stalled
      return StudyStep([notice(.problem, [reason, "Press Enter to try again, or type :quit."])])
    case .recording(let asked, let review, _):
      state = review.typed == nil ? .revealed(asked) : .asking(asked)
      return resume(
        with: .problem, [reason, "The answer was not saved. Please answer again."], at: moment)
    case .ending(let isOver, _):
      state = .finished
      let notice = notice(.problem, [reason])
      return StudyStep(
        [notice, .summary(summary(nextDue: nil, nil, isFinal: isOver, at: moment))], isOver: isOver)
    default:
      return resume(with: .problem, [reason], at: moment)
    }
  }

  /// Tells what went wrong, and ends the session: no verdict is given for what may not be kept.
  private mutating func ended(_ reason: String, at moment: Moment) -> StudyStep {
    let notice = notice(.problem, [reason, "The session ends here."])
    state = .finished
    return StudyStep(
      [notice, .summary(summary(nextDue: nil, nil, isFinal: true, at: moment))], isOver: true)
  }

  /// Shows a notice, then what was there before it.
  mutating func resume(
    with tone: NoticeScreen.Tone, _ lines: [String], at moment: Moment, topic: String? = nil,
    why: WhyScreen? = nil
  ) -> StudyStep {
    state = state.underlying
    return StudyStep([notice(tone, lines, topic: topic, why: why)] + shown(at: moment))
  }

  /// What is drawn again after a notice.
  func shown(at moment: Moment) -> [StudyScreen] {
    switch state {
    case .asking(let asked): [.question(screen(of: asked, at: moment))]
    case .teaching(let asked, let lesson, let alike):
      [.lesson(screen(of: asked, lesson, alike, at: moment))]
    case .choosing(let offer): [.choice(ChoiceScreen(offer))]
    default: []
    }
  }
}

extension QuestionController {
  /// Goes on with what the learner did.
  public mutating func handle(_ action: StudyAction, at moment: Moment) -> StudyStep {
    switch action {
    case .end: return leave()
    case .submit(let line, let keys): return submit(TypedAnswer(line: line, keys: keys), at: moment)
    case .command(let command, let count, let text):
      return perform(command, count, text, at: moment)
    case .request(let request):
      beginChange()
      return StudyStep(effect: .request(request, asked: asked?.card))
    case .unusable(.request(let flaw)):
      return resume(with: .problem, ["The request can't be used: \(flaw)."], at: moment)
    case .unusable(.tooLong):
      return resume(
        with: .problem, ["That line is too long for an answer; nothing was recorded."], at: moment)
    case .unusable(.garbled):
      return resume(
        with: .problem,
        ["That line is not UTF-8; nothing was recorded. Set the terminal to UTF-8."], at: moment)
    case .unknownCommand(let name):
      return resume(with: .problem, [Self.unknown(name)], at: moment)
    }
  }

  private mutating func submit(_ typed: TypedAnswer, at moment: Moment) -> StudyStep {
    switch state {
    case .asking(let asked):
      return typed.line.allSatisfy(\.isWhitespace)
        ? reveal(asked, at: moment) : judge(typed, asked, at: moment)
    case .revealed(let asked):
      return grade(typed.line, asked, at: moment)
    case .teaching(let asked, let lesson, _):
      return goOn(with: lesson.taught(asked.card.id), at: moment)
    case .pausing(let asked, let pause): return goOn(after: asked, pause, typed, at: moment)
    case .choosing(let offer): return choose(typed.line, offer, at: moment)
    case .stalled:
      return advance(at: moment)
    default:
      return StudyStep(isOver: true)
    }
  }

  /// Goes on with the answer that waited for the judge.
  private mutating func prepared(
    _ judge: Judge, _ pace: Pace?, of kind: DirectionKind, at moment: Moment
  ) -> StudyStep {
    var judge = judge
    for question in started where question.direction.kind == kind { judge.start(question) }
    judges[kind] = judge
    self.pace = pace
    guard case .preparing(let asked, let typed) = state else { return StudyStep() }
    state = .asking(asked)
    return self.judge(typed, asked, at: moment)
  }

  private mutating func judge(_ typed: TypedAnswer, _ asked: AskedCard, at moment: Moment)
    -> StudyStep
  {
    let kind = asked.card.id.direction.kind
    guard let judge = judges[kind] else {
      state = .preparing(asked, typed)
      return StudyStep(effect: .prepareJudge(kind))
    }
    let verdict = judge.judge(
      typed.line, for: asked.card, keys: typed.keys, accepted: asked.standing.accepted,
      forgivesTypos: asked.forgivesTypos(typos))
    let grade: Grade
    switch verdict.kind {
    case .retry:
      return StudyStep(
        [.verdict(retryScreen(of: asked, typed: typed.line, verdict))] + shown(at: moment))
    case .wrong: grade = .again
    case .correct, .remark: grade = .good
    }
    let review = asked.review(
      grade, typed: typed.line, verdict: verdict.kind.rawValue, mistake: verdict.mistake?.rawValue,
      occasion: occasion(of: asked), at: moment)
    state = .recording(asked, review, verdict)
    let other = grade == .again ? verdict.mistakenFor.first.flatMap(judge.vocabulary.original) : nil
    return StudyStep(effect: .record(review, of: asked.card, mistakenFor: other, load: asked.load))
  }

  /// On what occasion a card is answered, if it is not the usual one.
  private func occasion(of asked: AskedCard) -> ReviewOccasion? {
    style.crams ? .cram : taught.contains(asked.card.id) ? .taught : nil
  }

  /// Shows the answer with what each grade would do, for which the card is looked up once more: another
  /// session may have answered it.
  mutating func reveal(_ asked: AskedCard, at moment: Moment) -> StudyStep {
    state = .revealing(asked)
    return StudyStep(effect: .fetch(asked.card.id))
  }

  private mutating func revealed(
    _ asked: AskedCard, _ standing: CardStanding, at moment: Moment
  ) -> StudyStep {
    guard standing.schedule == asked.schedule else {
      if let due = standing.schedule?.due {
        queue.put(asked.card.id, due: due, at: moment)
      } else {
        queue.putFirst(asked.card.id)
      }
      return advance(
        at: moment,
        after: [notice(.information, ["This card was answered in another session meanwhile."])])
    }
    state = .revealed(asked)
    return StudyStep([.revealed(revealedScreen(of: asked, at: moment))])
      .saying(speech(withAnswerOf: asked))
  }

  private mutating func grade(_ line: String, _ asked: AskedCard, at moment: Moment) -> StudyStep {
    guard let grade = Grade(typed: line) else {
      return resume(
        with: .problem, ["Type 1 (again), 2 (hard), 3 (good) or 4 (easy); :help lists commands."],
        at: moment)
    }
    let review = asked.review(
      grade, typed: nil, verdict: nil, mistake: nil, occasion: occasion(of: asked), at: moment)
    state = .recording(asked, review, nil)
    return StudyStep(effect: .record(review, of: asked.card, mistakenFor: nil, load: asked.load))
  }

  /// The card that is being taught, asked or recorded, or whose verdict is shown.
  var asked: AskedCard? {
    switch state.underlying {
    case .asking(let asked), .revealing(let asked), .revealed(let asked): asked
    case .recording(let asked, _, _): asked
    case .preparing(let asked, _), .teaching(let asked, _, _), .pausing(let asked, _): asked
    default: nil
    }
  }

  /// Has the card that is asked, if it is this one, have other marks.
  mutating func mark(_ card: CardID, _ marks: CardMarks) {
    state = state.marking(card, marks)
  }

  /// The cards that were taken out of the queue and wait for their answers, the next one first.
  var interrupted: [CardID] {
    switch state.underlying {
    case .asking(let asked), .revealing(let asked), .revealed(let asked): [asked.card.id]
    case .preparing(let asked, _): [asked.card.id]
    case .teaching(let asked, let lesson, _): lesson.cards(with: asked.card.id)
    default: []
    }
  }

  /// Whether a card waits for its answer, so that it counts as remaining.
  var isAsking: Bool {
    if case .ending(_, isUnfinished: true) = state { true } else { !interrupted.isEmpty }
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

extension QuestionController.State {
  /// The same state, with other marks on a card.
  fileprivate func marking(_ card: CardID, _ marks: CardMarks) -> Self {
    func marked(_ asked: AskedCard) -> AskedCard {
      asked.card.id == card ? asked.marked(marks) : asked
    }
    return switch self {
    case .asking(let asked): .asking(marked(asked))
    case .revealed(let asked): .revealed(marked(asked))
    case .teaching(let asked, let lesson, let alike): .teaching(marked(asked), lesson, alike: alike)
    case .pausing(let asked, let pause): .pausing(marked(asked), pause)
    case .changing(let state): .changing(state.marking(card, marks))
    default: self
    }
  }

  /// The state in which a change began, or this one.
  var underlying: Self {
    if case .changing(let state) = self { state } else { self }
  }
}

/// An answer as it was typed.
struct TypedAnswer: Hashable {
  /// The line as it stood when it was sent.
  let line: String
  /// The keys it was typed with, if they were turned into kana on the way.
  let keys: String?
}
