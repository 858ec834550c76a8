import RabbleQuestions

/// Which questions a learner mixes up, and what kinds of slips they make.
public struct ConfusionReport: Hashable, Sendable {
  /// One question asked, and another whose answer was given.
  public struct Pair: Hashable, Sendable {
    /// The question that was asked.
    public let asked: QuestionID
    /// The question whose answer was given.
    public let given: QuestionID

    /// Makes a pair.
    public init(asked: QuestionID, given: QuestionID) {
      self.asked = asked
      self.given = given
    }
  }

  /// A pair that was mixed up.
  public struct Confusion: Hashable, Sendable {
    /// The pair.
    public let pair: Pair
    /// The direction in which it was mixed up last.
    public let direction: Direction
    /// How often.
    public let count: Int
    /// Whether both have been answered right since.
    public let isToldApart: Bool
  }

  /// A kind of slip.
  public struct SlipCount: Hashable, Sendable {
    /// The kind, as judging calls it.
    public let slip: String
    /// How often it was made.
    public let count: Int
  }

  /// The pairs, most frequent first.
  public let confusions: [Confusion]
  /// The kinds of slips, most frequent first.
  public let slips: [SlipCount]
}
