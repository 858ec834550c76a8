import ArgumentParser

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
