import ArgumentParser
import Foundation
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

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "The files, or folders of them; without any, all decks there are to study.",
      valueName: "file"))
  var files: [String] = []

  func run() throws {
    var lines: [String] = []
    var decks: [DeckFile] = []
    var isSound = true
    for path in files.isEmpty ? try allDecks() : files {
      let listing = DeckFolder.files(in: path)
      let isFile = listing.faults.contains { $0.path == path }
      let faults = isFile ? [] : listing.faults
      let found = (isFile ? [path] : listing.files).map {
        DeckLoader(faultLimit: .max).load(path: $0)
      }
      lines += (faults + found.flatMap(\.faults)).map(\.description)
      isSound = isSound && faults.isEmpty && found.allSatisfy(\.faults.isEmpty)
      lines += found.filter(\.faults.isEmpty).map { deck in
        let questions = deck.groups.reduce(0) { $0 + $1.questions.count }
        return "\(deck.path): sound, \(deck.groups.count) groups, \(questions) questions"
      }
      decks += found
    }
    if typos { lines += confusables(decks.flatMap(\.groups)) }
    try OutputFile.write(lines.map { $0.printable + "\n" }.joined())
    if !decks.allSatisfy(\.isUsable) { throw ExitCode(3) }
    if !isSound { throw ExitCode(1) }
  }

  private func allDecks() throws -> [String] {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    try workspace.prepare()
    return options.deckPaths + [workspace.ownDecks, try BundledDecks.folder().get()]
  }

  private func confusables(_ groups: [QuestionGroup]) -> [String] {
    let pairs = Vocabulary(groups: groups).confusablePairs
    let lines = pairs.map { pair in
      "“\(pair.firstAnswer)” (\(pair.first.prompt)) and “\(pair.secondAnswer)” "
        + "(\(pair.second.prompt)) are a typo apart; neither passes for the other"
    }
    return lines + ["\(pairs.count) pairs of answers are a typo apart, and none is accepted."]
  }
}
