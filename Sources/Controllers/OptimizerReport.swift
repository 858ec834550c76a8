import RabbleMemory
import RabbleScreens
import RabbleText

/// The outcome of optimizing a preset's FSRS parameters on the reviews of its cards.
public struct PresetLearning: Sendable, Hashable {
  /// What became of the preset.
  public enum Outcome: Sendable, Hashable {
    /// There were too few reviews made at least a day after the previous one: this many.
    case tooFew(items: Int)
    /// The parameters in use stay.
    case kept
    /// Other parameters predict better, and were not put in use because the learner only asked.
    case proposed
    /// Other parameters are in use from now on, and this many cards were rescheduled; `event` is the
    /// number of the change in the learner's history.
    case installed(moved: Int, event: Int)
  }

  /// The preset's name.
  public let preset: String
  /// The number of reviews that count.
  public let reviews: Int
  /// The number of cards they are of.
  public let cards: Int
  /// The candidates; `nil` when there were too few reviews.
  public let choice: Choice?
  /// What became of the preset.
  public let outcome: Outcome

  /// Makes an outcome.
  public init(preset: String, reviews: Int, cards: Int, choice: Choice?, outcome: Outcome) {
    self.preset = preset
    self.reviews = reviews
    self.cards = cards
    self.choice = choice
    self.outcome = outcome
  }

  /// What came out, in a sentence or two.
  public var statement: String {
    let name = "Preset “\(preset)”: "
    switch outcome {
    case .tooFew(let items):
      return name + "not enough data: \(Fit.fewestForInitialStability) reviews made at least a day "
        + "after the previous one are needed; you have \(items)."
    case .kept:
      return name + "parameters unchanged: no alternative predicted held-out reviews better (log "
        + "loss \(loss(of: choice?.winner)))."
    case .proposed:
      return name + "\(winner) predict better: \(losses). Nothing was changed; run "
        + "`rabble optimize` without --dry-run to use them."
    case .installed(let moved, _):
      return name + "now uses \(winner): \(losses). "
        + "\(NumberText.count(moved, "card")) rescheduled; undo with `rabble undo`."
    }
  }

  /// What the learner is told when parameters were changed unasked; `nil` when nothing was changed.
  public var news: String? {
    guard case .installed(let moved, let event) = outcome else { return nil }
    return "Preset “\(preset)”: updated the FSRS parameters to fit your answers "
      + "(\(NumberText.count(moved, "card")) rescheduled). Undo with `rabble undo --event \(event)`."
  }

  private var winner: String {
    guard let winner = choice?.winner else { return "" }
    let parameters = winner.origin == .defaults ? "default parameters" : "optimized parameters"
    return "the \(parameters) of \(winner.model.kind.title)"
  }

  private var losses: String {
    let current = choice?.candidates.first { $0.origin == .inUse }
    return "log loss \(loss(of: choice?.winner)) on held-out reviews, \(loss(of: current)) before"
  }

  private func loss(of candidate: Choice.Candidate?) -> String {
    candidate.map { rounded($0.heldOut.logLoss) } ?? "unknown"
  }
}

// MARK: - Tables

extension ReportTable {
  /// The tables of optimized presets: what became of each, the candidates with their parameters, and
  /// how the predictions of the best came true.
  public static func tables(of learned: [PresetLearning]) -> [ReportTable] {
    let presets = ReportTable(
      "presets", "FSRS parameters optimized on your reviews", of: learned
    ) {
      Column("preset", "Preset") { .text($0.preset) }
      Column("reviews", "Reviews") { .count($0.reviews) }
      Column("cards", "Cards") { .count($0.cards) }
      Column("foretold", "Predicted") { .count($0.predicted) }
      Column("model", "Model") { .text(ifAny: $0.choice?.winner.model.kind.title) }
      Column("outcome", "Outcome") { $0.outcome.term }
      Column("rescheduled", "Rescheduled") { .count(ifAny: $0.outcome.moved) }
    }
    let choices = learned.compactMap { learning in
      learning.choice.map { (preset: learning.preset, choice: $0) }
    }
    guard !choices.isEmpty else { return [presets] }
    let candidates = choices.flatMap { preset, choice in
      choice.ranked.map { (preset: preset, candidate: $0) }
    }
    let bins = choices.flatMap { preset, choice in
      choice.winner.onWholeLog.calibration.map { (preset: preset, bin: $0) }
    }
    return [
      presets,
      ReportTable("candidates", candidatesTitle, of: candidates) {
        Column("preset", "Preset") { .text($0.preset) }
        candidateColumns.map { $0.of(\.candidate) }
      },
      ReportTable("calibration", calibrationTitle, of: bins) {
        Column("preset", "Preset") { .text($0.preset) }
        calibrationColumns.map { $0.of(\.bin) }
      },
    ]
  }

  /// The tables of a choice between memory models: the log, the candidates with their parameters,
  /// and how the predictions of the best came true.
  public static func tables(of choice: Choice, from histories: ReviewHistories) -> [ReportTable] {
    [
      ReportTable("log", "Reviews", of: [choice]) {
        Column("reviews", "Reviews") { _ in .count(histories.count) }
        Column("cards", "Cards") { _ in .count(histories.cardCount) }
        Column("foretold", "Predicted") { .count($0.winner.onWholeLog.count) }
      },
      ReportTable("candidates", candidatesTitle, of: choice.ranked) { candidateColumns },
      ReportTable("calibration", calibrationTitle, of: choice.winner.onWholeLog.calibration) {
        calibrationColumns
      },
    ]
  }

  private static let candidatesTitle = "Prediction error (held-out: on reviews kept from the fit)"

  private static var candidateColumns: [Column<(candidate: Choice.Candidate, isBest: Bool)>] {
    [
      Column("model", "Model") { .text($0.candidate.model.kind.title) },
      Column("weights_from", "Parameters") { .text($0.candidate.origin.name) },
      Column("best", "Best") { .flag($0.isBest) },
      Column("unseen_log_loss", "Held-out log loss") { $0.candidate.heldOut.value(\.logLoss) },
      Column("unseen_rmse", "RMSE") { $0.candidate.heldOut.value(\.binnedError) },
      Column("unseen_auc", "AUC") { $0.candidate.heldOut.value(\.areaUnderCurve) },
      Column("log_loss", "Training log loss") { $0.candidate.onWholeLog.value(\.logLoss) },
      Column("recent_log_loss", "Recency-weighted") {
        $0.candidate.onWholeLog.value(\.recentLogLoss)
      },
      Column("rmse", "RMSE") { $0.candidate.onWholeLog.value(\.binnedError) },
      Column("auc", "AUC") { $0.candidate.onWholeLog.value(\.areaUnderCurve) },
      Column("weights", "Parameters") { .numbers($0.candidate.model.parameters) },
    ]
  }

  private static let calibrationTitle =
    "Predicted vs. actual recall (calibration of the best, all reviews)"

  private static var calibrationColumns: [Column<Evaluation.CalibrationBin>] {
    [
      Column("from", "From") { .share($0.range.lowerBound) },
      Column("to", "To") { .share($0.range.upperBound) },
      Column("reviews", "Reviews") { .count($0.count) },
      Column("predicted", "Predicted") { .share($0.predicted) },
      Column("remembered", "Recalled") { .share($0.remembered) },
    ]
  }
}

extension Choice {
  /// The candidates, and of each whether it is the best.
  fileprivate var ranked: [(candidate: Candidate, isBest: Bool)] {
    candidates.indices.map { (candidates[$0], $0 == best) }
  }
}

extension Evaluation {
  /// A figure with four decimals; no value when there was nothing to predict.
  fileprivate func value(_ figure: (Evaluation) -> Double) -> ReportTable.Value {
    count > 0 ? .number(figure(self), decimals: 4) : .missing
  }
}

extension PresetLearning {
  fileprivate var predicted: Int {
    if case .tooFew(let items) = outcome { return items }
    return choice?.winner.onWholeLog.count ?? 0
  }
}

extension PresetLearning.Outcome {
  /// What became of the preset.
  fileprivate var term: ReportTable.Value {
    switch self {
    case .tooFew: .term("too few reviews", words: "too few reviews")
    case .kept: .term("kept", words: "unchanged")
    case .proposed: .term("better weights", words: "better parameters found")
    case .installed: .term("new weights", words: "updated")
    }
  }

  fileprivate var moved: Int? {
    if case .installed(let moved, _) = self { return moved }
    return nil
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

// MARK: - Sentences

extension Choice {
  /// What came out, in a sentence.
  public var statement: String {
    guard winner.heldOut.count > 0, candidates.last?.origin != .fit(.nothing) else {
      return
        "Not enough data: fewer than \(Fit.fewestForInitialStability) reviews made at least a day "
        + "after the previous one. These are the default parameters."
    }
    let loss = "log loss \(rounded(winner.heldOut.logLoss)) on held-out reviews"
    return switch winner.origin {
    case .inUse: "Parameters unchanged: no alternative predicted better (\(loss))."
    case .defaults: "The default parameters of \(winner.model.kind.title) predict best (\(loss))."
    case .fit: "The optimized parameters of \(winner.model.kind.title) predict best (\(loss))."
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

/// A number with four decimals, in a sentence.
private func rounded(_ number: Double) -> String {
  let scaled = Int((number * 10_000).rounded())
  let decimals = String(scaled % 10_000)
  return "\(scaled / 10_000)." + String(repeating: "0", count: 4 - decimals.count) + decimals
}
