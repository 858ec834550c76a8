import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// A preset in words.
struct PresetDescription {
  let preset: Preset
  let history: PresetHistory
  /// What groups are called.
  var labels = GroupLabels([])

  /// When the parameters in use were optimized, if they were.
  var learned: StudyDay? {
    guard preset.learnedFrom != nil else { return nil }
    var day: StudyDay?
    for entry in history.entries {
      guard case .set(let changed, _) = entry.change, changed.name == preset.name else { continue }
      if changed.model != preset.model { day = nil } else if day == nil { day = entry.moment.day }
    }
    return day
  }

  /// Where the FSRS parameters are from: `the default parameters`.
  var parameters: String {
    if let count = preset.learnedFrom {
      "parameters optimized on \(NumberText.count(count, "review"))"
        + (learned.map { " on \($0.iso8601)" } ?? "")
    } else if preset.model == MemoryModel() {
      "the default parameters"
    } else {
      "parameters set by hand"
    }
  }

  /// The groups that use it, each with its own desired retention if it has one.
  var groups: [String] {
    let book = history.book
    return book.groups(using: preset.name).map { name in
      labels[name] + (book.retention(ofGroup: name).map { " (\(NumberText.retention($0)))" } ?? "")
    }
  }

  /// Steps as they are written: `1m 10m`.
  static func steps(_ seconds: [Int]) -> String { seconds.map(step).joined(separator: " ") }

  private static func step(_ seconds: Int) -> String {
    for (unit, length) in [("d", 86_400), ("h", 3600), ("m", 60)]
    where seconds.isMultiple(of: length) {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds)s"
  }

  /// Easy days as they are written: `sat:half sun:least`; empty for none.
  static func easyDays(_ week: StudyWeek) -> String {
    zip(weekdays, week.loads).filter { $1 != .normal }.map { "\($0):\($1.rawValue)" }
      .joined(separator: " ")
  }

  /// The days of the week, from Monday, as they are written.
  static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// How much a day brings of each group: `5 new, 100 reviews`; empty for no limit.
  var limits: String {
    [
      preset.limits.new.map { "\($0) new" },
      preset.limits.reviews.map { NumberText.count($0, "review") },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// How the target follows the stability: `; slope 0.1: 86% at 1 day of stability, 91% at 100 days`; empty where
  /// it is the same for each card.
  var slope: String {
    guard preset.slope > 0 else { return "" }
    func target(_ days: Double) -> String {
      NumberText.percent(preset.target.recall(atStability: days))
    }
    return "; slope \(NumberText.hundredths(preset.slope)): \(target(1)) at 1 day of stability, "
      + "\(target(100)) at 100 days"
  }

  /// What becomes of leeches.
  var leeches: String {
    "after \(NumberText.count(preset.leech.threshold, "lapse")): \(preset.leech.action.rawValue)"
  }
}

extension ExplanationScreen {
  /// The presets there are, each under its name, with what groups are called.
  package static func presets(_ history: PresetHistory, _ labels: GroupLabels)
    -> [ExplanationScreen]
  {
    history.book.presets.map {
      ExplanationScreen(PresetDescription(preset: $0, history: history, labels: labels))
    }
  }

  private init(_ description: PresetDescription) {
    let preset = description.preset
    let steps =
      "\(Self.orNone(PresetDescription.steps(preset.learningSteps))); "
      + "relearning \(Self.orNone(PresetDescription.steps(preset.relearningSteps)))"
    let groups = description.groups
    let others = preset.name == Preset.defaultName
    let users =
      groups.isEmpty
      ? (others ? "all others (default)" : "none")
      : groups.joined(separator: ", ") + (others ? ", and all others (default)" : "")
    let limits =
      description.limits.isEmpty ? nil : "Daily limits       \(description.limits) of each group"
    let ignored = preset.ignoresBefore.map {
      "Optimizing         ignores cards first reviewed before \($0.iso8601)"
    }
    self.init(
      heading: preset.name,
      lines: [
        "Model              \(MemoryModel.name) with \(description.parameters)",
        "Desired retention  \(NumberText.retention(preset.desiredRetention))\(description.slope)",
        "Maximum interval   \(NumberText.count(preset.maximumInterval, "day"))",
        "Steps              \(steps)",
        "Easy days          \(Self.orNone(PresetDescription.easyDays(preset.week)))",
        "Load balancing     \(preset.balancesLoad ? "on" : "off")",
        "Leeches            \(description.leeches)",
      ] + [limits, ignored].compactMap(\.self) + [
        "Groups             \(users)"
      ])
  }

  private static func orNone(_ text: String) -> String { text.isEmpty ? "none" : text }
}

extension ReportTable {
  /// The presets, with what groups are called, for programs.
  package init(presets history: PresetHistory, _ labels: GroupLabels) {
    let presets = history.book.presets.map {
      PresetDescription(preset: $0, history: history, labels: labels)
    }
    self.init("presets", "Presets", of: presets) {
      Column("preset", "Preset") { .text($0.preset.name) }
      Column("model", "Model") { _ in .text(MemoryModel.name.lowercased()) }
      Column("parameters", "Parameters") { .numbers($0.preset.model.parameters) }
      Column("learned_from", "Optimized on") { .count(ifAny: $0.preset.learnedFrom) }
      Column("learned_on", "Optimized") { .text(ifAny: $0.learned?.iso8601) }
      Column("retention", "Desired retention") { .share($0.preset.desiredRetention) }
      Column("slope", "Slope") { .number($0.preset.slope, decimals: 3) }
      Column("maximum_interval", "Maximum interval") { .count($0.preset.maximumInterval) }
      Column("steps", "Steps") { .text(PresetDescription.steps($0.preset.learningSteps)) }
      Column("relearning_steps", "Relearning steps") {
        .text(PresetDescription.steps($0.preset.relearningSteps))
      }
      Column("easy_days", "Easy days") { .text(PresetDescription.easyDays($0.preset.week)) }
      Column("balance", "Load balancing") { .flag($0.preset.balancesLoad) }
      Column("leech_lapses", "Leech lapses") { .count($0.preset.leech.threshold) }
      Column("leech", "Leech") { .text($0.preset.leech.action.rawValue) }
      Column("groups", "Groups") { .text($0.groups.joined(separator: ", ")) }
      Column("ignored_before", "Ignored before") {
        .text(ifAny: $0.preset.ignoresBefore?.iso8601)
      }
      Column("new", "New per day") { .count(ifAny: $0.preset.limits.new) }
      Column("reviews", "Reviews per day") { .count(ifAny: $0.preset.limits.reviews) }
    }
  }
}
