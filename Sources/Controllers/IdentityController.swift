import RabbleQuestions
import RabbleScreens

/// Asks which question is which, where an edit of a deck left it unclear.
///
/// The controller is a value: an action goes in, screens to draw and decisions come out.
package struct IdentityController: Sendable {
  private var waiting: ArraySlice<UnclearIdentity>

  /// Makes a controller that asks about these, one after the other.
  package init(_ cases: [UnclearIdentity]) {
    waiting = cases[...]
  }

  /// Asks the first one.
  package func start() -> IdentityStep {
    IdentityStep(screens: question, isOver: waiting.isEmpty)
  }

  /// Goes on with what the learner did.
  package mutating func handle(_ action: StudyAction) -> IdentityStep {
    guard let asked = waiting.first else { return IdentityStep(isOver: true) }
    switch action {
    case .end, .command(.quit, _, _): return IdentityStep(isOver: true, isLeaving: true)
    case .submit(let line, _):
      let word = line.filter { !$0.isWhitespace }
      if word.isEmpty { return next([]) }
      switch word.lowercased() {
      case "all": return decideAll()
      case "none":
        let decisions = waiting.map { IdentityStep.Decision(unclear: $0, candidate: nil) }
        waiting = []
        return IdentityStep(decisions: decisions, isOver: true)
      default: break
      }
      guard let number = word.count == 1 ? word.first?.wholeNumberValue : Int(word),
        (0...asked.candidates.count).contains(number)
      else { break }
      let candidate = number == 0 ? nil : asked.candidates[number - 1]
      return next([IdentityStep.Decision(unclear: asked, candidate: candidate)])
    case .command, .unknownCommand, .unusable, .request: break
    }
    return IdentityStep(screens: [
      Self.notice(
        .problem,
        ["Type a number from 0 to \(asked.candidates.count), or press Enter to decide next time."])
    ])
  }

  private mutating func next(_ decisions: [IdentityStep.Decision]) -> IdentityStep {
    waiting.removeFirst()
    leaveOut(decisions)
    return IdentityStep(screens: question, decisions: decisions, isOver: waiting.isEmpty)
  }

  /// Gives every history to the one new question that it might be. Those with several candidates are
  /// still asked about, and so are those that might share a question.
  private mutating func decideAll() -> IdentityStep {
    let claims = Dictionary(grouping: waiting.flatMap(\.candidates), by: \.id).mapValues(\.count)
    func only(_ unclear: UnclearIdentity) -> IdentityEntry? {
      unclear.candidates.count == 1
        ? unclear.candidates.first { claims[$0.id] == 1 && !$0.isStudied } : nil
    }
    let decisions = waiting.compactMap { unclear in
      only(unclear).map { IdentityStep.Decision(unclear: unclear, candidate: $0) }
    }
    waiting = waiting.filter { only($0) == nil }[...]
    return IdentityStep(screens: question, decisions: decisions, isOver: waiting.isEmpty)
  }

  /// Asks no more about questions that have got a history.
  private mutating func leaveOut(_ decisions: [IdentityStep.Decision]) {
    let taken = Set(decisions.compactMap(\.candidate?.id))
    guard !taken.isEmpty else { return }
    waiting =
      waiting.compactMap { unclear in
        let left = unclear.candidates.filter { !taken.contains($0.id) }
        return left.isEmpty ? nil : UnclearIdentity(known: unclear.known, candidates: left)
      }[...]
  }

  private var question: [StudyScreen] {
    guard let asked = waiting.first else { return [] }
    let known = asked.known
    let choices = asked.candidates.enumerated().map { index, entry in
      "  \(index + 1)  \(Self.line(entry))"
        + (entry.group == known.group ? "" : " (\(entry.group))")
        + (entry.isStudied ? ", whose own history would be set aside" : "")
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
        ]
          + (waiting.count > 1
            ? [
              "\(waiting.count) questions are open; `all` continues every history that has one new "
                + "question, `none` continues none."
            ] : []))
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
package struct IdentityStep: Hashable, Sendable {
  /// What the learner decided.
  package struct Decision: Hashable, Sendable {
    /// What was unclear.
    package let unclear: UnclearIdentity
    /// The new question that it is; `nil` for none of them.
    package let candidate: IdentityEntry?
  }

  /// What to draw, in order.
  package let screens: [StudyScreen]
  /// What to record first.
  package let decisions: [Decision]
  /// Whether nothing more is asked.
  package let isOver: Bool
  /// Whether the learner wants to leave altogether.
  package let isLeaving: Bool

  init(
    screens: [StudyScreen] = [], decisions: [Decision] = [], isOver: Bool = false,
    isLeaving: Bool = false
  ) {
    self.screens = screens
    self.decisions = decisions
    self.isOver = isOver
    self.isLeaving = isLeaving
  }
}
