import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens

/// `rabble deck new`: begins a deck.
struct DeckNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a deck; on a terminal what no option says is asked for.",
    discussion: """
      The file lies in your own decks, called like the title, if no --file says otherwise; an \
      existing file is never written over. `rabble deck add` fills it.
      """)

  /// The forms of a deck file.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, markdown
  }

  @Option(help: "What it is about, in a sentence.")
  var description: String?

  @Option(help: ArgumentHelp("The language that is learned, such as ja.", valueName: "tag"))
  var language: String?

  @Option(help: "Who wrote it.")
  var author: String?

  @Option(help: "What others may do with it, such as CC-BY-4.0.")
  var licence: String?

  @Option(help: ArgumentHelp("Which edition it is, such as 1.0.", valueName: "text"))
  var edition: String?

  @Option(
    help: ArgumentHelp(
      "Ask in this direction: recognition, production or reading; repeatable.",
      valueName: "direction"))
  var direction: [String] = []

  @Option(help: ArgumentHelp("Write this file.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("Add it as a further group to this deck file.", valueName: "file"))
  var into: String?

  @Option(help: "How the file is written: json or markdown.")
  var format: Format?

  @OptionGroup var options: CommonOptions

  @Argument(help: "What the deck is called.")
  var title: String

  func validate() throws {
    if title.allSatisfy(\.isWhitespace) { throw ValidationError("A deck needs a title.") }
    if let format, let name = file ?? into, DeckForm(path: name) != form(format) {
      throw ValidationError("A file called \(name.printable) is not written as \(format).")
    }
    if file != nil, into != nil {
      throw ValidationError("--file makes a new file, --into takes one that is there; give one.")
    }
    for name in direction where Direction(name: name) == nil {
      throw ValidationError(
        "--direction is recognition, production or reading, not “\(name.printable)”.")
    }
  }

  func run() throws {
    let writer = try DeckWriter(options)
    let path =
      try into.map { try writer.finder().deck(file: $0).source.file.path }
      ?? file.map(DeckFolders.absolute)
      ?? writer.workspace.ownDecks + "/" + DeckFileName.of(title)
      + (format == .markdown ? ".md" : ".json")
    if into == nil, access(path, F_OK) == 0 { throw AtomicFileError.alreadyThere(path: path) }
    guard let group = try group() else {
      Talk.say("Nothing was made.")
      throw ExitCode(130)
    }
    if into != nil {
      let source = DeckLoader().loadSource(path: path)
      try writer.write([.addGroup(group)], to: source)
    } else {
      try writer.makeFolder(of: path)
      let text =
        DeckForm(path: path) == .json
        ? DeckJSON.text(of: [group]) : DeckMarkdown.text(of: [group])
      try AtomicFile.replace(path, with: Array(text.utf8), ifStill: .nothing)
    }
    try OutputFile.write(path.printable + "\n")
    Talk.say("Fill it with: rabble deck add \(DeckFileName.quoted(title))")
  }

  private func form(_ format: Format) -> DeckForm { format == .json ? .json : .markdown }

  /// The group without questions; `nil` when the learner gives up.
  private func group() throws -> QuestionGroup? {
    var values: [String: String] = [:]
    values["description"] = description
    values["language"] = language
    values["author"] = author
    values["licence"] = licence
    values["version"] = edition
    values["directions"] = direction.isEmpty ? nil : direction.joined(separator: ", ")
    if values.isEmpty, let view = try Asking.view(options) {
      try view.say(["A new deck, “\(title)”. Enter skips a field, < goes back, > makes it at once."]
      )
      switch try Asking.fill(FormController(GroupForm.fields), on: view) {
      case .success(let filled): values = filled
      case .failure: return nil
      }
    }
    return GroupForm.group(title: title, values)
  }
}
