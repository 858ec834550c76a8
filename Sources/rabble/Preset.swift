import ArgumentParser
import Foundation
import RabbleControllers
import RabbleMemory
import RabbleScheduling
import RabbleStudy
import RabbleTerminal
import RabbleText

/// `rabble preset`: how groups are scheduled.
struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Show or change scheduling options, and fit them to your memory.",
    discussion: """
      A preset holds FSRS parameters and your scheduling options: desired retention, learning steps and more. All groups \
      use the preset “default” until another is assigned. Every change is an event of the log, reschedules the affected \
      cards without making any overdue, and can be undone with `rabble undo`.
      """,
    subcommands: [
      PresetList.self, PresetSet.self, PresetUse.self, PresetOptimize.self, PresetSimulate.self,
    ],
    defaultSubcommand: PresetList.self)
}

/// `rabble preset list`, and what `rabble preset` alone does: the presets there are.
struct PresetList: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list", of: "preset", "Show the presets and the groups that use them.",
    examples: [
      ("rabble preset", "all presets")
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let library = try options.openLog(for: .examining)
    guard report.format == .text else {
      return try report.write("presets", library.presetTable())
    }
    let width = report.file.output == nil ? Output.columns : nil
    let text = ExplanationText.text(
      try library.presetDescriptions(), width: width,
      isColored: report.file.output == nil && options.isColored(STDOUT_FILENO))
    try report.file.write(text)
  }
}

/// `rabble preset set`: makes a preset, or changes one.
struct PresetSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    "set", of: "preset", "Create or change a preset.",
    """
    Options you omit keep their values. A new preset starts as a copy of “default”; `rabble preset use` \
    assigns it to groups. Paste Anki's 17, 19 or 21 FSRS parameters as it writes them.
    """,
    examples: [
      ("rabble preset set careful --retention 0.95", "a higher desired retention")
    ])

  @Option(
    help: ArgumentHelp(
      "Desired retention, 0.5–0.99.",
      valueName: "share"), transform: PresetText.retention)
  var retention: Double?

  @Option(
    help: ArgumentHelp(
      "How fast the target rises with stability, 0–0.2.",
      discussion: """
        With 0 each card comes when its probability of recall has fallen to the desired retention. With 0.1 young \
        cards come a little later and old ones a little earlier: as much is known with fewer reviews.
        """,
      valueName: "number"), transform: PresetText.slope)
  var slope: Double?

  @Option(help: ArgumentHelp("Maximum interval, in days.", valueName: "days"))
  var maximumInterval: Int?

  @Option(
    help: ArgumentHelp(
      "Learning steps, e.g. \"1m 10m\", or none.", valueName: "steps"),
    transform: PresetText.steps)
  var steps: [Int]?

  @Option(
    help: ArgumentHelp("Relearning steps, e.g. 10m, or none.", valueName: "steps"),
    transform: PresetText.steps)
  var relearningSteps: [Int]?

  @Option(
    help: ArgumentHelp(
      "Easy days, e.g. \"sat:half sun:least\", or none.",
      discussion: "Weekdays with fewer reviews.", valueName: "days"),
    transform: PresetText.week)
  var easyDays: StudyWeek?

  @Option(help: "Prefer less busy days.")
  var balance: Switch?

  @Option(help: ArgumentHelp("Leech threshold, in lapses.", valueName: "n"))
  var leechLapses: Int?

  @Option(help: "What is done to a leech: tag (list) or suspend it.")
  var leech: LeechRule.Action?

  @Option(
    name: [.long, .customLong("weights")],
    help: ArgumentHelp("FSRS parameters, or default.", valueName: "numbers"))
  var parameters: String?

  @Option(
    help: ArgumentHelp(
      "Optimize without cards first reviewed before it.",
      discussion: """
        For instance when you used hard for cards you had forgotten until then, or brought those \
        reviews from another program.
        """, valueName: "date"), transform: PresetText.day)
  var ignoreBefore: PresetText.Day?

  @Option(
    help: ArgumentHelp(
      "New cards per day from each group, or none.", valueName: "n"),
    transform: PresetText.limit)
  var new: PresetText.Limit?

  @Option(
    help: ArgumentHelp(
      "Due cards per day from each group, or none.", valueName: "n"),
    transform: PresetText.limit)
  var reviews: PresetText.Limit?

  @OptionGroup var options: CommonOptions

  @Argument(help: "Preset name (default, or your own).")
  var name: String

  /// On or off.
  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  func validate() throws {
    guard (1...MemoryModel.longestInterval).contains(maximumInterval ?? 1) else {
      throw ValidationError("--maximum-interval must be 1 to \(MemoryModel.longestInterval).")
    }
    guard (1...1000).contains(leechLapses ?? 1) else {
      throw ValidationError("--leech-lapses must be 1 to 1000.")
    }
    guard !name.allSatisfy(\.isWhitespace), name.count <= 60, name.utf8.count <= 1_000,
      name == name.printable
    else {
      throw ValidationError("A preset name must have 1 to 60 characters.")
    }
    _ = try changed(Preset(name: name))
  }

  func run() throws {
    let library = try options.openLog(for: .creating)
    let book = try library.presets()
    let known = book.preset(named: name)
    var preset = known ?? book.preset(named: Preset.defaultName) ?? Preset()
    preset.name = name
    let new = try changed(preset)
    guard new != known else {
      return Output.tell("Preset “\(name)” is unchanged: it already has these values.")
    }
    if parameters != nil, let warning = PresetText.warning(of: new.model) { Output.tell(warning) }
    let outcome = try library.set(new)
    try Output.line("\(known == nil ? "Created" : "Changed") preset “\(name)”. \(outcome)")
  }

  /// The preset with what was asked for.
  private func changed(_ preset: Preset) throws -> Preset {
    var new = preset
    new.desiredRetention = retention ?? new.desiredRetention
    new.slope = slope ?? new.slope
    new.maximumInterval = maximumInterval ?? new.maximumInterval
    new.learningSteps = steps ?? new.learningSteps
    new.relearningSteps = relearningSteps ?? new.relearningSteps
    new.week = easyDays ?? new.week
    new.balancesLoad = balance.map { $0 == .on } ?? new.balancesLoad
    new.leech = LeechRule(
      threshold: leechLapses ?? new.leech.threshold, action: leech ?? new.leech.action)
    new.model = try changedModel(new.model)
    if new.model != preset.model { new.learnedFrom = nil }
    new.ignoresBefore = ignoreBefore.map(\.day) ?? new.ignoresBefore
    new.limits = DeckLimit(
      new: self.new.map(\.most) ?? new.limits.new,
      reviews: reviews.map(\.most) ?? new.limits.reviews)
    return new
  }

  private func changedModel(_ current: MemoryModel) throws -> MemoryModel {
    guard let parameters else { return current }
    do { return try PresetText.parameters(parameters) } catch let fault as PresetText.Fault {
      throw ValidationError("--parameters: \(fault)")
    }
  }
}

extension LeechRule.Action: ExpressibleByArgument {}

/// `rabble preset use`: gives groups a preset.
struct PresetUse: ParsableCommand {
  static let configuration = CommandConfiguration(
    "use", of: "preset", "Assign a preset to groups or courses.",
    """
    With --retention the groups have a desired retention of their own and share the rest; without, they \
    use the preset's. `rabble preset use default GROUP` restores the default.
    """,
    examples: [
      ("rabble preset use careful japanese", "for a course")
    ])

  @Option(
    help: ArgumentHelp(
      "Desired retention of these groups, 0.5–0.99.", valueName: "share"),
    transform: PresetText.retention)
  var retention: Double?

  @OptionGroup var options: CommonOptions

  @Argument(help: "Preset name.")
  var preset: String

  @Argument(help: GroupArguments.help, completion: .groups)
  var groups: [String]

  func run() throws {
    let (titles, outcome) = try options.openLibrary(for: .creating).use(
      preset: preset, for: groups, retention: retention)
    let who =
      titles.count == 1 ? "“\(titles[0])” now uses" : "\(titles.count) groups now use"
    try Output.line("\(who) preset “\(preset)”. \(outcome)")
  }
}
