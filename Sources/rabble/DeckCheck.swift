import ArgumentParser
import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleScreens

/// `rabble deck check`: names every fault of deck files.
struct DeckCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Name every fault of deck files; exit 1 for faults, 3 for a file that can't be used.")

  @Flag(help: "List also the answers that a typo could turn into one another; none are accepted.")
  var typos = false

  @Argument(help: ArgumentHelp("The files, or folders of them.", valueName: "file"))
  var files: [String]

  func run() throws {
    var isUsable = true
    var isSound = true
    var groups: [QuestionGroup] = []
    for path in files {
      let listing = DeckFolder.files(in: path)
      let isFile = listing.faults.contains { $0.path == path }
      let decks = (isFile ? [path] : listing.files).map { DeckLoader().load(path: $0) }
      let faults = (isFile ? [] : listing.faults) + decks.flatMap(\.faults)
      for fault in faults { print(fault.description.printable) }
      isUsable = isUsable && decks.allSatisfy(\.isUsable)
      isSound = isSound && faults.isEmpty
      groups += decks.flatMap(\.groups)
      for deck in decks where deck.faults.isEmpty {
        let questions = deck.groups.reduce(0) { $0 + $1.questions.count }
        print("\(deck.path.printable): sound, \(deck.groups.count) groups, \(questions) questions")
      }
    }
    if typos { listConfusables(groups) }
    if !isUsable { throw ExitCode(3) }
    if !isSound { throw ExitCode(1) }
  }

  private func listConfusables(_ groups: [QuestionGroup]) {
    let pairs = Vocabulary(groups: groups).confusablePairs
    for pair in pairs {
      print(
        "“\(pair.firstAnswer)” (\(pair.first.prompt)) and “\(pair.secondAnswer)” "
          .printable + "(\(pair.second.prompt)) are a typo apart; neither passes for the other"
          .printable)
    }
    print("\(pairs.count) pairs of answers are a typo apart.")
  }
}
