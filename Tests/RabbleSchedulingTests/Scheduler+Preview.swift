import RabbleMemory
import RabbleQuestions

@testable import RabbleScheduling

extension Scheduler {
  /// The schedule with the model's own interval, rounded: without fuzz, and without regard to other
  /// grades.
  func unspread(
    _ current: Schedule?, grade: Grade, at moment: Moment, card: CardID, elapsed: Elapsed? = nil,
    rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> Schedule {
    let answer = Answer(
      current, grade, at: moment, card: card, fuzzPosition: nil, elapsed: elapsed)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .wait(let milliseconds, let phase):
      return answer.waiting(milliseconds, in: phase, memory: memory)
    case .days(let intervals):
      let exact = min(max(intervals.exact[grade], 1), Double(maximumInterval))
      return answer.graduating(to: Int(exact.rounded(rounding)), memory: memory)
    }
  }

  /// The schedule with fuzz alone, without regard to other grades: what a recorded fuzz position gives.
  func spread(_ current: Schedule?, grade: Grade, at moment: Moment, card: CardID) -> Schedule {
    let answer = Answer(current, grade, at: moment, card: card, fuzzPosition: nil)
    return schedule(
      current, grade: grade, at: moment, card: card, fuzzPosition: answer.fuzzFactor)
  }

  /// The schedules that each grade would lead to, from again to easy, their days left to chance.
  func preview(_ current: Schedule?, at moment: Moment, card: CardID) -> [Schedule] {
    Grade.allCases.map { schedule(current, grade: $0, at: moment, card: card) }
  }
}
