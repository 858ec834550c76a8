import ArgumentParser

/// `rabble log`: the learner's answers, raw.
struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Take the study log out.", subcommands: [LogExport.self])
}
