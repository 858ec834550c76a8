import ArgumentParser
import RabbleScreens
import RabbleStudy
import RabbleText

/// `rabble accepted`: the answers that `:accept` made right, and how they are removed.
struct Accepted: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accepted",
    abstract: "List the answers you accepted with :accept, or remove one.",
    subcommands: [AcceptedList.self, AcceptedRemove.self],
    defaultSubcommand: AcceptedList.self)
}

/// `rabble accepted list`: what was accepted, which `rabble accepted` alone does.
struct AcceptedList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the answers you accepted, oldest first.",
    discussion: "`rabble accepted remove NUMBER` stops accepting an answer.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let answers = try options.openLog(for: .examining).acceptedAnswers()
    if answers.isEmpty, report.format == .text {
      return Output.tell("You have accepted no answers. :accept in a session accepts the last one.")
    }
    try report.write([ReportTable(answers)])
  }
}

/// `rabble accepted remove`: has accepted answers not count any more.
struct AcceptedRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove accepted answers: from now on they are judged by the deck.",
    discussion: """
      Grades already given stay as they are. `rabble undo` accepts them again. Exit status 1 if there \
      is no such answer.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The answers: their numbers in the list, or their texts.")
  var answers: [String]

  func run() throws {
    let library = try options.openLog(for: .changing)
    let accepted = try library.acceptedAnswers()
    var isMissing = false
    for name in answers {
      // A number means the one in the list, unless it is an accepted answer itself.
      let byText = accepted.filter { TextFold.strict($0.answer) == TextFold.strict(name) }
      let found = byText.isEmpty ? accepted.filter { String($0.number) == name } : byText
      guard found.count == 1, let answer = found.first else {
        isMissing = true
        Output.tell(
          found.isEmpty
            ? "“\(name)” is not an accepted answer; `rabble accepted` lists them."
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
