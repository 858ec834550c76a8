import ArgumentParser

/// How much a day may bring.
struct Limits: ParsableArguments {
  @Option(
    name: .customLong("new"),
    help: ArgumentHelp("Begin at most this many new cards a day.", valueName: "n"))
  var newPerDay = 20

  func validate() throws {
    guard newPerDay >= 0 else {
      throw ValidationError("--new takes 0 or a larger number, not \(newPerDay).")
    }
  }
}
