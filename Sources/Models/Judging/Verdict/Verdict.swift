import RabbleQuestions

/// What the judge says about a typed answer, and why.
public struct Verdict: Hashable, Sendable {
  /// How an answer counts.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Right.
    case correct
    /// Right, with something worth saying.
    case remark
    /// Not counted: the learner tries again.
    case retry
    /// Not right.
    case wrong

    /// Whether the answer counts as right.
    public var isAccepted: Bool { self == .correct || self == .remark }
  }

  /// How the answer counts.
  public let kind: Kind
  /// One sentence for the learner; empty where there is nothing to say.
  public let message: String
  /// What kinds of miss the answer shows, the main one first; none in a right answer but for a typo
  /// that was let pass.
  public let slips: [Slip]
  /// The right answer, as the deck has it, that is nearest to the typed one.
  public let right: String
  /// The kana that typed keys were read as; `nil` if no reading was asked for or kana were typed.
  public let reading: String?
  /// The typed answer beside the right one, if they differ and a comparison helps.
  public let alignment: Alignment?
  /// The question's other answers that would have been right, too.
  public let otherAnswers: [String]
  /// The loaded questions whose answer was typed.
  public let mistakenFor: [Question]

  /// Makes a verdict.
  public init(
    kind: Kind,
    message: String = "",
    slips: [Slip] = [],
    right: String,
    reading: String? = nil,
    alignment: Alignment? = nil,
    otherAnswers: [String] = [],
    mistakenFor: [Question] = []
  ) {
    self.kind = kind
    self.message = message
    self.slips = slips
    self.right = right
    self.reading = reading
    self.alignment = alignment
    self.otherAnswers = otherAnswers
    self.mistakenFor = mistakenFor
  }

  /// The main kind of miss, or `nil` for an answer without one.
  public var slip: Slip? { slips.first }
}
