import RabbleControllers
import RabbleExchange
import RabbleMemory
import RabbleScheduling
import RabbleStorage
import RabbleText
import SystemPackage

/// Whose learning is simulated: how they remember and answer, which cards they know, and how many
/// are new to them.
public struct SimulatedLearner: Sendable {
  /// Simulates day after day.
  public let simulator: Simulator
  /// The cards they know.
  public let known: [KnownCard]
  /// How many cards are new to them.
  public let newCards: Int
  /// The new cards they start a day, unless a simulation says otherwise.
  public let newPerDay: Int
  /// Their desired retention, 0.5…0.99, unless a simulation says otherwise.
  public let retention: Double
  /// Where the numbers come from.
  public let source: SimulationSource

  /// The learner whose reviews these are, with cards that are all new.
  ///
  /// - Parameters:
  ///   - histories: the reviews.
  ///   - kind: the FSRS version whose parameters are optimized for them.
  ///   - newCards: how many cards are new.
  ///   - seed: of the simulation's random numbers.
  public init(
    _ histories: ReviewHistories, model kind: MemoryModel.Kind, newCards: Int, seed: UInt64
  ) {
    self.init(
      FittedModel(optimizedFor: histories, kind), Preset(),
      (LearnerHabits(histories), histories.count), newCards: newCards, seed: seed)
  }

  /// A learner of whom nothing is known, with cards that are all new.
  public init(model kind: MemoryModel.Kind, newCards: Int, seed: UInt64) {
    self.init(
      FittedModel(model: MemoryModel(kind), parameters: .defaults), Preset(), (.usual, 0),
      newCards: newCards, seed: seed)
  }

  fileprivate init(
    _ fitted: FittedModel, _ preset: Preset, _ habits: (LearnerHabits, reviews: Int),
    known: [KnownCard] = [], course: SimulatedCourse? = nil, newCards: Int,
    newPerDay: Int = DailyLimits.usualNewCards, seed: UInt64
  ) {
    simulator = Simulator(
      model: fitted.model, habits: habits.0, seed: seed,
      maximumInterval: preset.maximumInterval, newCardsFrom: course)
    self.known = known
    self.newCards = newCards
    self.newPerDay = newPerDay
    // What simulations can do.
    retention = min(max(preset.desiredRetention, 0.5), 0.99)
    source = SimulationSource(
      model: fitted.model.kind, parameters: fitted.parameters, reviews: habits.reviews,
      known: known.count, newCards: newCards)
  }
}

extension Library {
  /// The learner of this library, with cards that are all new.
  ///
  /// - Parameters:
  ///   - cards: how many.
  ///   - kind: the FSRS version; the one in use without it.
  ///   - seed: of the simulation's random numbers.
  /// - Returns: the learner to simulate.
  /// - Throws: an error of the review log.
  public func learner(newCards cards: Int, model kind: MemoryModel.Kind?, seed: UInt64) throws
    -> SimulatedLearner
  {
    let preset = try log.read { try $0.presets.book() }.presets.first ?? Preset()
    return SimulatedLearner(
      try FittedModel(of: preset, kind, log), preset,
      try log.read { try $0.optimizerInput.habits() }, newCards: cards, seed: seed)
  }

  /// The learner of this library, with the cards of a plan as they are now. New cards come as in a
  /// session: a locked group gives none, and a course has its groups learned side by side.
  ///
  /// - Parameters:
  ///   - plan: what they study.
  ///   - kind: the FSRS version; the one in use without it.
  ///   - seed: of the simulation's random numbers.
  /// - Returns: the learner to simulate.
  /// - Throws: an error of the review log.
  public func learner(of plan: StudyPlan, model kind: MemoryModel.Kind?, seed: UInt64) throws
    -> SimulatedLearner
  {
    let now = surroundings.now()
    let preset = try mostUsedPreset(in: plan.groups)
    let fitted = try FittedModel(of: preset, kind, log)
    let options = SessionOptions()
    let input = try log.read {
      try SimulatorInput(
        $0, of: plan.groups, after: plan.prerequisites, limits: newLimits(plan, options, $0),
        shares: shares(plan, options), under: fitted.model, at: now)
    }
    return SimulatedLearner(
      fitted, preset, try log.read { try $0.optimizerInput.habits() }, known: input.known,
      course: input.course, newCards: input.newCards, newPerDay: settings.newPerDay, seed: seed)
  }

  /// The preset by which most reviews of these groups were scheduled; that of the first group when
  /// there are none.
  private func mostUsedPreset(in groups: [StoredGroup]) throws -> Preset {
    let book = try log.read { try $0.presets.book() }
    let counts = try log.read { try $0.optimizerInput.reviewCounts() }
    var reviews: [Preset: Int] = [:]
    for title in Set(groups.map(\.title)) {
      reviews[book.preset(forGroup: title), default: 0] += counts[title] ?? 0
    }
    let most = reviews.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) }
    return most.flatMap { $0.value > 0 ? $0.key : nil }
      ?? book.preset(forGroup: groups.first?.title ?? "")
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
  init(optimizedFor histories: ReviewHistories, _ kind: MemoryModel.Kind) {
    let fit = Optimizer(histories).fit(kind)
    self.init(
      model: fit.model,
      parameters: fit.share == 0 ? .defaults : .learned(from: histories.count))
  }

  /// The model in use, or another version, optimized for the reviews of the preset's cards.
  init(of preset: Preset, _ kind: MemoryModel.Kind?, _ log: StudyLog) throws {
    if let kind, kind != preset.model.kind {
      self.init(
        optimizedFor: try log.read { try $0.optimizerInput.histories(ofPreset: preset.name) }, kind)
    } else {
      self.init(
        model: preset.model,
        parameters: preset.learnedFrom.map { .learned(from: $0) }
          ?? (preset.model == MemoryModel(preset.model.kind) ? .defaults : .own))
    }
  }
}

// MARK: - Reviews of another program

/// A CSV file of reviews of another program.
public struct ReviewFile: Sendable {
  /// The reviews.
  public let histories: ReviewHistories
  /// What can't be used, a line each.
  public let messages: [String]

  /// How many faults are listed one by one.
  private static let listedFaults = 20

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - name: what it is called in messages.
  /// - Throws: ``LibraryError`` when it can't be read.
  public init(_ file: FileDescriptor, named name: String) throws(LibraryError) {
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
