import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleTerminal
import RabbleText

/// `rabble preset`: how groups are scheduled.
struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Show and change how groups are scheduled: retention, steps, parameters and more.",
    discussion: """
      A preset holds the memory model with its parameters and what you wish of it. All groups use the \
      preset “default” until they are given another. Every change is an event of the log, \
      reschedules what it concerns, moves nothing into the past, and `rabble undo` takes it back.
      """,
    subcommands: [PresetList.self, PresetSet.self, PresetUse.self],
    defaultSubcommand: PresetList.self)
}

/// `rabble preset list`, and what `rabble preset` alone does: the presets there are.
struct PresetList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the presets and the groups that use them.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let history = try Library.openLog(options).presetHistory()
    guard report.format == .text else { return try report.write([ReportTable(presets: history)]) }
    let width = report.output == nil ? Terminal.columns(descriptor: STDOUT_FILENO) : nil
    let text = ExplanationText.text(
      ExplanationScreen.presets(history), width: width,
      isColored: report.output == nil && options.isColored(STDOUT_FILENO))
    try OutputFile.write(text, to: report.output)
  }
}

/// `rabble preset set`: makes a preset, or changes one.
struct PresetSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a preset, or make one; what is not named stays as it is.",
    discussion: """
      A new preset begins as a copy of “default”; `rabble preset use` gives it to groups. Parameters are \
      pasted as other programs write them, such as Anki's 17, 19 or 21 of FSRS, or the 34 of FSRS-7.
      """)

  @Option(
    help: ArgumentHelp(
      "With which probability a card shall be remembered when it comes back, 0.5 to 0.99.",
      valueName: "share"), transform: PresetText.retention)
  var retention: Double?

  @Option(help: ArgumentHelp("The longest interval in days.", valueName: "days"))
  var maximumInterval: Int?

  @Option(
    help: ArgumentHelp(
      "The steps of a new card, such as \"1m 10m\", or none; FSRS-7 does without.",
      valueName: "steps"), transform: PresetText.steps)
  var steps: [Int]?

  @Option(
    help: ArgumentHelp("The steps of a forgotten card, likewise.", valueName: "steps"),
    transform: PresetText.steps)
  var relearningSteps: [Int]?

  @Option(
    help: ArgumentHelp(
      "Days that shall bring less, such as \"sat:half sun:least\", or none.", valueName: "days"),
    transform: PresetText.week)
  var easyDays: StudyWeek?

  @Option(help: "Send cards to those days of their range that bring less: on or off.")
  var balance: Switch?

  @Option(help: ArgumentHelp("After so many lapses a card is a leech.", valueName: "n"))
  var leechLapses: Int?

  @Option(help: "What becomes of a leech: tag (it is told and listed) or suspend.")
  var leech: LeechRule.Action?

  @Option(help: "The memory model: fsrs-6 or fsrs-7, with its default parameters if it is another.")
  var model: MemoryModel.Kind?

  @Option(help: ArgumentHelp("The parameters of the model, or default.", valueName: "numbers"))
  var weights: String?

  @OptionGroup var options: CommonOptions

  @Argument(help: "The preset: default, or a name of yours.")
  var name: String

  /// On or off.
  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  func validate() throws {
    guard (1...36_500).contains(maximumInterval ?? 1) else {
      throw ValidationError("--maximum-interval must be 1 to 36500.")
    }
    guard (1...1000).contains(leechLapses ?? 1) else {
      throw ValidationError("--leech-lapses must be 1 to 1000.")
    }
    guard !name.allSatisfy(\.isWhitespace), name.count <= 60, name == name.printable else {
      throw ValidationError("The name of a preset has 1 to 60 letters.")
    }
    _ = try changed(Preset(name: name))
  }

  func run() throws {
    let log = try Library.openLog(options)
    let book = try log.presets()
    let known = book.preset(named: name)
    var preset = known ?? book.preset(named: Preset.defaultName) ?? Preset()
    preset.name = name
    let new = try changed(preset)
    guard new != known else { return Talk.say("The preset “\(name)” is like that already.") }
    let (_, moved) = try log.change(.set(new, .learner), at: options.clock.now())
    try OutputFile.write(
      "\(known == nil ? "Made" : "Changed"): the preset “\(name)”. \(Self.outcome(moved))"
        .printable + "\n")
  }

  /// The preset with what was asked for.
  private func changed(_ preset: Preset) throws -> Preset {
    var new = preset
    new.desiredRetention = retention ?? new.desiredRetention
    new.maximumInterval = maximumInterval ?? new.maximumInterval
    new.learningSteps = steps ?? new.learningSteps
    new.relearningSteps = relearningSteps ?? new.relearningSteps
    new.week = easyDays ?? new.week
    new.balancesLoad = balance.map { $0 == .on } ?? new.balancesLoad
    new.leech = LeechRule(
      threshold: leechLapses ?? new.leech.threshold, action: leech ?? new.leech.action)
    new.model = try changedModel(new.model)
    if new.model != preset.model { new.learnedFrom = nil }
    return new
  }

  private func changedModel(_ current: MemoryModel) throws -> MemoryModel {
    guard let weights else {
      return model.map { $0 == current.kind ? current : MemoryModel($0) } ?? current
    }
    let given: MemoryModel?
    do { given = try PresetText.parameters(weights) } catch let fault as PresetText.Fault {
      throw ValidationError("--weights: \(fault)")
    }
    guard let given else { return MemoryModel(model ?? current.kind) }
    if let model, model != given.kind {
      throw ValidationError(
        "--weights: these are \(given.parameters.count) parameters of \(given.kind.title), and --model "
          + "says \(model.title).")
    }
    return given
  }

  /// What a change came to.
  static func outcome(_ moved: Int) -> String {
    switch moved {
    case 0: "No card comes at another time; `rabble undo` takes it back."
    case 1: "1 card comes at another time; `rabble undo` takes it back."
    default: "\(moved) cards come at another time; `rabble undo` takes it back."
    }
  }
}

extension LeechRule.Action: ExpressibleByArgument {}

/// `rabble preset use`: gives groups a preset.
struct PresetUse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Give groups or whole courses a preset.",
    discussion: """
      With --retention the groups wish for that desired retention themselves and share the rest; \
      without, they go by the preset's. `rabble preset use default GROUP` gives them back.
      """)

  @Option(
    help: ArgumentHelp(
      "The desired retention of these groups themselves, 0.5 to 0.99.", valueName: "share"),
    transform: PresetText.retention)
  var retention: Double?

  @OptionGroup var options: CommonOptions

  @Argument(help: "The preset.")
  var preset: String

  @Argument(
    help: ArgumentHelp("Groups and courses, by title or its beginning.", valueName: "group"))
  var groups: [String]

  func run() throws {
    let library = try Library.open(options)
    let book = try library.log.presets()
    guard book.preset(named: preset) != nil else {
      throw PresetError.unknown(preset, names: book.presets.map(\.name))
    }
    let choices = try GroupChoice.choose(
      groups, among: library.loaded.map(\.title),
      courses: library.courses.map { ($0.title, $0.groups.map(\.title)) }
    ).get()
    var titles: [String] = []
    for choice in choices {
      let more =
        switch choice {
        case .course(let index): library.courses[index].groups.map(\.title)
        case .group(let index): [library.loaded[index].title]
        }
      titles += more.filter { !titles.contains($0) }
    }
    let (_, moved) = try library.log.change(
      .use(preset: preset, retention: retention, groups: titles), at: options.clock.now())
    let who =
      titles.count == 1 ? "“\(titles[0])” uses" : "\(titles.count) groups use"
    try OutputFile.write(
      "\(who) the preset “\(preset)” now. \(PresetSet.outcome(moved))".printable + "\n")
  }
}

/// What keeps a preset from being used.
enum PresetError: Error, CustomStringConvertible {
  case unknown(String, names: [String])

  var description: String {
    switch self {
    case .unknown(let name, let names):
      "there is no preset “\(name)”; `rabble preset set NAME` makes one. There "
        + (names.count == 1 ? "is " : "are ")
        + names.map { "“\($0)”" }.joined(separator: ", ") + "."
    }
  }
}
