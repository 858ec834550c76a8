import ArgumentParser
import RabbleDecks
import RabbleScreens

/// `rabble deck edit`: opens a deck in the learner's editor.
struct DeckEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open a deck in $VISUAL or $EDITOR, or change a question by options.",
    discussion: """
      With options such as --answer, the question that asks this is changed without an editor; an \
      empty text takes away what was there.

      You edit a copy. If what you saved has faults, they are shown, and you edit again or drop \
      it; what you wrote is kept either way. A deck that another program changed meanwhile is left \
      as it is. The deck as it was before is kept beside it, with ~ behind its name.
      """)

  @Option(help: ArgumentHelp("The group the question stands in.", valueName: "group"))
  var group: String?

  @OptionGroup var target: DeckTarget
  @OptionGroup var question: QuestionOptions
  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "A group, a deck file (file:line), or what a question asks; not needed if there is one deck.",
      valueName: "name"))
  var name: String?

  func validate() throws {
    if question.isGiven, name == nil {
      throw ValidationError("Say what the question asks that is to be changed.")
    }
  }

  func run() throws {
    let writer = try DeckWriter(options)
    if let name, question.isGiven { return try change(name, writer) }
    let (deck, line) = try place(writer.finder())
    let source = try writer.editable(deck, copying: target.copy)
    if source.bytes.isEmpty, let fault = source.file.faults.first {
      throw DeckEditError.unfit(path: source.file.path, reason: fault.description)
    }
    let editor = DeckEditor(writer: writer, view: try Asking.view(options))
    let edited = try editor.edit(source, line: line)
    guard let edited else {
      Talk.say("Nothing was changed.")
      return
    }
    let questions = edited.file.groups.reduce(0) { $0 + $1.questions.count }
    try OutputFile.write(
      "\(source.file.path): saved, \(edited.file.groups.count) groups, \(questions) questions"
        .printable + "\n")
  }

  private func change(_ name: String, _ writer: DeckWriter) throws {
    let found = try writer.finder().question(name, group: group, file: target.file)
    let source = try writer.editable(found.deck, copying: target.copy)
    let new = try question.changed(found.source.question)
    try writer.write([.replace(found.place, by: new)], to: source)
    try OutputFile.write("Changed: \(new.prompt) = \(new.answer)".printable + "\n")
  }

  /// The deck that was meant, and the line in it.
  private func place(_ finder: DeckFinder) throws -> (DeckFinder.Deck, Int) {
    guard let name else {
      let decks =
        try target.file.map { [try finder.deck(file: $0)] }
        ?? finder.decks.filter { !$0.isBundled }
      if decks.count == 1 { return (decks[0], 1) }
      throw DeckEditError.incomplete(
        decks.isEmpty
          ? "You have no deck yet. Make one: rabble deck new TITLE"
          : "Which deck? There are \(decks.map(\.source.file.path).joined(separator: ", ")).")
    }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 1, let last = parts.last, let line = Int(last), line > 0,
      DeckAdd.isFile(parts.dropLast().joined(separator: ":"))
    {
      return (try finder.deck(file: parts.dropLast().joined(separator: ":")), line)
    }
    if let group {
      let question = try finder.question(name, group: group, file: target.file)
      return (question.deck, question.line)
    }
    if DeckAdd.isFile(name) { return (try finder.deck(file: name), 1) }
    do {
      let group = try finder.group(name, file: target.file)
      let span = group.deck.source.groups[group.number].span
      return (group.deck, group.deck.source.position(of: span.start).line)
    } catch DeckEditError.noGroup(let error) where error.reason == .unknown {
      do {
        let question = try finder.question(name, group: nil, file: target.file)
        return (question.deck, question.line)
      } catch DeckEditError.noQuestion {
        throw DeckEditError.incomplete(
          "no group and no question is called “\(name)”; there are "
            + error.titles.map { "“\($0)”" }.joined(separator: ", "))
      }
    }
  }
}
