import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleStorage

/// Which presets are optimized, and how.
package struct RefitOptions: Hashable, Sendable {
  /// Only the preset of this name; all that have reviews without it.
  package var preset: String?
  /// Whether the best parameters are applied, rather than only reported.
  package var applies: Bool

  /// Makes options.
  package init(preset: String? = nil, applies: Bool = true) {
    self.preset = preset
    self.applies = applies
  }
}

extension Library {
  /// Optimizes the FSRS parameters of presets for the learner's own reviews: they are fitted, shrunk to the
  /// defaults by the evidence, and applied, and the cards of the preset are rescheduled.
  ///
  /// - Parameters:
  ///   - options: which presets, and how.
  ///   - choose: fits parameters and chooses some, told which are in use and whether the learner has set
  ///     them; it may show how far that is, or throw to give up.
  ///   - onCommit: is called when a change is in the log.
  /// - Returns: what came of each preset.
  /// - Throws: ``PresetError``, what `choose` throws, or an error of the review log.
  package func refit(
    _ options: RefitOptions = .init(),
    by choose: (Optimizer, MemoryModel, Bool) throws -> Choice = {
      $0.choose(current: $1, isSetByHand: $2) { _ in }
    }, onCommit: () -> Void = {}
  ) throws -> [PresetOptimization] {
    let presets = try log.read { try $0.presets.book() }.presets
    if let preset = options.preset, !presets.contains(where: { $0.name == preset }) {
      throw PresetError.unknown(preset, names: presets.map(\.name))
    }
    let counts = try log.read { try $0.optimizerInput.reviewCounts() }
    let chosen = presets.filter { preset in
      options.preset.map { $0 == preset.name } ?? (counts[preset.name] ?? 0 > 0)
    }
    let trials = try chosen.map { try trial(of: $0, by: choose) }
    guard options.applies else { return trials.map(\.proposal) }
    // All of them are undone with the first.
    var first: EventID?
    let optimized = try trials.map { trial in
      let (optimization, event) = try apply(trial, because: .optimize, with: first, onCommit)
      first = first ?? event
      return optimization
    }
    remember(Dictionary(trials.map { ($0.preset.name, $0.reviews) }) { $1 })
    return optimized
  }

  /// Optimizes the presets of the cards that a session asked, if their reviews have grown by a few percent.
  /// The review log is backed up before anything is changed. What goes wrong is tried again after a later
  /// session.
  ///
  /// - Parameters:
  ///   - session: the session, all of whose answers are on disk.
  ///   - progress: called with how many reviews a fit has, and now and then with the share of it that
  ///     is done, 0…1.
  ///   - onCommit: is called when a change is in the log.
  /// - Returns: what was changed, a line each.
  package func refit(
    after session: StudySession, progress: (_ reviews: Int, _ share: Double) -> Void = { _, _ in },
    onCommit: () -> Void = {}
  ) -> [String] {
    guard settings.optimizesAutomatically, !session.answeredGroups.isEmpty else { return [] }
    var news: [String] = []
    var isBackedUp = false
    do {
      let book = try log.read { try $0.presets.book() }
      let used = Set(session.answeredGroups.map { book.preset(forGroup: $0).name })
      let counts = try log.read { try $0.optimizerInput.reviewCounts() }
      let tried = refitMemory.value ?? [:]
      for preset in book.presets where used.contains(preset.name) {
        let reviews = counts[preset.name] ?? 0
        let rule = RefitRule(
          reviews: reviews, learnedFrom: preset.learnedFrom, tried: tried[preset.name],
          isSetByHand: preset.hasParametersSetByHand)
        guard rule.isDue else { continue }
        let trial = try trial(of: preset) { optimizer, current, _ in
          optimizer.refit(current) { progress(reviews, $0) }
        }
        if trial.choice?.keepsCurrent == false, !isBackedUp {
          news += [backUp(before: "optimizing")].compactMap { $0 }
          isBackedUp = true
        }
        let optimization = try apply(trial, because: .automatic, onCommit).optimization
        news += [optimization.news(before: preset.model)].compactMap { $0 }
        remember([preset.name: reviews])
      }
    } catch {
      // A later session tries again.
    }
    return news
  }

  // MARK: - Trials

  /// What optimizing a preset came to, before anything is changed.
  private struct Trial {
    let preset: Preset
    let reviews: Int
    let cards: Int
    let items: Int
    /// `nil` when there were too few reviews.
    let choice: Choice?

    /// The result when nothing is to be changed.
    var proposal: PresetOptimization {
      optimization(choice.map { $0.keepsCurrent ? .kept : .proposed } ?? .tooFew(items: items))
    }

    func optimization(_ outcome: PresetOptimization.Outcome) -> PresetOptimization {
      PresetOptimization(
        preset: preset.name, reviews: reviews, cards: cards, choice: choice, outcome: outcome)
    }
  }

  private func trial(
    of preset: Preset, by choose: (Optimizer, MemoryModel, Bool) throws -> Choice
  ) throws -> Trial {
    let histories = try log.read { try $0.optimizerInput.histories(ofPreset: preset.name) }
    let optimizer = Optimizer(histories)
    return Trial(
      preset: preset, reviews: histories.count, cards: histories.cardCount,
      items: optimizer.itemCount,
      choice: optimizer.itemCount >= Optimizer.fewestItems
        ? try choose(optimizer, preset.model, preset.hasParametersSetByHand) : nil)
  }

  /// Applies the winner, if it is another than the current parameters. A preset that was changed in
  /// another terminal since stays as it is now.
  private func apply(
    _ trial: Trial, because reason: PresetChange.Reason, with cause: EventID? = nil,
    _ onCommit: () -> Void
  ) throws -> (optimization: PresetOptimization, event: EventID?) {
    guard let choice = trial.choice, !choice.keepsCurrent,
      try log.read({ try $0.presets.book() }).preset(named: trial.preset.name) == trial.preset
    else { return (trial.proposal, nil) }
    var preset = trial.preset
    preset.model = choice.winner.model
    preset.learnedFrom = choice.winner.origin == .defaults ? nil : trial.reviews
    let now = surroundings.now()
    let preparation = try log.read { try $0.presets.prepare(.set(preset, reason), at: now) }
    let (change, number) = try log.write { tx in
      let change = try tx.presets.apply(
        .set(preset, reason), prepared: preparation, with: cause, at: now)
      return (change, try tx.history.number(of: change.id))
    }
    onCommit()
    return (trial.optimization(.installed(moved: change.moved, event: number)), change.id)
  }

  // MARK: - What was tried

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

extension Preset {
  /// Whether the learner has set the parameters: they are not the defaults, and were not fitted.
  fileprivate var hasParametersSetByHand: Bool {
    learnedFrom == nil && model != MemoryModel()
  }
}
