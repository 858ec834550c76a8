import RabbleStatistics
import RabbleStorage

extension HardUse {
  /// How the learner of a log uses "hard". Complexity: O(*n*) in the number of reviews.
  init(_ log: StudyLog) throws {
    var tally = HardUseTally()
    try log.forEachGrade { tally.add($0) }
    self = tally.use
  }
}
