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
    IdentityStep(screens: screens, isOver: waiting.isEmpty)
  }

  /// Goes on with what the learner did.
  package mutating func handle(_ action: StudyAction) -> IdentityStep {
    guard let asked = waiting.first else { return IdentityStep(isOver: true) }
    switch action {
    case .end, .command(.quit, _, _): return IdentityStep(isOver: true, isLeaving: true)
    case .submit(let line, _):
      switch line.filter({ !$0.isWhitespace }).lowercased() {
      case "all": return decideAll()
      case "none":
        let decisions = waiting.map { IdentityStep.Decision(unclear: $0, candidate: nil) }
        waiting = []
        return IdentityStep(decisions: decisions, isOver: true)
      default: break
      }
      guard let screen, let number = screen.choice(typed: line) else { break }
      switch number {
      case 1: return next([])
      case screen.choices.count: return next([.init(unclear: asked, candidate: nil)])
      default: return next([.init(unclear: asked, candidate: asked.candidates[number - 2])])
      }
    case .command, .unknownCommand, .unusable, .request: break
    }
    guard let screen else { return IdentityStep(isOver: true) }
    let standing = Standing(group: "", correct: 0, incorrect: 0, percentage: nil, remaining: 0)
    let notice = NoticeScreen(standing: standing, tone: .problem, lines: [screen.advice])
    return IdentityStep(screens: [.notice(notice), .choice(screen)])
  }

  private mutating func next(_ decisions: [IdentityStep.Decision]) -> IdentityStep {
    waiting.removeFirst()
    leaveOut(decisions)
    return IdentityStep(screens: screens, decisions: decisions, isOver: waiting.isEmpty)
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
    return IdentityStep(screens: screens, decisions: decisions, isOver: waiting.isEmpty)
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

  private var screens: [StudyScreen] { screen.map { [.choice($0)] } ?? [] }

  /// What the learner is asked: an empty line puts it off.
  private var screen: ChoiceScreen? {
    guard let asked = waiting.first else { return nil }
    let known = asked.known
    let candidates = asked.candidates.map { entry in
      Self.line(entry) + (entry.group == known.group ? "" : " (\(entry.group))")
        + (entry.isStudied ? ", whose own history would be set aside" : "")
    }
    var lines = [
      "A question you have studied was removed from “\(known.group)”:",
      "     \(Self.line(known))",
      "Is it one of these new ones? Then its history continues there.",
    ]
    if waiting.count > 1 {
      lines.append(
        "\(waiting.count) questions are open; `all` continues every history that has one new question, "
          + "`none` continues none.")
    }
    return ChoiceScreen(
      lines: lines, choices: ["Decide next time"] + candidates + ["None of them"])
  }

  private static func line(_ entry: IdentityEntry) -> String {
    "\(entry.prompt) → \(entry.answer)"
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
