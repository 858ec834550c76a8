import Foundation
import RabbleControllers
import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// A study session: takes what the learner does, and returns the screens that follow.
///
/// The controller decides what comes next; the session carries out the effects it asks for on the
/// review log and the decks. An answer is on disk before the screen of its verdict is returned.
public struct StudySession {
  /// Whether the session has ended; ``send(_:)`` does nothing more then.
  public private(set) var isOver = false

  /// Whether it ended because the review log was moved, or may not have kept the last answer. The
  /// last screens say what to do.
  public private(set) var hasFailed = false

  /// How many answers could not be saved, as on a full disk, and were not given again since. The last
  /// screen says why.
  public var unsavedAnswers: Int { controller.unsavedAnswers }

  /// Whether there was a card to ask when the session was made.
  public let hadCards: Bool

  /// The titles of the groups whose cards were answered.
  private(set) var answeredGroups: Set<String> = []

  private(set) var library: Library
  private var decks: SessionDecks
  private var controller: QuestionController
  private var options: SessionOptions
  private let offer: BacklogOffer?
  private var ledger = SessionLedger()

  /// They know the answers of all groups, so that none of a card that counts passes for a typo of
  /// another.
  private var judges: BackgroundJudges

  /// The kana that the learner knew when they were first needed.
  private var knownKana: Set<Character>?

  private var log: StudyLog { library.log }
  private var plan: StudyPlan { decks.plan }
  private var now: Moment { library.surroundings.now() }
  private var isTutorial: Bool { library.locations == nil }

  /// What there is to say before the first card, a line each.
  private let opening: [String]

  init(
    _ library: Library, _ plan: StudyPlan, _ options: SessionOptions, _ queue: ReviewQueue,
    opening: [String] = [], offer: BacklogOffer? = nil
  ) {
    self.library = library
    self.opening = opening
    self.offer = offer
    decks = SessionDecks(plan)
    self.options = options
    controller = QuestionController(
      queue: queue, localTime: library.surroundings.localTime,
      style: options.style(library.settings), typos: library.settings.typos)
    hadCards = controller.hasCards
    judges = BackgroundJudges(library, plan)
  }

  /// The card that is being asked, if one is.
  public var currentCard: Card? { controller.currentCard }

  /// The card that waits for its answer, or did when the session was left.
  var unansweredCard: CardID? { controller.unansweredCard }

  /// The answers of this session, correct and incorrect.
  public var score: Score { controller.score }

  /// Something to tell with the counts of this session.
  package func notice(_ lines: [String], topic: String) -> NoticeScreen {
    controller.notice(lines, topic: topic)
  }

  /// Begins the session.
  ///
  /// - Returns: the screens to draw, in order.
  public mutating func start() -> [StudyScreen] {
    var screens: [StudyScreen] = []
    follow(controller.start(at: now, saying: opening, offering: offer)) { screens.append($0) }
    return screens
  }

  /// Takes what the learner did.
  ///
  /// - Returns: the screens to draw, in order. What could not be done is said in one of them.
  public mutating func send(_ action: StudyAction) -> [StudyScreen] {
    var screens: [StudyScreen] = []
    take(action) { screens.append($0) }
    return screens
  }

  /// Runs the whole session on a view.
  ///
  /// - Throws: what the view throws.
  public mutating func run(on view: any StudyView) throws {
    try follow(controller.start(at: now, saying: opening, offering: offer), draw: view.draw)
    while !isOver { try take(view.nextAction(), draw: view.draw) }
  }

  private mutating func take(
    _ action: StudyAction, draw: (StudyScreen) throws -> Void
  ) rethrows {
    guard !isOver else { return }
    if let failure = options.speaker?.takeFailure() {
      try follow(controller.receive(.told([failure]), at: now), draw: draw)
    }
    if case .command(let command, let count?, nil) = action, command == .undo || command == .redo,
      (1...QuestionController.mostAtOnce).contains(count)
    {
      return try change(command, times: count, draw: draw)
    }
    try perform(action, draw: draw)
  }

  /// Undoes or redoes several things, each as by itself; what was asked in between is not shown.
  private mutating func change(
    _ command: StudyCommand, times: Int, draw: (StudyScreen) throws -> Void
  ) rethrows {
    var last: [StudyScreen] = []
    for _ in 0..<times {
      let before = ledger.changes
      last = []
      try perform(.command(command)) { screen in
        if case .notice = screen { try draw(screen) } else { last.append(screen) }
      }
      if isOver || ledger.changes == before { break }
    }
    for screen in last { try draw(screen) }
  }

  private mutating func perform(
    _ action: StudyAction, draw: (StudyScreen) throws -> Void
  ) rethrows {
    if action != ledger.lastAction { ledger.offered = nil }
    ledger.lastAction = action
    // The load decides on which day the card returns, which no prompt waits for. Where the days
    // can't be counted, chance decides.
    if let card = controller.currentCard,
      let load = try? log.read({ try $0.dueLoad.besides(card.id, at: now) })
    {
      controller.plan(with: load)
    }
    try follow(controller.handle(action, at: now), draw: draw)
  }

  /// Draws the screens of a step and carries out its effect, step by step, until the learner is
  /// asked; then begins to make the judge of the card that is asked.
  private mutating func follow(_ step: StudyStep, draw: (StudyScreen) throws -> Void) rethrows {
    var step = step
    while true {
      for screen in step.screens { try draw(screen) }
      if let speech = step.speech { options.speaker?.say(speech) }
      guard let effect = step.effect else { break }
      step = controller.receive(carryOut(effect), at: now)
    }
    isOver = step.isOver
    if let card = controller.currentCard { judges.prepare(card.id.direction.kind) }
  }

  // MARK: - Effects

  private mutating func carryOut(_ effect: StudyEffect) -> StudyOutcome {
    do {
      switch effect {
      case .prepareJudge(let kind): return try judge(of: kind)
      case .fetch(let id): return try fetch(id)
      case .fetchLesson(let id): return try fetchLesson(id)
      case .findMore(let count, let allowed, let new):
        return .found(
          options.hearable(try library.entries(plan, options, besides: new + count, at: now)),
          count,
          allowed: allowed)
      case .refill(let pace): return try refill(pace)
      case .record(let review, let card, let other, let load):
        return try record(review, of: card, mistakenFor: other, load)
      case .suspend(let card, let state): return try suspend(card, state)
      case .mark(let card, let change):
        let isAsked = currentCard?.id == card
        return noted(try library.mark(card, change, toggling: !isAsked))
      case .inspect(let card):
        let standing = try log.read { try $0.cards.standing(of: card, in: library.groups, at: now) }
        return standing.map { .inspected($0) } ?? .told(["No deck has this card any more."])
      case .adjust(let card, let adjustment): return noted(try library.adjust(card, adjustment))
      case .undo: return try changed(ledger.undo(in: library, asked: currentCard), isUndoing: true)
      case .redo: return try changed(ledger.redo(in: library, asked: currentCard), isUndoing: true)
      case .revise(let id, let grade, let accepts):
        return try revise(id, to: grade, accepting: accepts)
      case .edit(let card):
        let card = try current(card)
        return try edit { [plan = plan] in try $0.edit(card, plan) }
      case .addQuestions(let card):
        let card = try current(card)
        return try edit { [plan = plan] in try $0.add(toGroupOf: card, plan) }
      case .request(let request, let asked): return try meet(request, asked)
      case .explain(let card): return .explained(try log.read { try $0.cards.history(of: card) })
      case .findNextDue(let withDay):
        let (due, left) = try nextDue()
        return .nextDue(
          due, left: left,
          // The tutorial is in memory, and no day of study; without any deck there is none either. The day
          // has all cards, whichever the session asked.
          withDay && !isTutorial && !library.titles.isEmpty
            ? try library.today(try library.plan()) : nil)
      }
    } catch let error as StorageError where error.endsSession {
      hasFailed = true
      return .ended("\(error)")
    } catch {
      return .failed("\(error)")
    }
  }

  /// Makes the judge of one kind of card, with the time that right answers take.
  private func judge(of kind: DirectionKind) throws -> StudyOutcome {
    let durations =
      library.settings.suggestsByTime
      ? try log.read { try $0.reviews.durationsOfRightAnswers(latest: Pace.most) } : []
    return .prepared(try judges.judge(of: kind), Pace(durations: durations), of: kind)
  }

  /// Rebuilds the queue where decks have changed.
  private mutating func refillIfChanged() throws -> StudyOutcome? {
    let news = options.practicesConfusions ? [] : try decks.rereadChanged(&library)
    guard !news.isEmpty else { return nil }
    judges = BackgroundJudges(library, plan)
    return .refilled(try library.queue(plan, options, at: now), news)
  }

  /// Looks up a card, or rebuilds the queue where decks have changed.
  private mutating func fetch(_ id: CardID) throws -> StudyOutcome {
    if let refilled = try refillIfChanged() { return refilled }
    let standing = try log.read {
      try $0.reviews.verify(id)
      return try $0.cards.standing(of: id, in: plan.groups, at: now)
    }
    return try standing.map { .fetched(try withRomaji($0)) } ?? .vanished
  }

  private mutating func fetchLesson(_ id: CardID) throws -> StudyOutcome {
    if let refilled = try refillIfChanged() { return refilled }
    let found = try log.read { tx in
      try tx.cards.standing(of: id, in: plan.groups, at: now).map {
        ($0, try decks.alike(to: $0.card, tx))
      }
    }
    return try found.map { .fetchedLesson(try withRomaji($0), alike: $1) } ?? .vanished
  }

  private mutating func record(
    _ review: Review, of card: Card, mistakenFor other: Question?, _ load: DueLoad
  ) throws -> StudyOutcome {
    try judges.requireSound()
    let recorded = try log.write {
      try $0.reviews.record(review, of: card, mistakenFor: other, load: load)
    }
    answeredGroups.insert(card.group)
    ledger.add(recorded.id)
    return .recorded(recorded)
  }

  private mutating func suspend(_ card: CardID, _ state: Suspension) throws -> StudyOutcome {
    ledger.add(try log.write { try $0.suspensions.suspend(card, state, at: now) })
    return .suspended(card, state)
  }

  /// When the next card is due: now, where an ordinary session asks some that this one did not choose, or that
  /// were unlocked in it. `left` is how many, where this one is ordinary itself.
  private func nextDue() throws -> (due: Due?, left: Int) {
    let now = now
    var waits = false
    if options.practicesConfusions || options.crams || plan.filter != nil {
      var (options, plan) = (options, plan)
      options.crams = false
      plan.filter = nil
      let queue = try library.queue(plan, options, at: now)
      if queue.ready(at: now).total + queue.heldBack > 0 { return (.at(now.milliseconds), 0) }
    } else {
      let (all, allowed, _) = try library.leftToday(
        plan, newPerDay: options.newPerDay, hears: options.speaker != nil, at: now)
      // More from a group than the session was to take come on another day.
      let left = allowed + (options.newPerGroup == nil ? all.new : 0)
      if left > 0 { return (.at(now.milliseconds), left) }
      waits = all.due > allowed
    }
    let due = try log.read {
      try $0.queue.nextDue(
        of: plan.groups, after: plan.prerequisites, holdingBack: waits,
        newPerDay: options.newPerDay ?? library.settings.newPerDay, at: now)
    }
    return (due, 0)
  }

  /// Decides whether a card shows its romaji: until every kana of it has a card that was learned
  /// before this session.
  private mutating func withRomaji(_ standing: CardStanding) throws -> CardStanding {
    let question = standing.card.question
    guard question.romaji != nil, standing.card.id.direction == .recognition else {
      return standing
    }
    let known = try knownKana ?? log.read { try $0.cards.knownKana }
    knownKana = known
    var standing = standing
    let prompt = question.rubyPrompt.base
    let kana = Judge.isKana(prompt) ? prompt : question.readings.first ?? prompt
    standing.showsRomaji = !kana.spelledKana.isSubset(of: known)
    return standing
  }

  /// Keeps what was done to a card for `:undo`.
  private mutating func noted(_ done: HandChange) -> StudyOutcome {
    if let event = done.event { ledger.add(event) }
    return done.outcome
  }

  /// A card as the decks have it now: the one that was answered last may have been edited since.
  private func current(_ card: Card) throws -> Card {
    try log.read { try $0.cards.standing(of: card.id, in: library.groups, at: now) }?.card ?? card
  }

  /// Lets the learner change decks; each change can be undone.
  private mutating func edit(_ body: (SessionEditing) throws -> StudyOutcome) throws
    -> StudyOutcome
  {
    let changes = Changes()
    defer { for id in changes.events { ledger.add(id) } }
    return try changed(
      body(SessionEditing(library, options.author) { changes.events.append($0) }))
  }

  /// Does what a program asks for.
  private mutating func meet(_ request: StudyRequest, _ asked: Card?) throws -> StudyOutcome {
    let standing = try library.standing(of: request, asked)
    switch (request.kind, standing) {
    case (.suspend, let standing?): return try suspend(standing.card.id, .suspended)
    case (.bury, let standing?):
      return try suspend(standing.card.id, .buried(until: now.day.advanced(byDays: 1)))
    case (.unsuspend, let standing?):
      guard standing.suspension.holds(on: now.day) else {
        return .told(["This card is not suspended or buried."])
      }
      _ = try suspend(standing.card.id, .active)
      return .unsuspended(
        standing.card.id, due: standing.schedule?.due, isHeld: try library.isHeld(standing.card.id))
    case (.flag, let standing?):
      return noted(try library.mark(standing.card.id, .flag(true), toggling: true))
    case (.tag, let standing?):
      return noted(
        try library.mark(standing.card.id, .tag(typed: request.text ?? ""), toggling: false))
    case (.note, let standing?):
      return noted(
        try library.mark(standing.card.id, .note(typed: request.text ?? ""), toggling: false))
    case (.forget, let standing?): return noted(try library.adjust(standing.card.id, .forget))
    case (.known, let standing?): return noted(try library.adjust(standing.card.id, .known))
    case (.reschedule, let standing?):
      guard let day = QuestionController.day(request.text ?? "", from: now.day) else {
        return .failed(
          "“text” must be a day from today to ten years from now: a number of days, “tomorrow”, or a "
            + "date such as 2026-12-01.")
      }
      return noted(try library.adjust(standing.card.id, .due(day)))
    case (.info, let standing?): return .inspected(standing)
    case (.why, let standing?):
      return .explainedOther(try library.explanation(of: standing))
    case (.edit, let standing?):
      return try edit { [groups = library.groups] in
        try $0.change(standing.card, request.questions ?? "{}", copying: request.copies, groups)
      }
    case (.add, let standing):
      let title = request.group ?? standing?.card.group
      return try edit {
        try $0.add(request.questions ?? "", to: title ?? "", copying: request.copies)
      }
    case (_, nil): return .told(["No card is being asked; name one with “card”."])
    }
  }

  /// Continues with the decks as they are now.
  private mutating func changed(
    _ outcome: StudyOutcome, isUndoing: Bool = false
  ) throws -> StudyOutcome {
    guard case .decksChanged = outcome else { return outcome }
    try decks.reread(&library, isUndoing: isUndoing)
    judges = BackgroundJudges(library, plan)
    return outcome
  }

  /// The queue of a new day, or at the pace that the learner chose, which holds from then on.
  private mutating func refill(_ pace: BacklogOffer.Pace?) throws -> StudyOutcome {
    var lines: [String] = []
    if let pace {
      options.catchUp(at: BacklogShare(reviews: pace.reviews))
      // The pace holds for this session where it can't be kept for the next.
      lines = [library.keep(pace)].compactMap { $0 }
    }
    return .refilled(try library.queue(plan, options, at: now), lines)
  }
}

/// The events of the changes that the learner makes in an editor or form.
private final class Changes {
  var events: [EventID] = []
}

// MARK: - Regrading

extension StudySession {
  /// Gives an answer another grade: this one, or the last in the log, and where that was given on an
  /// earlier day only after saying so.
  private mutating func revise(_ id: EventID?, to grade: Grade, accepting accepts: Bool) throws
    -> StudyOutcome
  {
    let found = try log.read { tx in
      try id.map { try tx.reviews.review($0)?.review } ?? tx.reviews.last()
    }
    guard let old = found else { return .told(["There is no answer to change."]) }
    let card = old.review.card
    let standing = try log.read { try $0.cards.standing(of: card, in: library.groups, at: now) }
    let asked =
      standing.map { "\($0.card.asked.prompt) → \($0.card.asked.answer)" }
      ?? "\(old.prompt) → \(old.answer)"
    let acceptance = try accepts ? judges.acceptance(of: old.review.typed, for: standing) : nil
    let isAccepted = if case .accepted = acceptance { true } else { false }
    if !old.isRetracted, !isAccepted, old.review.regraded(grade).grade == old.review.grade {
      return .gradedSo(UnrevisedAnswer(old.review, of: asked, wanted: grade, acceptance))
    }
    if id == nil, old.review.moment.day < now.day, ledger.offered != old.id {
      ledger.offered = old.id
      return .told([
        "Your last answer was given on an earlier day: “\(old.prompt) → \(old.answer)” in "
          + "\(old.group) (\(old.review.grade.name)), \(old.review.moment.day.iso8601).",
        "Type the command again to change it.",
      ])
    }
    let revised = try log.write {
      try $0.reviews.revise(old.id, to: grade, accepting: isAccepted, at: now)
    }
    guard let revised else { return .nothingToRevise }
    ledger.add(revised.answer.id)
    return .revised(
      RevisedAnswer(old: old.id, revised.answer, to: revised.review, of: asked, acceptance))
  }
}
