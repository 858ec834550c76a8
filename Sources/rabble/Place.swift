import ArgumentParser
import RabbleScreens
import RabbleStudy
import RabbleTerminal

/// `rabble place`: finds out which groups of a course the learner knows.
struct Place: ParsableCommand {
  static let configuration = CommandConfiguration(
    "place", "Find out with a few questions what you know of a course.",
    """
    At most 40 questions, most of them near the limit of what you know. Press Enter on an empty line if \
    you don't know an answer; :quit stops. Nothing is recorded as an answer. At the end you see, group by \
    group, which cards would be marked as known, and confirm (without a terminal, use --yes). Their first \
    reviews are spread over the coming weeks: the less certain the result, the sooner the review. `rabble \
    undo` makes them new again.

    It finds out how far you have come in a course, not single words known here and there. Without a \
    COURSE, the course you study is used. Exit status 1 if nothing was marked as known.
    """,
    examples: [
      ("rabble place japanese", "cards that you know are not asked again soon")
    ])

  @OptionGroup var options: CommonOptions

  @Option(
    help: "Output format; json is one JSON object per line, for programs.")
  var format: SessionFormat = .text

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  @Argument(
    help: ArgumentHelp("A course title, or an unambiguous prefix.", valueName: "course"))
  var course: String?

  func run() throws {
    let library = try options.openLibrary(for: .creating)
    let view = try Study.view(format, options)
    var placing = try library.placing(
      course, seed: options.seed ?? options.surroundings.random())
    try placing.run(on: view)
    switch view.leavingReason {
    case .interrupted, .hungUp, .terminated: throw ExitCode(130)
    case .endOfInput, nil: break
    }
    guard !placing.wasLeft else {
      Output.tell("Stopped: nothing was marked as known.")
      throw ExitCode(1)
    }
    let proposal = placing.proposal
    for line in proposal.lines { try tell(line) }
    guard !proposal.cards.isEmpty else { throw ExitCode(1) }
    guard try isConfirmed(view) else {
      Output.tell("Nothing was marked as known.")
      throw ExitCode(1)
    }
    try tell(placing.accept().description)
    try tell("Undo with `rabble undo`.")
  }

  /// Says something; with JSON, standard output is for programs.
  private func tell(_ line: String) throws {
    if format == .json { Output.tell(line) } else { try Output.line(line) }
  }

  private func isConfirmed(_ view: any StudyView) throws -> Bool {
    if yes { return true }
    guard let terminal = view as? TerminalView else {
      Output.tell("Run it with --yes to mark them as known.")
      return false
    }
    return try terminal.form.confirms("Mark them as known?")
  }
}
