import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Counts, review by review, what ``HardUse`` weighs.
public struct HardUseTally: Sendable {
  /// What a memory of which nothing is known would do.
  private static let model = MemoryModel(.fsrs6)

  private var memories: [CardID: (state: MemoryState, last: Moment)] = [:]
  private var judgedWrong = 0
  private var calledHard = 0
  private var selfGraded = 0
  private var expected = 0.0
  private var again = 0
  private var hard = 0

  /// Makes an empty tally.
  public init() {}

  /// Counts a review that was not taken back; those of one card must come oldest first.
  public mutating func add(_ review: Review) {
    guard let memory = memories[review.card] else {
      if !review.hintUsed { countVerdict(of: review) }
      memories[review.card] = (Self.model.initialState(review.grade), review.moment)
      return
    }
    let elapsed = Scheduler.learnersTime(memory.last, review.moment)
    if !review.hintUsed {
      countVerdict(of: review)
      if review.verdict == nil, elapsed.wholeDays > 0 {
        let recall = Self.model.retrievability(memory.state, elapsed: elapsed)
        countGrade(review.grade, recall: recall)
      }
    }
    let state = Self.model.nextState(memory.state, grade: review.grade, elapsed: elapsed)
    memories[review.card] = (state, review.moment)
  }

  private mutating func countVerdict(of review: Review) {
    guard review.verdict == "wrong" else { return }
    judgedWrong += 1
    calledHard += review.grade == .hard ? 1 : 0
  }

  private mutating func countGrade(_ grade: Grade, recall: Double) {
    selfGraded += 1
    expected += 1 - recall
    again += grade == .again ? 1 : 0
    hard += grade == .hard ? 1 : 0
  }

  /// What has been counted so far.
  public var use: HardUse {
    HardUse(
      judgedWrong: judgedWrong, calledHard: calledHard, selfGraded: selfGraded,
      expected: expected, again: again, hard: hard)
  }
}
