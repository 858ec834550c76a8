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
    let asked = AskedCard(standing, shown: moment, number: tally.count + 1)
    state = .teaching(asked, lesson, alike: alike)
    let speech = style.speech == .command ? nil : style.speech.map { _ in SpokenCard(asked).text }
    return StudyStep(shown(at: moment)).saying(speech)
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
