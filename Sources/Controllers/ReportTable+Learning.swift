import RabbleMemory
import RabbleScreens

extension ReportTable {
  /// The tables of what was learned about presets: what became of each, the candidates with their
  /// weights, and how the predictions of the best came true.
  public static func tables(of learned: [PresetLearning]) -> [ReportTable] {
    let presets = ReportTable(
      key: "presets", title: "Weights learned from your reviews",
      columns: [
        Column("preset", "Preset"), Column("reviews", "Reviews"), Column("cards", "Cards"),
        Column("foretold", "Foretold"), Column("model", "Model"), Column("outcome", "Outcome"),
        Column("rescheduled", "Rescheduled"),
      ],
      rows: learned.map { learning in
        [
          .text(learning.preset), .count(learning.reviews), .count(learning.cards),
          .count(learning.foretold),
          learning.choice.map { .text($0.winner.model.kind.title) } ?? .missing,
          .text(learning.outcome.name), learning.outcome.moved.map { .count($0) } ?? .missing,
        ]
      })
    let details = learned.compactMap { learning in
      learning.choice.map { (learning.preset, [candidates($0), calibration($0)]) }
    }
    guard let first = details.first?.1 else { return [presets] }
    return [presets]
      + first.indices.map { place in
        ReportTable(
          key: first[place].key, title: first[place].title,
          columns: [Column("preset", "Preset")] + first[place].columns,
          rows: details.flatMap { preset, tables in
            tables[place].rows.map { [.text(preset)] + $0 }
          })
      }
  }
}

extension PresetLearning {
  fileprivate var foretold: Int {
    if case .tooFew(let items) = outcome { return items }
    return choice?.winner.onWholeLog.count ?? 0
  }
}

extension PresetLearning.Outcome {
  /// What became of the preset, for programs and people.
  fileprivate var name: String {
    switch self {
    case .tooFew: "too few reviews"
    case .kept: "kept"
    case .proposed: "better weights"
    case .installed: "new weights"
    }
  }

  fileprivate var moved: Int? {
    if case .installed(let moved) = self { return moved }
    return nil
  }
}
