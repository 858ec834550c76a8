import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// What each command does that is typed after a colon.
extension QuestionController {
  mutating func perform(_ command: StudyCommand, _ count: Int?, _ text: String?) throws {
    if case .choosing = state, command != .quit {
      return try resume(with: .information, ["Choose first, or type :quit."])
    }
    if let flaw = Self.flaw(of: text, count, behind: command) {
      return try resume(with: .problem, [flaw])
    }
    switch command {
    case .quit: try quit()
    case .undo: try several(count ?? 1) { try $0.change(.undo) }
    case .redo: try several(count ?? 1) { try $0.change(.redo) }
    case .override: try revise(to: .good)
    case .accept: try revise(to: .good, accepting: true)
    case .wrong: try revise(to: .again)
    case .hard: try revise(to: .hard)
    case .easy: try revise(to: .easy)
    case .help: try resume(with: .information, Self.help, topic: "help")
    case .furigana: try toggleFurigana()
    case .wrap: try wrapUp()
    case .more: try askMore(count ?? 10)
    case .skipLesson: try skipLesson()
    case .flag, .tag, .note, .info, .forget, .known, .due, .unsuspend, .edit, .add:
      try perform(command, with: text)
    case .hint, .show, .skip, .why, .say, .suspend, .bury:
      guard let asked else {
        return try resume(with: .information, ["No card is being asked."])
      }
      try perform(command, on: asked)
    }
  }

  private mutating func quit() throws {
    if case .summary = state { state = .ended } else { try leave() }
  }

  /// Draws furigana from now on, or draws them after the answer only.
  private mutating func toggleFurigana() throws {
    let isDrawn = asked.map { showsFurigana($0.card) } ?? drawsFurigana ?? true
    drawsFurigana = !isDrawn
    try resume(
      with: .information, [isDrawn ? "Furigana: off on questions." : "Furigana: on."])
  }

  private mutating func perform(_ command: StudyCommand, on asked: AskedCard) throws {
    switch command {
    case .say: try say(asked)
    case .hint: try showHint(of: asked)
    case .show:
      switch state {
      case .asking, .grading: try reveal(asked)
      default: try tellThatAnswerIsShown()
      }
    case .skip: try skip(asked)
    default: try perform(command, with: nil)
    }
  }

  private mutating func showHint(of asked: AskedCard) throws {
    switch state {
    case .asking: break
    case .grading:
      return try resume(
        with: .information, ["The answer is already shown. Grade yourself from 1 to 4."])
    default: return try tellThatAnswerIsShown()
    }
    guard asked.question.hint != nil else {
      return try resume(with: .information, ["This card has no hint."])
    }
    var hinted = asked
    hinted.hintUsed = true
    state = .asking(hinted)
    try showAgain()
  }

  private mutating func tellThatAnswerIsShown() throws {
    try resume(with: .information, ["The answer is already shown."])
  }

  private mutating func skip(_ asked: AskedCard) throws {
    switch state {
    case .teaching(_, let lesson, _):
      queue.putLast(asked.card.id, as: .new)
      return try goOn(with: lesson)
    case .asking, .grading: queue.putLast(asked.card.id, as: kind(asked.schedule?.due))
    default: break
    }
    state = .between
    try next()
  }

  static func unknown(_ name: String) -> String {
    let matches = StudyCommand.matching(name).map { ":" + $0.rawValue }
    if matches.count > 1, !name.isEmpty {
      return "Ambiguous command “:\(name)”: \(matches.dropLast().joined(separator: ", ")) or "
        + "\(matches[matches.count - 1])?"
    }
    let near = Nearest.to(name, among: StudyCommand.typed.map(\.rawValue))
    return "Unknown command “:\(name)”."
      + (near.map { " Did you mean :\($0)?" } ?? "") + " Type :help for a list."
  }

  /// What is wrong with what stands behind a command; `nil` where nothing is.
  private static func flaw(of text: String?, _ count: Int?, behind command: StudyCommand)
    -> String?
  {
    let name = command.rawValue
    switch command.row.argument {
    case .number:
      return text == nil && (1...mostAtOnce).contains(count ?? 1)
        ? nil : "Type a number from 1 to \(mostAtOnce), as in :\(name) 10."
    case .text, .day: return nil
    case .last:
      return text == nil && count == nil || text?.lowercased() == "last"
        ? nil : "Type :\(name) for this card, or `:\(name) last` for the one you answered last."
    case .none:
      // Who looks for help finds it.
      return text == nil && count == nil || command == .help
        ? nil : "Type :\(name) by itself; it takes no argument."
    }
  }

  static var help: [String] {
    let width = StudyCommand.typed.map(\.rawValue.count).max() ?? 0
    return [
      "Type the answer, or press Enter to reveal it and grade yourself: 1 again, 2 hard, 3 good, "
        + "4 easy."
    ]
      + StudyCommand.typed.map { command in
        let name = command.rawValue
        let padding = String(repeating: " ", count: width - name.count)
        return "  :\(name)\(padding)  \(command.explanation)"
      } + [
        "Commands may be abbreviated (e.g. :q).",
        "‹あ› means romaji is converted to kana as you type (toggle: Ctrl-T).",
      ]
  }
}

// MARK: - Suspended and buried cards

extension QuestionController {
  /// Suspends or buries a card, and goes on with the next one if it was asked.
  mutating func suspend(_ card: CardID, _ suspension: Suspension) throws {
    try world.suspend(card, suspension)
    if !queue.isWaiting(card), !interrupted.contains(card), asked?.card.id != card {
      outsiders.insert(card)
    }
    queue.remove(card)
    try goOn(
      afterChangeOf: card,
      [suspension.sentences.done(Self.thisCard, suspension.lastDay?.iso8601) + Self.undoable])
  }

  /// Ends that a card is suspended or buried, and asks it in this session, unless it is due later, another
  /// card of its question comes first, or the session was without it before.
  mutating func unsuspend(_ standing: CardStanding) throws {
    let card = standing.card.id
    guard standing.suspension.holds(on: moment.day) else {
      return try resume(with: .information, [Suspension.active.sentences.already()])
    }
    try world.suspend(card, .active)
    if interrupted.contains(card) {
      return try resume(with: .information, ["This card is asked again."])
    }
    let due = standing.schedule?.due
    if try !staysOut(card, due: due) {
      if let due, !style.crams {
        queue.put(card, due: due, at: moment)
      } else {
        queue.putLast(card, as: kind(due))
      }
    }
    let returns = due.map { "due \(ReturnTime($0, from: moment, localTime: localTime).phrase)" }
    let line =
      queue.isWaiting(card)
      ? "This card is asked again."
      : "Unsuspended; \(returns ?? "it is not asked in this session")."
    try goOn(afterChangeOf: card, [line])
  }

  /// Whether a card that is no longer suspended or buried is not asked in this session: it was none of it
  /// before, or another card of its question is asked today.
  func staysOut(_ card: CardID, due: Due?) throws -> Bool {
    if outsiders.contains(card) { return true }
    if style.asksEarly { return false }
    if try world.standing(of: card)?.isHeld(at: moment) ?? true { return true }
    let hasSibling =
      queue.hasSibling(of: card)
      || interrupted.contains { $0.question == card.question && $0 != card }
    return due == nil && hasSibling
  }
}
