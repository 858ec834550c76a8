import Foundation
import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleStorage

/// Whose learning is simulated: how they remember and answer, what they know already and what is new
/// to them.
struct SimulatedLearner {
  let simulator: Simulator
  let known: [KnownCard]
  let newCards: Int
  /// The new cards they begin a day when nothing else is asked for.
  let newPerDay: Int
  /// The retention they wish for when none is asked for.
  let retention: Double
  let source: SimulationSource

  /// The new cards a day of a learner who has not settled it.
  static let newPerDay = 10

  /// The learner of a CSV file, from the first card on.
  static func ofFile(
    _ path: String, model kind: MemoryModel.Kind?, cards: Int, seed: UInt64
  ) throws -> SimulatedLearner {
    let histories = try ReviewFile.read(path)
    let memory = Memory(learnedFrom: histories, kind: kind ?? .fsrs6)
    return SimulatedLearner(memory, Preset(), histories, newCards: cards, seed: seed)
  }

  /// The learner of the own log, if there is one, with cards that are all new.
  static func withNewCards(
    _ cards: Int, model kind: MemoryModel.Kind?, _ options: CommonOptions
  ) throws -> SimulatedLearner {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    let seed = options.seed ?? 1
    guard access(workspace.log, F_OK) == 0 else {
      let memory = Memory(model: MemoryModel(kind ?? .fsrs6), parameters: .defaults)
      return SimulatedLearner(memory, Preset(), ReviewHistories([]), newCards: cards, seed: seed)
    }
    let log = try Library.openLog(options)
    let preset = try log.presets().presets.first ?? Preset()
    return SimulatedLearner(
      try Memory(of: preset, kind: kind, log: log), preset, try log.histories(),
      newCards: cards, seed: seed)
  }

  /// The learner of the own log with the cards of some groups as they are at present.
  static func studying(
    _ library: Library, model kind: MemoryModel.Kind?, _ options: CommonOptions
  ) throws -> SimulatedLearner {
    let groups = library.plan.groups
    let now = options.clock.now()
    let preset = try mostUsed(in: groups, log: library.log)
    let memory = try Memory(of: preset, kind: kind, log: library.log)
    return SimulatedLearner(
      memory, preset, try library.log.histories(),
      known: try library.log.knownCards(of: groups, under: memory.model, at: now),
      newCards: try library.log.counts(of: groups, at: now).reduce(0) { $0 + $1.new },
      newPerDay: library.settings.newPerDay, seed: options.seed ?? 1)
  }

  private init(
    _ memory: Memory, _ preset: Preset, _ histories: ReviewHistories, known: [KnownCard] = [],
    newCards: Int, newPerDay: Int = SimulatedLearner.newPerDay, seed: UInt64
  ) {
    simulator = Simulator(
      model: memory.model, habits: LearnerHabits(histories), seed: seed,
      maximumInterval: preset.maximumInterval)
    self.known = known
    self.newCards = newCards
    self.newPerDay = newPerDay
    // What simulations can do.
    retention = min(max(preset.desiredRetention, 0.5), 0.99)
    source = SimulationSource(
      model: memory.model.kind, parameters: memory.parameters, reviews: histories.count,
      known: known.count, newCards: newCards)
  }

  /// The preset by which most reviews of these groups were scheduled; that of the first group when
  /// there are none.
  private static func mostUsed(in groups: [StoredGroup], log: StudyLog) throws -> Preset {
    let book = try log.presets()
    let counts = try log.reviewCounts()
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
private struct Memory {
  let model: MemoryModel
  let parameters: SimulationSource.Parameters

  init(model: MemoryModel, parameters: SimulationSource.Parameters) {
    self.model = model
    self.parameters = parameters
  }

  /// A model whose parameters are learned from reviews, as far as they go.
  init(learnedFrom histories: ReviewHistories, kind: MemoryModel.Kind) {
    let fit = Optimizer(histories).fit(kind)
    self.init(
      model: fit.model,
      parameters: fit.extent == .nothing ? .defaults : .learned(from: histories.count))
  }

  /// The model in use, or the other one, learned from the reviews of the preset's cards.
  init(of preset: Preset, kind: MemoryModel.Kind?, log: StudyLog) throws {
    if let kind, kind != preset.model.kind {
      self.init(learnedFrom: try log.histories(ofPreset: preset.name), kind: kind)
    } else {
      self.init(
        model: preset.model,
        parameters: preset.learnedFrom.map { .learned(from: $0) }
          ?? (preset.model == MemoryModel(preset.model.kind) ? .defaults : .own))
    }
  }
}

/// A file of reviews of another program, in CSV.
enum ReviewFile {
  /// How many faults are told one by one.
  private static let toldFaults = 20

  /// Reads the file at `path`, standard input for `-`, and tells on standard error what can't be
  /// used.
  ///
  /// - Throws: `CommandError` when it can't be read, or nothing in it can be used.
  static func read(_ path: String) throws -> ReviewHistories {
    let log = try parse(path)
    for fault in log.faults.prefix(toldFaults) { Talk.say("\(path): \(fault)") }
    let untold = log.faults.count - toldFaults
    if untold > 0 { Talk.say("\(path): and \(untold) more lines like these") }
    if log.unusedCount > 0 {
      Talk.say("\(path): \(log.unusedCount) rows are not used, \(log.histories.count) are.")
    }
    guard log.histories.count > 0 else { throw CommandError.noReviews(path: path) }
    return log.histories
  }

  private static func parse(_ path: String) throws -> ReviewCSV {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { if path != "-" { close(file) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var reader = ReviewCSVReader()
    while true {
      let count = Foundation.read(file, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path)
      }
      guard count > 0 else { return reader.finish() }
      reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private static func unreadable(_ path: String) -> CommandError {
    .unreadableFile(path: path, reason: String(cString: strerror(errno)))
  }
}
