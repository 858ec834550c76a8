import RabbleStatistics
import RabbleStorage

extension Library {
  /// Advice for a learner who seems to choose "hard" for cards they have forgotten, a line each.
  ///
  /// - Throws: an error of the review log.
  package func gradingAdvice() throws -> [String] {
    try log.read { try $0.statistics.hardMisuse() }.advice
  }
}

extension HardMisuse {
  /// Advice to the learner, a sentence or two a line; nothing when nothing is suspicious.
  var advice: [String] {
    guard isSuspicious else { return [] }
    var lines: [String] = []
    if callsWrongHard {
      lines.append(
        "\(calledHard) of the \(judgedWrong) answers that were judged incorrect count as hard.")
    }
    if gradesForgottenHard {
      lines.append(
        "Of \(selfGraded) answers you graded yourself, about \(Int(expected.rounded())) were "
          + "probably forgotten; you chose “again” for \(again) and “hard” for \(hard).")
    }
    return lines + [
      "“Hard” means that you remembered with effort: the card is due later, not sooner. If you had "
        + "forgotten it, choose “again”; otherwise, keep going."
    ]
  }
}
