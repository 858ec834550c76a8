import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleStatistics
import RabbleStorage

/// Which presets are optimized, and how.
public struct RefitOptions: Hashable, Sendable {
  /// Only the preset of this name; all that have reviews without it.
  public var preset: String?
  /// The FSRS versions to try.
  public var models: [MemoryModel.Kind]
  /// Whether the best parameters are applied, rather than only reported.
  public var applies: Bool

  /// Makes options.
  public init(
    preset: String? = nil, models: [MemoryModel.Kind] = [.fsrs6, .fsrs7], applies: Bool = true
  ) {
    self.preset = preset
    self.models = models
    self.applies = applies
  }
}

extension Library {
  /// Optimizes the FSRS parameters of presets for the learner's own reviews. The current, the
  /// default and the optimized ones compete on held-out reviews; the best are applied, and the cards
  /// of the preset are rescheduled.
  ///
  /// - Parameters:
  ///   - options: which presets, and how.
  ///   - compete: lets models compete; it may show how far that is, or throw to give up.
  ///   - onCommit: is called when a change is in the log.
  /// - Returns: what came of each preset.
  /// - Throws: ``PresetError``, what `compete` throws, or an error of the review log.
  public func refit(
    _ options: RefitOptions = .init(),
    by compete: (Optimizer, [MemoryModel.Kind], MemoryModel?) throws -> Choice = {
      $0.choose(among: $1, current: $2) { _ in }
    }, onCommit: () -> Void = {}
  ) throws -> [PresetLearning] {
    let presets = try log.read { try $0.presets.book() }.presets
    if let preset = options.preset, !presets.contains(where: { $0.name == preset }) {
      throw PresetError.unknown(preset, names: presets.map(\.name))
    }
    let counts = try log.read { try $0.optimizerInput.reviewCounts() }
    let chosen = presets.filter { preset in
      options.preset.map { $0 == preset.name } ?? (counts[preset.name] ?? 0 > 0)
    }
    let trials = try chosen.map { try trial(of: $0, among: options.models, by: compete) }
    guard options.applies else { return trials.map(\.proposal) }
    // All of them are undone with the first.
    var first: EventID?
    let learned = try trials.map { trial in
      let (learning, event) = try apply(trial, because: .optimize, with: first, onCommit)
      first = first ?? event
      return learning
    }
    remember(Dictionary(trials.map { ($0.preset.name, $0.reviews) }) { $1 })
    return learned
  }

  /// Optimizes the presets of the cards that a session asked, if there are enough reviews that the
  /// parameters in use have not seen, they have grown, and it takes less than a second. The review log
  /// is backed up before anything is changed. What goes wrong is tried again after a later session.
  ///
  /// - Parameters:
  ///   - session: the session, all of whose answers are on disk.
  ///   - elapsed: the time since any fixed moment, by a clock that never runs backwards.
  ///   - onCommit: is called when a change is in the log.
  /// - Returns: what was changed, a line each.
  public func refit(
    after session: StudySession, elapsed: () -> Duration, onCommit: () -> Void = {}
  ) -> [String] {
    guard settings.optimizesAutomatically, !session.answeredGroups.isEmpty else { return [] }
    var news: [String] = []
    var isBackedUp = false
    do {
      let start = elapsed()
      let book = try log.read { try $0.presets.book() }
      let used = Set(session.answeredGroups.map { book.preset(forGroup: $0).name })
      let counts = try log.read { try $0.optimizerInput.reviewCounts() }
      let tried = refitMemory.value ?? [:]
      for preset in book.presets where used.contains(preset.name) {
        let reviews = counts[preset.name] ?? 0
        let rule = RefitRule(
          reviews: reviews, learnedFrom: preset.learnedFrom, tried: tried[preset.name])
        guard rule.isDue else { continue }
        if let trial = try quickTrial(of: preset, since: start, elapsed) {
          if trial.choice?.keepsCurrent == false, !isBackedUp {
            news += [backUp(before: "optimizing")].compactMap { $0 }
            isBackedUp = true
          }
          let learning = try apply(trial, because: .automatic, onCommit).learning
          news += [learning.news].compactMap { $0 }
        }
        remember([preset.name: reviews])
      }
    } catch {
      // A later session tries again.
    }
    return news
  }

  // MARK: - Trials

  /// What was learned about a preset, before anything is changed.
  private struct Trial {
    let preset: Preset
    let reviews: Int
    let cards: Int
    let items: Int
    /// `nil` when there was too little to learn from.
    let choice: Choice?

    /// The result when nothing is to be changed.
    var proposal: PresetLearning {
      learning(choice.map { $0.keepsCurrent ? .kept : .proposed } ?? .tooFew(items: items))
    }

    func learning(_ outcome: PresetLearning.Outcome) -> PresetLearning {
      PresetLearning(
        preset: preset.name, reviews: reviews, cards: cards, choice: choice, outcome: outcome)
    }
  }

  private func trial(
    of preset: Preset, among kinds: [MemoryModel.Kind],
    after start: Int64? = nil, fewest: Int = Fit.fewestForInitialStability,
    by compete: (Optimizer, [MemoryModel.Kind], MemoryModel?) throws -> Choice
  ) throws -> Trial {
    let histories = try log.read { try $0.optimizerInput.histories(ofPreset: preset.name) }
    let optimizer = Optimizer(histories)
    let isEnough = optimizer.itemCount(after: start) >= fewest
    return Trial(
      preset: preset, reviews: histories.count, cards: histories.cardCount,
      items: optimizer.itemCount,
      choice: isEnough ? try compete(optimizer, kinds, preset.model) : nil)
  }

  /// Applies the winner, if it is another than the current parameters. A preset that was changed in
  /// another terminal since stays as it is now.
  private func apply(
    _ trial: Trial, because reason: PresetChange.Reason, with cause: EventID? = nil,
    _ onCommit: () -> Void
  ) throws -> (learning: PresetLearning, event: EventID?) {
    guard let choice = trial.choice, !choice.keepsCurrent,
      try log.read({ try $0.presets.book() }).preset(named: trial.preset.name) == trial.preset
    else { return (trial.proposal, nil) }
    var preset = trial.preset
    preset.model = choice.winner.model
    preset.learnedFrom = choice.winner.origin == .defaults ? nil : trial.reviews
    let (change, number) = try log.write { tx in
      let change = try tx.presets.apply(
        .set(preset, reason), with: cause, at: surroundings.now())
      return (change, try tx.history.number(of: change.id))
    }
    onCommit()
    return (trial.learning(.installed(moved: change.moved, event: number)), change.id)
  }

  // MARK: - After a session

  /// The learner would have to wait for it.
  private struct TooSlow: Error {}

  /// The seconds that rescheduling takes for each review.
  private static let secondsPerReview = 7e-6

  /// Tries a preset's own FSRS version, and gives up when it would take too long.
  ///
  /// - Returns: the trial; `nil` when it was not finished.
  private func quickTrial(
    of preset: Preset, since start: Duration, _ elapsed: () -> Duration
  ) throws -> Trial? {
    let set = try log.read { try $0.presets.history() }.parametersSet(inPreset: preset.name)
    do {
      return try trial(
        of: preset, among: [preset.model.kind], after: set?.milliseconds,
        fewest: RefitRule.fewestItems
      ) { optimizer, kinds, current in
        let beginning = elapsed()
        let others =
          (beginning - start).seconds + Self.secondsPerReview * Double(optimizer.histories.count)
        return try optimizer.choose(
          among: kinds, current: current, after: set?.milliseconds
        ) { share throws(TooSlow) in
          let seconds = (elapsed() - beginning).seconds
          if RefitRule.isTooSlow(share: share, after: seconds, besides: others) { throw TooSlow() }
        }
      }
    } catch is TooSlow { return nil }
  }

  /// How many reviews each preset's cards had when optimizing was last tried, so that a try that
  /// changed nothing is not repeated after every session.
  private var refitMemory: StateFile<[String: Int]> {
    StateFile(path: (locations?.state ?? "").appending("refits.json"))
  }

  private func remember(_ counts: [String: Int]) {
    guard locations != nil else { return }
    // Where it can't be written, the next session tries once more.
    try? refitMemory.write((refitMemory.value ?? [:]).merging(counts) { $1 })
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
