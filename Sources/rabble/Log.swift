import ArgumentParser

/// `rabble log`: the learner's answers, raw.
struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take the study log out.", subcommands: [LogExport.self])
}
