extension FSRS7 {
  /// How one of the two stabilities changes with a review; eight weights w[k]…w[k+7] from k = 7 for
  /// the slow one and k = 15 for the fast one.
  struct Growth: Sendable, Hashable {
    /// e^(w[k] - 1.5).
    let recallScale: Double
    /// -w[k+1].
    let recallSaturation: Double
    /// w[k+2].
    let recallSurprise: Double
    /// w[k+3].
    let forgetScale: Double
    /// w[k+4].
    let forgetStability: Double
    /// w[k+5].
    let forgetSurprise: Double
    /// 1, but w[k+6] if hard and w[k+7] if easy; from again to easy.
    let gradeGain: SIMD4<Double>

    init(_ w: [Double], from k: Int) {
      recallScale = exponential(w[k] - 1.5)
      recallSaturation = -w[k + 1]
      recallSurprise = w[k + 2]
      forgetScale = w[k + 3]
      forgetStability = w[k + 4]
      forgetSurprise = w[k + 5]
      gradeGain = SIMD4(1, w[k + 6], 1, w[k + 7])
    }

    /// The stability x after a review:
    ///
    ///     L = min(x, w[k+3] ((x+1)^w[k+4] - 1) e^((1-ρ) w[k+5]))        after "again"
    ///     max(L, x (1 + e^(w[k]-1.5) (11-D) x^-w[k+1] (e^((1-ρ) w[k+2]) - 1) · grade))   otherwise
    ///
    /// - Parameters:
    ///   - stability: x, in days.
    ///   - grade: how well the answer came.
    ///   - difficulty: D before the review.
    ///   - retrievability: ρ, how likely the answer was.
    /// - Returns: days, not yet clamped.
    func next(
      _ stability: Double, grade: Grade, difficulty: Double, retrievability: Double
    ) -> Double {
      let surprise = 1 - retrievability
      guard grade == .again else {
        // No factor of the gain is negative, so that this is never less than L, which is at most x.
        let gain =
          recallScale * (11 - difficulty) * power(stability, recallSaturation)
          * (exponential(surprise * recallSurprise) - 1) * gradeGain[grade.rawValue - 1]
        return stability * (1 + gain)
      }
      return min(
        stability,
        forgetScale * (power(stability + 1, forgetStability) - 1)
          * exponential(surprise * forgetSurprise))
    }
  }
}
