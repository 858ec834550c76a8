import ArgumentParser

/// `rabble preset`: how groups are scheduled.
struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Show and change how groups are scheduled: retention, steps, weights and more.",
    discussion: """
      A preset holds the memory model with its weights and what you wish of it. All groups use the \
      preset “default” until they are given another. Every change is an event of the log, \
      reschedules what it concerns, moves nothing into the past, and `rabble undo` takes it back.
      """,
    subcommands: [PresetList.self, PresetSet.self, PresetUse.self],
    defaultSubcommand: PresetList.self)
}
