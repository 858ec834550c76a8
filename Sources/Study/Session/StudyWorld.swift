import Foundation
import RabbleControllers
import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// The world of a session: a library, of which a plan says what is studied.
final class StudyWorld: SessionWorld {
  /// Draws a screen.
  var draw: (StudyScreen) throws -> Void = { _ in }
  /// The groups whose cards were answered.
  private(set) var answeredGroups: Set<GroupName> = []

  private var library: Library
  private var decks: SessionDecks
  private var options: SessionOptions
  private var ledger = SessionLedger()
  /// They know the answers of all groups, so that none of a card that counts passes for a typo of
  /// another.
  private var judges: BackgroundJudges
  /// The kana that the learner knew when they were first needed.
  private var knownKana: Set<Character>?

  private var log: StudyLog { library.log }
  private var plan: StudyPlan { decks.plan }
  private var isTutorial: Bool { library.locations == nil }

  init(_ library: Library, _ plan: StudyPlan, _ options: SessionOptions) {
    self.library = library
    self.options = options
    decks = SessionDecks(plan)
    judges = BackgroundJudges(library, plan)
  }

  var now: Moment { library.surroundings.now() }

  func show(_ screen: StudyScreen) throws {
    do {
      try draw(screen)
    } catch {
      throw ViewFailure(error)
    }
  }

  func say(_ text: String) { options.speaker?.say(text) }

  /// Why the last text could not be said, once; `nil` when it could.
  func takeFailureToSpeak() -> String? { options.speaker?.takeFailure() }

  func endsSession(_ error: any Error) -> Bool {
    (error as? StorageError)?.endsSession ?? false
  }

  /// Notes what the learner does: an undo that needs to be repeated is not repeated by anything else.
  func begin(_ action: StudyAction) {
    if action != ledger.lastAction { ledger.offered = nil }
    ledger.lastAction = action
  }
}

// MARK: - What is asked

extension StudyWorld {
  func rereadDecks() throws -> [String] {
    let news = options.practicesConfusions ? [] : try decks.rereadChanged(&library)
    if !news.isEmpty { judges = BackgroundJudges(library, plan) }
    return news
  }

  func queue(at pace: BacklogOffer.Pace?) throws -> (queue: ReviewQueue, lines: [String]) {
    var lines: [String] = []
    if let pace {
      options.catchUp(at: BacklogShare(reviews: pace.reviews))
      // The pace holds for this session where it can't be kept for the next.
      lines = [library.keep(pace)].compactMap { $0 }
    }
    return (try library.queue(plan, options, at: now), lines)
  }

  func cards(beyondLimits count: Int, besides new: Int) throws -> [QueueEntry] {
    options.hearable(try library.entries(plan, options, besides: new + count, at: now))
  }

  func asking(_ card: CardID) throws -> CardStanding? {
    let standing = try log.read {
      try $0.reviews.verify(card)
      return try $0.cards.standing(of: card, in: plan.groups, at: now)
    }
    return try standing.map(withRomaji)
  }

  /// Decides whether a card shows its romaji: until every kana of it has a card that was learned
  /// before this session.
  private func withRomaji(_ standing: CardStanding) throws -> CardStanding {
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

  func alike(to card: Card) throws -> [String] { try log.read { try decks.alike(to: card, $0) } }

  func load(besides card: CardID) -> DueLoad {
    // Where the days can't be counted, chance decides.
    (try? log.read { try $0.dueLoad.besides(card, at: now) }) ?? DueLoad()
  }

  func outlook(withDay: Bool) throws -> Outlook {
    let (due, left) = try nextDue()
    // The tutorial is in memory, and no day of study; without any deck there is none either. The day
    // has all cards, whichever the session asked.
    let showsDay = withDay && !isTutorial && !library.titles.isEmpty
    guard showsDay else { return Outlook(due: due, left: left) }
    return Outlook(
      due: due, left: left, today: try library.today(try library.plan()),
      reviews: try log.read { try $0.reviews.count(upTo: QuestionController.mostReviewsToCount) })
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
}

// MARK: - Answers

extension StudyWorld {
  /// Begins to make the judge of one kind of card.
  func prepareJudge(of kind: DirectionKind) { judges.prepare(kind) }

  func judge(of kind: DirectionKind) throws -> (judge: Judge, pace: Pace?) {
    let durations =
      library.settings.suggestsByTime
      ? try log.read { try $0.reviews.durationsOfRightAnswers(latest: Pace.most) } : []
    return (try judges.judge(of: kind), Pace(durations: durations))
  }

  func record(_ review: Review, of card: Card, mistakenFor other: Question?, load: DueLoad) throws
    -> RecordedAnswer
  {
    try judges.requireSound()
    let recorded = try log.write {
      try $0.reviews.record(review, of: card, mistakenFor: other, load: load)
    }
    answeredGroups.insert(card.group)
    ledger.add(recorded.id)
    return recorded
  }

  /// Gives an answer another grade; where it is the last in the log and was given on an earlier day, only after
  /// saying so.
  func revise(_ answer: EventID?, to grade: Grade, accepting: Bool) throws -> Revision {
    let found = try log.read { tx in
      try answer.map { try tx.reviews.review($0)?.review } ?? tx.reviews.last()
    }
    guard let old = found else { return .refused(["There is no answer to change."]) }
    let standing = try standing(of: old.review.card)
    let asked =
      standing.map { "\($0.card.asked.prompt) → \($0.card.asked.answer)" }
      ?? "\(old.prompt) → \(old.answer)"
    let acceptance = try accepting ? judges.acceptance(of: old.review.typed, for: standing) : nil
    let isAccepted = if case .accepted = acceptance { true } else { false }
    if !old.isRetracted, !isAccepted, old.review.regraded(grade).grade == old.review.grade {
      return .unneeded(UnrevisedAnswer(old.review, of: asked, wanted: grade, acceptance))
    }
    if answer == nil, old.review.moment.day < now.day, ledger.offered != old.id {
      ledger.offered = old.id
      return .refused([
        "Your last answer was given on an earlier day: “\(old.prompt) → \(old.answer)” in "
          + "\(try library.text(of: old)) (\(old.review.grade.name)), \(old.review.moment.day.iso8601).",
        "Type the command again to change it.",
      ])
    }
    let revised = try log.write {
      try $0.reviews.revise(old.id, to: grade, accepting: isAccepted, at: now)
    }
    guard let revised else { return .refused(["That answer was already undone."]) }
    ledger.add(revised.answer.id)
    return .done(
      RevisedAnswer(old: old.id, revised.answer, to: revised.review, of: asked, acceptance))
  }

  func change(_ way: HistoryWay, asked: Card?) throws -> ChangedHistory {
    let changed = try ledger.change(way, in: library, asked: asked)
    if case .decks = changed { try takeInDecks(isUndoing: true) }
    return changed
  }
}

extension BackgroundJudges {
  /// What comes of accepting what was typed for a card, which no deck may have any more.
  fileprivate func acceptance(of typed: String?, for standing: CardStanding?) throws -> Acceptance {
    guard let typed else { return .nothingTyped }
    guard let standing else { return .accepted(others: []) }
    let card = standing.card
    let judge = try self.judge(of: card.id.direction.kind)
    let verdict = judge.judge(
      typed, for: card, accepted: standing.accepted, forgivesTypos: false)
    if verdict.kind == .correct || verdict.kind == .remark { return .isAnswer }
    return .accepted(others: judge.others(answeredBy: typed, besides: card.asked))
  }
}

// MARK: - Cards

extension StudyWorld {
  func standing(of card: CardID) throws -> CardStanding? {
    try log.read { try $0.cards.standing(of: card, in: library.groups, at: now) }
  }

  func standing(for request: StudyRequest, asked: Card?) throws -> CardStanding? {
    try library.standing(of: request, asked)
  }

  func history(of card: Card) throws -> CardHistory {
    try log.read { try $0.cards.history(of: card) }
  }

  func mark(_ card: CardID, _ change: Mark.Change) throws -> (marks: CardMarks, isNews: Bool) {
    let (id, marks) = try log.write { tx in
      (try tx.marks.put(change, on: [card], at: now).id, try tx.marks.marks(of: card))
    }
    if let id { ledger.add(id) }
    return (marks, id != nil)
  }

  func adjust(_ card: CardID, _ adjustment: CardAdjustment) throws -> AdjustedCard {
    var firstDue: StudyDay?
    let event: EventID?
    switch adjustment {
    case .forget: event = try log.write { try $0.adjustments.forget([card], at: now).id }
    case .known:
      let known = try library.takeAsKnown([card], seed: library.surroundings.random())
      event = known.event
      firstDue = known.days?.lowerBound
    case .due(let day):
      event = try log.write { try $0.adjustments.move([(card, day)], .set, at: now).id }
    }
    guard let event else { return .impossible }
    ledger.add(event)
    return .done(firstDue: firstDue)
  }

  func suspend(_ card: CardID, _ state: Suspension) throws {
    ledger.add(try log.write { try $0.suspensions.suspend(card, state, at: now) })
  }

  func edit(_ edit: SessionEdit) throws -> EditedDecks {
    final class Changes { var events: [EventID] = [] }
    let changes = Changes()
    // Each of them can be undone, also where a later one fails.
    defer { for id in changes.events { ledger.add(id) } }
    let editing = try SessionEditing(library, options.author) { changes.events.append($0) }
    let edited = try editing.perform(edit, plan)
    if case .changed = edited { try takeInDecks() }
    return edited
  }

  /// Goes on with the decks as they are now; with `isUndoing`, a change of theirs was just undone or redone.
  private func takeInDecks(isUndoing: Bool = false) throws {
    try decks.reread(&library, isUndoing: isUndoing)
    judges = BackgroundJudges(library, plan)
  }
}
