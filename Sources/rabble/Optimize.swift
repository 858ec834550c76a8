import ArgumentParser
import RabbleControllers
import RabbleMemory
import RabbleScreens

/// `rabble optimize`: learns the weights of the memory model from reviews.
struct Optimize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize",
    abstract: "Learn how a memory forgets from its reviews.",
    discussion: """
      The weights of the memory model are fitted to the reviews of a CSV file with the columns \
      card_id, review_rating (1…4), review_time (ISO 8601 or milliseconds) and, if you like, \
      review_duration. What foretells reviews best that it has not seen is named: the default \
      weights or the fitted ones. Rows that can't be used are told with their line.
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
    help: ArgumentHelp("Learn from this CSV file; - is standard input.", valueName: "file.csv"))
  var reviews: String

  @Option(help: "The model: fsrs-6, fsrs-7, or best for the better of both.")
  var model: Model = .best

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let histories = try ReviewFile.read(reviews)
    let choice = Self.choice(Optimizer(histories), among: model.kinds)
    try report.write(ReportTable.tables(of: choice, from: histories))
    Talk.say(choice.statement)
  }

  /// Lets the models compete, with a progress bar when it takes long.
  static func choice(
    _ optimizer: Optimizer, among kinds: [MemoryModel.Kind], current: MemoryModel? = nil
  ) -> Choice {
    let progress = ProgressLine("Learning from \(optimizer.itemCount) reviews")
    defer { progress.end() }
    return optimizer.choose(among: kinds, current: current) { progress.update($0) }
  }
}
