import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens
import RabbleTerminal

/// `rabble deck add`: adds questions to a group.
struct DeckAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add questions to a group: on a terminal field by field, or one by options.",
    discussion: """
      On a terminal, Tab completes tags and parts of speech, `<` goes back to the field before, \
      `>` saves at once, and an empty prompt ends. Every question is saved before the next.

      Without a terminal and without --prompt, standard input is read: questions as JSON, in a \
      list or one object a line, or as Markdown, such as `一 [いち] :: one`.
      """)

  @Option(help: ArgumentHelp("The group, by title or its beginning.", valueName: "group"))
  var group: String?

  @OptionGroup var target: DeckTarget
  @OptionGroup var question: QuestionOptions
  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp("The group, or a deck file; not needed if there is one.", valueName: "group")
  )
  var name: String?

  func validate() throws {
    if name != nil, group != nil {
      throw ValidationError("Name the group once, with --group or without.")
    }
  }

  func run() throws {
    let writer = try DeckWriter(options)
    let finder = try writer.finder()
    let view = question.isGiven ? nil : try Asking.view(options)
    let found = try chosen(finder)
    let source = try writer.editable(found.deck, copying: target.copy)
    let adder = QuestionAdder(writer: writer, path: source.file.path, title: found.title)
    if let view {
      let added = try adder.converse(on: view) { try writer.finder().groups }
      try view.say([added == 1 ? "1 question added." : "\(added) questions added."])
    } else if question.isGiven {
      try add([try question.question()], with: adder, finder)
    } else {
      try add(try QuestionInput.read(), with: adder, finder)
    }
  }

  private func add(_ questions: [Question], with adder: QuestionAdder, _ finder: DeckFinder) throws
  {
    let known = KnownQuestions(finder.groups)
    for question in questions {
      for remark in known.remarks(prompt: question.prompt) + known.remarks(answer: question.answer)
      {
        Talk.say(remark)
      }
    }
    let count = try adder.add(questions)
    let lines = questions.map { "Added: \($0.prompt) = \($0.answer)".printable + "\n" }
    try OutputFile.write(lines.joined())
    Talk.say(
      "“\(adder.title)” has \(count == 1 ? "1 question" : "\(count) questions") now (\(adder.path))."
    )
  }

  /// The group that was named, or the only one there can be.
  private func chosen(_ finder: DeckFinder) throws -> DeckFinder.Group {
    if let name = group ?? name, !(group == nil && Self.isFile(name)) {
      return try finder.group(name, file: target.file)
    }
    let file = target.file ?? name
    let decks =
      try file.map { [try finder.deck(file: $0)] } ?? finder.decks.filter { !$0.isBundled }
    let groups = decks.flatMap { deck in
      deck.source.groups.indices.map { DeckFinder.Group(deck: deck, number: $0) }
    }
    if groups.count == 1 { return groups[0] }
    if groups.isEmpty {
      let fault = decks.flatMap(\.source.file.faults).first
      throw DeckEditError.incomplete(
        fault?.description ?? "You have no deck yet. Make one: rabble deck new TITLE")
    }
    throw DeckEditError.incomplete(
      "To which group? There are \(groups.map(\.place).joined(separator: ", ")).")
  }

  /// Whether a name is meant as a file's.
  static func isFile(_ name: String) -> Bool {
    name.contains("/")
      || [".json", ".md", ".markdown"].contains { name.lowercased().hasSuffix($0) }
      || access(name, F_OK) == 0
  }
}
