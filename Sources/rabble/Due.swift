import ArgumentParser

/// `rabble due`: whether there is something to study, for prompts and scripts.
struct Due: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Tell how many cards there are to study now; exit 1 when there are none.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var limits: Limits

  @Flag(help: "Print the number only.")
  var count = false

  @Argument(
    help: ArgumentHelp("Groups and courses, by title or its beginning.", valueName: "group"))
  var groups: [String] = []

  func run() throws {
    let library = try Library.open(options, choosing: groups)
    let entries = try library.log.queue(
      of: library.plan.groups, after: library.plan.prerequisites,
      newPerDay: limits.newPerDay ?? library.settings.newPerDay, at: options.clock.now())
    let waiting = DueCards(entries, at: options.clock.now())
    if count {
      try OutputFile.write("\(waiting.total)\n")
    } else {
      try OutputFile.write(
        "\(waiting.total) to study: \(waiting.reviews) due, \(waiting.learning) learning, "
          + "\(waiting.new) new\n")
    }
    if waiting.total == 0 { throw ExitCode(1) }
  }
}
