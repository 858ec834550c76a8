import RabbleQuestions
import RabbleScheduling

/// What the reviews of one card come to: the row that is kept beside them, and made again from them.
struct CardProgress: Hashable {
  let schedule: Schedule
  let introduced: StudyDay
  let score: Score
  let wording: EventID
  let content: QuestionID

  /// The progress after one more review, which led to this schedule.
  static func after(
    _ progress: CardProgress?, _ review: Review, schedule: Schedule, wording: EventID,
    content: QuestionID
  ) -> CardProgress {
    var score = progress?.score ?? Score()
    score.count(correct: review.grade.isCorrect)
    return CardProgress(
      schedule: schedule, introduced: progress?.introduced ?? review.moment.day, score: score,
      wording: wording, content: content)
  }

  /// The progress after all reviews of a card; `nil` when there are none.
  static func after(
    _ answers: [LoggedAnswer], of card: CardID, scheduler: Scheduler
  ) -> CardProgress? {
    var progress: CardProgress?
    for answer in answers {
      let schedule = scheduler.schedule(
        progress?.schedule, grade: answer.grade, at: answer.moment, card: card,
        place: answer.place)
      progress = after(
        progress, answer.review(of: card), schedule: schedule, wording: answer.wording,
        content: answer.content)
    }
    return progress
  }

  /// The same progress with another schedule.
  func with(_ schedule: Schedule) -> CardProgress {
    CardProgress(
      schedule: schedule, introduced: introduced, score: score, wording: wording, content: content)
  }
}
