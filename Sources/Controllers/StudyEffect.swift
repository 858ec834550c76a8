import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// An effect the session carries out for the controller; the outcome is a ``StudyOutcome``.
package enum StudyEffect: Hashable, Sendable {
  /// Make the judge of one kind of card, which must know all loaded cards of that kind. It is asked
  /// for once for each kind, at the first answer typed for it, because no prompt needs it.
  case prepareJudge(DirectionKind)
  /// Look up a card with its schedule.
  case fetch(CardID)
  /// Look up a new card to teach it, with what is alike.
  case fetchLesson(CardID)
  /// Find up to this many cards beyond the session's limits, besides those that were `allowed`
  /// already and the new ones in the queue.
  case findMore(Int, allowed: Int, besides: Int)
  /// Rebuild the queue, at a pace if there is one: a new day has started, or the learner chose.
  case refill(BacklogOffer.Pace?)
  /// Put a review into the log, with the question whose answer was given instead, if there is one,
  /// and the due load of the coming days.
  case record(Review, of: Card, mistakenFor: Question?, load: DueLoad)
  /// Undo the last thing done.
  case undo
  /// Redo what was undone last.
  case redo
  /// Suspend or bury a card.
  case suspend(CardID, Suspension)
  /// Give a review another grade, the last one in the log unless it is named; `accepting` what was typed
  /// from now on.
  case revise(EventID?, to: Grade, accepting: Bool)
  /// Put a flag, tag or note on a card, or take it off.
  case mark(CardID, Mark.Change)
  /// Take a card as known, make it new again, or make it due on another day.
  case adjust(CardID, CardAdjustment)
  /// Look up a card that is not being asked, to tell of it.
  case inspect(CardID)
  /// Let the learner edit the question of a card in its deck.
  case edit(Card)
  /// Let the learner add questions to the group of a card.
  case addQuestions(toGroupOf: Card)
  /// Look up the review history of a card, to explain its schedule.
  case explain(Card)
  /// Do what a program asks for, about the card that is asked where it names none.
  case request(StudyRequest, asked: Card?)
  /// Find out when the next card of the session's groups is due, and how the day has gone.
  case findNextDue(withDay: Bool)
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

/// What came of a ``StudyEffect``.
package enum StudyOutcome: Sendable {
  /// The judge of one kind of card, and the learner's pace if slow and fast answers count.
  case prepared(Judge, Pace?, of: DirectionKind)
  /// A card with its schedule and preset.
  case fetched(CardStanding)
  /// A new card with what other cards have in common with it, a phrase each.
  case fetchedLesson(CardStanding, alike: [String])
  /// Cards that the limits left out, those due first; how many are wanted, and were allowed already.
  case found([QueueEntry], Int, allowed: Int)
  /// The queue, rebuilt, and what there is to say, a line each.
  case refilled(ReviewQueue, [String])
  /// No chosen group has the card any more.
  case vanished
  /// The review is on disk.
  case recorded(RecordedAnswer)
  /// A review was undone: its identity, the review, what was asked, and when its card is due.
  case retracted(EventID, Review, prompt: String, due: Due?)
  /// A review was redone: its identity, the review, what was asked, and when its card is due.
  case redone(EventID, Review, prompt: String, due: Due?)
  /// An answer has another grade because that was undone or redone: the review it was, the one it is,
  /// when its card is due, and what happened.
  case regraded(from: EventID, to: EventID, Review, due: Due?, String)
  /// A card has these marks after a change; it is news unless the card was so already.
  case marked(CardID, CardMarks, Mark.Change, isNews: Bool)
  /// A card has these marks because a change was undone or redone: what happened, in a sentence.
  case markedAgain(CardID, CardMarks, String)
  /// A card that is not being asked, to tell of it.
  case inspected(CardStanding)
  /// The schedule of a card is another one, so that it is not asked now; the day it is due first if it was
  /// taken as known.
  case adjusted(CardID, CardAdjustment, firstDue: StudyDay?)
  /// The schedule of a card could not be changed in this way.
  case notAdjusted(CardAdjustment)
  /// A change of a card's schedule was redone: what happened, in a sentence.
  case adjustedAgain(CardID, String)
  /// A change of a card's schedule was undone: it is asked again. When it is due, and what happened.
  case adjustmentRetracted(CardID, due: Due?, String)
  /// A card is suspended or buried from now on.
  case suspended(CardID, Suspension)
  /// A card that was suspended or buried no longer is: the card, when it is due, and whether it is not asked
  /// today all the same.
  case unsuspended(CardID, due: Due?, isHeld: Bool)
  /// A suspension was undone: the card, when it is due, whether it is not asked today all the same, and
  /// what happened.
  case suspensionRetracted(CardID, due: Due?, isHeld: Bool, String)
  /// A suspension was redone, or an end of one undone: what happened.
  case suspendedAgain(CardID, String)
  /// Something else was undone or redone, or was not: what there is to say, a line each.
  case told([String])
  /// A review has another grade.
  case revised(RevisedAnswer)
  /// A review has the grade already, and nothing was accepted.
  case gradedSo(UnrevisedAnswer)
  /// The review to change does not count any more.
  case nothingToRevise
  /// The decks have changed: what was done, a line each. The card that was asked is looked up again.
  case decksChanged([String])
  /// The decks are as they were: why, or what to do instead, a line each.
  case decksUnchanged([String])
  /// The review history of a card that is to be explained.
  case explained(CardHistory)
  /// The explanation of a card that need not be the one that is asked.
  case explainedOther(Explanation)
  /// When the next card is due, if one ever is, how many another session asks today, and how the day has gone
  /// where that is shown.
  case nextDue(Due?, left: Int, TodayScreen?)
  /// It could not be done: what happened and what to do, in a sentence.
  case failed(String)
  /// It could not be done, and nothing more can be: what happened and what to do, in a sentence.
  case ended(String)
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

  /// Makes a regraded answer.
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
  /// The review.
  let review: Review
  /// What was asked, and the right answer: `犬 → dog`.
  let asked: String
  /// The grade that was wanted.
  let wanted: Grade
  /// What came of accepting what was typed; `nil` where only the grade was meant.
  let acceptance: Acceptance?

  /// Makes an answer that keeps its grade.
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

/// What follows from an action or an outcome: screens to draw, then an effect to carry out, or
/// nothing more until the learner acts.
package struct StudyStep: Hashable, Sendable {
  /// The screens, in the order to draw them.
  package let screens: [StudyScreen]
  /// What to do next; its outcome goes to ``QuestionController/receive(_:at:)``.
  package let effect: StudyEffect?
  /// Whether the session is over.
  package let isOver: Bool
  /// What is said aloud meanwhile.
  package private(set) var speech: String?

  init(_ screens: [StudyScreen] = [], effect: StudyEffect? = nil, isOver: Bool = false) {
    self.screens = screens
    self.effect = effect
    self.isOver = isOver
  }

  /// The same step, with something said aloud.
  func saying(_ text: String?) -> StudyStep {
    var step = self
    step.speech = text
    return step
  }
}
