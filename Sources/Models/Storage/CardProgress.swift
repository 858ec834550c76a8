import RabbleQuestions
import RabbleScheduling

/// What the reviews of one card come to: the row that is kept beside them, and made again from them.
struct CardProgress: Hashable {
  let schedule: Schedule
  let introduced: StudyDay
  let score: Score
  let wording: EventID
  let content: QuestionID

  /// The progress after one more review.
  static func after(
    _ progress: CardProgress?, _ review: Review, wording: EventID, content: QuestionID,
    scheduler: Scheduler
  ) -> CardProgress {
    var score = progress?.score ?? Score()
    score.count(correct: review.grade.isCorrect)
    return CardProgress(
      schedule: scheduler.schedule(
        progress?.schedule, grade: review.grade, at: review.moment, card: review.card),
      introduced: progress?.introduced ?? review.moment.day,
      score: score, wording: wording, content: content)
  }
}
