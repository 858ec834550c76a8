import RabbleMemory
import RabbleScheduling
import RabbleScreens

extension ReportTable {
  /// The presets there are, for programs.
  public init(presets history: PresetHistory) {
    self.init(
      key: "presets", title: "Presets",
      columns: [
        Column("preset", "Preset"), Column("model", "Model"), Column("weights", "Parameters"),
        Column("learned_from", "Learned from"), Column("learned_on", "Learned on"),
        Column("retention", "Retention"), Column("maximum_interval", "Longest"),
        Column("steps", "Steps"), Column("relearning_steps", "Once forgotten"),
        Column("easy_days", "Easy days"), Column("balance", "Balance"),
        Column("leech_lapses", "Leech lapses"), Column("leech", "Leech"),
        Column("groups", "Groups"),
      ],
      rows: history.book.presets.map { preset in
        let description = PresetDescription(preset: preset, history: history)
        return [
          .text(preset.name), .text(preset.model.kind.rawValue), .numbers(preset.model.parameters),
          preset.learnedFrom.map { .count($0) } ?? .missing,
          description.learned.map { .text($0.iso8601) } ?? .missing,
          .share(preset.desiredRetention), .count(preset.maximumInterval),
          .text(PresetDescription.steps(preset.learningSteps)),
          .text(PresetDescription.steps(preset.relearningSteps)),
          .text(PresetDescription.easyDays(preset.week)), .flag(preset.balancesLoad),
          .count(preset.leech.threshold), .text(preset.leech.action.rawValue),
          .text(description.groups.joined(separator: ", ")),
        ]
      })
  }
}
