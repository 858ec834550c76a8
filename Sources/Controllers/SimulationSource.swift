import RabbleMemory
import RabbleScreens

/// Where the numbers of a simulation come from.
public struct SimulationSource: Sendable, Hashable {
  /// Where the model's weights are from.
  public enum Weights: Sendable, Hashable {
    /// They are the defaults.
    case defaults
    /// The learner has set them.
    case own
    /// They were learned from so many reviews.
    case learned(from: Int)
  }

  /// The memory model.
  public let model: MemoryModel.Kind
  /// Where its weights are from.
  public let weights: Weights
  /// How many reviews show how the learner answers.
  public let reviews: Int
  /// The cards that are learned already.
  public let known: Int
  /// The cards that are new.
  public let newCards: Int

  /// Up to so many reviews the usual habits of learners still tell.
  private static let fewReviews = 500

  /// Makes a source.
  public init(
    model: MemoryModel.Kind, weights: Weights, reviews: Int, known: Int, newCards: Int
  ) {
    self.model = model
    self.weights = weights
    self.reviews = reviews
    self.known = known
    self.newCards = newCards
  }

  /// The source as a table.
  public var table: ReportTable {
    ReportTable(
      key: "source", title: "Where the numbers come from",
      columns: [
        .init("model", "Memory"), .init("weights", "Weights"), .init("answers", "Answers"),
        .init("reviews", "Reviews"), .init("known_cards", "Cards known"),
        .init("new_cards", "Cards new"),
      ],
      rows: [
        [
          .text(model.title), .text(weightsName), .text(habitsName), .count(reviews),
          .count(known), .count(newCards),
        ]
      ])
  }

  private var weightsName: String {
    switch weights {
    case .defaults: "defaults"
    case .own: "set by hand"
    case .learned(let reviews): "learned from \(reviews) reviews"
    }
  }

  private var habitsName: String {
    switch reviews {
    case 0: "as most learners"
    case ..<Self.fewReviews: "own, and as most learners"
    default: "own"
    }
  }
}
