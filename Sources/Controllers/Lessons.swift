import RabbleQuestions
import RabbleScheduling
import RabbleScreens

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

  /// The lesson without the other cards.
  func filter(_ isKept: (CardID) -> Bool) -> Lesson {
    var lesson = self
    lesson.shown = shown.filter(isKept)
    lesson.waiting = waiting.filter(isKept)
    return lesson
  }

  /// The lesson with a card to show next.
  func inserting(_ card: CardID) -> Lesson {
    var lesson = filter { $0 != card }
    lesson.waiting.insert(card, at: 0)
    return lesson
  }

  /// All cards of the lesson, of which this one is shown now.
  func cards(with card: CardID) -> [CardID] { shown + [card] + waiting }
}

extension QuestionController {
  /// Whether a card is shown with its answer before it is asked, if it is new.
  func isShownFirst(_ card: CardID) -> Bool {
    style.lessonSize > 0 && !taught.contains(card) && !untaught.contains(card)
  }

  /// Begins a lesson with a new card and those that come after it, or goes on with the one that was
  /// interrupted; a card that an undo has brought back is shown by itself.
  mutating func beginLesson(with card: CardID, isWanted: Bool, at moment: Moment) -> StudyStep {
    guard let earlier = interruptedLesson else {
      state = .fetchingLesson(card, Lesson(of: queue.takeNew(isWanted ? 0 : style.lessonSize - 1)))
      return StudyStep(effect: .fetchLesson(card))
    }
    interruptedLesson = nil
    let isKnown = earlier.shown.contains(card) || earlier.waiting.contains(card)
    let lesson = (isKnown ? earlier : earlier.inserting(card))
      .filter { $0 == card || queue.isWaiting($0) }
    for other in lesson.shown + lesson.waiting { queue.remove(other) }
    return goOn(with: lesson, at: moment)
  }

  /// Shows a card of a lesson, unless it was answered, suspended or buried meanwhile.
  mutating func teach(_ standing: CardStanding, _ alike: [String], at moment: Moment) -> StudyStep {
    guard case .fetchingLesson(_, let lesson) = state else { return StudyStep() }
    guard standing.schedule == nil, !standing.isHeld(at: moment) else {
      if let due = standing.schedule?.due { queue.put(standing.card.id, due: due, at: moment) }
      return goOn(with: lesson, at: moment)
    }
    let asked = AskedCard(standing, shown: moment, number: tally.count + 1)
    state = .teaching(asked, lesson, alike: alike)
    let speech = style.speech == .command ? nil : style.speech.map { _ in SpokenCard(asked).text }
    return StudyStep(shown(at: moment)).saying(speech)
  }

  /// Shows the next card of a lesson, or asks its cards when all were shown.
  mutating func goOn(with lesson: Lesson, saying lines: [String] = [], at moment: Moment)
    -> StudyStep
  {
    let group = asked?.card.group
    var lesson = isTimeOver(at: moment) ? cut(lesson) : lesson
    let card = lesson.next()
    if let card {
      state = .fetchingLesson(card, lesson)
    } else {
      for card in lesson.shown.reversed() { queue.putFirst(card, as: .new) }
      taught.formUnion(lesson.shown)
      state = .stalled
    }
    let notices = lines.isEmpty ? [] : [notice(.information, lines, in: group)]
    guard let card else { return advance(at: moment, after: notices) }
    return StudyStep(notices, effect: .fetchLesson(card))
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
