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
package struct QuestionController: Sendable {
  /// The judges made so far, each for cards that ask for one kind of thing.
  var judges: [DirectionKind: Judge] = [:]
  /// Whether furigana are drawn before the answer; `nil` for what each group says.
  var drawsFurigana: Bool?
  var pace: Pace?
  let localTime: LocalTime
  let style: SessionStyle
  /// Whether typos are forgiven where neither the question nor its group says.
  let typos: TypoRule
  /// The cards that were answered in this session.
  private var started: [AskedQuestion] = []
  /// The cards that were taught in this session and not answered since.
  var taught: Set<CardID> = []
  /// What the cards of lessons were shown with.
  var shownAnswers: [CardID: String] = [:]
  /// The cards whose lesson was skipped.
  var untaught: Set<CardID> = []
  /// The lesson that goes on with its next card, after others that were brought back by an undo.
  var interruptedLesson: Lesson?
  /// The cards that were suspended or buried here without being in this session.
  var outsiders: Set<CardID> = []
  /// The card that was answered last.
  private(set) var lastAnswered: Card?
  /// The card that was asked when the learner left.
  private var unanswered: CardID?
  /// How long the session has taken; a break of more than five minutes is none of it.
  private var time = SessionTime(longest: 5 * 60_000)
  /// The same by which it is estimated how long the rest takes, where a minute is the most, as in statistics.
  private var pacedTime = SessionTime(longest: DailyProgress.longestAnswer)
  /// Whether the learner asked for more cards when the minutes were over.
  var runsOver = false
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
  package init(
    queue: ReviewQueue, localTime: LocalTime, style: SessionStyle = SessionStyle(),
    typos: TypoRule = .on
  ) {
    self.typos = typos
    self.queue = queue
    self.style = style
    self.localTime = localTime
  }

  /// The answers of this session, correct and incorrect.
  package var score: Score { tally.score }

  /// How many answers were refused and not given again since.
  package var unsavedAnswers: Int { tally.unsaved?.count ?? 0 }

  /// Whether there is a card to ask.
  package var hasCards: Bool { queue.remaining > 0 && style.minutes != 0 }

  /// The card that is being taught, asked or recorded, or whose verdict is shown.
  var asked: AskedCard? { state.asked }

  /// The cards that were taken out of the queue and wait for their answers, the next one first.
  var interrupted: [CardID] { state.interrupted }

  /// The card that is asked now, if one is.
  package var currentCard: Card? { asked?.card }

  /// The card that waits for its answer, or did when the learner left.
  package var unansweredCard: CardID? { unanswered ?? interrupted.first }

  /// Takes the due load of the coming days, for the card that is asked now: the day it returns on
  /// depends on it, and no prompt does.
  package mutating func plan(with load: DueLoad) {
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
  package mutating func start(
    at moment: Moment, saying lines: [String] = [], offering offer: BacklogOffer? = nil
  ) -> StudyStep {
    pass(to: moment)
    let notices = lines.isEmpty ? [] : [notice(.information, lines)]
    guard let offer else { return advance(at: moment, after: notices) }
    state = .choosing(offer)
    return StudyStep(notices + shown(at: moment))
  }

  /// Goes on with what came of an effect.
  package mutating func receive(_ outcome: StudyOutcome, at moment: Moment) -> StudyStep {
    switch outcome {
    case .prepared(let judge, let pace, let kind): prepared(judge, pace, of: kind, at: moment)
    case .fetched(let standing): fetched(standing, at: moment)
    case .fetchedLesson(let standing, let alike): teach(standing, alike, at: moment)
    case .vanished: vanished(at: moment)
    case .found(let entries, let most, let allowed):
      found(entries, most, allowed: allowed, at: moment)
    case .refilled(let queue, let lines): refilled(queue, lines, at: moment)
    case .recorded(let answer): recorded(answer, at: moment)
    case .retracted(let id, let review, let prompt, let due):
      retracted(id, review, prompt, due: due, at: moment)
    case .redone(let id, let review, let prompt, let due):
      redone(id, review, prompt, due: due, at: moment)
    case .regraded(let old, let new, let review, let due, let line):
      regraded(old, new, review, due: due, line, at: moment)
    case .revised(let answer): revised(answer, at: moment)
    case .gradedSo(let answer): gradedSo(answer, at: moment)
    case .marked(let card, let marks, let change, let isNews):
      marked(
        card, marks,
        refusal(change, of: card, isNews: isNews) ?? Self.sentence(change, isNews: isNews),
        at: moment)
    case .markedAgain(let card, let marks, let line): marked(card, marks, line, at: moment)
    case .inspected(let standing): told(of: standing, at: moment)
    case .adjusted(let card, let adjustment, let firstDue):
      left(card, Self.sentence(adjustment, firstDue: firstDue), at: moment)
    case .adjustedAgain(let card, let line): left(card, line, at: moment)
    case .notAdjusted(let adjustment):
      resume(with: .information, [Self.refusal(adjustment)], at: moment)
    case .adjustmentRetracted(let card, let due, let line):
      askAgain(card, due: due, line, at: moment)
    case .suspended(let card, let state): suspended(card, state, at: moment)
    case .unsuspended(let card, let due, let isHeld):
      unsuspended(card, due: due, isHeld: isHeld, at: moment)
    case .suspensionRetracted(let card, let due, let isHeld, let line):
      staysOut(card, due: due, isHeld: isHeld)
        ? resume(with: .information, [line], at: moment)
        : askAgain(card, due: due, line, at: moment)
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
    case .nextDue(let due, let left, let today):
      end(nextDue: due, leftToday: left, today, at: moment)
    case .failed(let reason): failed(reason, at: moment)
    case .ended(let reason): ended(reason, at: moment)
    }
  }

  /// Asks for the next card, or for the end when there is none.
  mutating func advance(
    at moment: Moment, wanted: CardID? = nil, after screens: [StudyScreen] = []
  ) -> StudyStep {
    var screens = screens
    if moment.day != queue.day, !style.asksEarly {
      state = .refilling(wanted: wanted)
      return StudyStep(screens, effect: .refill(nil))
    }
    if let minutes = style.minutes, !queue.isWrappingUp, isTimeOver(at: moment) {
      queue.wrapUp()
      let over = "\(NumberText.count(minutes, "minute")) \(minutes == 1 ? "is" : "are") over."
      screens.append(notice(.information, [over + Self.wrappingUp(queue)]))
    }
    if let card = queue.next(at: moment) {
      state = .fetching(card, isWanted: card == wanted)
      return StudyStep(screens, effect: .fetch(card))
    }
    state = .ending(isOver: tally.count == 0, left: nil)
    return StudyStep(screens, effect: .findNextDue(withDay: style.showsToday))
  }

  static func wrappingUp(_ queue: ReviewQueue) -> String {
    queue.remaining == 0
      ? " This session ends here."
      : " No other cards are started; \(NumberText.count(queue.remaining, "card")) to finish."
  }

  /// Notes that the learner did something.
  mutating func pass(to moment: Moment) {
    time.pass(to: moment)
    pacedTime.pass(to: moment)
  }

  /// The seconds that the session has taken, without breaks.
  func seconds(until moment: Moment) -> Int { time.seconds(until: moment) }

  /// About how many seconds a number of cards takes, by those that were answered.
  func seconds(forCards count: Int, at moment: Moment) -> Int {
    pacedTime.seconds(until: moment) * count / max(1, tally.count)
  }

  /// Whether the minutes of the session are over, after which no other card is started.
  func isTimeOver(at moment: Moment) -> Bool {
    style.minutes.map { seconds(until: moment) / 60 >= $0 && !runsOver } ?? false
  }

  /// Leaves, whatever is being asked, once it is known what the summary needs.
  mutating func leave(at moment: Moment) -> StudyStep {
    unanswered = interrupted.first
    interrupt()
    let heldBack = style.crams ? 0 : queue.heldBackFromSession
    var left = queue.ready(at: moment).total == 0 ? nil : queue.remaining + heldBack
    // The choice tells how many cards are due, and so does the end.
    if case .choosing(let offer) = state.underlying { left = offer.due }
    state = .ending(isOver: true, left: left)
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
        || queue.isOutdated(standing.card.id, due: schedule.due)
    {
      // Another terminal answered it since the session began.
      queue.put(standing.card.id, due: schedule.due, at: moment)
      return advance(at: moment)
    }
    if standing.suspension.holds(on: moment.day) {
      let held = standing.suspension == .suspended ? "suspended" : "buried"
      let name = RubyText(standing.card.asked.prompt).base
      return advance(
        at: moment,
        after: isWanted
          ? [notice(.information, ["“\(name)” is \(held), so it is not asked."])] : [])
    }
    if standing.isHeldBySibling, !style.asksEarly, !isWanted {
      // Another card of its question was answered since.
      return advance(at: moment)
    }
    let isOutdated = forgetLesson(of: standing.card)
    if standing.schedule == nil, isShownFirst(standing.card.id) {
      return beginLesson(with: standing.card.id, isWanted: isWanted || isOutdated, at: moment)
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

  private mutating func recorded(_ answer: RecordedAnswer, at moment: Moment) -> StudyStep {
    guard case .recording(let asked, let review, let verdict) = state else { return StudyStep() }
    tally.add(
      answer.id, review, asked: "\(asked.question.prompt) → \(asked.question.answer)")
    tally.save(asked.card.id)
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
    state = .pausing(asked.answered(answer), pause)
    return StudyStep(screens).saying(speech)
  }

  /// Says that another session answered the card meanwhile. No answer is lost: both count, this one by the
  /// time that has passed since the other.
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

  /// Puts a card back into the queue after an answer, unless that had it suspended. An answer that
  /// changes no schedule brings it back when it was wrong.
  mutating func putBack(
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

  /// `leftToday` is how many cards another session of the day asks.
  private mutating func end(
    nextDue: Due?, leftToday: Int, _ today: TodayScreen?, at moment: Moment
  ) -> StudyStep {
    guard case .ending(let isOver, var left) = state else { return StudyStep() }
    if left == nil, !style.crams {
      let more = max(queue.heldBackFromSession, leftToday)
      left = more == 0 ? nil : more + queue.remaining
    }
    let nextDue = left == nil ? nextDue : .at(moment.milliseconds)
    let summary = summary(nextDue: nextDue, today, left: left, isFinal: isOver, at: moment)
    state = .finished(nextDue: nextDue, today, left: left)
    return StudyStep([.summary(summary)], isOver: isOver)
  }

  /// Tells what went wrong, and stays where the learner was.
  private mutating func failed(_ reason: String, at moment: Moment) -> StudyStep {
    switch state {
    case .fetching(let card, _):
      queue.putFirst(card)
      return stalled(reason)
    case .fetchingLesson:
      interrupt()
      return stalled(reason)
    case .preparing(let asked, _):
      tally.refuse(asked.card.id, because: reason)
      state = .asking(asked)
      return resume(with: .problem, [reason, "Please answer again."], at: moment)
    case .revealing(let asked):
      state = .asking(asked)
      return resume(with: .problem, [reason, "Please answer again."], at: moment)
    case .refilling: return stalled(reason)
    case .recording(let asked, let review, _):
      tally.refuse(asked.card.id, because: reason)
      state = review.typed == nil ? .revealed(asked) : .asking(asked)
      return resume(
        with: .problem, [reason, "The answer was not saved. Please answer again."], at: moment)
    case .ending(let isOver, let left):
      state = .finished(nextDue: nil, nil, left: left)
      let notice = notice(.problem, [reason])
      let summary = summary(nextDue: nil, nil, left: left, isFinal: isOver, at: moment)
      return StudyStep([notice, .summary(summary)], isOver: isOver)
    default:
      return resume(with: .problem, [reason], at: moment)
    }
  }

  /// Tells what went wrong; the next line tries again.
  private mutating func stalled(_ reason: String) -> StudyStep {
    state = .stalled
    return StudyStep([notice(.problem, [reason, "Press Enter to try again, or type :quit."])])
  }

  /// Tells what went wrong, and ends the session: no verdict is given for what may not be kept.
  private mutating func ended(_ reason: String, at moment: Moment) -> StudyStep {
    let notice = notice(.problem, [reason, "The session ends here."])
    state = .finished(nextDue: nil, nil, left: nil)
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
    case .revealed(let asked): [.revealed(revealedScreen(of: asked, at: moment))]
    case .finished(let nextDue, let today, let left):
      [.summary(summary(nextDue: nextDue, today, left: left, isFinal: false, at: moment))]
    default: []
    }
  }
}
