import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// Some new cards that are shown with their answers, one after the other, before they are asked.
struct Lesson: Hashable {
  /// The cards that were shown, in order.
  private(set) var shown: [CardID] = []
  /// The cards that are still to be shown, in order.
  private(set) var waiting: [CardID]

  init(of cards: [CardID]) { waiting = cards }

  /// How many cards the lesson has, the one that is shown now among them.
  var count: Int { shown.count + waiting.count + 1 }

  /// Takes out the card to show next.
  mutating func next() -> CardID? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// The lesson after a card was shown.
  func taught(_ card: CardID) -> Lesson {
    var lesson = self
    lesson.shown.append(card)
    return lesson
  }

  /// All cards of the lesson, of which this one is shown now.
  func cards(with card: CardID) -> [CardID] { shown + [card] + waiting }
}

extension QuestionController {
  /// Begins a lesson with a new card and those that come after it.
  mutating func beginLesson(with card: CardID) -> StudyStep {
    let lesson = Lesson(of: queue.takeNew(style.lessonSize - 1))
    state = .fetchingLesson(card, lesson)
    return StudyStep(effect: .fetchLesson(card))
  }

  /// Shows a card of a lesson, unless it was answered, suspended or buried meanwhile.
  mutating func teach(_ standing: CardStanding, _ alike: [String], at moment: Moment) -> StudyStep {
    guard case .fetchingLesson(_, let lesson) = state else { return StudyStep() }
    guard standing.schedule == nil, !standing.isHeld(at: moment) else {
      return goOn(with: lesson, at: moment)
    }
    state = .teaching(
      AskedCard(standing, shown: moment, number: tally.count + 1), lesson, alike: alike)
    return StudyStep(shown(at: moment))
  }

  /// Shows the next card of a lesson, or asks its cards when all were shown.
  mutating func goOn(with lesson: Lesson, at moment: Moment) -> StudyStep {
    var lesson = lesson
    guard let card = lesson.next() else {
      for card in lesson.shown.reversed() { queue.putFirst(card, as: .new) }
      taught.formUnion(lesson.shown)
      return advance(at: moment)
    }
    state = .fetchingLesson(card, lesson)
    return StudyStep(effect: .fetchLesson(card))
  }

  /// Asks the cards of a lesson without showing the rest.
  mutating func skipLesson(at moment: Moment) -> StudyStep {
    guard case .teaching(let asked, let lesson, _) = state else {
      return resume(with: .information, ["There is no lesson to skip."], at: moment)
    }
    let cards = lesson.cards(with: asked.card.id)
    for card in cards.reversed() { queue.putFirst(card, as: .new) }
    taught.formUnion(lesson.shown + [asked.card.id])
    untaught.formUnion(lesson.waiting)
    return advance(at: moment)
  }
}

// MARK: - As long as one likes

extension QuestionController {
  /// Starts no other cards: the one that is asked is finished, and those of this session that are in
  /// their steps.
  mutating func wrapUp(at moment: Moment) -> StudyStep {
    guard !queue.isWrappingUp else {
      return resume(with: .information, ["No other cards are being started."], at: moment)
    }
    queue.wrapUp()
    let left = queue.remaining + interrupted.count
    return resume(
      with: .information,
      ["Wrapping up: \(NumberText.count(left, "card")) to finish. :more goes on."], at: moment)
  }

  /// Asks more cards than the limits of the session allow.
  mutating func askMore(_ count: Int, at moment: Moment) -> StudyStep {
    guard (1...Self.most).contains(count) else {
      return resume(
        with: .problem, ["Type a number from 1 to \(Self.most), as in :more 10."], at: moment)
    }
    let allowed = queue.allow(count)
    if allowed == count { return goOn(withMore: count, at: moment) }
    state = .changing(state.underlying)
    return StudyStep(
      effect: .findMore(count - allowed, allowed: allowed, besides: queue.counts.new))
  }

  private static var most: Int { 1000 }

  /// Goes on with cards beyond the limits.
  mutating func found(_ entries: [QueueEntry], _ most: Int, allowed: Int, at moment: Moment)
    -> StudyStep
  {
    goOn(withMore: allowed + queue.add(entries, most: most), at: moment)
  }

  private mutating func goOn(withMore added: Int, at moment: Moment) -> StudyStep {
    guard added > 0 else {
      return resume(with: .information, ["There are no more cards to study."], at: moment)
    }
    let line = "\(NumberText.count(added, "more card"))."
    if state.underlying == .finished {
      return advance(at: moment, after: [notice(.information, [line])])
    }
    return resume(with: .information, [line], at: moment)
  }

  /// Goes on with the cards of a new day, of decks that have changed, or of a choice; the judges must
  /// learn the answers anew.
  mutating func refilled(_ queue: ReviewQueue, _ lines: [String], at moment: Moment) -> StudyStep {
    self.queue = queue
    judges = [:]
    return advance(at: moment, after: lines.isEmpty ? [] : [notice(.information, lines)])
  }

  /// Takes what the learner chose of a backlog.
  mutating func choose(_ line: String, _ offer: BacklogOffer, at moment: Moment) -> StudyStep {
    let screen = ChoiceScreen(offer)
    guard let number = screen.choice(typed: line) else {
      return resume(with: .problem, [screen.advice], at: moment)
    }
    guard number <= offer.paces.count else { return advance(at: moment) }
    state = .refilling
    return StudyStep(effect: .refill(offer.paces[number - 1]))
  }
}
