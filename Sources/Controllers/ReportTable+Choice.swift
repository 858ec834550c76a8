import RabbleMemory
import RabbleScreens

extension ReportTable {
  /// The tables of a choice between memory models: the log, the candidates with their weights, and
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
        Column("model", "Model"), Column("weights_from", "Weights"), Column("best", "Best"),
        Column("unseen_log_loss", "Unseen"), Column("unseen_rmse", "RMSE"),
        Column("unseen_auc", "AUC"), Column("log_loss", "All reviews"),
        Column("recent_log_loss", "Recent first"), Column("rmse", "RMSE"), Column("auc", "AUC"),
        Column("weights", "Weights"),
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
          all.value(all.areaUnderCurve), .numbers(candidate.model.weights),
        ]
      })
  }
}

extension Choice {
  /// What came out, in a sentence.
  public var statement: String {
    guard winner.heldOut.count > 0, candidates.last?.origin != .fit(.nothing) else {
      return "There is too little to learn from: fewer than \(Fit.fewestForFirstStabilities) "
        + "reviews on a later day. These are the default weights."
    }
    let loss = "log loss \(ReportTable.rounded(winner.heldOut.logLoss)) on unseen reviews"
    return switch winner.origin {
    case .inUse: "Keeping the current weights: nothing foretells better (\(loss))."
    case .defaults: "The default weights of \(winner.model.kind.title) foretell best (\(loss))."
    case .fit: "The fitted weights of \(winner.model.kind.title) foretell best (\(loss))."
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
  /// Where the weights are from, in a word or two.
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
