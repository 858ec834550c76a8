import ArgumentParser
import Foundation
import RabbleControllers
import RabbleMemory
import RabbleScreens
import RabbleStudy
import RabbleText
import SystemPackage

/// `rabble preset optimize`: optimizes FSRS parameters for reviews.
struct PresetOptimize: ParsableCommand {
  static let configuration = CommandConfiguration(
    "optimize", of: "preset", "Optimize the FSRS parameters for your review history.",
    """
    For each preset, FSRS parameters are optimized for the reviews of its cards and applied. They move \
    away from the default parameters only as far as the reviews support it. All cards using the preset are \
    rescheduled, except those that would move by less than their fuzz range. No card becomes overdue, and \
    `rabble undo` undoes it. Ctrl-C leaves everything as it was.

    The file of --reviews has the columns card_id, review_rating (1…4), review_time (ISO 8601 or \
    milliseconds) and, optionally, review_duration, or is what `rabble log export` writes. Unusable rows \
    are reported with their line numbers.
    """,
    examples: [
      ("rabble preset optimize --dry-run", "what would change")
    ])

  @Option(
    help: ArgumentHelp(
      "Fit to this CSV file and only report (- for standard input).", valueName: "file.csv"))
  var reviews: String?

  @Option(help: ArgumentHelp("Optimize only this preset.", valueName: "name"))
  var preset: String?

  @Flag(help: "Show the result without applying it.")
  var dryRun = false

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    guard reviews == nil || preset == nil else {
      throw ValidationError("--preset is for your own reviews; it can't be used with --reviews.")
    }
  }

  func run() throws {
    try LongRunningWork.endsProgram {
      for statement in try reviews.map(fit(toFile:)) ?? optimizePresets() {
        Output.tell(statement)
      }
    }
  }

  /// - Returns: what it comes to, in sentences.
  private func fit(toFile path: String) throws -> [String] {
    let histories = try ReviewFile.read(path)
    let choice = Self.choice(Optimizer(histories))
    let tables = ReportTable.tables(of: choice, from: histories)
    try report.write("fit", before: [tables.log], tables.candidates, [tables.calibration])
    return [choice.statement]
  }

  /// - Returns: what it comes to, in sentences.
  private func optimizePresets() throws -> [String] {
    let library = try options.openLog(for: .changing)
    let advice = try library.gradingAdvice()
    if !dryRun, let failure = library.backUp(before: "optimizing") { Output.tell(failure) }
    let optimized = try library.refit(
      RefitOptions(preset: preset, applies: !dryRun),
      by: { Self.choice($0, current: $1, isSetByHand: $2) },
      onCommit: LongRunningWork.holdBack)
    if optimized.isEmpty { Output.tell("There are no reviews to optimize for yet.") }
    let tables = ReportTable.tables(of: optimized)
    if report.format != .text || !optimized.isEmpty {
      try report.write("optimization", tables[0], Array(tables.dropFirst()))
    }
    return optimized.map(\.statement) + advice
  }

  /// Fits parameters and chooses, with a progress bar when it takes long.
  private static func choice(
    _ optimizer: Optimizer, current: MemoryModel? = nil, isSetByHand: Bool = false
  ) -> Choice {
    let progress = ProgressLine(
      "Optimizing on \(NumberText.count(optimizer.itemCount, "review"))")
    defer { progress.end() }
    return optimizer.choose(current: current, isSetByHand: isSetByHand) {
      progress.update($0)
    }
  }
}

extension ReviewFile {
  /// The reviews of a CSV file, or of standard input for `-`; what can't be used is told on standard
  /// error.
  ///
  /// - Throws: ``LibraryError`` when the file can't be read, or nothing in it can be used.
  static func read(_ path: String) throws -> ReviewHistories {
    let file: FileDescriptor
    do {
      file = path == "-" ? .standardInput : try FileDescriptor.open(path, .readOnly)
    } catch { throw LibraryError.unreadable(path: path, reason: "\(error)") }
    // It was only read: closing loses nothing.
    defer { if path != "-" { try? file.close() } }
    let reviews = try ReviewFile(file, named: path)
    for message in reviews.messages { Output.tell(message) }
    guard reviews.histories.count > 0 else { throw LibraryError.noReviews(path: path) }
    return reviews.histories
  }
}
