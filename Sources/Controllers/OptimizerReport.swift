import RabbleMemory
import RabbleScreens
import RabbleText

/// The outcome of optimizing a preset's FSRS parameters on the reviews of its cards.
package struct PresetOptimization: Sendable, Hashable {
  /// What became of the preset.
  package enum Outcome: Sendable, Hashable {
    /// There were too few reviews made at least a day after the previous one: this many.
    case tooFew(items: Int)
    /// The parameters in use stay.
    case kept
    /// Other parameters fit the reviews, and were not put in use because the learner only asked.
    case proposed
    /// Other parameters are in use from now on, and this many cards were rescheduled; `event` is the
    /// number of the change in the learner's history.
    case installed(moved: Int, event: Int)
  }

  /// The preset's name.
  package let preset: String
  /// The number of reviews that count.
  package let reviews: Int
  /// The number of cards they are of.
  package let cards: Int
  /// The candidates; `nil` when there were too few reviews.
  package let choice: Choice?
  package let outcome: Outcome

  package init(preset: String, reviews: Int, cards: Int, choice: Choice?, outcome: Outcome) {
    self.preset = preset
    self.reviews = reviews
    self.cards = cards
    self.choice = choice
    self.outcome = outcome
  }

  /// What came out, in a sentence or two.
  package var statement: String {
    let name = "Preset “\(preset)”: "
    switch outcome {
    case .tooFew(let items):
      return name + "not enough data: \(Optimizer.fewestItems) reviews made at least a day "
        + "after the previous one are needed; you have \(items)."
    case .kept:
      return name + "parameters unchanged: \(reason) (log loss \(loss(of: choice?.winner)))."
    case .proposed:
      return name + "\(winner) fit your reviews: \(losses). Nothing was changed; run "
        + "`rabble preset optimize` without --dry-run to use them."
    case .installed(let moved, _):
      return name + "now uses \(winner): \(losses). "
        + "\(NumberText.count(moved, "card")) rescheduled; undo with `rabble undo`."
    }
  }

  /// What the learner is told when parameters were changed unasked: what changed, and why; `nil` when
  /// nothing was changed.
  ///
  /// - Parameter model: the model that was in use before.
  /// - Returns: a line.
  package func news(before model: MemoryModel) -> String? {
    guard case .installed(let moved, let event) = outcome, let choice else { return nil }
    return "Preset “\(preset)”: updated the FSRS parameters to fit your answers "
      + "(\(NumberText.count(reviews, "review")); \(choice.winner.model.firstInterval(before: model)); "
      + "\(moved == 0 ? "no cards" : NumberText.count(moved, "card")) rescheduled). "
      + "Undo with `rabble undo --event \(event)`."
  }

  private var winner: String {
    guard let winner = choice?.winner else { return "" }
    return "the \(winner.origin.isFitted ? "optimized" : "default") parameters"
  }

  /// Why the parameters stay.
  private var reason: String {
    switch choice?.winner.origin {
    case .inUse: "your reviews say too little against the default ones to replace yours"
    case .fit(let share) where share > 0: "your new reviews agree with them"
    default: "your reviews agree with the default ones"
    }
  }

  private var losses: String {
    let current = choice?.candidates.first { $0.origin == .inUse }
    return "log loss \(loss(of: choice?.winner)), each review predicted by those before it; "
      + "\(loss(of: current)) with the current parameters"
  }

  private func loss(of candidate: Choice.Candidate?) -> String {
    candidate.map { rounded($0.heldOut.logLoss) } ?? "unknown"
  }
}

// MARK: - Tables

extension ReportTable {
  /// The tables of optimized presets: what became of each, the candidates with their parameters, and
  /// how the predictions of the best came true.
  package static func tables(of optimized: [PresetOptimization]) -> [ReportTable] {
    let presets = ReportTable(
      "presets", "FSRS parameters optimized on your reviews", of: optimized
    ) {
      Column("preset", "Preset") { .text($0.preset) }
      Column("reviews", "Reviews") { .count($0.reviews) }
      Column("cards", "Cards") { .count($0.cards) }
      Column("predicted_reviews", "Predicted") { .count($0.predicted) }
      Column("outcome", "Outcome") { $0.outcome.term }
      Column("rescheduled", "Rescheduled") { .count(ifAny: $0.outcome.moved) }
    }
    let choices = optimized.compactMap { preset in
      preset.choice.map { (preset: preset.preset, choice: $0) }
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

  /// The tables of a choice of parameters: the log, the candidates, and how the predictions of the best
  /// came true.
  package static func tables(of choice: Choice, from histories: ReviewHistories) -> (
    log: ReportTable, candidates: ReportTable, calibration: ReportTable
  ) {
    (
      ReportTable("log", "Reviews", of: [choice]) {
        Column("reviews", "Reviews") { _ in .count(histories.count) }
        Column("cards", "Cards") { _ in .count(histories.cardCount) }
        Column("predicted_reviews", "Predicted") { .count($0.winner.onWholeLog.count) }
      },
      ReportTable("candidates", candidatesTitle, of: choice.ranked) { candidateColumns },
      ReportTable("calibration", calibrationTitle, of: choice.winner.onWholeLog.calibration) {
        calibrationColumns
      }
    )
  }

  private static let candidatesTitle =
    "Prediction error (held-out: each review predicted by fits to those before it)"

  private static var candidateColumns: [Column<(candidate: Choice.Candidate, isBest: Bool)>] {
    [
      Column("parameters_from", "Parameters") { .text($0.candidate.origin.name) },
      Column("best", "Best") { .flag($0.isBest) },
      Column("held_out_log_loss", "Held-out log loss") { $0.candidate.heldOut.value(\.logLoss) },
      Column("held_out_rmse", "RMSE (bins)") { $0.candidate.heldOut.value(\.binnedError) },
      Column("held_out_auc", "AUC") { $0.candidate.heldOut.value(\.areaUnderCurve) },
      Column("log_loss", "Training log loss") { $0.candidate.onWholeLog.value(\.logLoss) },
      Column("recent_log_loss", "Recency-weighted") {
        $0.candidate.onWholeLog.value(\.recentLogLoss)
      },
      Column("rmse", "RMSE (bins)") { $0.candidate.onWholeLog.value(\.binnedError) },
      Column("auc", "AUC") { $0.candidate.onWholeLog.value(\.areaUnderCurve) },
      Column("parameters", "Parameters") { .numbers($0.candidate.model.parameters) },
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

extension PresetOptimization {
  fileprivate var predicted: Int {
    if case .tooFew(let items) = outcome { return items }
    return choice?.winner.onWholeLog.count ?? 0
  }
}

extension PresetOptimization.Outcome {
  /// What became of the preset.
  fileprivate var term: ReportTable.Value {
    switch self {
    case .tooFew: .term("too few reviews", words: "too few reviews")
    case .kept: .term("kept", words: "unchanged")
    case .proposed: .term("better parameters", words: "better parameters found")
    case .installed: .term("new parameters", words: "updated")
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
    case .fit(share: 0): "defaults (too little evidence)"
    case .fit: "fitted"
    }
  }

  /// Whether the parameters are other than the defaults because of the reviews.
  fileprivate var isFitted: Bool {
    if case .fit(let share) = self { return share > 0 }
    return false
  }
}

extension MemoryModel {
  /// What is different for a new card now, in a few words.
  fileprivate func firstInterval(before other: MemoryModel) -> String {
    func days(_ model: MemoryModel) -> Int {
      max(Int(model.initialState(.good).stability.rounded()), 1)
    }
    let (now, before) = (days(self), days(other))
    let interval = "you remember a new card for \(NumberText.count(now, "day"))"
    return now == before ? "\(interval), as before" : "\(interval), not \(before)"
  }
}

// MARK: - Sentences

extension Choice {
  /// What came out, in a sentence.
  package var statement: String {
    guard winner.onWholeLog.count >= Optimizer.fewestItems else {
      return
        "Not enough data: fewer than \(Optimizer.fewestItems) reviews made at least a day "
        + "after the previous one. These are the default parameters."
    }
    let loss =
      "log loss \(rounded(winner.heldOut.logLoss)), each review predicted by those before it"
    guard case .fit(let share) = winner.origin, share > 0 else {
      return "The reviews agree with the default parameters (\(loss))."
    }
    return "The optimized parameters fit the reviews (\(loss))."
  }
}

/// A number with four decimals, in a sentence.
private func rounded(_ number: Double) -> String {
  let scaled = Int((number * 10_000).rounded())
  let decimals = String(scaled % 10_000)
  return "\(scaled / 10_000)." + String(repeating: "0", count: 4 - decimals.count) + decimals
}
