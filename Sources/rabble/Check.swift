import ArgumentParser
import RabbleScreens

/// `rabble check`: proves that what is computed from the log is what its events come to.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the study log; exit 1 when something is found.",
    discussion: """
      The database file is examined, and every schedule is computed again from the answers. \
      With --rebuild what differs is made anew; answers are never changed. Questions that an edit \
      of a deck left unclear are listed.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Make everything that is computed from the answers anew.")
  var rebuild = false

  func run() throws {
    let log = try Library.openLog(options)
    var findings = try log.check()
    if rebuild, findings.allSatisfy(\.isMendable) {
      let cards = try log.rebuild()
      Talk.say("\(findings.count) findings; the schedules of \(cards) cards were made anew.")
      findings = try log.check()
    }
    let lines = findings.map(\.description.printable)
    if !lines.isEmpty {
      try OutputFile.write(lines.joined(separator: "\n") + "\n")
      throw ExitCode(1)
    }
    let unclear = try log.unclearIdentities().map { unclear in
      "“\(unclear.known.prompt)” is gone from “\(unclear.known.group)” and might be "
        + unclear.candidates.map { "“\($0.prompt) → \($0.answer)”" }.joined(separator: " or ")
        + "; `rabble study` asks in a terminal."
    }
    try OutputFile.write(
      (["The study log is sound: every schedule is what its answers come to."]
        + unclear.map(\.printable)).joined(separator: "\n") + "\n")
  }
}
