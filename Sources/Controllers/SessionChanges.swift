import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// How a session goes on after a card or an answer has changed: regraded, undone, redone or edited.
extension QuestionController {
  mutating func revised(_ revised: RevisedAnswer, at moment: Moment) -> StudyStep {
    let (answer, review) = (revised.answer, revised.review)
    tally.replace(revised.old, with: answer.id, review)
    putBack(review.card, after: answer, to: review, at: moment)
    let due = answer.schedule.map { ReturnTime($0.due, from: moment, localTime: localTime) }
    let returns = answer.leech == .suspend ? "" : due.map { "; due \($0.phrase)" } ?? ""
    let lines =
      ["“\(revised.asked)” regraded as \(review.grade.name)\(returns)."]
      + Self.sentences(revised.acceptance, of: review.typed)
      + (LeechScreen(answer).map { [$0.message] } ?? [])
    return goOn(afterChangeOf: review.card, lines, at: moment)
  }

  /// Says that an answer counts as it should already.
  mutating func gradedSo(_ answer: UnrevisedAnswer, at moment: Moment) -> StudyStep {
    let grade = answer.review.grade
    let limit =
      answer.wanted > grade ? " After a hint, an answer counts as \(grade.name) at most." : ""
    return resume(
      with: .information,
      ["“\(answer.asked)” already counts as \(grade.name).\(limit)"]
        + Self.sentences(answer.acceptance, of: answer.review.typed), at: moment)
  }

  /// What came of accepting what was typed, a line each; nothing where only the grade was meant.
  private static func sentences(_ acceptance: Acceptance?, of typed: String?) -> [String] {
    let quoted = Quoting.curly(typed ?? "")
    switch acceptance {
    case nil: return []
    case .nothingTyped: return ["Nothing was typed for it, so there is no answer to accept."]
    case .isAnswer: return ["\(quoted) is already an answer to it, so there is nothing to accept."]
    case .accepted(let others):
      let prompts = others.prefix(3).map { "“\($0.prompt)”" }.joined(separator: ", ")
      return ["\(quoted) is accepted for it from now on; `rabble accepted` lists such answers."]
        + (others.isEmpty
          ? []
          : ["But \(quoted) is also the answer to \(prompts). :undo if you did not mean it."])
    }
  }

  /// Stays with the card that is being asked, unless it is the one that changed.
  mutating func goOn(afterChangeOf card: CardID, _ lines: [String], at moment: Moment)
    -> StudyStep
  {
    if !interrupted.isEmpty, !interrupted.contains(card) {
      return resume(with: .information, lines, at: moment)
    }
    return goOn(besides: card, lines, at: moment)
  }

  /// Goes on with the next card, which is one of those that waited for their answers, this one excepted; a
  /// lesson goes on without it.
  mutating func goOn(besides card: CardID, _ lines: [String], at moment: Moment) -> StudyStep {
    if case .teaching(let asked, let lesson, let alike) = state.underlying {
      let rest = lesson.filter { $0 != card }
      if asked.card.id == card { return goOn(with: rest, saying: lines, at: moment) }
      state = .teaching(asked, rest, alike: alike)
      return resume(with: .information, lines, at: moment)
    }
    let group = asked?.card.group
    interrupt(besides: card)
    state = .stalled
    return advance(at: moment, after: [notice(.information, lines, in: group)])
  }

  mutating func retracted(
    _ id: EventID, _ review: Review, _ prompt: String, due: Due?, at moment: Moment
  ) -> StudyStep {
    tally.remove(id)
    if review.occasion == .taught { taught.insert(review.card) }
    return askAgain(
      review.card, due: due, "Undone: answer to “\(prompt)” (\(review.grade.name)).", at: moment)
  }

  /// Asks a card again because something was undone; those that waited for their answers come after it. In
  /// a lesson, a new card is shown next.
  mutating func askAgain(
    _ card: CardID, due: Due?, _ line: String, at moment: Moment
  ) -> StudyStep {
    let group = asked?.card.group
    if due == nil, isShownFirst(card), case .teaching(let asked, let lesson, _) = state.underlying {
      queue.remove(card)
      state = .fetchingLesson(card, lesson.inserting(asked.card.id).filter { $0 != card })
      return StudyStep([notice(.information, [line], in: group)], effect: .fetchLesson(card))
    }
    interrupt(besides: card)
    queue.putFirst(card, as: kind(due))
    state = .stalled
    return advance(
      at: moment, wanted: card, after: [notice(.information, [line], in: group)])
  }

  /// Goes on after an answer was redone, which counts again if it was given in this session.
  mutating func redone(
    _ id: EventID, _ review: Review, _ prompt: String, due: Due?, at moment: Moment
  ) -> StudyStep {
    tally.restore(id)
    taught.remove(review.card)
    return returning(
      review.card, due: due, "Redone: answer to “\(prompt)” (\(review.grade.name)).", at: moment)
  }

  /// Counts an answer with the grade it has now.
  mutating func regraded(
    _ old: EventID, _ new: EventID, _ review: Review, due: Due?, _ line: String, at moment: Moment
  ) -> StudyStep {
    tally.replace(old, with: new, review)
    return returning(review.card, due: due, line, at: moment)
  }

  /// Goes on after the schedule of a card has changed: it is asked when it is due.
  mutating func returning(
    _ card: CardID, due: Due?, _ line: String, at moment: Moment
  ) -> StudyStep {
    queue.remove(card)
    if let due { queue.put(card, due: due, at: moment) }
    return goOn(afterChangeOf: card, [line], at: moment)
  }

  /// Asks the card again as its deck has it now; the judges must learn its answers again.
  mutating func decksChanged(_ lines: [String], at moment: Moment) -> StudyStep {
    judges = [:]
    let notice = notice(.information, lines, topic: "edited")
    switch state.underlying {
    case .asking(let asked), .revealed(let asked), .preparing(let asked, _):
      // What learners have written themselves they need not be shown.
      shownAnswers[asked.card.id] = nil
      state = .fetching(asked.card.id, isWanted: true)
      return StudyStep([notice], effect: .fetch(asked.card.id))
    case .teaching(let asked, let lesson, _):
      state = .fetchingLesson(asked.card.id, lesson)
      return StudyStep([notice], effect: .fetchLesson(asked.card.id))
    default: return resume(with: .information, lines, at: moment)
    }
  }

  /// Puts the cards that wait for their answers back, so that they come next, this one excepted; a lesson
  /// goes on where it was.
  mutating func interrupt(besides card: CardID? = nil) {
    switch state.underlying {
    case .teaching(let asked, let lesson, _):
      interruptedLesson = lesson.inserting(asked.card.id).filter { $0 != card }
    case .fetchingLesson(let next, let lesson):
      interruptedLesson = lesson.inserting(next).filter { $0 != card }
    default: break
    }
    for other in interrupted.reversed() where other != card { queue.putFirst(other) }
  }
}
