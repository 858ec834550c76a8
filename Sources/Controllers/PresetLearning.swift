import RabbleMemory
import RabbleScreens

/// What was learned about a preset's weights from the reviews of its cards, and what came of it.
public struct PresetLearning: Sendable, Hashable {
  /// What became of the preset.
  public enum Outcome: Sendable, Hashable {
    /// There were too few reviews on a later day to learn from: so many.
    case tooFew(items: Int)
    /// The weights in use stay.
    case kept
    /// Other weights foretell better, and were not put in use because the learner only asked.
    case proposed
    /// Other weights are in use from now on, and so many cards come back at another time.
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
      let fewest = Fit.fewestForFirstStabilities
      return name + "keeping the current weights: there are \(items) reviews on a later day than "
        + "the card's review before, and learning takes \(fewest). \(fewest - items) more are needed."
    case .kept:
      return name + "keeping the current weights: nothing foretells better (log loss "
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
    let weights = winner.origin == .defaults ? "default weights" : "new weights"
    return "the \(weights) of \(winner.model.kind.title)"
  }

  private var losses: String {
    let current = choice?.candidates.first { $0.origin == .inUse }
    return "log loss \(loss(of: choice?.winner)) on unseen reviews, \(loss(of: current)) before"
  }

  private func loss(of candidate: Choice.Candidate?) -> String {
    candidate.map { ReportTable.rounded($0.heldOut.logLoss) } ?? "unknown"
  }
}
