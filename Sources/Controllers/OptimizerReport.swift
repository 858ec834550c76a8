import RabbleMemory
import RabbleScreens

/// What was learned about a preset's parameters from the reviews of its cards, and what came of it.
public struct PresetLearning: Sendable, Hashable {
  /// What became of the preset.
  public enum Outcome: Sendable, Hashable {
    /// There were too few reviews on a later day to learn from: so many.
    case tooFew(items: Int)
    /// The parameters in use stay.
    case kept
    /// Other parameters foretell better, and were not put in use because the learner only asked.
    case proposed
    /// Other parameters are in use from now on, and so many cards come back at another time.
    case installed(moved: Int)
  }

  /// The preset's name.
  public let preset: String
  /// How many reviews count.
  public let reviews: Int
  /// Of how many cards.
  public let cards: Int
  /// The candidates; `nil` when there was too little to learn from.
  public let choice: Choice?
  /// What became of the preset.
  public let outcome: Outcome

  /// Makes what was learned.
  public init(preset: String, reviews: Int, cards: Int, choice: Choice?, outcome: Outcome) {
    self.preset = preset
    self.reviews = reviews
    self.cards = cards
    self.choice = choice
    self.outcome = outcome
  }

  /// What came out, in a sentence or two.
  public var statement: String {
    let name = "Preset \(preset): "
    switch outcome {
    case .tooFew(let items):
      let fewest = Fit.fewestForInitialStability
      return name
        + "keeping the current parameters: there are \(items) reviews on a later day than "
        + "the card's review before, and learning takes \(fewest). \(fewest - items) more are needed."
    case .kept:
      return name + "keeping the current parameters: nothing foretells better (log loss "
        + "\(loss(of: choice?.winner)) on unseen reviews)."
    case .proposed:
      return name + "\(winner) foretell better: \(losses). They are not in use; "
        + "`rabble optimize` without --dry-run changes that."
    case .installed(let moved):
      return name + "\(winner) are in use from now on: \(losses). "
        + "\(Self.cards(moved)) back at another time; `rabble undo` takes it back."
    }
  }

  /// What the learner is told who did not ask for it; `nil` when nothing was changed.
  public var news: String? {
    guard case .installed(let moved) = outcome else { return nil }
    return "Preset \(preset): \(winner) foretell better what you remember. "
      + "\(Self.cards(moved)) back at another time; `rabble undo` takes it back."
  }

  /// How many cards come back, as the beginning of a sentence.
  static func cards(_ moved: Int) -> String {
    moved == 1 ? "1 card comes" : "\(moved) cards come"
  }

  private var winner: String {
    guard let winner = choice?.winner else { return "" }
    let parameters = winner.origin == .defaults ? "default parameters" : "new parameters"
    return "the \(parameters) of \(winner.model.kind.title)"
  }

  private var losses: String {
    let current = choice?.candidates.first { $0.origin == .inUse }
    return "log loss \(loss(of: choice?.winner)) on unseen reviews, \(loss(of: current)) before"
  }

  private func loss(of candidate: Choice.Candidate?) -> String {
    candidate.map { ReportTable.rounded($0.heldOut.logLoss) } ?? "unknown"
  }
}

extension ReportTable {
  /// The tables of what was learned about presets: what became of each, the candidates with their
  /// parameters, and how the predictions of the best came true.
  public static func tables(of learned: [PresetLearning]) -> [ReportTable] {
    let presets = ReportTable(
      key: "presets", title: "Parameters learned from your reviews",
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

extension ReportTable {
  /// The tables of a choice between memory models: the log, the candidates with their parameters, and
  /// how the predictions of the best came true.
  public static func tables(of choice: Choice, from histories: ReviewHistories) -> [ReportTable] {
    [
      ReportTable(
        key: "log", title: "Reviews",
        columns: [
          Column("reviews", "Reviews"), Column("cards", "Cards"),
          Column("foretold", "Foretold"),
        ],
        rows: [
          [
            .count(histories.count), .count(histories.cardCount),
            .count(choice.winner.onWholeLog.count),
          ]
        ]),
      candidates(choice), calibration(choice),
    ]
  }

  static func calibration(_ choice: Choice) -> ReportTable {
    ReportTable(
      key: "calibration", title: "Foretold and remembered (the best, on all reviews)",
      columns: [
        Column("from", "From"), Column("to", "To"), Column("reviews", "Reviews"),
        Column("predicted", "Foretold"), Column("remembered", "Remembered"),
      ],
      rows: choice.winner.onWholeLog.calibration.map { bin in
        [
          .share(bin.range.lowerBound), .share(bin.range.upperBound), .count(bin.count),
          .share(bin.predicted), .share(bin.remembered),
        ]
      })
  }

  static func candidates(_ choice: Choice) -> ReportTable {
    ReportTable(
      key: "candidates", title: "Log loss and errors (unseen: on reviews the fit has not seen)",
      columns: [
        Column("model", "Model"), Column("weights_from", "Parameters"), Column("best", "Best"),
        Column("unseen_log_loss", "Unseen"), Column("unseen_rmse", "RMSE"),
        Column("unseen_auc", "AUC"), Column("log_loss", "All reviews"),
        Column("recent_log_loss", "Recent first"), Column("rmse", "RMSE"), Column("auc", "AUC"),
        Column("weights", "Parameters"),
      ],
      rows: choice.candidates.indices.map { place in
        let candidate = choice.candidates[place]
        let (unseen, all) = (candidate.heldOut, candidate.onWholeLog)
        return [
          .text(candidate.model.kind.title), .text(candidate.origin.name),
          .flag(place == choice.best),
          unseen.value(unseen.logLoss), unseen.value(unseen.binnedError),
          unseen.value(unseen.areaUnderCurve),
          all.value(all.logLoss), all.value(all.recentLogLoss), all.value(all.binnedError),
          all.value(all.areaUnderCurve), .numbers(candidate.model.parameters),
        ]
      })
  }
}

extension Choice {
  /// What came out, in a sentence.
  public var statement: String {
    guard winner.heldOut.count > 0, candidates.last?.origin != .fit(.nothing) else {
      return "There is too little to learn from: fewer than \(Fit.fewestForInitialStability) "
        + "reviews on a later day. These are the default parameters."
    }
    let loss = "log loss \(ReportTable.rounded(winner.heldOut.logLoss)) on unseen reviews"
    return switch winner.origin {
    case .inUse: "Keeping the current parameters: nothing foretells better (\(loss))."
    case .defaults: "The default parameters of \(winner.model.kind.title) foretell best (\(loss))."
    case .fit: "The fitted parameters of \(winner.model.kind.title) foretell best (\(loss))."
    }
  }
}

extension Evaluation {
  /// A figure with four decimals; no value when there was nothing to foretell.
  fileprivate func value(_ figure: Double) -> ReportTable.Value {
    count > 0 ? .number(figure, decimals: 4) : .missing
  }
}

extension Choice.Origin {
  /// Where the parameters are from, in a word or two.
  fileprivate var name: String {
    switch self {
    case .inUse: "in use"
    case .defaults: "defaults"
    case .fit(.nothing): "defaults (too few reviews)"
    case .fit(.firstStabilities): "fitted (first intervals only)"
    case .fit(.all): "fitted"
    }
  }
}

extension MemoryModel.Kind {
  /// The model's name.
  public var title: String {
    switch self {
    case .fsrs6: "FSRS-6"
    case .fsrs7: "FSRS-7"
    }
  }
}

extension ReportTable {
  /// A number with four decimals, in a sentence.
  static func rounded(_ number: Double) -> String {
    let scaled = Int((number * 10_000).rounded())
    let decimals = String(scaled % 10_000)
    return "\(scaled / 10_000)." + String(repeating: "0", count: 4 - decimals.count) + decimals
  }
}
