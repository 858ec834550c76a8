import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens
import RabbleTerminal
import RabbleText

/// `rabble deck`: work on deck files.
struct Deck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck",
    abstract: "Work on deck files.",
    subcommands: [
      DeckNew.self, DeckAdd.self, DeckEdit.self, DeckMove.self, DeckRemove.self, DeckRename.self,
      DeckShow.self, DeckDiff.self, DeckFormat.self, DeckCheck.self, DeckImport.self,
      DeckExportCommand.self,
    ])
}

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

/// `rabble deck move`: puts a question elsewhere.
struct DeckMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Put a question into another group, or elsewhere in its own; its history stays.")

  @Option(help: ArgumentHelp("The group it goes to, at its end.", valueName: "group"))
  var to: String?

  @Option(help: ArgumentHelp("The deck file of that group.", valueName: "file"))
  var toFile: String?

  @Option(help: ArgumentHelp("Put it before the question that asks this.", valueName: "prompt"))
  var before: String?

  @Option(help: ArgumentHelp("The group it stands in.", valueName: "group"))
  var group: String?

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "What the question asks, or its id.")
  var prompt: String

  func validate() throws {
    if to == nil, before == nil {
      throw ValidationError("Say where to: --to GROUP, --before PROMPT, or both.")
    }
  }

  func run() throws {
    let writer = try DeckWriter(options)
    let finder = try writer.finder()
    let found = try finder.question(prompt, group: group, file: target.file)
    let goal = try to.map { try finder.group($0, file: toFile) } ?? found.group
    let neighbour = try before.map {
      try finder.question($0, group: goal.title, file: goal.deck.source.file.path).place.question
    }
    if found.deck.source.file.path == goal.deck.source.file.path {
      let source = try writer.editable(found.deck, copying: target.copy)
      try writer.write(
        [.move(found.place, toGroup: goal.number, before: neighbour)], to: source)
    } else {
      try move(found, to: goal, before: neighbour, writer)
    }
    try OutputFile.write(
      "“\(found.source.question.prompt)” is in “\(goal.title)” now.".printable + "\n")
  }

  /// Moves a question between files: it is in both for a moment, but never in neither.
  private func move(
    _ found: DeckFinder.Question, to goal: DeckFinder.Group, before: Int?, _ writer: DeckWriter
  ) throws {
    let from = try writer.editable(found.deck, copying: target.copy)
    let into = try writer.editable(goal.deck, copying: target.copy)
    let question = try from.written(found.place)
    let rest = try from.applying([.remove(found.place)])
    let whole = try into.applying([.add(question, toGroup: goal.number, before: before)])
    try writer.write(whole, over: into, edits: [])
    do {
      try AtomicFile.replace(
        from.file.path, with: rest.bytes, ifStill: .content(from.bytes))
    } catch {
      try AtomicFile.replace(
        into.file.path, with: into.bytes, ifStill: .content(whole.bytes), backup: false)
      throw error
    }
    try writer.remember([
      (
        .init(of: found.source.question, inGroup: found.group.title),
        .init(of: found.source.question, inGroup: goal.title)
      )
    ])
  }
}

/// `rabble deck remove`: takes a question out of its deck.
struct DeckRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a question out of its deck; its history waits in case it comes back.")

  @Option(help: ArgumentHelp("The group it stands in.", valueName: "group"))
  var group: String?

  @Flag(name: .shortAndLong, help: "Don't ask.")
  var yes = false

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "What the question asks, or its id.")
  var prompt: String

  func run() throws {
    let writer = try DeckWriter(options)
    let found = try writer.finder().question(prompt, group: group, file: target.file)
    if !yes {
      guard let view = try Asking.view(options) else {
        throw DeckEditError.incomplete(
          "This would go: \(found.text). Say --yes if it shall.")
      }
      try view.say([found.text])
      guard try Asking.choose("Take it out?", among: ["y", "n"], on: view) == "y" else {
        throw ExitCode(1)
      }
    }
    let source = try writer.editable(found.deck, copying: target.copy)
    try writer.write([.remove(found.place)], to: source)
    try OutputFile.write("Taken out: \(found.text)".printable + "\n")
  }
}

/// `rabble deck rename`: gives a group another title.
struct DeckRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a group another title; every history stays.")

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "The group's title, or its beginning.")
  var old: String

  @Argument(help: "The title it shall have.")
  var new: String

  func validate() throws {
    if new.allSatisfy(\.isWhitespace) { throw ValidationError("A group needs a title.") }
  }

  func run() throws {
    let writer = try DeckWriter(options)
    let finder = try writer.finder()
    let group = try finder.group(old, file: target.file)
    let source = try writer.editable(group.deck, copying: target.copy)
    if source.groups.indices.contains(where: {
      $0 != group.number && source.groups[$0].group.title == new
    }) {
      throw DeckEditError.incomplete(
        "There is a group “\(new)” in that file already; choose another title.")
    }
    try writer.write([.rename(group: group.number, to: new)], to: source)
    try Library.openLog(options).carryPreset(
      ofGroup: group.title, to: new, at: options.clock.now())
    try OutputFile.write("“\(group.title)” is now “\(new)”.".printable + "\n")
  }
}

/// Which deck a command changes.
struct DeckTarget: ParsableArguments {
  @Option(help: ArgumentHelp("Look in this deck file only.", valueName: "file"))
  var file: String?

  @Flag(
    help: "Of a bundled deck, change your own copy, which then takes the bundled one's place.")
  var copy = false
}
