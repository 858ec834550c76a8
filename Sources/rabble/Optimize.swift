import ArgumentParser
import Foundation
import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage

/// `rabble optimize`: learns the parameters of the memory model from reviews.
struct Optimize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize",
    abstract: "Learn how a memory forgets from its reviews.",
    discussion: """
      The parameters of the memory model are learned from your own reviews, for each preset from those \
      of its cards. The parameters in use, the defaults and the learned ones foretell reviews that \
      learning has not seen; what foretells them best is put in use from now on, and all cards of \
      the preset are scheduled anew. Nothing moves into the past, and `rabble undo` takes it back. \
      Ctrl-C leaves everything as it was.

      With --reviews the reviews of a CSV file are learned from, and nothing is changed. It has the \
      columns card_id, review_rating (1…4), review_time (ISO 8601 or milliseconds) and, if you like, \
      review_duration. Rows that can't be used are told with their line.
      """)

  /// The models to try.
  enum Model: String, ExpressibleByArgument, CaseIterable {
    case fsrs6 = "fsrs-6"
    case fsrs7 = "fsrs-7"
    case best

    var kinds: [MemoryModel.Kind] {
      switch self {
      case .fsrs6: [.fsrs6]
      case .fsrs7: [.fsrs7]
      case .best: [.fsrs6, .fsrs7]
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      "Learn from this CSV file, and only tell; - is standard input.", valueName: "file.csv"))
  var reviews: String?

  @Option(help: ArgumentHelp("Learn for this preset alone.", valueName: "name"))
  var preset: String?

  @Option(help: "The model: fsrs-6, fsrs-7, or best for the better of both.")
  var model: Model = .best

  @Flag(help: "Tell what would come of it, and change nothing.")
  var dryRun = false

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    guard reviews == nil || preset == nil else {
      throw ValidationError("--preset is about your own reviews; it does not go with --reviews.")
    }
  }

  func run() throws {
    try Interruption.endsProgram {
      let (tables, statements) = try reviews.map(learn(fromFile:)) ?? learnFromOwnLog()
      try report.write(tables)
      for statement in statements { Talk.say(statement) }
    }
  }

  private func learn(fromFile path: String) throws -> ([ReportTable], [String]) {
    let histories = try ReviewFile.read(path)
    let choice = Self.choice(Optimizer(histories), among: model.kinds)
    return (ReportTable.tables(of: choice, from: histories), [choice.statement])
  }

  private func learnFromOwnLog() throws -> ([ReportTable], [String]) {
    let log = try Library.openLog(options)
    let optimizer = PresetOptimizer(log: log, clock: options.clock)
    let presets = try log.presets().presets
    if let preset, !presets.contains(where: { $0.name == preset }) {
      throw PresetError.unknown(preset, names: presets.map(\.name))
    }
    let counts = try log.reviewCounts()
    let trials = try presets.filter {
      preset.map { [name = $0.name] in $0 == name } ?? (counts[$0.name] ?? 0 > 0)
    }.map {
      try optimizer.trial(
        of: $0, among: model.kinds, by: { Self.choice($0, among: $1, current: $2) })
    }
    if trials.isEmpty { Talk.say("There are no reviews to learn from yet.") }
    let advice = try HardUse(log).advice
    let learned = dryRun ? trials.map(\.proposal) : try optimizer.install(trials)
    if !dryRun {
      let workspace = try Workspace(
        dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
      RefitMemory(path: workspace.refitMemory).remember(
        Dictionary(trials.map { ($0.preset.name, $0.reviews) }) { $1 })
    }
    return (ReportTable.tables(of: learned), learned.map(\.statement) + advice)
  }

  /// Lets the models compete, with a progress bar when it takes long.
  private static func choice(
    _ optimizer: Optimizer, among kinds: [MemoryModel.Kind], current: MemoryModel? = nil
  ) -> Choice {
    let progress = ProgressLine("Learning from \(optimizer.itemCount) reviews")
    defer { progress.end() }
    return optimizer.choose(among: kinds, current: current) { progress.update($0) }
  }
}
