import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// How a session goes on after a card or an answer has changed: regraded, undone, redone or edited.
extension QuestionController {
  // MARK: - Undo

  /// Undoes or redoes one thing.
  ///
  /// - Returns: whether there was one.
  mutating func change(_ way: HistoryWay) throws -> Bool {
    switch try world.change(way, asked: currentCard) {
    case .nothing(let lines):
      try resume(with: .information, lines)
      return false
    case .answer(let id, let review, let prompt, let due):
      try changed(id, review, prompt, due: due, way)
    case .grade(let old, let new, let review, let due, let line):
      tally.replace(old, with: new, review)
      try returns(review.card, due: due, line)
    case .marks(let marks, let line):
      mark(marks)
      try resume(with: .information, [line])
    case .schedule(let card, let due, let line):
      try way == .undo ? askAgain(card, due: due, line) : leave(card, line)
    case .suspension(let card, let line): try returns(card, due: nil, line)
    case .unsuspension(let card, let due, let line):
      try staysOut(card, due: due)
        ? resume(with: .information, [line]) : askAgain(card, due: due, line)
    case .decks(let line): try goOn(withChangedDecks: [line])
    case .other(let line): try resume(with: .information, [line])
    }
    return true
  }

  /// Asks the card of an undone answer again; one that was redone counts again if it was given in this session.
  private mutating func changed(
    _ id: EventID, _ review: Review, _ prompt: String, due: Due?, _ way: HistoryWay
  ) throws {
    let answer = "answer to “\(prompt)” (\(review.grade.name))."
    switch way {
    case .undo:
      tally.remove(id)
      if review.occasion == .taught { lessons.taught.insert(review.card) }
      try askAgain(review.card, due: due, "Undone: " + answer)
    case .redo:
      tally.restore(id)
      lessons.taught.remove(review.card)
      try returns(review.card, due: due, "Redone: " + answer)
    }
  }

  // MARK: - Other grades

  /// Gives the last answer another grade: the last of this session, or else the last in the log.
  mutating func revise(to grade: Grade, accepting: Bool = false) throws {
    switch try world.revise(tally.last?.id, to: grade, accepting: accepting) {
    case .refused(let lines): try resume(with: .information, lines)
    case .unneeded(let answer): try tellGrade(of: answer)
    case .done(let revised):
      let (answer, review) = (revised.answer, revised.review)
      tally.replace(revised.old, with: answer.id, review)
      putBack(review.card, after: answer, to: review)
      let due = answer.schedule.map { ReturnTime($0.due, from: moment, localTime: localTime) }
      let returns = answer.leech == .suspend ? "" : due.map { "; due \($0.phrase)" } ?? ""
      try goOn(
        afterChangeOf: review.card,
        ["“\(revised.asked)” regraded as \(review.grade.name)\(returns)."]
          + Self.sentences(revised.acceptance, of: review.typed)
          + (LeechScreen(answer).map { [$0.message] } ?? []))
    }
  }

  /// Says that an answer counts as it should already.
  private mutating func tellGrade(of answer: UnrevisedAnswer) throws {
    let grade = answer.review.grade
    let limit =
      answer.wanted > grade ? " After a hint, an answer counts as \(grade.name) at most." : ""
    try resume(
      with: .information,
      ["“\(answer.asked)” already counts as \(grade.name).\(limit)"]
        + Self.sentences(answer.acceptance, of: answer.review.typed))
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
      return ["\(quoted) is accepted for it from now on; `rabble card accept` lists such answers."]
        + (others.isEmpty
          ? []
          : ["But \(quoted) is also the answer to \(prompts). :undo if you did not mean it."])
    }
  }

  // MARK: - Decks

  /// Changes decks, and asks the card again as its deck has it then.
  mutating func edit(_ edit: SessionEdit) throws {
    switch try world.edit(edit) {
    case .changed(let lines): try goOn(withChangedDecks: lines)
    case .unchanged(let lines): try resume(with: .information, lines)
    }
  }

  private mutating func goOn(withChangedDecks lines: [String]) throws {
    // They must learn the answers again.
    judges = [:]
    moment = world.now
    switch state {
    case .asking(let asked), .grading(let asked):
      try show(notice(.information, lines, topic: "edited"))
      // What learners have written themselves they need not be shown.
      lessons.shownAnswers[asked.card.id] = nil
      state = .between
      if try !ask(asked.card.id, isWanted: true) { try next() }
    case .teaching(let asked, let lesson, _):
      try show(notice(.information, lines, topic: "edited"))
      try teach(asked.card.id, in: lesson)
    case .retyping, .pausing, .treating, .noting, .choosing, .between, .summary, .ended:
      try resume(with: .information, lines)
    }
  }

  // MARK: - Going on

  /// Stays with the card that is being asked, unless it is the one that changed.
  mutating func goOn(afterChangeOf card: CardID, _ lines: [String]) throws {
    if !interrupted.isEmpty, !interrupted.contains(card) {
      return try resume(with: .information, lines)
    }
    try goOn(besides: card, lines)
  }

  /// Goes on with the next card, which is one of those that waited for their answers, this one excepted; a
  /// lesson goes on without it.
  mutating func goOn(besides card: CardID, _ lines: [String]) throws {
    if case .teaching(let asked, let lesson, let alike) = state {
      let rest = lesson.filter { $0 != card }
      if asked.card.id == card { return try goOn(with: rest, saying: lines) }
      state = .teaching(asked, rest, alike: alike)
      return try resume(with: .information, lines)
    }
    let group = asked?.card.groupLabel
    interrupt(besides: card)
    state = .between
    try show(notice(.information, lines, in: group))
    try next()
  }

  /// Asks a card again because something was undone; those that waited for their answers come after it. In
  /// a lesson, a new card is shown next.
  mutating func askAgain(_ card: CardID, due: Due?, _ line: String) throws {
    let group = asked?.card.groupLabel
    if due == nil, isShownFirst(card), case .teaching(let asked, let lesson, _) = state {
      queue.remove(card)
      let rest = lesson.inserting(asked.card.id).filter { $0 != card }
      state = .between
      try show(notice(.information, [line], in: group, holding: rest.count))
      return try teach(card, in: rest)
    }
    interrupt(besides: card)
    queue.putFirst(card, as: kind(due))
    state = .between
    try show(notice(.information, [line], in: group))
    try next(wanted: card)
  }

  /// Goes on after the schedule of a card has changed: it is asked when it is due.
  private mutating func returns(_ card: CardID, due: Due?, _ line: String) throws {
    queue.remove(card)
    if let due { queue.put(card, due: due, at: moment) }
    try goOn(afterChangeOf: card, [line])
  }

  /// Goes on without a card whose schedule has changed, if it was asked.
  mutating func leave(_ card: CardID, _ line: String) throws {
    queue.remove(card)
    guard interrupted.contains(card) || asked?.card.id == card else {
      return try resume(with: .information, [line])
    }
    try goOn(besides: card, [line])
  }

  /// Puts the cards that wait for their answers back, so that they come next, this one excepted; a lesson
  /// goes on where it was.
  mutating func interrupt(besides card: CardID? = nil) {
    if case .teaching(let asked, let lesson, _) = state {
      return interrupt(lesson, at: asked.card.id, besides: card)
    }
    for other in interrupted.reversed() where other != card { queue.putFirst(other) }
  }
}
