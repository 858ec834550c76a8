import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension Scheduler {
  /// The schedules that each grade would lead to, from again to easy, their days left to chance.
  func preview(_ current: Schedule?, at moment: Moment, card: CardID) -> [Schedule] {
    Grade.allCases.map { schedule(current, grade: $0, at: moment, card: card) }
  }
}
