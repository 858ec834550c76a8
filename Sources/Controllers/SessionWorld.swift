import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// What a study session needs of the world around it: a view, the clock, the decks, the review log, and judges.
///
/// A call has been carried out when it returns. When it throws, nothing was: what it throws describes itself in a
/// sentence that says what happened and what to do.
package protocol SessionWorld: AnyObject {
  var now: Moment { get }

  /// Shows a screen.
  ///
  /// - Throws: ``ViewFailure``.
  func show(_ screen: StudyScreen) throws

  /// Says a text aloud in the background, if anything can.
  func say(_ text: String)

  /// Whether nothing more can be done after an error.
  func endsSession(_ error: any Error) -> Bool

  // MARK: What is asked

  /// Reads the decks again that were changed since they were read last.
  ///
  /// - Returns: what has changed, a line each; nothing where none has.
  func rereadDecks() throws -> [String]

  /// The cards to ask: of the day that it is now, of the decks as they are now, and at the pace that was chosen, if one
  /// is, which holds from then on.
  ///
  /// - Returns: the cards, and what there is to say, a line each.
  func queue(at pace: BacklogOffer.Pace?) throws -> (queue: ReviewQueue, lines: [String])

  /// Cards that the limits leave out, those due first, with so many new ones besides those of the queue.
  func cards(beyondLimits count: Int, besides new: Int) throws -> [QueueEntry]

  /// A card as it is to be asked; `nil` when no group that is studied has it any more.
  func asking(_ card: CardID) throws -> CardStanding?

  /// What other cards of its group have in common with a new card, a phrase each.
  func alike(to card: Card) throws -> [String]

  /// What other cards ask of the days to come; nothing where that can't be told.
  func load(besides card: CardID) -> DueLoad

  /// When the next card is due, and how the day has gone, if that is wanted.
  func outlook(withDay: Bool) throws -> Outlook

  // MARK: Answers

  /// The judge of cards that ask for one kind of thing, and the learner's pace if slow and fast answers count.
  func judge(of kind: DirectionKind) throws -> (judge: Judge, pace: Pace?)

  /// Puts a review into the log, with the question whose answer was given instead, if there is one.
  func record(_ review: Review, of card: Card, mistakenFor other: Question?, load: DueLoad) throws
    -> RecordedAnswer

  /// Gives an answer another grade, the last one in the log unless it is named; `accepting` what was typed from now on.
  func revise(_ answer: EventID?, to grade: Grade, accepting: Bool) throws -> Revision

  /// Undoes the last thing done, or redoes what was undone last; `asked` is the card that is shown.
  func change(_ way: HistoryWay, asked: Card?) throws -> ChangedHistory

  // MARK: Cards

  /// A card that need not be asked; `nil` when no deck has it any more.
  func standing(of card: CardID) throws -> CardStanding?

  /// The card that a program means; `nil` where it names none and none is asked.
  func standing(for request: StudyRequest, asked: Card?) throws -> CardStanding?

  /// The answers to a card and to its siblings, which explain its schedule.
  func history(of card: Card) throws -> CardHistory

  /// Puts a flag, tag or note on a card, or takes it off.
  ///
  /// - Returns: its marks after that, and whether they are others than before.
  func mark(_ card: CardID, _ change: Mark.Change) throws -> (marks: CardMarks, isNews: Bool)

  /// Takes a card as known, makes it new again, or makes it due on another day.
  func adjust(_ card: CardID, _ adjustment: CardAdjustment) throws -> AdjustedCard

  /// Suspends or buries a card, or ends that.
  func suspend(_ card: CardID, _ state: Suspension) throws

  /// Changes decks.
  func edit(_ edit: SessionEdit) throws -> EditedDecks
}

/// A screen could not be shown: the output is closed.
package struct ViewFailure: Error {
  /// What the view threw.
  package let cause: any Error

  package init(_ cause: any Error) { self.cause = cause }
}

/// When the next card is due, and how the day has gone.
package struct Outlook: Hashable, Sendable {
  /// When the next card is due, if one ever is.
  let due: Due?
  /// How many cards another session asks today.
  let left: Int
  /// How the day has gone, where that is shown.
  let today: TodayScreen?
  /// How many answers the log has, at most ``QuestionController/mostReviewsToCount``; `nil` where the day is not
  /// shown.
  let reviews: Int?

  package init(due: Due?, left: Int = 0, today: TodayScreen? = nil, reviews: Int? = nil) {
    self.reviews = reviews
    self.due = due
    self.left = left
    self.today = today
  }
}

/// Which way the history of what was done is gone.
package enum HistoryWay: String, Hashable, Sendable {
  case undo, redo
}

/// What was undone or redone, with what happened in a sentence.
package enum ChangedHistory: Sendable {
  /// An answer: its identity, the review, what was asked, and when its card is due.
  case answer(EventID, Review, prompt: String, due: Due?)
  /// The grade of an answer: the review it was, the one it is, and when its card is due.
  case grade(from: EventID, to: EventID, Review, due: Due?, String)
  /// The marks of the card that is asked, which are these now.
  case marks(CardMarks, String)
  /// The schedule of a card, which is due then.
  case schedule(CardID, due: Due?, String)
  /// A card is suspended or buried again.
  case suspension(CardID, String)
  /// A card is no longer suspended or buried, and due then.
  case unsuspension(CardID, due: Due?, String)
  case decks(String)
  /// Something that changes nothing of the session.
  case other(String)
  /// Nothing: why, a line each.
  case nothing([String])
}

/// What becomes of a card's schedule without an answer.
package enum CardAdjustment: Hashable, Sendable {
  /// It is taken as known.
  case known
  /// It is new again.
  case forget
  /// It is due on this day.
  case due(StudyDay)
}

/// What came of an adjustment.
package enum AdjustedCard: Hashable, Sendable {
  /// The schedule is another one; the day it is due first if it was taken as known.
  case done(firstDue: StudyDay?)
  /// It could not be changed in this way.
  case impossible
}

/// A change of decks in the middle of a session.
package enum SessionEdit: Hashable, Sendable {
  /// The learner edits the question of a card.
  case question(of: Card)
  /// The learner adds questions to the group of a card.
  case additions(toGroupOf: Card)
  /// A program changes fields of a card's question: those of a JSON object, as decks have it.
  case fields(String, of: Card, copies: Bool)
  /// A program adds questions in JSON to a group.
  case questions(String, to: String, copies: Bool)
}

/// What became of the decks: what was done, or why nothing was, a line each.
package enum EditedDecks: Hashable, Sendable {
  case changed([String])
  case unchanged([String])
}

/// What came of giving an answer another grade.
package enum Revision: Sendable {
  /// It has another grade.
  case done(RevisedAnswer)
  /// It has the grade already, and nothing was accepted.
  case unneeded(UnrevisedAnswer)
  /// It was not changed: why, a line each.
  case refused([String])
}

/// An answer that was given another grade.
package struct RevisedAnswer: Sendable {
  /// The review that does not count any more.
  let old: EventID
  /// What came of the review as it is now.
  let answer: RecordedAnswer
  /// The review as it is now.
  let review: Review
  /// What was asked, and the right answer: `犬 → dog`.
  let asked: String
  /// What came of accepting what was typed; `nil` where only the grade was meant.
  let acceptance: Acceptance?

  package init(
    old: EventID, _ answer: RecordedAnswer, to review: Review, of asked: String,
    _ acceptance: Acceptance?
  ) {
    self.old = old
    self.answer = answer
    self.review = review
    self.asked = asked
    self.acceptance = acceptance
  }
}

/// An answer that keeps its grade, since it is the one that was wanted or the best it can have.
package struct UnrevisedAnswer: Sendable {
  let review: Review
  /// What was asked, and the right answer: `犬 → dog`.
  let asked: String
  /// The grade that was wanted.
  let wanted: Grade
  /// What came of accepting what was typed; `nil` where only the grade was meant.
  let acceptance: Acceptance?

  package init(
    _ review: Review, of asked: String, wanted: Grade, _ acceptance: Acceptance?
  ) {
    self.review = review
    self.asked = asked
    self.wanted = wanted
    self.acceptance = acceptance
  }
}

/// What came of accepting what was typed.
package enum Acceptance: Sendable {
  /// It is accepted from now on; the other cards that have it as their answer.
  case accepted(others: [AskedQuestion])
  /// It is an answer of the card already.
  case isAnswer
  /// Nothing was typed.
  case nothingTyped
}
