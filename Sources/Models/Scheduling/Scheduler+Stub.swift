import RabbleMemory
import RabbleQuestions
extension Scheduler {
  public func planned(_ current: Schedule?, grade: Grade, at moment: Moment, card: CardID, load: DueLoad) -> (schedule: Schedule, place: Double?) {
    (schedule(current, grade: grade, at: moment, card: card), nil)
  }
  public func preview(_ current: Schedule?, at moment: Moment, card: CardID, load: DueLoad) -> [Schedule] {
    Grade.allCases.map { planned(current, grade: $0, at: moment, card: card, load: load).schedule }
  }
}
