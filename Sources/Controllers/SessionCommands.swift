import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// What each command does that is typed after a colon.
extension QuestionController {
  mutating func perform(
    _ command: StudyCommand, _ count: Int?, _ text: String? = nil, at moment: Moment
  ) -> StudyStep {
    if case .choosing = state, command != .quit {
      return resume(with: .information, ["Choose first, or type :quit."], at: moment)
    }
    if let flaw = Self.flaw(of: text, count, behind: command) {
      return resume(with: .problem, [flaw], at: moment)
    }
    switch command {
    case .quit:
      return state.isFinished ? StudyStep(isOver: true) : leave(at: moment)
    case .undo:
      beginChange()
      return StudyStep(effect: .undo)
    case .redo:
      beginChange()
      return StudyStep(effect: .redo)
    case .override: return revise(to: .good)
    case .accept: return revise(to: .good, accepting: true)
    case .wrong: return revise(to: .again)
    case .hard: return revise(to: .hard)
    case .easy: return revise(to: .easy)
    case .help:
      return resume(with: .information, Self.help, at: moment, topic: "help")
    case .furigana: return toggleFurigana(at: moment)
    case .wrap: return wrapUp(at: moment)
    case .more: return askMore(count ?? 10, at: moment)
    case .skipLesson: return skipLesson(at: moment)
    case .flag, .tag, .note, .info, .forget, .known, .reschedule:
      return perform(command, with: text, at: moment)
    case .edit, .add:
      guard let card = text == nil ? asked?.card ?? lastAnswered : lastAnswered else {
        return resume(
          with: .information,
          [text == nil ? "No card is being asked." : "No card was answered yet."], at: moment)
      }
      beginChange()
      return StudyStep(effect: command == .edit ? .edit(card) : .addQuestions(toGroupOf: card))
    case .hint, .show, .skip, .why, .say, .suspend, .bury:
      guard let asked else {
        return resume(with: .information, ["No card is being asked."], at: moment)
      }
      return perform(command, on: asked, at: moment)
    }
  }

  /// Gives the last answer another grade: the last of this session, or else the last in the log.
  private mutating func revise(to grade: Grade, accepting: Bool = false) -> StudyStep {
    beginChange()
    return StudyStep(effect: .revise(tally.last?.id, to: grade, accepting: accepting))
  }

  /// Draws furigana from now on, or draws them after the answer only.
  private mutating func toggleFurigana(at moment: Moment) -> StudyStep {
    let isDrawn = asked.map { showsFurigana($0.card) } ?? drawsFurigana ?? true
    drawsFurigana = !isDrawn
    return resume(
      with: .information,
      [
        isDrawn
          ? "Furigana: off on questions."
          : "Furigana: on."
      ], at: moment)
  }

  mutating func beginChange() { state = .changing(state.underlying) }

  private mutating func perform(
    _ command: StudyCommand, on asked: AskedCard, at moment: Moment
  ) -> StudyStep {
    switch (command, state) {
    case (.hint, .revealed):
      return resume(
        with: .information, ["The answer is already shown. Grade yourself from 1 to 4."],
        at: moment)
    case (.hint, .teaching), (.hint, .pausing), (.show, .teaching), (.show, .pausing):
      return resume(with: .information, ["The answer is already shown."], at: moment)
    case (.skip, .teaching(_, let lesson, _)):
      queue.putLast(asked.card.id, as: .new)
      return goOn(with: lesson, at: moment)
    case (.skip, .pausing): return advance(at: moment)
    default: break
    }
    switch command {
    case .say: return say(asked, at: moment)
    case .hint:
      guard asked.question.hint != nil else {
        return resume(with: .information, ["This card has no hint."], at: moment)
      }
      var hinted = asked
      hinted.hintUsed = true
      state = .asking(hinted)
      return StudyStep(shown(at: moment))
    case .show:
      return reveal(asked, at: moment)
    case .skip:
      queue.putLast(asked.card.id, as: kind(asked.schedule?.due))
      return advance(at: moment)
    case .suspend, .bury:
      beginChange()
      let state =
        command == .suspend
        ? Suspension.suspended : .buried(until: moment.day.advanced(byDays: 1))
      return StudyStep(effect: .suspend(asked.card.id, state))
    default:
      return StudyStep(effect: .explain(asked.card))
    }
  }

  mutating func explained(_ history: CardHistory, at moment: Moment) -> StudyStep {
    guard let asked else { return StudyStep() }
    let explanation = Explanation(
      asked, history, isCrammed: style.crams, localTime: localTime, at: moment)
    return resume(
      with: .information, explanation.lines, at: moment, topic: "why", why: explanation.values)
  }

  static func unknown(_ name: String) -> String {
    let matches = StudyCommand.matching(name).map { ":" + $0.rawValue }
    if matches.count > 1, !name.isEmpty {
      return "Ambiguous command “:\(name)”: \(matches.dropLast().joined(separator: ", ")) or "
        + "\(matches[matches.count - 1])?"
    }
    let near = Nearest.to(name, among: StudyCommand.allCases.map(\.rawValue))
    return "Unknown command “:\(name)”."
      + (near.map { " Did you mean :\($0)?" } ?? "") + " Type :help for a list."
  }

  /// What is wrong with what stands behind a command; `nil` where nothing is.
  private static func flaw(of text: String?, _ count: Int?, behind command: StudyCommand)
    -> String?
  {
    let name = command.rawValue
    switch command {
    case .undo, .redo, .more:
      return text == nil && (1...mostAtOnce).contains(count ?? 1)
        ? nil : "Type a number from 1 to \(mostAtOnce), as in :\(name) 10."
    case .tag, .note, .reschedule, .help: return nil
    case .edit, .flag, .info, .forget:
      return text == nil && count == nil || text?.lowercased() == "last"
        ? nil : "Type :\(name) for this card, or `:\(name) last` for the one you answered last."
    default:
      return text == nil && count == nil ? nil : "Type :\(name) by itself; it takes no argument."
    }
  }

  static var help: [String] {
    let width = StudyCommand.allCases.map(\.rawValue.count).max() ?? 0
    return [
      "Type the answer, or press Enter to reveal it and grade yourself: 1 again, 2 hard, 3 good, "
        + "4 easy."
    ]
      + StudyCommand.allCases.map { command in
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
  /// Goes on with the next card after the one that was asked was suspended or buried.
  mutating func suspended(
    _ card: CardID, _ state: Suspension, at moment: Moment
  ) -> StudyStep {
    if !queue.isWaiting(card), !interrupted.contains(card), asked?.card.id != card {
      outsiders.insert(card)
    }
    queue.remove(card)
    let line =
      state == .suspended
      ? "Suspended. :undo or `rabble unsuspend` to restore."
      : "Buried until tomorrow. :undo to restore."
    return goOn(afterChangeOf: card, [line], at: moment)
  }

  /// Asks a card that is no longer suspended or buried in this session, unless it is due later, another
  /// card of its question comes first, or the session was without it before.
  mutating func unsuspended(
    _ card: CardID, due: Due?, isHeld: Bool, at moment: Moment
  ) -> StudyStep {
    if interrupted.contains(card) {
      return resume(with: .information, ["This card is asked again."], at: moment)
    }
    if !staysOut(card, due: due, isHeld: isHeld) {
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
    return goOn(afterChangeOf: card, [line], at: moment)
  }

  /// Whether a card that is no longer suspended or buried is not asked in this session: it was none of it
  /// before, or another card of its question is asked today.
  func staysOut(_ card: CardID, due: Due?, isHeld: Bool) -> Bool {
    if outsiders.contains(card) { return true }
    if style.asksEarly { return false }
    let hasSibling =
      queue.hasSibling(of: card)
      || interrupted.contains { $0.question == card.question && $0 != card }
    return isHeld || due == nil && hasSibling
  }

  /// Goes on without a card that is suspended or buried again.
  mutating func suspendedAgain(_ card: CardID, _ line: String, at moment: Moment)
    -> StudyStep
  {
    returning(card, due: nil, line, at: moment)
  }
}
