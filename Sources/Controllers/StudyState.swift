import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens

extension QuestionController {
  /// What a session waits for: the learner, or the outcome of an effect.
  enum State: Hashable, Sendable {
    /// A card is being looked up; `isWanted` when it is asked whether or not it is due.
    case fetching(CardID, isWanted: Bool)
    /// A new card is being looked up to be taught.
    case fetchingLesson(CardID, Lesson)
    /// A new card is shown with its answer.
    case teaching(AskedCard, Lesson, alike: [String])
    case asking(AskedCard)
    /// The card is being looked up once more before its answer is shown.
    case revealing(AskedCard)
    /// The first answer waits for the judge.
    case preparing(AskedCard, TypedAnswer)
    case revealed(AskedCard)
    case recording(AskedCard, Review, Verdict?)
    /// A verdict stays until the learner goes on.
    case pausing(AskedCard, VerdictPause)
    /// Something is being undone or changed while the session was in another state.
    indirect case changing(State)
    /// The learner chooses how much of a backlog to study.
    case choosing(BacklogOffer)
    /// The cards of a new day, or of a choice, are being looked up; the wanted one is asked next, whether
    /// or not it is due.
    case refilling(wanted: CardID?)
    /// The next due time is being looked up; then the session is over, or waits for an undo.
    /// `left` when the learner left cards that could be asked: how many.
    case ending(isOver: Bool, left: Int?)
    /// All is answered, and the summary is shown, with these; only an undo or more cards go on.
    case finished(nextDue: Due?, TodayScreen?, left: Int?)
    /// A card could not be looked up; the next line tries again.
    case stalled
  }
}

extension QuestionController.State {
  /// The same state, with other marks on a card.
  func marking(_ card: CardID, _ marks: CardMarks) -> Self {
    func marked(_ asked: AskedCard) -> AskedCard {
      asked.card.id == card ? asked.marked(marks) : asked
    }
    return switch self {
    case .asking(let asked): .asking(marked(asked))
    case .revealed(let asked): .revealed(marked(asked))
    case .teaching(let asked, let lesson, let alike): .teaching(marked(asked), lesson, alike: alike)
    case .pausing(let asked, let pause): .pausing(marked(asked), pause)
    case .changing(let state): .changing(state.marking(card, marks))
    default: self
    }
  }

  /// The state in which a change began, or this one.
  var underlying: Self {
    if case .changing(let state) = self { state } else { self }
  }

  /// Whether the summary is shown.
  var isFinished: Bool { if case .finished = underlying { true } else { false } }

  /// The card that is being taught, asked or recorded, or whose verdict is shown.
  var asked: AskedCard? {
    switch underlying {
    case .asking(let asked), .revealing(let asked), .revealed(let asked): asked
    case .recording(let asked, _, _): asked
    case .preparing(let asked, _), .teaching(let asked, _, _), .pausing(let asked, _): asked
    default: nil
    }
  }

  /// The cards that were taken out of the queue and wait for their answers, the next one first.
  var interrupted: [CardID] {
    switch underlying {
    case .asking(let asked), .revealing(let asked), .revealed(let asked): [asked.card.id]
    case .preparing(let asked, _): [asked.card.id]
    case .teaching(let asked, let lesson, _): lesson.cards(with: asked.card.id)
    case .fetchingLesson(let card, let lesson): lesson.cards(with: card)
    default: []
    }
  }
}

/// An answer as it was typed.
struct TypedAnswer: Hashable {
  /// The line as it stood when it was sent.
  let line: String
  /// The keys it was typed with, if they were turned into kana on the way.
  let keys: String?
}
