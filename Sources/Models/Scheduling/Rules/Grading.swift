import RabbleMemory

extension Grade {
  /// The grade that counts: after a hint, hard at most. Asked of an answer when it is given or graded
  /// again, never of a review that is read.
  package func capped(hintUsed: Bool) -> Grade { hintUsed ? min(self, .hard) : self }
}

extension Review {
  /// This review with another grade, capped if there was a hint. A correct answer is no mistake. The
  /// day it leads to has still to be chosen.
  package func regraded(_ grade: Grade) -> Review {
    let grade = grade.capped(hintUsed: hintUsed)
    return Review(
      card: card, grade: grade, moment: moment, typed: typed, verdict: verdict,
      mistake: grade.isCorrect ? nil : mistake, hintUsed: hintUsed, duration: duration,
      occasion: occasion)
  }
}

// MARK: - Pace

/// How fast a learner usually answers correctly, to tell a slow or a fast answer from a usual one.
package struct Pace: Hashable, Sendable {
  /// How an answer compares with the learner's own pace.
  package enum Tempo: Hashable, Sendable {
    /// Slower than nine in ten, and more than twice as slow as usual.
    case slow
    /// In between.
    case usual
    /// Faster than nine in ten, and in less than half the usual time.
    case fast
  }

  /// The fewest answers that make a pace.
  package static let fewest = 20
  /// The most answers, the latest ones.
  package static let most = 200

  private let fastest: Double
  private let middle: Double
  private let slowest: Double

  /// The pace of correct answers that took these milliseconds; `nil` when there are fewer than
  /// ``fewest``.
  package init?(durations: [Int]) {
    guard durations.count >= Self.fewest else { return nil }
    let sorted = durations.sorted()
    func quantile(_ share: Double) -> Double {
      Double(sorted[Int((Double(sorted.count - 1) * share).rounded())])
    }
    fastest = quantile(0.1)
    middle = quantile(0.5)
    slowest = quantile(0.9)
  }

  /// How an answer that took this many milliseconds compares.
  package func tempo(of duration: Int) -> Tempo {
    let duration = Double(duration)
    if duration > slowest, duration > 2 * middle { return .slow }
    if duration < fastest, duration * 2 < middle { return .fast }
    return .usual
  }
}
