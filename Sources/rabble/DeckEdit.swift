import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleLanguages
import RabbleQuestions
import RabbleScreens
import RabbleStudy
import RabbleText
import SystemPackage

/// `rabble deck`: what is done with deck files.
struct Deck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck",
    abstract: "List, create, edit, check, import and export decks.",
    subcommands: [
      DeckList.self, DeckNew.self, DeckAdd.self, DeckEdit.self, DeckRemove.self, DeckMove.self,
      DeckRename.self, DeckShow.self, DeckDiff.self, DeckFormat.self, DeckCheck.self,
      DeckImport.self,
      DeckExportCommand.self,
    ],
    defaultSubcommand: DeckList.self)
}

/// Which deck a command changes.
struct DeckTarget: ParsableArguments {
  @Option(help: ArgumentHelp("Look only in this deck file.", valueName: "file"))
  var file: String?

  @Flag(help: "Copy a bundled deck into your decks folder and change the copy.")
  var copy = false
}

/// `rabble deck new`: creates a deck.
struct DeckNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    "new", of: "deck", "Create a deck.",
    """
    On a terminal and without options, prompts for the description, languages, author, license, version \
    and directions. The file is created in your decks folder and named after the title unless --file is \
    given. Existing files are never overwritten. `rabble deck add` fills it.
    """,
    examples: [
      ("rabble deck new 'My verbs'", "a deck with a group of that title")
    ])

  /// The formats of a deck file.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, markdown

    var form: DeckForm { self == .json ? .json : .markdown }
  }

  @Option(help: "Description, in a sentence.")
  var description: String?

  @Option(
    help: ArgumentHelp("Language to learn, such as ja.", valueName: "tag"),
    completion: .list(GroupForm.languages))
  var language: String?

  @Option(
    help: ArgumentHelp("Language of the answers, such as en.", valueName: "tag"),
    completion: .list(GroupForm.languages))
  var answerLanguage: String?

  @Option(help: "Author.")
  var author: String?

  @Option(help: "License, such as CC-BY-4.0.")
  var license: String?

  @Option(help: ArgumentHelp("Version, e.g. 1.0.", valueName: "text"))
  var edition: String?

  @Option(
    help: ArgumentHelp(
      "One of \(Direction.names) (may be repeated).", valueName: "direction"))
  var direction: [String] = []

  @Option(help: ArgumentHelp("Create this file.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("Add a group to this deck file instead.", valueName: "file"))
  var into: String?

  @Option(help: "File format.")
  var format: Format?

  @OptionGroup var options: CommonOptions

  @Argument(help: "Title of the deck.")
  var title: String

  func validate() throws {
    if title.allSatisfy(\.isWhitespace) { throw ValidationError("A deck needs a title.") }
    if let format, let name = file ?? into, DeckForm(path: name) != format.form {
      throw ValidationError("The name “\(name.printable)” does not fit --format \(format).")
    }
    if let file, !DeckFolder.isDeckName(FilePath(file).lastComponent?.string ?? file) {
      throw ValidationError(
        "The name “\(file.printable)” must end in .md or .json, or no command finds the deck.")
    }
    if file != nil, into != nil {
      throw ValidationError("--file creates a file and --into changes one; use only one of them.")
    }
    for name in direction { try Direction.require(name) }
  }

  func run() throws {
    let editing = try options.editing()
    let title = try DeckEditing.title(title)
    let path = file.map { FilePath($0) }
    let form = format?.form ?? .json
    if into == nil { try editing.pathForNewDeck(titled: title, at: path, as: form) }
    for remark in editing.remarks(onNewTitle: title) { Output.tell(remark) }
    guard let group = try group(titled: title) else {
      Output.tell("Nothing was created.")
      throw ExitCode(130)
    }
    let written =
      try into.map { try editing.add(group, to: FilePath($0)) }
      ?? editing.create(group, at: path, as: form)
    try Output.write(written.string.printable + "\n")
    Output.tell("Add cards with: rabble deck add \(editing.naming(title, in: written))")
  }

  /// The group without questions; `nil` when the learner cancels.
  private func group(titled title: String) throws -> QuestionGroup? {
    var values: [String: String] = [:]
    values["description"] = description
    values["language"] = language
    values[GroupForm.answerLanguage] = answerLanguage
    values["author"] = author
    values["license"] = license
    values["version"] = edition
    values["directions"] = direction.isEmpty ? nil : direction.joined(separator: ", ")
    if values.isEmpty, let form = try options.form() {
      try form.say([
        "New deck “\(title)”. Enter: skip field · <: previous field · >: save now · "
          + "Ctrl-C: cancel"
      ])
      let own = [GroupForm.answerLanguage: Self.ownLanguage]
      switch try form.fill(FormController(GroupForm.fields, values: own)) {
      case .success(let filled): values = filled
      case .failure: return nil
      }
    }
    return GroupForm.group(title: title, values)
  }

  /// The learner's own language by the locale, as it is known to the C library: `de` for `de_DE.UTF-8`;
  /// the one that learners usually know without one.
  private static var ownLanguage: String {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let language = (locale ?? "").prefix { $0.isLetter && $0.isLowercase }
    return (2...3).contains(language.count) ? String(language) : Languages.shipped.usual.tag
  }
}

/// `rabble deck add`: adds questions to a group.
struct DeckAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    "add", of: "deck", "Add questions to a group.",
    """
    On a terminal, Tab completes tags and parts of speech, `<` goes back to the previous field, `>` saves \
    at once, and an empty prompt ends. Every question is saved before the next.

    Without a terminal and without --prompt, standard input is read: questions as JSON, in a list or one \
    object a line, or as Markdown, such as `一 [いち] :: one`.
    """,
    examples: [
      ("rabble deck add 'My verbs'", "one after the other"),
      ("rabble deck add 'My verbs' --prompt 走る --answer 'to run'", "one question"),
      (#"rabble deck add --json '{"prompt": "犬", "answer": "dog"}'"#, "any fields"),
    ])

  @OptionGroup var target: DeckTarget
  @OptionGroup var question: QuestionOptions
  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Group or deck file; optional if you have only one.", valueName: "group"), completion: .groups
  )
  var name: String?

  func run() throws {
    let editing = try options.editing()
    let form = question.isGiven ? nil : try options.form()
    let group = try editing.lookup().groupToFill(name, .init(file: target.file))
    guard let form else {
      let questions =
        question.isGiven
        ? try question.questions()
        : try QuestionText.questions(
          String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self),
          ofInput: true)
      for remark in editing.remarks(on: questions, addedTo: group) { Output.tell(remark) }
      let (count, path) = try editing.add(questions, to: group, copying: target.copy)
      for question in questions {
        try Output.line("Added: \(question.prompt) = \(question.answer)")
      }
      Output.tell("“\(group.title)” now has \(NumberText.count(count, "question")) (\(path)).")
      return
    }
    let added = try editing.addQuestions(to: group, copying: target.copy, asking: form)
    try form.say(["Added \(NumberText.count(added, "question"))."])
  }
}

/// `rabble deck edit`: opens a deck in the learner's editor, or changes a question.
struct DeckEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    "edit", of: "deck", "Open a deck in your editor, or change a question.",
    """
    With --json or options such as --answer, the question with this prompt is changed without an editor; \
    an empty value removes the field.

    The editor is $VISUAL or $EDITOR. You edit a copy. If what you saved has errors, they are shown, and \
    you can edit again or discard it (a draft is kept either way). A deck that another program changes in \
    the meantime is not overwritten. `rabble undo` undoes the edit.
    """,
    examples: [
      ("rabble deck edit 'My verbs'", "in your editor"),
      ("rabble deck edit 走る --note 'also: to flow'", "one field"),
    ])

  @Option(help: ArgumentHelp("The question's group.", valueName: "group"), completion: .groups)
  var group: String?

  @OptionGroup var target: DeckTarget
  @OptionGroup var question: QuestionOptions
  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Group, deck file, prompt, id, or place (file:line); optional with one deck.",
      valueName: "name"))
  var name: String?

  func validate() throws {
    if question.isGiven, name == nil {
      throw ValidationError("Name the question to change by its prompt.")
    }
  }

  func run() throws {
    let editing = try options.editing()
    let scope = DeckLookup.Scope(group: group, file: target.file)
    if let name, question.isGiven {
      let found = try editing.lookup().question(name, scope)
      let new = try unlessUnchanged {
        try editing.replace(found, copying: target.copy, by: question.changed)
      }
      return try Output.line("Changed: \(new.prompt) = \(new.answer)")
    }
    let (deck, line) = try editing.lookup().line(of: name, scope)
    _ = try ExternalEditor.command()
    let author = DeckAuthor(
      form: try options.form(), openEditor: ExternalEditor.open, tell: Output.tell)
    guard let edited = try editing.edit(deck, line: line, copying: target.copy, by: author) else {
      return Output.tell("Nothing was changed.")
    }
    let groups = edited.file.groups.count
    let questions = edited.file.groups.reduce(0) { $0 + $1.questions.count }
    try Output.line(
      "\(edited.file.path): saved (\(NumberText.count(groups, "group")), "
        + "\(NumberText.count(questions, "question")))")
  }
}

/// `rabble deck move`: moves a question.
struct DeckMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    "move", of: "deck", "Move a question to another group or position.",
    """
    Its review history is kept.
    """,
    examples: [
      ("rabble deck move 走る --to 'Other verbs'", "to another group")
    ])

  @Option(
    help: ArgumentHelp("Move it to the end of this group.", valueName: "group"), completion: .groups
  )
  var to: String?

  @Option(help: ArgumentHelp("The deck file of that group.", valueName: "file"))
  var toFile: String?

  @Option(help: ArgumentHelp("Move it before the question with this prompt.", valueName: "prompt"))
  var before: String?

  @Option(help: ArgumentHelp("The question's group.", valueName: "group"), completion: .groups)
  var group: String?

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "The question's prompt, id, or place (file:line).")
  var prompt: String

  func validate() throws {
    if to == nil, before == nil {
      throw ValidationError("Choose where to move it with --to GROUP, --before PROMPT, or both.")
    }
  }

  func run() throws {
    let moved = try unlessUnchanged {
      try options.editing().move(
        prompt, .init(group: group, file: target.file), to: .init(group: to, file: toFile),
        before: before, copying: target.copy)
    }
    try Output.line("“\(moved.prompt)” is now in “\(moved.group)”.")
  }
}

/// `rabble deck remove`: deletes a question.
struct DeckRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    "remove", of: "deck", "Delete a question from its deck.",
    """
    Its history is kept in case you add it again.
    """,
    examples: [
      ("rabble deck remove 走る --yes", "without asking")
    ])

  @Option(help: ArgumentHelp("The question's group.", valueName: "group"), completion: .groups)
  var group: String?

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "The question's prompt, id, or place (file:line).")
  var prompt: String

  func run() throws {
    let editing = try options.editing()
    let found = try editing.lookup().question(prompt, .init(group: group, file: target.file))
    if !yes {
      guard let form = try options.form() else {
        throw DeckEditError.incomplete(
          "Would remove: \(found.description). Use --yes to confirm.")
      }
      try form.say([found.description])
      guard try form.confirms("Remove this question?") else { throw ExitCode(1) }
    }
    try editing.remove(found, copying: target.copy)
    try Output.line("Removed \(found.description)")
  }
}

/// `rabble deck rename`: gives a group another title.
struct DeckRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    "rename", of: "deck", "Rename a group; review history is kept.",
    examples: [
      ("rabble deck rename 'My verbs' Verbs", "another title")
    ])

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "Group title, or an unambiguous prefix.")
  var old: String

  @Argument(help: "New title.")
  var new: String

  func validate() throws {
    if new.allSatisfy(\.isWhitespace) { throw ValidationError("A group needs a title.") }
  }

  func run() throws {
    let title = try unlessUnchanged {
      try options.editing().rename(
        group: old, to: new, file: target.file, copying: target.copy)
    }
    try Output.line("“\(title)” is now “\(DeckEditing.title(new))”.")
  }
}

/// Changes a deck; where it says already what it was to say, tells so and ends with exit status 1.
private func unlessUnchanged<Result>(_ change: () throws -> Result) throws -> Result {
  do { return try change() } catch DeckEditError.unchanged {
    Output.tell("\(DeckEditError.unchanged)")
    throw ExitCode(1)
  }
}
