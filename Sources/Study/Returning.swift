import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

// What a session needs to know of the last one: with which card it was interrupted, and how much has
// become due since.

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
  /// - Returns: why that could not be done; `nil` when it was.
  public func remember(_ session: StudySession) -> String? {
    do {
      try remember(session.unansweredCard)
      return nil
    } catch {
      return "\(error)"
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
    let due = queue.counts.due
    guard options.isInteractive, !options.crams, options.daysAhead == 0,
      options.reviewsPerDay ?? settings.reviewsPerDay == nil,
      options.cards ?? settings.cards == nil, options.minutes ?? settings.minutes == nil,
      due > Self.leastBacklog
    else { return nil }
    let answers = try log.read {
      try $0.days.answers(since: now.day.advanced(byDays: -Self.daysOfHabit))
    }
    guard let last = answers.keys.max(), last < now.day.advanced(byDays: -1) else { return nil }
    let usual = max(Self.leastBacklog, answers.values.reduce(0, +) / answers.count)
    guard due > usual else { return nil }
    let spread = min((due + usual - 1) / usual * 2, Self.longestSpread)
    return BacklogOffer(
      due: due, paces: try paces(plan, over: [spread, (spread + 1) / 2], at: now))
  }

  /// Fewer cards due are no backlog.
  private static let leastBacklog = 30
  /// The days from which it is seen how much a learner does a day.
  private static let daysOfHabit = 365
  private static let longestSpread = 60

  /// How long it takes to catch up, by the simulator, if the backlog is spread over some days.
  private func paces(_ plan: StudyPlan, over spreads: [Int], at now: Moment) throws
    -> [BacklogOffer.Pace]
  {
    let book = try log.read { try $0.presets.book() }
    let preset = book.preset(forGroup: plan.titles.first ?? "")
    let known = try log.read {
      try $0.optimizerInput.knownCards(of: plan.groups, under: preset.model, at: now)
    }
    let simulator = Simulator(
      model: preset.model, habits: LearnerHabits(ReviewHistories([])), seed: 0,
      maximumInterval: preset.maximumInterval)
    let learner = simulator.simulation(
      cards: 0, knowing: known, retention: min(max(preset.desiredRetention, 0.5), 0.99))
    var paces: [BacklogOffer.Pace] = []
    for backlog in simulator.catchUp(from: learner, afterBreak: 0, over: spreads)
    where paces.last?.reviews != backlog.reviewsPerDay {
      paces.append(BacklogOffer.Pace(reviews: backlog.reviewsPerDay, days: backlog.days))
    }
    return paces
  }
}

/// What is kept of a session that was interrupted.
private struct Interruption: Codable {
  /// The question that was asked, 32 hexadecimal digits.
  var question: String?
  /// The direction in which it was asked.
  var direction: String?
}
