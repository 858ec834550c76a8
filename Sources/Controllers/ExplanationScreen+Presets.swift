import RabbleMemory
import RabbleScheduling
import RabbleScreens

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
          + "once forgotten \(Self.orNone(PresetDescription.steps(preset.relearningSteps)))"
      case .fsrs7: "none: FSRS-7 finds the first intervals by itself"
      }
    let groups = description.groups
    let others = preset.name == Preset.defaultName
    let users =
      groups.isEmpty
      ? (others ? "all that were given no other" : "none")
      : groups.joined(separator: ", ") + (others ? ", and all that were given no other" : "")
    self.init(
      heading: preset.name,
      lines: [
        "Model       \(preset.model.kind.title) with \(description.weights)",
        "Retention   \(Words.wish(preset.desiredRetention))",
        "Longest     \(Words.count(preset.maximumInterval, "day"))",
        "Steps       \(steps)",
        "Easy days   \(Self.orNone(PresetDescription.easyDays(preset.week)))",
        "Balance     "
          + (preset.balancesLoad ? "on: cards go to days with less to do" : "off"),
        "Leeches     \(description.leeches)",
        "Groups      \(users)",
      ])
  }

  private static func orNone(_ text: String) -> String { text.isEmpty ? "none" : text }
}
