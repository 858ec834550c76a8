import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens

/// From what the learner did to an answer to record: a line is judged, an empty one shows the answer, and
/// a number grades it.
extension QuestionController {
  /// Goes on with what the learner did.
  package mutating func handle(_ action: StudyAction, at moment: Moment) -> StudyStep {
    pass(to: moment)
    switch action {
    case .end: return leave(at: moment)
    case .submit(let line, let keys): return submit(TypedAnswer(line: line, keys: keys), at: moment)
    case .command(let command, let count, let text):
      return perform(command, count, text, at: moment)
    case .request(let request):
      beginChange()
      return StudyStep(effect: .request(request, asked: asked?.card))
    case .unusable(.request(let flaw)):
      return resume(with: .problem, ["The request can't be used: \(flaw)."], at: moment)
    case .unusable(.tooLong):
      return resume(
        with: .problem, ["That line is too long for an answer; nothing was recorded."], at: moment)
    case .unusable(.garbled):
      return resume(
        with: .problem,
        ["That line is not UTF-8; nothing was recorded. Set the terminal to UTF-8."], at: moment)
    case .unknownCommand(let name):
      return resume(with: .problem, [Self.unknown(name)], at: moment)
    }
  }

  private mutating func submit(_ typed: TypedAnswer, at moment: Moment) -> StudyStep {
    switch state {
    case .asking(let asked):
      return typed.line.allSatisfy(\.isWhitespace)
        ? reveal(asked, at: moment) : judge(typed, asked, at: moment)
    case .revealed(let asked):
      return grade(typed.line, asked, at: moment)
    case .teaching(let asked, let lesson, _):
      return goOn(with: lesson.taught(asked.card.id), at: moment)
    case .pausing(let asked, let pause): return goOn(after: asked, pause, typed, at: moment)
    case .choosing(let offer): return choose(typed.line, offer, at: moment)
    case .stalled:
      return advance(at: moment)
    default:
      return StudyStep(isOver: true)
    }
  }

  /// Judges a line, or asks for the judge first.
  mutating func judge(_ typed: TypedAnswer, _ asked: AskedCard, at moment: Moment)
    -> StudyStep
  {
    let kind = asked.card.id.direction.kind
    guard let judge = judges[kind] else {
      state = .preparing(asked, typed)
      return StudyStep(effect: .prepareJudge(kind))
    }
    let verdict = judge.judge(
      typed.line, for: asked.card, keys: typed.keys, accepted: asked.standing.accepted,
      forgivesTypos: asked.forgivesTypos(typos))
    let grade: Grade
    switch verdict.kind {
    case .retry:
      return StudyStep(
        [.verdict(retryScreen(of: asked, typed: typed.line, verdict))] + shown(at: moment))
    case .wrong: grade = .again
    case .correct, .remark: grade = .good
    }
    let review = asked.review(
      grade, typed: typed.line, verdict: verdict.kind.rawValue, mistake: verdict.mistake?.rawValue,
      occasion: occasion(of: asked), at: moment)
    state = .recording(asked, review, verdict)
    let other = grade == .again ? verdict.mistakenFor.first.flatMap(judge.vocabulary.original) : nil
    return StudyStep(effect: .record(review, of: asked.card, mistakenFor: other, load: asked.load))
  }

  /// On what occasion a card is answered, if it is not the usual one.
  private func occasion(of asked: AskedCard) -> ReviewOccasion? {
    style.crams ? .cram : taught.contains(asked.card.id) ? .taught : nil
  }

  /// Shows the answer with what each grade would do, for which the card is looked up once more: another
  /// session may have answered it.
  mutating func reveal(_ asked: AskedCard, at moment: Moment) -> StudyStep {
    state = .revealing(asked)
    return StudyStep(effect: .fetch(asked.card.id))
  }

  /// Shows the answer, unless another session has answered, changed or suspended the card meanwhile.
  mutating func revealed(
    _ asked: AskedCard, _ standing: CardStanding, at moment: Moment
  ) -> StudyStep {
    func goOnWithout(_ change: String) -> StudyStep {
      let line = "This card was \(change) in another session meanwhile."
      return advance(at: moment, after: [notice(.information, [line], in: asked.card.group)])
    }
    if standing.suspension.holds(on: moment.day) {
      state = .stalled
      return goOnWithout(standing.suspension == .suspended ? "suspended" : "buried")
    }
    guard standing.schedule == asked.schedule else {
      state = .stalled
      if let due = standing.schedule?.due {
        queue.put(asked.card.id, due: due, at: moment)
      } else {
        queue.putFirst(asked.card.id, as: .new)
      }
      let wasAnswered =
        (standing.schedule?.repetitions ?? 0) > (asked.schedule?.repetitions ?? 0)
      return goOnWithout(wasAnswered ? "answered" : "changed")
    }
    state = .revealed(asked)
    return StudyStep([.revealed(revealedScreen(of: asked, at: moment))])
      .saying(speech(withAnswerOf: asked))
  }

  /// Goes on after a verdict, once the right answer was typed if it had to be; an empty line will do.
  private mutating func goOn(
    after asked: AskedCard, _ pause: VerdictPause, _ typed: TypedAnswer, at moment: Moment
  ) -> StudyStep {
    guard case .retype = pause, !typed.line.allSatisfy(\.isWhitespace),
      let judge = judges[asked.card.id.direction.kind]
    else { return advance(at: moment) }
    let verdict = judge.judge(
      typed.line, for: asked.card, keys: typed.keys, accepted: asked.standing.accepted,
      forgivesTypos: false)
    if verdict.kind == .correct || verdict.kind == .remark { return advance(at: moment) }
    return resume(
      with: .information,
      ["Not yet: it is \(asked.question.answer). Type it again, or press Enter to go on."],
      at: moment)
  }

  private mutating func grade(_ line: String, _ asked: AskedCard, at moment: Moment) -> StudyStep {
    guard let grade = Grade(typed: line) else {
      return resume(
        with: .problem, ["Type 1 (again), 2 (hard), 3 (good) or 4 (easy); :help lists commands."],
        at: moment)
    }
    let review = asked.review(
      grade, typed: nil, verdict: nil, mistake: nil, occasion: occasion(of: asked), at: moment)
    state = .recording(asked, review, nil)
    return StudyStep(effect: .record(review, of: asked.card, mistakenFor: nil, load: asked.load))
  }
}

extension Grade {
  /// Reads a grade as typed: its number, also in full width, or its name.
  init?(typed line: String) {
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
