import RabbleQuestions
import RabbleScreens

/// Asks which question is which, where an edit of a deck left it unclear.
///
/// The controller is a value: an action goes in, screens to draw and at most one decision come out.
public struct IdentityController: Sendable {
  private var waiting: ArraySlice<UnclearIdentity>

  /// Makes a controller that asks about these, one after the other.
  public init(_ cases: [UnclearIdentity]) {
    waiting = cases[...]
  }

  /// Asks the first one.
  public func start() -> IdentityStep {
    IdentityStep(screens: question, isOver: waiting.isEmpty)
  }

  /// Goes on with what the learner did.
  public mutating func handle(_ action: StudyAction) -> IdentityStep {
    guard let asked = waiting.first else { return IdentityStep(isOver: true) }
    switch action {
    case .end, .command(.quit): return IdentityStep(isOver: true, isLeaving: true)
    case .submit(let line, _):
      let word = line.filter { !$0.isWhitespace }
      if word.isEmpty { return next(decision: nil) }
      guard let number = word.count == 1 ? word.first?.wholeNumberValue : Int(word),
        (0...asked.candidates.count).contains(number)
      else { break }
      let candidate = number == 0 ? nil : asked.candidates[number - 1]
      return next(decision: IdentityStep.Decision(unclear: asked, candidate: candidate))
    case .command, .unknownCommand, .unusable: break
    }
    return IdentityStep(screens: [
      Self.notice(
        .problem,
        ["Type a number from 0 to \(asked.candidates.count), or press Enter to decide next time."])
    ])
  }

  private mutating func next(decision: IdentityStep.Decision?) -> IdentityStep {
    waiting.removeFirst()
    return IdentityStep(screens: question, decision: decision, isOver: waiting.isEmpty)
  }

  private var question: [StudyScreen] {
    guard let asked = waiting.first else { return [] }
    let known = asked.known
    let choices = asked.candidates.enumerated().map { index, entry in
      "  \(index + 1)  \(Self.line(entry))"
        + (entry.group == known.group ? "" : " (\(entry.group))")
    }
    return [
      Self.notice(
        .information,
        [
          "A question you have studied was removed from “\(known.group)”:",
          "     \(Self.line(known))",
          "Is it one of these new ones? Then its history continues there.",
        ] + choices + [
          "  0  none of them",
          "Type a number, or press Enter to decide next time.",
        ])
    ]
  }

  private static func line(_ entry: IdentityEntry) -> String {
    "\(entry.prompt) → \(entry.answer)"
  }

  private static func notice(_ tone: NoticeScreen.Tone, _ lines: [String]) -> StudyScreen {
    .notice(
      NoticeScreen(
        standing: Standing(group: "", correct: 0, incorrect: 0, percentage: nil, remaining: 0),
        tone: tone, lines: lines))
  }
}

/// What comes of an action while the learner is asked which question is which.
public struct IdentityStep: Hashable, Sendable {
  /// What the learner decided.
  public struct Decision: Hashable, Sendable {
    /// What was unclear.
    public let unclear: UnclearIdentity
    /// The new question that it is; `nil` for none of them.
    public let candidate: IdentityEntry?
  }

  /// What to draw, in order.
  public let screens: [StudyScreen]
  /// What to record first.
  public let decision: Decision?
  /// Whether nothing more is asked.
  public let isOver: Bool
  /// Whether the learner wants to leave altogether.
  public let isLeaving: Bool

  init(
    screens: [StudyScreen] = [], decision: Decision? = nil, isOver: Bool = false,
    isLeaving: Bool = false
  ) {
    self.screens = screens
    self.decision = decision
    self.isOver = isOver
    self.isLeaving = isLeaving
  }
}
