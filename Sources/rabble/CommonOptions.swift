import ArgumentParser
import Foundation
import RabbleScheduling
import RabbleTerminal

/// The options every command takes.
struct CommonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Keep the log and own decks in this folder.", valueName: "dir"))
  var dataDir: String?

  @Option(
    name: .customLong("decks"),
    help: ArgumentHelp("Study the decks of this folder or file too; repeatable.", valueName: "dir"))
  var deckPaths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Hold the clock at this moment, and take its offset for local time.",
      discussion: "For example 2026-11-21T09:00:00+09:00.", valueName: "time"))
  var now: Moment?

  @Option(help: ArgumentHelp("Make every choice by chance repeatable.", valueName: "n"))
  var seed: UInt64?

  @Option(help: "When to use colour: auto, always or never.")
  var color: ColorChoice = .auto

  var clock: Clock { Clock(heldAt: now) }

  /// Whether text written to this file may be coloured.
  func isColored(_ file: Int32) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    return ColorChoice.isColored(
      choice: color, noColor: environment["NO_COLOR"], term: environment["TERM"],
      isTerminal: isatty(file) == 1)
  }
}

extension Moment: ExpressibleByArgument {
  /// Reads ISO 8601 with an offset.
  public init?(argument: String) {
    self.init(iso8601: argument)
  }
}

extension ColorChoice: ExpressibleByArgument {}

/// How much a day may bring.
struct Limits: ParsableArguments {
  @Option(
    name: .customLong("new"),
    help: ArgumentHelp(
      "Begin at most this many new cards a day (default: 20, or study.new of the settings).",
      valueName: "n"))
  var newPerDay: Int?

  func validate() throws {
    if let newPerDay, newPerDay < 0 {
      throw ValidationError("--new takes 0 or a larger number, not \(newPerDay).")
    }
  }
}
