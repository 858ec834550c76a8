import Foundation
import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleStorage

/// Learns the parameters of presets from the learner's own reviews, and puts those in use that foretell
/// reviews best.
struct PresetOptimizer {
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

  /// Lets the parameters in use compete with others.
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
    let isEnough = optimizer.itemCount >= Fit.fewestForInitialStability
    return Trial(
      preset: preset, reviews: histories.count, cards: histories.cardCount,
      items: optimizer.itemCount,
      choice: isEnough ? try compete(optimizer, kinds, preset.model) : nil)
  }

  /// Puts the winners in use, where others than the parameters in use have won. A preset that was changed
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

/// Learns the parameters of presets anew after a session, when their reviews have grown and it takes
/// less than a second. All answers are on disk before it begins.
struct AutomaticRefit {
  let log: StudyLog
  let clock: Clock
  let memory: RefitMemory

  /// What the learner would have to wait for.
  private struct TooSlow: Error {}

  /// The seconds that scheduling all cards anew takes for each review.
  private static let secondsPerReview = 7e-6

  /// Runs after a session in which cards of these groups were answered. It says what it changed, and
  /// nothing when nothing changed: what goes wrong here is tried again after a later session.
  func run(afterAnswersIn groups: Set<String>) {
    guard !groups.isEmpty else { return }
    do { try Interruption.endsProgram { try refit(groups) } } catch {}
  }

  private func refit(_ groups: Set<String>) throws {
    let start = ContinuousClock.now
    let optimizer = PresetOptimizer(log: log, clock: clock)
    let book = try log.presets()
    let used = Set(groups.map { book.preset(forGroup: $0).name })
    let counts = try log.reviewCounts()
    let tried = memory.tried
    for preset in book.presets where used.contains(preset.name) {
      let reviews = counts[preset.name] ?? 0
      let rule = RefitRule(
        reviews: reviews, learnedFrom: preset.learnedFrom, tried: tried[preset.name])
      guard rule.isDue else { continue }
      if try refit(preset, by: optimizer, since: start) { memory.remember([preset.name: reviews]) }
    }
  }

  /// Tries to learn a preset's parameters.
  ///
  /// - Returns: whether there was enough to learn from.
  private func refit(
    _ preset: Preset, by optimizer: PresetOptimizer, since start: ContinuousClock.Instant
  ) throws -> Bool {
    let trial: PresetOptimizer.Trial
    do {
      trial = try optimizer.trial(of: preset, among: [preset.model.kind]) {
        optimizer, kinds, current in
        let beginning = ContinuousClock.now
        let others =
          (beginning - start).seconds + Self.secondsPerReview * Double(optimizer.histories.count)
        return try optimizer.choose(among: kinds, current: current) { share throws(TooSlow) in
          let seconds = (ContinuousClock.now - beginning).seconds
          if RefitRule.isTooSlow(share: share, after: seconds, besides: others) { throw TooSlow() }
        }
      }
    } catch is TooSlow { return true }
    for learned in try optimizer.install([trial], because: .automatic) {
      if let news = learned.news { Talk.say(news) }
    }
    return trial.choice != nil
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// How many reviews a preset's cards had when learning parameters was last tried, so that a try that
/// changed nothing is not made after every session.
struct RefitMemory {
  let path: String

  /// How many reviews there were, by the preset's name.
  var tried: [String: Int] {
    guard let data = FileManager.default.contents(atPath: path) else { return [:] }
    // Without it there is one try more.
    return (try? JSONDecoder().decode([String: Int].self, from: data)) ?? [:]
  }

  /// Remembers tries; that they can't be remembered does no harm.
  func remember(_ counts: [String: Int]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]),
        withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let data = try encoder.encode(tried.merging(counts) { $1 })
      try OutputFile.write(String(decoding: data, as: UTF8.self) + "\n", to: path)
    } catch {
      // The next session tries once more.
    }
  }
}
