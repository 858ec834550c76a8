import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleStorage

/// Learns the weights of presets from the learner's own reviews, and puts those in use that foretell
/// reviews best.
struct PresetWeights {
  let log: StudyLog
  let clock: Clock

  /// What was learned about a preset, before anything is changed.
  struct Trial {
    let preset: Preset
    let reviews: Int
    let cards: Int
    let items: Int
    /// `nil` when there was too little to learn from.
    let choice: Choice?

    /// What it comes to when nothing is to be changed.
    var proposal: PresetLearning {
      learning(
        choice.map { $0.keepsCurrent ? .kept : .proposed } ?? .tooFew(items: items))
    }

    func learning(_ outcome: PresetLearning.Outcome) -> PresetLearning {
      PresetLearning(
        preset: preset.name, reviews: reviews, cards: cards, choice: choice, outcome: outcome)
    }
  }

  /// Lets the weights in use compete with others.
  ///
  /// - Parameters:
  ///   - preset: the preset.
  ///   - kinds: the models to try.
  ///   - compete: has the models compete.
  /// - Returns: what was learned, with nothing changed.
  /// - Throws: ``StorageError``, or what `compete` throws.
  func trial(
    of preset: Preset, among kinds: [MemoryModel.Kind],
    by compete: (Optimizer, [MemoryModel.Kind], MemoryModel?) throws -> Choice
  ) throws -> Trial {
    let histories = try log.histories(ofPreset: preset.name)
    let optimizer = Optimizer(histories)
    let isEnough = optimizer.itemCount >= Fit.fewestForFirstStabilities
    return Trial(
      preset: preset, reviews: histories.count, cards: histories.cardCount,
      items: optimizer.itemCount,
      choice: isEnough ? try compete(optimizer, kinds, preset.model) : nil)
  }

  /// Puts the winners in use, where others than the weights in use have won. A preset that was changed
  /// meanwhile, in another terminal, stays as it is now.
  ///
  /// Signals end the program before the first change is in the log; from then on they have to wait
  /// until all are, and are told.
  func install(_ trials: [Trial], because reason: PresetChange.Reason = .optimize) throws
    -> [PresetLearning]
  {
    try trials.map { trial in
      let learned = try install(trial, because: reason)
      if case .installed = learned.outcome { Interruption.holdBack() }
      return learned
    }
  }

  private func install(_ trial: Trial, because reason: PresetChange.Reason) throws
    -> PresetLearning
  {
    guard let choice = trial.choice, !choice.keepsCurrent,
      try log.presets().preset(named: trial.preset.name) == trial.preset
    else { return trial.proposal }
    var preset = trial.preset
    preset.model = choice.winner.model
    preset.learnedFrom = choice.winner.origin == .defaults ? nil : trial.reviews
    let change = try log.change(.set(preset, reason), at: clock.now())
    return trial.learning(.installed(moved: change.moved))
  }
}
