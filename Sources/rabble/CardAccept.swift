import ArgumentParser
import RabbleScreens
import RabbleStudy
import RabbleText

/// `rabble card accept`: the answers that `:accept` made right, and how they are removed.
struct CardAccept: ParsableCommand {
  static let configuration = CommandConfiguration(
    "accept", of: "card", "List the answers that you accepted with :accept, or remove some.",
    """
    A removed answer is judged by the deck from then on; grades already given stay as they are. `rabble undo` accepts it \
    again. Exit status 1 if there is no such answer.
    """,
    examples: [
      ("rabble card accept", "list them, oldest first"),
      ("rabble card accept --remove 1", "remove the first"),
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  @Option(
    help: ArgumentHelp(
      "Remove an answer by its number in the list, or by its text (may be repeated).",
      valueName: "answer"))
  var remove: [String] = []

  func run() throws {
    guard remove.isEmpty else { return try removeAnswers() }
    let answers = try options.openLog(for: .examining).acceptedAnswers()
    if answers.isEmpty, report.format == .text {
      return Output.tell("You have accepted no answers. :accept in a session accepts the last one.")
    }
    try report.write("accepted", ReportTable(answers))
  }

  private func removeAnswers() throws {
    let library = try options.openLog(for: .changing)
    let accepted = try library.acceptedAnswers()
    var isMissing = false
    for name in remove {
      // A number means the one in the list, unless it is an accepted answer itself.
      let byText = accepted.filter { TextFold.strict($0.answer) == TextFold.strict(name) }
      let found = byText.isEmpty ? accepted.filter { String($0.number) == name } : byText
      guard found.count == 1, let answer = found.first else {
        isMissing = true
        Output.tell(
          found.isEmpty
            ? "“\(name)” is not an accepted answer; `rabble card accept` lists them."
            : "“\(name)” is accepted for several cards; give one of the numbers "
              + found.map { String($0.number) }.joined(separator: ", ") + ".")
        continue
      }
      try library.withdraw(answer)
      try Output.line("Removed: “\(answer.answer)” is no longer accepted for “\(answer.prompt)”.")
    }
    if isMissing { throw ExitCode(1) }
  }
}
