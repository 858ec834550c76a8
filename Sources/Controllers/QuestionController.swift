import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

/// A study session: which card is asked, what was answered, and what comes next.
///
///     try controller.start()
///     while !controller.isOver { try controller.handle(view.nextAction()) }
///
/// What the learner does goes in, and screens are shown on the way: the verdict on an answer before the next card is
/// looked up, and after the answer is on disk. The controller decides neither what is correct (judging does) nor when a
/// card returns (scheduling does), and it knows neither the review log nor a terminal: what it needs of these it asks of
/// its ``SessionWorld``.
package struct QuestionController {
  /// What a session waits for.
  enum State: Hashable, Sendable {
    /// The answer to a card.
    case asking(AskedCard)
    /// The learner's own grade of a card whose answer is shown.
    case grading(AskedCard)
    /// The right answer to a card that was missed, or an empty line.
    case retyping(AskedCard)
    /// A line after a verdict that stays until then.
    case pausing(AskedCard)
    /// What to do about a card that has become a leech once more.
    case treating(AskedCard)
    /// The learner's note on such a card, or an empty line.
    case noting(AskedCard)
    /// A line after a new card that is shown with its answer, in a lesson.
    case teaching(AskedCard, Lesson, alike: [String])
    /// How much of a backlog to study.
    case choosing(BacklogOffer)
    /// A line, after which the next card is looked up: the last try failed.
    case between
    /// An undo, more cards, or the end: all is answered. How many cards the learner left, and the outlook, if it
    /// could be told.
    case summary(Outlook?, left: Int?)
    /// Nothing more.
    case ended
  }

  let world: any SessionWorld
  let localTime: LocalTime
  let style: SessionStyle
  /// Whether typos are forgiven where neither the question nor its group says.
  let typos: TypoRule
  var state = State.between
  var queue: ReviewQueue
  var tally = SessionTally()
  /// When the learner did something last, or what came of it was looked up.
  var moment: Moment
  /// Whether the session ended because the review log may not have kept the last answer.
  package private(set) var hasFailed = false

  /// The judges made so far, each for cards that ask for one kind of thing.
  var judges: [DirectionKind: Judge] = [:]
  var pace: Pace?
  /// The cards that were answered in this session.
  var started: [AskedQuestion] = []
  /// The card that was answered last.
  var lastAnswered: Card?
  /// Whether furigana are drawn before the answer; `nil` for what each group says.
  var drawsFurigana: Bool?
  /// The lessons that were given.
  var lessons = LessonBook()
  /// The cards that were suspended or buried here without being in this session.
  var outsiders: Set<CardID> = []
  /// Whether the learner asked for more cards when the minutes were over.
  var runsOver = false
  /// Whether it was told that the desired retention can be chosen.
  var hasAdvisedOnRetention = false
  /// What has changed in the decks since the cards to ask were looked up, a line each; `nil` where nothing has.
  private(set) var deckNews: [String]?
  private var couldNotReread = false
  /// The card that was asked when the learner left.
  var unanswered: CardID?
  /// The screens of which only the last ones are shown, while several things are undone.
  private var withheld: [StudyScreen]?
  /// How long the session has taken; a break of more than five minutes is none of it.
  private var time = SessionTime(longest: 5 * 60_000)
  /// The same by which it is estimated how long the rest takes, where a minute is the most, as in statistics.
  private var pacedTime = SessionTime(longest: DailyProgress.longestAnswer)

  /// Makes the controller of a session.
  ///
  /// - Parameters:
  ///   - world: where it takes place.
  ///   - queue: the cards of the session.
  ///   - localTime: the learner's time zone.
  ///   - style: how the session goes about its cards.
  ///   - typos: whether typos are forgiven where neither the question nor its group says.
  package init(
    in world: any SessionWorld, queue: ReviewQueue, localTime: LocalTime,
    style: SessionStyle = SessionStyle(), typos: TypoRule = .on
  ) {
    self.world = world
    self.typos = typos
    self.queue = queue
    self.style = style
    self.localTime = localTime
    moment = world.now
  }

  /// Whether the session is over.
  package var isOver: Bool { state == .ended }

  /// The answers of this session, correct and incorrect.
  package var score: Score { tally.score }

  /// How many answers were refused and not given again since.
  package var unsavedAnswers: Int { tally.unsaved?.count ?? 0 }

  /// Whether there is a card to ask.
  package var hasCards: Bool { queue.remaining > 0 && style.minutes != 0 }

  /// The card that is asked or taught, or whose verdict is shown.
  package var currentCard: Card? { asked?.card }

  /// The card that waits for its answer, or did when the learner left.
  package var unansweredCard: CardID? { unanswered ?? interrupted.first }

  // MARK: - What the learner does

  /// Begins the session.
  ///
  /// - Parameters:
  ///   - lines: what there is to say before the first card, a line each.
  ///   - offer: what to choose from before it.
  /// - Throws: what the view throws.
  package mutating func start(saying lines: [String] = [], offering offer: BacklogOffer? = nil)
    throws
  {
    try attempt { session in
      session.pass()
      if !lines.isEmpty { try session.show(session.notice(.information, lines)) }
      guard let offer else { return try session.next() }
      session.state = .choosing(offer)
      try session.showAgain()
    }
  }

  /// Goes on with what the learner did. What can't be done is said on a screen.
  ///
  /// - Throws: what the view throws.
  package mutating func handle(_ action: StudyAction) throws {
    try attempt { session in
      session.pass()
      session.rereadDecks()
      session.planReturn()
      try session.take(action)
    }
  }

  /// Tells of something that has nothing to do with what the learner did.
  ///
  /// - Throws: what the view throws.
  package mutating func tell(_ lines: [String]) throws {
    try attempt { try $0.resume(with: .information, lines) }
  }

  private mutating func take(_ action: StudyAction) throws {
    switch action {
    case .end: try leave()
    case .submit(let line, let keys): try submit(TypedAnswer(line: line, keys: keys))
    case .command(let command, let count, let text): try perform(command, count, text)
    case .request(let request): try meet(request)
    case .unusable(.request(let flaw)):
      try resume(with: .problem, ["The request can't be used: \(flaw)."])
    case .unusable(.tooLong):
      try resume(
        with: .problem, ["That line is too long for an answer; nothing was recorded."])
    case .unusable(.garbled):
      try resume(
        with: .problem,
        ["That line is not UTF-8; nothing was recorded. Set the terminal to UTF-8."])
    case .unknownCommand(let name): try resume(with: .problem, [Self.unknown(name)])
    }
  }

  private mutating func submit(_ typed: TypedAnswer) throws {
    switch state {
    case .asking(let asked): try typed.isEmpty ? reveal(asked) : answer(asked, with: typed)
    case .grading(let asked): try grade(asked, as: typed.line)
    case .retyping(let asked): try retype(asked, as: typed)
    case .teaching(let asked, let lesson, _): try goOn(with: lesson.taught(asked.card.id))
    case .choosing(let offer): try choose(typed.line, offer)
    case .treating(let asked): try treat(asked, as: typed.line)
    case .noting(let asked): try note(asked, typed)
    case .pausing, .between: try next()
    case .summary, .ended: state = .ended
    }
  }

  /// Notes that the learner did something.
  private mutating func pass() {
    moment = world.now
    time.pass(to: moment)
    pacedTime.pass(to: moment)
  }

  /// Reads the decks that were changed while the learner thought; where that fails, the next card tries again.
  private mutating func rereadDecks() {
    do {
      try takeIn(world.rereadDecks())
    } catch {
      couldNotReread = true
    }
  }

  private mutating func takeIn(_ news: [String]) {
    couldNotReread = false
    guard !news.isEmpty else { return }
    deckNews = (deckNews ?? []) + news
    judges = [:]
  }

  /// The load of the coming days decides on which day the card returns that is asked, which no prompt waits for.
  private mutating func planReturn() {
    guard case .asking(var asked) = state else { return }
    asked.load = world.load(besides: asked.card.id)
    state = .asking(asked)
  }

  // MARK: - The next card

  /// Asks the next card, or ends when there is none; the wanted one is asked whether or not it is due.
  mutating func next(wanted: CardID? = nil) throws {
    moment = world.now
    if couldNotReread { try takeIn(during(.refilling) { try world.rereadDecks() }) }
    if hasStaleQueue {
      // Where only decks have changed, the card whose turn it is stays the next one.
      let card = wanted ?? (moment.day == queue.day ? queue.next(at: moment) : nil)
      try refill(beginningWith: card, isWanted: wanted != nil)
    }
    try wrapUpInTime()
    while let card = queue.next(at: moment) {
      if try ask(card, isWanted: card == wanted) { return }
    }
    try close(isOver: tally.count == 0, left: nil, withDay: style.showsToday)
  }

  /// Whether the cards to ask are those of another day, or of decks as they were.
  var hasStaleQueue: Bool {
    deckNews != nil || couldNotReread || moment.day != queue.day && !style.asksEarly
  }

  /// Rebuilds the cards to ask: a new day has started, decks were changed, or the learner chose a pace.
  mutating func refill(
    at pace: BacklogOffer.Pace? = nil, beginningWith card: CardID? = nil, isWanted: Bool = false
  ) throws {
    let (queue, lines) = try during(.refilling) { try world.queue(at: pace) }
    let earlier = self.queue
    self.queue = queue
    self.queue.goOn(from: earlier, with: card, isWanted: isWanted)
    // They must learn the answers again.
    judges = [:]
    let news = Self.news(of: self.queue, since: earlier) + (deckNews ?? []) + lines
    deckNews = nil
    if !news.isEmpty { try show(notice(.information, news)) }
  }

  /// Asks a card, or begins a lesson with it, unless something speaks against it.
  ///
  /// - Returns: whether it did.
  mutating func ask(_ card: CardID, isWanted: Bool) throws -> Bool {
    guard let standing = try during(.lookingUp(card), { try world.asking(card) }) else {
      return false
    }
    if let schedule = standing.schedule, !isWanted, !style.asksEarly,
      !isAskable(schedule) || queue.isOutdated(card, due: schedule.due)
    {
      // Another terminal answered it since the session began.
      queue.put(card, due: schedule.due, at: moment)
      return false
    }
    if standing.suspension.holds(on: moment.day) {
      let held = standing.suspension == .suspended ? "suspended" : "buried"
      let name = RubyText(standing.card.asked.prompt).base
      if isWanted {
        try show(notice(.information, ["“\(name)” is \(held), so it is not asked."]))
      }
      return false
    }
    // Another card of its question was answered since.
    if standing.isHeldBySibling, !style.asksEarly, !isWanted { return false }
    let isOutdated = lessons.forget(card, unlessShownWith: standing.card.asked.answer)
    if standing.schedule == nil, isShownFirst(card) {
      try beginLesson(with: card, isWanted: isWanted || isOutdated)
      return true
    }
    let asked = AskedCard(standing, shown: moment, number: tally.count + 1)
    state = .asking(asked)
    try showAgain()
    speech(withPromptOf: asked).map(world.say)
    return true
  }

  private func isAskable(_ schedule: Schedule) -> Bool {
    switch schedule.due {
    case .on(let day): day <= moment.day.advanced(byDays: style.daysAhead)
    case .at(let time):
      time <= moment.advanced(byMilliseconds: Int64(ReviewQueue.learnAhead) * 1000).milliseconds
    }
  }

  // MARK: - The cards in hand

  /// The card that is asked or taught, or whose verdict is shown.
  var asked: AskedCard? {
    switch state {
    case .asking(let asked), .grading(let asked), .retyping(let asked), .pausing(let asked),
      .treating(let asked), .noting(let asked):
      asked
    case .teaching(let asked, _, _): asked
    case .choosing, .between, .summary, .ended: nil
    }
  }

  /// The cards that were taken out of the queue and wait for their answers, the next one first.
  var interrupted: [CardID] {
    switch state {
    case .asking(let asked), .grading(let asked): [asked.card.id]
    case .teaching(let asked, let lesson, _): lesson.cards(with: asked.card.id)
    case .retyping, .pausing, .treating, .noting, .choosing, .between, .summary, .ended: []
    }
  }

  /// The seconds that the session has taken, without breaks.
  var seconds: Int { time.seconds(until: moment) }

  /// About how many seconds a number of cards takes, by those that were answered.
  func seconds(forCards count: Int) -> Int {
    pacedTime.seconds(until: moment) * count / max(1, tally.count)
  }

  // MARK: - Showing

  mutating func show(_ screen: StudyScreen) throws {
    if case .notice = screen {
    } else if withheld != nil {
      withheld?.append(screen)
      return
    }
    try world.show(screen)
  }

  /// Shows a notice, then what was there before it.
  mutating func resume(
    with tone: NoticeScreen.Tone, _ lines: [String], topic: String? = nil, why: WhyScreen? = nil
  ) throws {
    try show(notice(tone, lines, topic: topic, why: why))
    try showAgain()
  }

  /// Shows what the session waits for.
  mutating func showAgain() throws {
    switch state {
    case .asking(let asked): try show(.question(screen(of: asked)))
    case .teaching(let asked, let lesson, let alike):
      try show(.lesson(screen(of: asked, lesson, alike)))
    case .choosing(let offer): try show(.choice(ChoiceScreen(offer)))
    case .grading(let asked): try show(.revealed(revealedScreen(of: asked)))
    case .treating: try showTreatments()
    case .summary(let outlook, let left):
      try show(.summary(summary(outlook, left: left, isFinal: false)))
    case .retyping, .pausing, .noting, .between, .ended: break
    }
  }

  /// Does something several times as long as it succeeds, and shows only where that leads to.
  mutating func several(_ times: Int, _ body: (inout Self) throws -> Bool) throws {
    if times > 1 { withheld = [] }
    for _ in 0..<times {
      if withheld != nil { withheld = [] }
      if try !body(&self) || isOver { break }
    }
  }

  // MARK: - What can't be done

  /// What is being done while the world is asked, which decides how the session goes on when that fails.
  enum Task {
    case judging(CardID)
    case recording(CardID)
    case revealing
    case lookingUp(CardID)
    case lookingUpInLesson(CardID, Lesson)
    case refilling
    case closing(isOver: Bool, left: Int?)
  }

  private struct Setback: Error {
    let task: Task
    let cause: any Error
  }

  /// Asks something of the world.
  func during<Value>(_ task: Task, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw Setback(task: task, cause: error)
    }
  }

  /// Does what the learner wants. All that goes wrong on the way ends here, in a screen that says so.
  private mutating func attempt(_ body: (inout Self) throws -> Void) throws {
    guard !isOver else { return }
    do {
      do {
        try body(&self)
      } catch let setback as Setback {
        try recover(from: setback.cause, during: setback.task)
      } catch let failure as ViewFailure {
        throw failure
      } catch {
        try recover(from: error, during: nil)
      }
      let last = withheld ?? []
      withheld = nil
      for screen in last { try world.show(screen) }
    } catch let failure as ViewFailure {
      throw failure.cause
    }
  }

  /// Tells what went wrong, and stays where the learner was as far as that is possible.
  private mutating func recover(from error: any Error, during task: Task?) throws {
    let reason = "\(error)"
    if world.endsSession(error) {
      // No verdict is given for what may not be kept.
      hasFailed = true
      try show(notice(.problem, [reason, "The session ends here."]))
      return try showSummary(nil, left: nil, isOver: true)
    }
    switch task {
    case .judging(let card):
      tally.refuse(card, because: reason)
      try resume(with: .problem, [reason, "Please answer again."])
    case .recording(let card):
      tally.refuse(card, because: reason)
      try resume(
        with: .problem, [reason, "The answer was not saved. Please answer again."])
    case .revealing: try resume(with: .problem, [reason, "Please answer again."])
    case .lookingUp(let card):
      queue.putFirst(card)
      try stop(reason)
    case .lookingUpInLesson(let card, let lesson):
      interrupt(lesson, at: card)
      try stop(reason)
    case .refilling: try stop(reason)
    case .closing(let isOver, let left):
      try show(notice(.problem, [reason]))
      try showSummary(nil, left: left, isOver: isOver)
    case nil: try resume(with: .problem, [reason])
    }
  }

  /// Tells what went wrong; the next line tries again.
  private mutating func stop(_ reason: String) throws {
    state = .between
    try show(notice(.problem, [reason, "Press Enter to try again, or type :quit."]))
  }
}

/// An answer as it was typed.
struct TypedAnswer: Hashable {
  /// The line as it stood when it was sent.
  let line: String
  /// The keys it was typed with, if they were turned into kana on the way.
  let keys: String?

  var isEmpty: Bool { line.allSatisfy(\.isWhitespace) }
}
