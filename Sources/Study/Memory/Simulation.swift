import RabbleControllers
import RabbleExchange
import RabbleMemory
import RabbleScheduling
import RabbleStorage
import RabbleText
import SystemPackage

/// Whose learning is simulated: how they remember and answer, which cards they know, and how many
/// are new to them.
package struct SimulatedLearner: Sendable {
  /// Simulates day after day.
  package let simulator: Simulator
  /// The cards they know.
  package let known: [KnownCard]
  package let newCards: Int
  /// How much they do a day, as they have set and chosen it.
  private let usual: SimulatedLimits
  /// Their desired retention, 0.5…0.99, unless a simulation says otherwise.
  package let retention: Double
  /// Where the numbers come from.
  package let source: SimulationSource

  /// The learner whose reviews these are, with cards that are all new.
  ///
  /// - Parameters:
  ///   - histories: the reviews.
  ///   - newCards: how many cards are new.
  ///   - seed: of the simulation's random numbers.
  package init(_ histories: ReviewHistories, newCards: Int, seed: UInt64) {
    self.init(
      FittedModel(optimizedFor: histories), Preset(),
      (LearnerHabits(histories), histories.count), newCards: newCards, seed: seed)
  }

  /// A learner of whom nothing is known, with cards that are all new.
  package init(newCards: Int, seed: UInt64) {
    self.init(
      FittedModel(model: MemoryModel(), parameters: .defaults), Preset(), (.usual, 0),
      newCards: newCards, seed: seed)
  }

  fileprivate init(
    _ fitted: FittedModel, _ preset: Preset, _ habits: (LearnerHabits, reviews: Int),
    known: [KnownCard] = [], course: SimulatedCourse? = nil, newCards: Int,
    limits: SimulatedLimits = SimulatedLimits(), seed: UInt64
  ) {
    simulator = Simulator(
      model: fitted.model, habits: habits.0, seed: seed,
      maximumInterval: preset.maximumInterval, slope: preset.slope, newCardsFrom: course)
    self.known = known
    self.newCards = newCards
    usual = limits
    // What simulations can do.
    retention = min(max(preset.desiredRetention, 0.5), 0.99)
    source = SimulationSource(
      parameters: fitted.parameters, reviews: habits.reviews, known: known.count,
      newCards: newCards)
  }

  /// How much they do a day: what is given, and for the rest as they have set and chosen it. As in a
  /// session, a limit of reviews takes the place of a share of a backlog, and new cards wait until the
  /// backlog is done unless a number of them is given.
  ///
  /// - Parameters:
  ///   - newCards: the most new cards.
  ///   - reviews: the most reviews.
  ///   - minutes: the most minutes.
  /// - Returns: the limits of each day.
  package func limits(newCards: Int? = nil, reviews: Int? = nil, minutes: Double? = nil)
    -> SimulatedLimits
  {
    let share =
      reviews == nil
      ? usual.share.map {
        BacklogShare(reviews: $0.reviews, newCards: newCards ?? $0.newCards)
      } : nil
    return SimulatedLimits(
      newCards: newCards ?? usual.newCards, reviews: reviews ?? usual.reviews,
      minutes: minutes ?? usual.minutes, introducedToday: usual.introducedToday,
      reviewedToday: usual.reviewedToday, share: share)
  }
}

extension Library {
  /// The learner of this library, with cards that are all new.
  ///
  /// - Parameters:
  ///   - cards: how many.
  ///   - seed: of the simulation's random numbers.
  /// - Returns: the learner to simulate.
  /// - Throws: an error of the review log.
  package func learner(newCards cards: Int, seed: UInt64) throws -> SimulatedLearner {
    let preset = try log.read { try $0.presets.book() }.presets.first ?? Preset()
    return SimulatedLearner(
      FittedModel(of: preset), preset,
      try log.read { try $0.optimizerInput.habits() }, newCards: cards, seed: seed)
  }

  /// The learner of this library, with the cards of a plan as they are now. Cards come as in a session: a
  /// locked group gives no new ones, a course has its groups learned side by side, and while the learner
  /// studies a share of a backlog, the days have that.
  ///
  /// - Parameters:
  ///   - plan: what they study.
  ///   - seed: of the simulation's random numbers.
  /// - Returns: the learner to simulate.
  /// - Throws: an error of the review log.
  package func learner(of plan: StudyPlan, seed: UInt64) throws -> SimulatedLearner {
    let now = surroundings.now()
    let preset = try mostUsedPreset(in: plan.groups)
    let fitted = FittedModel(of: preset)
    let options = SessionOptions()
    let input = try log.read {
      try SimulatorInput(
        $0, of: plan.groups, after: plan.prerequisites, limits: newLimits(plan, options, $0),
        reviewLimits: limitedReviews(plan, $0, at: now),
        shares: shares(plan, options), under: fitted.model, at: now)
    }
    return SimulatedLearner(
      fitted, preset, try log.read { try $0.optimizerInput.habits() }, known: input.known,
      course: input.course, newCards: input.newCards, limits: try simulatedLimits(plan, at: now),
      seed: seed)
  }

  /// How much the learner does a day, with what is done of today.
  private func simulatedLimits(_ plan: StudyPlan, at now: Moment) throws -> SimulatedLimits {
    let share = try backlogShare(of: plan, at: now)?.share
    return try log.read { tx in
      SimulatedLimits(
        newCards: settings.newPerDay, reviews: settings.reviewsPerDay ?? .max,
        introducedToday: try tx.queue.introduced(on: now.day),
        reviewedToday: try tx.days.reviewedCards(on: now.day).count, share: share)
    }
  }

  /// The preset by which most reviews of these groups were scheduled; that of the first group when
  /// there are none.
  func mostUsedPreset(in groups: [StoredGroup]) throws -> Preset {
    let (book, counts) = try log.read { tx in
      let book = try tx.presets.book()
      // Where all groups have the same one, there is nothing to count.
      return (book, try book.isUniform ? [:] : tx.optimizerInput.reviewCountsByGroup())
    }
    var reviews: [Preset: Int] = [:]
    for name in Set(groups.map(\.name)) {
      reviews[book.preset(forGroup: name), default: 0] += counts[name] ?? 0
    }
    let most = reviews.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) }
    return most.flatMap { $0.value > 0 ? $0.key : nil }
      ?? groups.first.map { book.preset(forGroup: $0.name) } ?? book.usual
  }
}

/// A memory model with where its parameters are from.
private struct FittedModel {
  let model: MemoryModel
  let parameters: SimulationSource.Parameters

  init(model: MemoryModel, parameters: SimulationSource.Parameters) {
    self.model = model
    self.parameters = parameters
  }

  /// A model whose parameters are optimized for reviews, as far as there are enough.
  init(optimizedFor histories: ReviewHistories) {
    let fit = Optimizer(histories).fit()
    self.init(
      model: fit.model,
      parameters: fit.share == 0 ? .defaults : .learned(from: histories.count))
  }

  /// The model in use.
  init(of preset: Preset) {
    self.init(
      model: preset.model,
      parameters: preset.learnedFrom.map { .learned(from: $0) }
        ?? (preset.model == MemoryModel() ? .defaults : .own))
  }
}

// MARK: - Reviews of another program

/// A CSV file of reviews of another program.
package struct ReviewFile: Sendable {
  package let histories: ReviewHistories
  /// What can't be used, a line each.
  package let messages: [String]

  /// How many faults are listed one by one.
  private static let listedFaults = 20

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - name: what it is called in messages.
  /// - Throws: ``LibraryError`` when it can't be read.
  package init(_ file: FileDescriptor, named name: String) throws(LibraryError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var reader = ReviewCSVReader()
    do {
      while case let count = try file.read(into: buffer), count > 0 {
        reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch { throw .unreadable(path: name, reason: "\(error)") }
    let log = reader.finish()
    var messages = log.faults.prefix(Self.listedFaults).map { "\(name): \($0)" }
    let more = log.faults.count - Self.listedFaults
    if more > 0 {
      messages.append("\(name): and \(NumberText.count(more, "more line")) like these")
    }
    if log.unusedCount > 0 {
      messages.append(
        "\(name): \(NumberText.count(log.unusedCount, "row")) cannot be used; "
          + "\(NumberText.count(log.histories.count, "review")) used.")
    }
    histories = log.histories
    self.messages = messages
  }
}
