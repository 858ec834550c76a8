import RabbleStatistics
import RabbleStorage

extension HardUse {
  /// How the learner of a log uses "hard". Complexity: O(*n*) in the number of reviews.
  init(_ log: StudyLog) throws {
    var tally = HardUseTally()
    try log.forEachReview { if !$0.isRetracted { tally.add($0.review) } }
    self = tally.use
  }
}
