import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

/// The answers of a session: what it counts, and can regrade.
struct SessionTally: Sendable {
  private(set) var score = Score()
  private typealias Answer = (id: EventID, review: Review, asked: String)
  private var answers: [Answer] = []
  /// Answers of this session that were undone.
  private var undone: [Answer] = []
  /// The cards with an answer that was refused and not given again since.
  private var refused: Set<CardID> = []
  /// Why the last of them was refused.
  private var refusal = ""

  /// Counts an answer.
  mutating func add(_ id: EventID, _ review: Review, asked prompt: String) {
    answers.append((id, review, prompt))
    score.count(correct: review.grade.isCorrect)
  }

  /// Stops counting an answer; one that was not of this session changes nothing.
  mutating func remove(_ id: EventID) {
    guard let index = answers.lastIndex(where: { $0.id == id }) else { return }
    score.uncount(correct: answers[index].review.grade.isCorrect)
    undone.append(answers.remove(at: index))
  }

  /// Counts an answer again that was undone; one that was not of this session changes nothing.
  mutating func restore(_ id: EventID) {
    guard let index = undone.lastIndex(where: { $0.id == id }) else { return }
    let answer = undone.remove(at: index)
    add(id, answer.review, asked: answer.asked)
  }

  /// Counts an answer as it was revised, instead of the one it was before.
  mutating func replace(_ id: EventID, with new: EventID, _ review: Review) {
    guard let index = answers.firstIndex(where: { $0.id == id }) else { return }
    score.uncount(correct: answers[index].review.grade.isCorrect)
    score.count(correct: review.grade.isCorrect)
    answers[index].id = new
    answers[index].review = review
  }

  /// Notes that an answer to a card was refused, and why; the next answer to it may be saved.
  mutating func refuse(_ card: CardID, because reason: String) {
    refused.insert(card)
    refusal = reason
  }

  /// Notes that an answer to a card was saved.
  mutating func save(_ card: CardID) { refused.remove(card) }

  /// The answers that were refused and not given again since; `nil` when there is none.
  var unsaved: SummaryScreen.UnsavedAnswers? {
    refused.isEmpty ? nil : .init(count: refused.count, reason: refusal)
  }

  /// The last answer that counts, with what was asked.
  var last: (id: EventID, review: Review, asked: String)? { answers.last }

  /// The number of answers.
  var count: Int { answers.count }

  /// The time spent on all answers, in seconds, each at most a minute, as in statistics: the learner may
  /// have left, or the machine slept.
  var seconds: Int {
    answers.reduce(0) { sum, answer in
      let (total, overflow) = sum.addingReportingOverflow(
        min(answer.review.duration, DailyProgress.longestAnswer))
      return overflow ? sum : total
    } / 1000
  }

  /// How often each grade was given, from again to easy.
  var grades: [SummaryScreen.GradeCount] {
    Grade.allCases.map { grade in
      SummaryScreen.GradeCount(
        grade: grade.name, count: answers.count { $0.review.grade == grade })
    }
  }
}
