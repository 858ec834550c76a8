import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleStorage

/// Learns the weights of presets anew after a session, when their reviews have grown and it takes
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
    let weights = PresetWeights(log: log, clock: clock)
    let book = try log.presets()
    let used = Set(groups.map { book.preset(forGroup: $0).name })
    let counts = try log.reviewCounts()
    let tried = memory.tried
    for preset in book.presets where used.contains(preset.name) {
      let reviews = counts[preset.name] ?? 0
      let rule = RefitRule(
        reviews: reviews, learnedFrom: preset.learnedFrom, tried: tried[preset.name])
      guard rule.isDue else { continue }
      if try refit(preset, by: weights, since: start) { memory.remember([preset.name: reviews]) }
    }
  }

  /// Tries to learn a preset's weights.
  ///
  /// - Returns: whether there was enough to learn from.
  private func refit(
    _ preset: Preset, by weights: PresetWeights, since start: ContinuousClock.Instant
  ) throws -> Bool {
    let trial: PresetWeights.Trial
    do {
      trial = try weights.trial(of: preset, among: [preset.model.kind]) {
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
    for learned in try weights.install([trial], because: .automatic) {
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
