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

/// What the lessons of a session have come to.
struct LessonBook: Hashable {
  /// The cards that were taught and not answered since.
  var taught: Set<CardID> = []
  /// The cards whose lesson was skipped.
  var untaught: Set<CardID> = []
  /// What the cards were shown with.
  var shownAnswers: [CardID: String] = [:]
  /// The lesson that goes on with its next card, after others that were brought back by an undo.
  var interrupted: Lesson?

  /// Forgets that a card was taught if its deck has another answer since, so that it is shown once more.
  ///
  /// - Returns: whether that is so.
  mutating func forget(_ card: CardID, unlessShownWith answer: String) -> Bool {
    guard let shown = shownAnswers[card], shown != answer else { return false }
    return taught.remove(card) != nil
  }
}

extension QuestionController {
  /// Whether a card is shown with its answer before it is asked, if it is new.
  func isShownFirst(_ card: CardID) -> Bool {
    style.lessonSize > 0 && !lessons.taught.contains(card) && !lessons.untaught.contains(card)
  }

  /// Begins a lesson with a new card and those that come after it, or goes on with the one that was
  /// interrupted; a card that an undo has brought back is shown by itself.
  mutating func beginLesson(with card: CardID, isWanted: Bool) throws {
    guard let earlier = lessons.interrupted else {
      return try teach(card, in: Lesson(of: queue.takeNew(isWanted ? 0 : style.lessonSize - 1)))
    }
    lessons.interrupted = nil
    let isKnown = earlier.shown.contains(card) || earlier.waiting.contains(card)
    let lesson = (isKnown ? earlier : earlier.inserting(card))
      .filter { $0 == card || queue.isWaiting($0) }
    for other in lesson.shown + lesson.waiting { queue.remove(other) }
    try goOn(with: lesson)
  }

  /// Shows a card of a lesson, unless it was answered, suspended or buried meanwhile.
  mutating func teach(_ card: CardID, in lesson: Lesson) throws {
    moment = world.now
    if hasStaleQueue {
      interrupt(lesson, at: card)
      state = .between
      return try next()
    }
    let standing = try during(.lookingUpInLesson(card, lesson)) { try world.asking(card) }
    guard let standing, standing.schedule == nil, !standing.isHeld(at: moment) else {
      if let due = standing?.schedule?.due { queue.put(card, due: due, at: moment) }
      return try goOn(with: lesson)
    }
    let alike = try during(.lookingUpInLesson(card, lesson)) { try world.alike(to: standing.card) }
    let asked = AskedCard(standing, shown: moment, number: tally.count + 1)
    lessons.shownAnswers[card] = asked.card.asked.answer
    state = .teaching(asked, lesson, alike: alike)
    try showAgain()
    if style.speech == .auto { world.say(SpokenCard(asked).text) }
  }

  /// Shows the next card of a lesson, or asks its cards when all were shown.
  mutating func goOn(with lesson: Lesson, saying lines: [String] = []) throws {
    let group = asked?.card.groupLabel
    var lesson = isTimeOver ? cut(lesson) : lesson
    let card = lesson.next()
    state = .between
    if card == nil {
      for card in lesson.shown.reversed() { queue.putFirst(card, as: .new) }
      lessons.taught.formUnion(lesson.shown)
    }
    if !lines.isEmpty {
      try show(notice(.information, lines, in: group, holding: card == nil ? 0 : lesson.count))
    }
    if let card { try teach(card, in: lesson) } else { try next() }
  }

  /// Asks the cards of a lesson without showing the rest.
  mutating func skipLesson() throws {
    guard case .teaching(let asked, let lesson, _) = state else {
      return try resume(with: .information, ["There is no lesson to skip."])
    }
    for card in lesson.cards(with: asked.card.id).reversed() { queue.putFirst(card, as: .new) }
    lessons.taught.formUnion(lesson.shown + [asked.card.id])
    lessons.untaught.formUnion(lesson.waiting)
    state = .between
    try next()
  }

  /// Puts the cards of a lesson back, so that they come next; it goes on with this one.
  mutating func interrupt(_ lesson: Lesson, at card: CardID, besides other: CardID? = nil) {
    lessons.interrupted = lesson.inserting(card).filter { $0 != other }
    for card in lesson.cards(with: card).reversed() where card != other { queue.putFirst(card) }
  }
}
