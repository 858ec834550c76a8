import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension QuestionController {
  /// Goes on with what the learner did.
  public mutating func handle(_ action: StudyAction, at moment: Moment) -> StudyStep {
    switch action {
    case .end: return leave()
    case .submit(let line, let keys): return submit(TypedAnswer(line: line, keys: keys), at: moment)
    case .command(let command): return perform(command, at: moment)
    case .unusable(.tooLong):
      return resume(
        with: .problem, ["That line is too long to be an answer; nothing was recorded."])
    case .unusable(.garbled):
      return resume(
        with: .problem,
        ["That line is not UTF-8; nothing was recorded. Set the terminal to UTF-8."])
    case .unknownCommand(let name): return resume(with: .problem, [Self.unknown(name)])
    }
  }

  private mutating func submit(_ typed: TypedAnswer, at moment: Moment) -> StudyStep {
    switch state {
    case .asking(let asked):
      return typed.line.allSatisfy(\.isWhitespace)
        ? reveal(asked, at: moment) : judge(typed, asked, at: moment)
    case .revealed(let asked):
      return grade(typed.line, asked, at: moment)
    case .stalled:
      return advance(at: moment)
    default:
      return StudyStep(isOver: true)
    }
  }

  /// Goes on with the answer that waited for the judge.
  mutating func prepared(
    _ judge: Judge, _ pace: Pace?, of kind: Direction.Kind, at moment: Moment
  ) -> StudyStep {
    judges[kind] = judge
    self.pace = pace
    guard case .preparing(let asked, let typed) = state else { return StudyStep() }
    state = .asking(asked)
    return self.judge(typed, asked, at: moment)
  }

  private mutating func judge(_ typed: TypedAnswer, _ asked: AskedCard, at moment: Moment)
    -> StudyStep
  {
    let kind = asked.card.id.direction.kind
    guard let judge = judges[kind] else {
      state = .preparing(asked, typed)
      return StudyStep(effect: .prepareJudge(kind))
    }
    let verdict = judge.judge(
      typed.line, keys: typed.keys, against: asked.question, also: asked.standing.accepted,
      blocked: asked.question.blocked,
      demandsAccents: asked.card.settings.accents == .demanded)
    let grade: Grade
    switch verdict.kind {
    case .retry:
      return StudyStep([
        .verdict(retryScreen(of: asked, typed: typed.line, verdict)), .question(screen(of: asked)),
      ])
    case .wrong: grade = .again
    case .correct, .remark: grade = .good
    }
    let review = asked.review(
      grade, typed: typed.line, verdict: verdict.kind.rawValue, slip: verdict.slip?.rawValue,
      at: moment)
    state = .recording(asked, review, verdict)
    let other = grade == .again ? verdict.mistakenFor.first.flatMap(judge.vocabulary.original) : nil
    return StudyStep(effect: .record(review, of: asked.card, mistakenFor: other, load: asked.load))
  }

  private mutating func reveal(_ asked: AskedCard, at moment: Moment) -> StudyStep {
    state = .revealed(asked)
    return StudyStep([.revealed(revealedScreen(of: asked, at: moment))])
  }

  private mutating func grade(_ line: String, _ asked: AskedCard, at moment: Moment) -> StudyStep {
    guard let grade = Grade(typed: line) else {
      return resume(
        with: .problem, ["Type 1 (again), 2 (hard), 3 (good) or 4 (easy); :help lists commands."])
    }
    let review = asked.review(grade, typed: nil, verdict: nil, slip: nil, at: moment)
    state = .recording(asked, review, nil)
    return StudyStep(effect: .record(review, of: asked.card, mistakenFor: nil, load: asked.load))
  }

  private mutating func perform(_ command: StudyCommand, at moment: Moment) -> StudyStep {
    switch command {
    case .quit:
      return state == .finished ? StudyStep(isOver: true) : leave()
    case .undo:
      beginChange()
      if let id = tally.lastSuspension { return StudyStep(effect: .retractSuspension(id)) }
      return StudyStep(effect: tally.last.map { .retract($0.id) } ?? .retractLast)
    case .override: return revise(to: .good)
    case .accept: return revise(to: .good, accepting: true)
    case .wrong: return revise(to: .again)
    case .hard: return revise(to: .hard)
    case .easy: return revise(to: .easy)
    case .help:
      return resume(with: .information, Self.help)
    case .furigana: return toggleFurigana()
    case .edit, .add:
      guard let card = asked?.card else {
        return resume(with: .information, ["No card is being asked."])
      }
      beginChange()
      return StudyStep(effect: command == .edit ? .edit(card) : .addQuestions(toGroupOf: card))
    case .hint, .show, .skip, .why, .suspend, .bury:
      guard let asked else {
        return resume(with: .information, ["No card is being asked."])
      }
      return perform(command, on: asked, at: moment)
    }
  }

  /// Gives the last answer another grade; after a hint, hard at most.
  private mutating func revise(to grade: Grade, accepting: Bool = false) -> StudyStep {
    guard let last = tally.last else {
      return resume(with: .information, ["There is no answer of this session to change."])
    }
    beginChange()
    let counted = last.review.hintUsed ? min(grade, .hard) : grade
    return StudyStep(effect: .revise(last.id, to: counted, accepting: accepting))
  }

  /// Draws furigana from now on, or draws them after the answer only.
  private mutating func toggleFurigana() -> StudyStep {
    let isDrawn = asked.map { showsFurigana($0.card) } ?? drawsFurigana ?? true
    drawsFurigana = !isDrawn
    return resume(
      with: .information,
      [
        isDrawn
          ? "Furigana come with the answer only."
          : "Furigana are drawn wherever they give no answer away."
      ])
  }

  private mutating func beginChange() {
    var isRevealed = false
    if case .revealed = state { isRevealed = true }
    state = .changing(asked: asked, isRevealed: isRevealed)
  }

  private mutating func perform(
    _ command: StudyCommand, on asked: AskedCard, at moment: Moment
  ) -> StudyStep {
    var isRevealed = false
    if case .revealed = state { isRevealed = true }
    switch command {
    case .hint where isRevealed:
      return resume(with: .information, ["The answer is already shown: grade yourself, 1 to 4."])
    case .hint:
      guard asked.question.hint != nil else {
        return resume(with: .information, ["This card has no hint."])
      }
      var hinted = asked
      hinted.hintUsed = true
      state = .asking(hinted)
      return StudyStep([.question(screen(of: hinted))])
    case .show:
      return reveal(asked, at: moment)
    case .skip:
      queue.putLast(asked.card.id)
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
    let explanation = Explanation(asked, history, localTime: localTime, at: moment)
    return resume(with: .information, explanation.lines)
  }

  /// The card that is being asked or whose answer is being taken back.
  var asked: AskedCard? {
    switch state {
    case .asking(let asked), .revealed(let asked), .recording(let asked, _, _): asked
    case .preparing(let asked, _): asked
    case .changing(let asked, _): asked
    case .fetching, .ending, .finished, .stalled: nil
    }
  }

  private static func unknown(_ name: String) -> String {
    let all = StudyCommand.allCases.map { ":" + $0.rawValue }.joined(separator: ", ")
    let matches = StudyCommand.matching(name).map { ":" + $0.rawValue }
    return matches.count > 1 && !name.isEmpty
      ? "“:\(name)” could be \(matches.joined(separator: " or "))."
      : "There is no command “:\(name)”. There are \(all)."
  }

  private static var help: [String] {
    let width = StudyCommand.allCases.map(\.rawValue.count).max() ?? 0
    return [
      "Type the answer, or nothing to see it and grade yourself: 1 again, 2 hard, 3 good, 4 easy."
    ]
      + StudyCommand.allCases.map { command in
        let name = command.rawValue
        let padding = String(repeating: " ", count: width - name.count)
        return "  :\(name)\(padding)  \(command.explanation)"
      } + [
        "First letters suffice where they are unique.",
        "Where the prompt shows ‹あ›, keys turn into kana; Ctrl-T turns that off and on.",
      ]
  }
}

extension Grade {
  /// Reads a grade as typed: its number, also in full width, or its name.
  fileprivate init?(typed line: String) {
    let word = line.filter { !$0.isWhitespace }.lowercased()
    let number = word.count == 1 ? word.first?.wholeNumberValue : nil
    if let grade = number.flatMap(Grade.init(rawValue:))
      ?? Grade.allCases.first(where: { $0.name == word })
    {
      self = grade
    } else {
      return nil
    }
  }
}
