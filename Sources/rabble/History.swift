import ArgumentParser
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleTerminal

/// `rabble undo`: undoes the last thing done, whatever it was.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    "undo", "Undo the last thing done.",
    """
    Answers, deck edits, imports, suspensions, presets and optimized parameters are undone, the last one \
    first; run it again, or give a COUNT, to undo further back. Automatic changes are skipped: undo one by \
    its number in `rabble history`. Undone events stay in the log, marked as undone, and `rabble redo` \
    redoes them. A session ends when nothing is answered for half an hour.

    A deck file that has changed since keeps what else has changed in it, or is left as it is. On a \
    terminal, rabble asks before it undoes something from an earlier day, once for each such day. Exit \
    status 1 if there is nothing to undo.
    """,
    examples: [
      ("rabble undo", "the last thing done, whatever it was"),
      ("rabble undo --session", "all answers of the last session"),
    ])

  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("Undo only the event with this number.", valueName: "n"))
  var event: Int?

  @Flag(help: "Undo the most recent answer, skipping later events.")
  var answer = false

  @Flag(help: "Undo all answers of the last study session, or of the one of --event.")
  var session = false

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  @Argument(help: "How many events or sessions to undo.")
  var count = 1

  func validate() throws {
    try requireCount(count)
    if event != nil, answer || count > 1 {
      throw ValidationError("--event undoes one event; use it without --answer and COUNT.")
    }
    if session, answer {
      throw ValidationError("--answer undoes one answer, and --session all; use one of them.")
    }
  }

  func run() throws {
    let library = try options.openLog(for: .changing)
    let target = event.map { UndoTarget.event($0) } ?? (answer ? .lastAnswer : .last)
    // The earlier day from which the learner has agreed to undo.
    var agreed: StudyDay?
    for number in 0..<count {
      if session {
        let found = try require(library.session(toUndo: event), number)
        try confirm(found.moment, found.notice, &agreed)
        try tell(library.undo(found))
      } else {
        let item = try require(library.item(toUndo: target), number)
        try confirm(item.moment, item.notice, &agreed)
        try tell(library.undo(item))
      }
    }
  }

  /// - Throws: `ExitCode` where there is nothing to undo.
  private func require<Item>(_ item: Item?, _ number: Int) throws -> Item {
    if let item { return item }
    Output.tell(number == 0 ? "There is nothing to undo." : "There is nothing more to undo.")
    throw ExitCode(1)
  }

  /// Asks on a terminal before something from an earlier day is undone, once for each such day.
  ///
  /// - Throws: `ExitCode` where the learner does not want it.
  private func confirm(_ moment: Moment, _ notice: String, _ agreed: inout StudyDay?) throws {
    let day = moment.day
    guard !yes, day != agreed, day < options.surroundings.now().day,
      let form = try options.form()
    else { return }
    try form.say([notice])
    guard try form.confirms("Undo it?") else { throw ExitCode(1) }
    agreed = day
  }
}

/// - Throws: `ValidationError` for a COUNT below 1.
private func requireCount(_ count: Int) throws {
  if count < 1 { throw ValidationError("COUNT must be 1 or more, not \(count).") }
}

/// Says what was undone or redone.
private func tell(_ undone: Undone?) throws {
  guard let undone else { return }
  try Output.line(undone.description)
  for line in undone.news { Output.tell(line) }
}

/// `rabble redo`: redoes what was undone last.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    "redo", "Redo what was undone last.",
    """
    Run it again, or give a COUNT, to redo more. Once something else is done, what was undone stays \
    undone. Exit status 1 if there is nothing to redo.
    """,
    examples: [
      ("rabble redo", "redo the last undo")
    ])

  @OptionGroup var options: CommonOptions

  @Argument(help: "How many events to redo.")
  var count = 1

  func validate() throws { try requireCount(count) }

  func run() throws {
    let library = try options.openLog(for: .changing)
    for number in 0..<count {
      guard let item = try library.itemToRedo() else {
        Output.tell(number == 0 ? "There is nothing to redo." : "There is nothing more to redo.")
        throw ExitCode(1)
      }
      try tell(library.redo(item))
    }
  }
}

/// `rabble history`: lists what was done.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    "history", "List what was done, newest first.",
    """
    Every event has a number, counted from the first one in the log: `rabble undo --event N` undoes only \
    that one.
    """,
    examples: [
      ("rabble history --limit 5", "the last five things done")
    ])

  @OptionGroup var options: CommonOptions

  @Option(help: "Output format.")
  var format: SessionFormat = .text

  @Option(help: ArgumentHelp("List at most this many events; 0 lists all.", valueName: "n"))
  var limit = 20

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit must be 0 or more, not \(limit).") }
  }

  func run() throws {
    let items = try options.openLog(for: .examining).history(limit: limit == 0 ? nil : limit)
    switch format {
    case .json: try Output.write(JSONText.text("history", ReportTable(items)))
    case .text:
      if items.isEmpty { return Output.tell("There is no history yet.") }
      if options.displayStyle.isPlain {
        return try Output.page(TableText.text([ReportTable(items)]))
      }
      let width = items.map { String($0.number).count }.max() ?? 0
      try Output.page(
        LinesText.text(items.map { line(of: $0, width) }, width: Output.columns))
    }
  }

  private func line(of item: HistoryItem, _ width: Int) -> String {
    let number = String(item.number)
    let padding = String(repeating: " ", count: width - number.count)
    var notes: [String] = []
    if item.isUndone { notes.append("undone") }
    if item.isReplaced { notes.append("regraded since") }
    if item.isAutomatic { notes.append("automatic") }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(padding)\(number)  \(item.time)  \(item.what)\(note)"
  }
}
