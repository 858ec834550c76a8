extension FSRS6 {
  /// What the formulas need of the weights, computed once. A `SIMD4` holds one number a grade,
  /// from again to easy.
  struct Constants: Sendable, Hashable {
    /// w0…w3: the stability after the first review.
    let initialStability: SIMD4<Double>
    /// D0(G) = w4 - e^(w5 (G-1)) + 1: the difficulty after the first review, not yet clamped.
    let initialDifficulty: SIMD4<Double>
    /// -w6 (G-3).
    let difficultyStep: SIMD4<Double>
    /// w7.
    let meanReversion: Double

    /// e^w8.
    let recallScale: Double
    /// -w9.
    let recallSaturation: Double
    /// w10.
    let recallSurprise: Double
    /// 1, but w15 if hard and w16 if easy.
    let gradeGain: SIMD4<Double>

    /// w11.
    let forgetScale: Double
    /// -w12.
    let forgetDifficulty: Double
    /// w13.
    let forgetStability: Double
    /// w14.
    let forgetSurprise: Double
    /// e^(w17 w18).
    let forgetLoss: Double

    /// e^(w17 (G-3+w18)).
    let sameDayGain: SIMD4<Double>
    /// -w19.
    let sameDaySaturation: Double

    /// -w20.
    let decay: Double
    /// F = 0.9^(-1/w20) - 1.
    let curveFactor: Double

    init(_ w: [Double]) {
      initialStability = SIMD4(w[0], w[1], w[2], w[3])
      initialDifficulty = Self.eachGrade { w[4] - exponential(w[5] * ($0 - 1)) + 1 }
      difficultyStep = Self.eachGrade { -w[6] * ($0 - 3) }
      meanReversion = w[7]
      recallScale = exponential(w[8])
      recallSaturation = -w[9]
      recallSurprise = w[10]
      gradeGain = SIMD4(1, w[15], 1, w[16])
      forgetScale = w[11]
      forgetDifficulty = -w[12]
      forgetStability = w[13]
      forgetSurprise = w[14]
      forgetLoss = exponential(w[17] * w[18])
      sameDayGain = Self.eachGrade { exponential(w[17] * ($0 - 3 + w[18])) }
      sameDaySaturation = -w[19]
      decay = -w[20]
      curveFactor = power(0.9, 1 / -w[20]) - 1
    }

    private static func eachGrade(_ term: (Double) -> Double) -> SIMD4<Double> {
      SIMD4(term(1), term(2), term(3), term(4))
    }
  }
}
