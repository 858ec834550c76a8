import RabbleMemory
import RabbleScheduling
import RabbleScreens
import RabbleText

/// A preset in words.
struct PresetDescription {
  let preset: Preset
  let history: PresetHistory

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

  /// Where the parameters are from: `the default parameters`.
  var parameters: String {
    if let count = preset.learnedFrom {
      "parameters optimized for \(NumberWords.count(count, "review"))"
        + (learned.map { " on \($0.iso8601)" } ?? "")
    } else if preset.model == MemoryModel(preset.model.kind) {
      "the default parameters"
    } else {
      "parameters of your own"
    }
  }

  /// The titles of the groups that use it, each with its own desired retention if it has one.
  var groups: [String] {
    let book = history.book
    return book.groups(using: preset.name).map { title in
      title + (book.retention(ofGroup: title).map { " (\(NumberWords.wish($0)))" } ?? "")
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

  /// What becomes of leeches.
  var leeches: String {
    "after \(NumberWords.count(preset.leech.threshold, "lapse")): \(preset.leech.action.rawValue)"
  }
}

extension ExplanationScreen {
  /// The presets there are, each under its name.
  public static func presets(_ history: PresetHistory) -> [ExplanationScreen] {
    history.book.presets.map { ExplanationScreen(PresetDescription(preset: $0, history: history)) }
  }

  private init(_ description: PresetDescription) {
    let preset = description.preset
    let steps =
      switch preset.model.kind {
      case .fsrs6:
        "\(Self.orNone(PresetDescription.steps(preset.learningSteps))); "
          + "relearning \(Self.orNone(PresetDescription.steps(preset.relearningSteps)))"
      case .fsrs7: "none (FSRS-7 does without)"
      }
    let groups = description.groups
    let others = preset.name == Preset.defaultName
    let users =
      groups.isEmpty
      ? (others ? "all others (default)" : "none")
      : groups.joined(separator: ", ") + (others ? ", and all others (default)" : "")
    self.init(
      heading: preset.name,
      lines: [
        "Model             \(preset.model.kind.title) with \(description.parameters)",
        "Retention         \(NumberWords.wish(preset.desiredRetention))",
        "Maximum interval  \(NumberWords.count(preset.maximumInterval, "day"))",
        "Steps             \(steps)",
        "Easy days         \(Self.orNone(PresetDescription.easyDays(preset.week)))",
        "Load balancing    \(preset.balancesLoad ? "on" : "off")",
        "Leeches           \(description.leeches)",
        "Groups            \(users)",
      ])
  }

  private static func orNone(_ text: String) -> String { text.isEmpty ? "none" : text }
}
