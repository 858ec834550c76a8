import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

// What a session needs to know of the last one: with which card it was interrupted, how much has
// become due since, and at which pace the learner works that off.

extension Library {
  /// The card that was asked when the last session was interrupted.
  var interruptedCard: CardID? {
    guard let kept = interruption?.value, let id = UInt128(kept.question ?? "", radix: 16),
      let direction = kept.direction.flatMap(Direction.init(rawValue:))
    else { return nil }
    return CardID(question: QuestionID(bits: id), direction: direction)
  }

  /// Remembers with which card a session ended before it was answered, so that the next one begins with
  /// it.
  ///
  /// - Returns: what to tell where that could not be done; `nil` when it was.
  package func remember(_ session: StudySession) -> String? {
    do {
      try remember(session.unansweredCard)
      return nil
    } catch {
      return "All answers are saved, but not the card to continue with. \(error)"
    }
  }

  private func remember(_ card: CardID?) throws {
    guard let file = interruption, card != nil || file.value?.question != nil else { return }
    try file.write(
      Interruption(
        question: card?.question.description, direction: card?.direction.rawValue))
  }

  private var interruption: StateFile<Interruption>? {
    locations.map { StateFile(path: $0.state.appending("interrupted.json")) }
  }

  /// How much of a backlog to study, for a learner who comes back after a break of at least a day to more
  /// cards than they answer on a day; `nil` for any other.
  func backlogOffer(
    _ plan: StudyPlan, _ options: SessionOptions, _ queue: ReviewQueue, at now: Moment
  ) throws -> BacklogOffer? {
    // A session that is short goes well with a share; a limit of reviews a day is one already.
    let due = queue.countsWithoutLimit.due
    guard options.isInteractive, !options.crams, options.daysAhead == 0,
      options.reviewsPerDay ?? settings.reviewsPerDay == nil, due > Self.leastBacklog
    else { return nil }
    let answers = try log.read { try $0.days.answers(inLast: Self.daysOfHabit) }
    guard let last = answers.keys.max(), last < now.day.advanced(byDays: -1) else { return nil }
    let usual = max(Self.leastBacklog, answers.values.reduce(0, +) / answers.count)
    guard due > usual else { return nil }
    let spread = min((due + usual - 1) / usual * 2, Self.longestSpread)
    // New cards wait meanwhile, unless a number of them was asked for.
    let new = try options.newPerDay ?? 0 == 0 ? 0 : newCards(of: plan, at: now)
    let newPerDay = min(options.newPerDay ?? 0, new)
    return BacklogOffer(
      due: due, newPerDay: newPerDay,
      paces: try paces(plan, over: [spread, (spread + 1) / 2], new: new, newPerDay, at: now))
  }

  private func newCards(of plan: StudyPlan, at now: Moment) throws -> Int {
    try log.read { try $0.groups.counts(of: plan.groups, at: now) }.reduce(0) { $0 + $1.new }
  }

  /// Fewer cards due are no backlog.
  private static let leastBacklog = 30
  /// The days up to the last answer from which it is seen how much a learner does a day. Those of a year
  /// would take most of the time that the learner waits.
  private static let daysOfHabit = 30
  private static let longestSpread = 60

  /// How long it takes to catch up, by the simulator, if the backlog is spread over some days.
  private func paces(
    _ plan: StudyPlan, over spreads: [Int], new: Int, _ newPerDay: Int, at now: Moment
  ) throws -> [BacklogOffer.Pace] {
    let preset = try mostUsedPreset(in: plan.groups)
    // The learner waits for it: of many cards, a sample stands for all.
    let (share, known, reviews) = try log.read { tx in
      let share = try max(1, tx.schedules.count() / Self.mostSimulated)
      return (
        share,
        try tx.optimizerInput.knownCards(
          of: plan.groups, oneIn: share, under: preset.model, at: now),
        try tx.optimizerInput.histories(latest: Self.reviewsOfHabit)
      )
    }
    let habits = LearnerHabits(reviews)
    let simulator = Simulator(
      model: preset.model, habits: habits, seed: 0, maximumInterval: preset.maximumInterval,
      slope: preset.slope)
    let learner = simulator.simulation(
      cards: new / share, knowing: known,
      retention: min(max(preset.desiredRetention, 0.5), 0.99))
    let backlogs = (0..<Self.simulations).map { seed in
      simulator.catchUp(
        from: learner.reseeded(UInt64(seed)), afterBreak: 0, over: spreads,
        newPerDay: (newPerDay + share / 2) / share)
    }
    var paces: [BacklogOffer.Pace] = []
    for index in spreads.indices {
      let reviews = backlogs[0][index].reviewsPerDay * share
      // In the middle of all that were simulated.
      let days = backlogs.map { $0[index].days ?? .max }.sorted()[Self.simulations / 2]
      guard paces.last?.reviews != reviews else { continue }
      paces.append(BacklogOffer.Pace(reviews: reviews, days: days == .max ? nil : days))
    }
    return paces
  }

  /// How often catching up is simulated: by chance it takes a day more or less.
  private static let simulations = 9
  /// From how many of the latest reviews it is seen how the learner grades.
  private static let reviewsOfHabit = 10_000
  /// About how many cards of a learner are simulated at most.
  private static let mostSimulated = 4000
}

// MARK: - Catching up

/// How a session goes while a backlog is worked off.
struct CatchingUp {
  /// The session's options, with the pace.
  let options: SessionOptions
  let queue: ReviewQueue
  /// What there is to say before the first card, a line each.
  let opening: [String]
}

extension Library {
  /// Keeps the pace that the learner chose for a backlog; `nil` forgets it. It is no event: nothing that
  /// was done depends on it, and without it the next session brings all that is due.
  ///
  /// - Returns: why that could not be done; `nil` when it was.
  func keep(_ pace: BacklogOffer.Pace?) -> String? {
    guard let file = chosenPace, pace != nil || file.value?.reviews != nil else { return nil }
    do {
      try file.write(ChosenPace(reviews: pace?.reviews))
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The session of a learner who has chosen a pace for their backlog, on this day and on each that
  /// follows until no more is due than the pace allows; then the pace is forgotten.
  ///
  /// `queue` is what there is to study without the pace.
  ///
  /// - Returns: how the session goes; `nil` where no pace holds.
  /// - Throws: an error of the review log.
  func catchingUp(
    _ plan: StudyPlan, _ options: SessionOptions, _ queue: ReviewQueue, at now: Moment
  ) throws -> CatchingUp? {
    guard !options.crams, options.daysAhead == 0,
      options.reviewsPerDay ?? settings.reviewsPerDay == nil, chosenShare != nil
    else { return nil }
    let due = queue.countsWithoutLimit.due
    guard let (chosen, share, reviewed) = try heldShare(due: due, at: now) else {
      return CatchingUp(options: options, queue: queue, opening: [keep(nil)].compactMap { $0 })
    }
    var options = options
    options.catchUp(at: chosen)
    guard due > share else { return CatchingUp(options: options, queue: queue, opening: []) }
    let backlog = TodayScreen.Backlog(share: share, reviewed: reviewed, due: due)
    let (option, besides) = backlog.allAtOnce
    let all = "`rabble study \(option)` studies them all\(besides)."
    let new = options.newPerDay == 0 ? ", no new cards" : ""
    let line =
      share == 0
      ? "Today's share of the backlog is done; \(NumberText.count(due, "card")) still due. \(all)"
      : "Catching up: \(share) of \(due) due cards today\(new). \(all)"
    return CatchingUp(
      options: options, queue: try self.queue(plan, options, at: now), opening: [line])
  }

  /// What there is of a backlog on a day on which it is worked off at a pace; `nil` elsewhere.
  ///
  /// - Throws: an error of the review log.
  func backlog(of plan: StudyPlan, at now: Moment) throws -> TodayScreen.Backlog? {
    try backlogShare(of: plan, at: now).map {
      TodayScreen.Backlog(share: $0.left, reviewed: $0.reviewed, due: $0.due)
    }
  }

  /// The share of a backlog that the learner chose, with what it lets them study of a plan today; `nil` on
  /// a day on which there is none.
  ///
  /// - Throws: an error of the review log.
  func backlogShare(of plan: StudyPlan, at now: Moment) throws -> (
    share: BacklogShare, left: Int, reviewed: Int, due: Int
  )? {
    guard settings.reviewsPerDay == nil, chosenShare != nil else { return nil }
    let due = try due(plan, newPerDay: 0).due
    return try heldShare(due: due, at: now).map { ($0.share, $0.left, $0.reviewed, due) }
  }

  /// The share that the learner chose, as long as more is due than that: of some groups, or of all, since a
  /// session of some leaves the backlog of the others as it is.
  private func heldShare(due: Int, at now: Moment) throws -> (
    share: BacklogShare, left: Int, reviewed: Int
  )? {
    guard let share = chosenShare else { return nil }
    let reviewed = try log.read { try $0.days.reviewedCards(on: now.day).count }
    let all = max(due, try self.due(self.plan(), newPerDay: 0).due)
    return share.left(ofDue: all, reviewed: reviewed).map { (share, $0, reviewed) }
  }

  private var chosenShare: BacklogShare? {
    (chosenPace?.value?.reviews).flatMap { $0 > 0 ? BacklogShare(reviews: $0) : nil }
  }

  private var chosenPace: StateFile<ChosenPace>? {
    locations.map { StateFile(path: $0.state.appending("backlog.json")) }
  }
}

extension SessionOptions {
  /// Limits the day to a pace, and asks first what is most likely still known. New cards wait, unless a
  /// number of them was asked for: each would bring reviews that the days to catch up don't count.
  mutating func catchUp(at share: BacklogShare) {
    reviewsPerDay = share.reviews
    newPerDay = newPerDay ?? share.newCards
    order = order ?? .retrievability
  }
}

/// What is kept of how a learner works off a backlog.
private struct ChosenPace: Codable {
  /// The most due cards a day.
  var reviews: Int?
}

/// What is kept of a session that was interrupted.
private struct Interruption: Codable {
  /// The question that was asked, 32 hexadecimal digits.
  var question: String?
  /// The direction in which it was asked.
  var direction: String?
}
