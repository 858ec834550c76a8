import RabbleScreens
import RabbleStatistics

extension HardUse {
  /// What to tell the learner, a sentence or two a line; nothing when nothing is suspicious.
  public var advice: [String] {
    guard isSuspicious else { return [] }
    var lines: [String] = []
    if callsWrongHard {
      lines.append(
        "\(calledHard) of the \(judgedWrong) answers that were judged wrong count as hard.")
    }
    if gradesForgottenHard {
      lines.append(
        "Of \(selfGraded) answers you graded yourself, about \(Int(expected.rounded())) should have "
          + "been forgotten; you chose “again” for \(again) and “hard” for \(hard).")
    }
    return lines + [
      "“Hard” means remembered with effort: such a card comes back later, not sooner. If you had "
        + "forgotten it, choose “again”; if you had not, all is well."
    ]
  }
}
