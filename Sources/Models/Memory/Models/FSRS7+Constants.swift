extension FSRS7 {
  /// What the formulas need of the weights, computed once. A `SIMD4` holds one number a grade,
  /// from again to easy.
  struct Constants: Sendable, Hashable {
    /// w0…w3: the slow stability after the first review.
    let initialStability: SIMD4<Double>
    /// D0(G) = w4 - e^(w5 (G-1)) + 1: the difficulty after the first review, not yet clamped.
    let initialDifficulty: SIMD4<Double>
    /// -w6 (G-3).
    let difficultyStep: SIMD4<Double>

    /// w7…w14.
    let slow: Growth
    /// w15…w22.
    let fast: Growth

    /// w23.
    let fastDecay: Double
    /// w33 - 0.3.
    let fastDecayStability: Double
    /// ln w25.
    let fastBase: Double

    /// b = -clamp(w24, 0.01, 0.95).
    let slowDecay: Double
    /// w26^(1/b) - 1.
    let slowFactor: Double
    /// w32 - 0.3.
    let slowDifficulty: Double

    /// w27.
    let fastWeight: Double
    /// -w29.
    let fastWeightStability: Double
    /// w28.
    let slowWeight: Double
    /// w30.
    let slowWeightStability: Double
    /// w31 - 0.5.
    let slowWeightDifficulty: Double

    init(_ w: [Double]) {
      initialStability = SIMD4(w[0], w[1], w[2], w[3])
      initialDifficulty = Self.eachGrade { w[4] - exponential(w[5] * ($0 - 1)) + 1 }
      difficultyStep = Self.eachGrade { -w[6] * ($0 - 3) }
      slow = Growth(w, from: 7)
      fast = Growth(w, from: 15)
      fastDecay = w[23]
      fastDecayStability = w[33] - 0.3
      fastBase = logarithm(w[25])
      slowDecay = -FSRS7.clamped(decay: w[24])
      slowFactor = power(w[26], 1 / slowDecay) - 1
      slowDifficulty = w[32] - 0.3
      fastWeight = w[27]
      fastWeightStability = -w[29]
      slowWeight = w[28]
      slowWeightStability = w[30]
      slowWeightDifficulty = w[31] - 0.5
    }

    private static func eachGrade(_ term: (Double) -> Double) -> SIMD4<Double> {
      SIMD4(term(1), term(2), term(3), term(4))
    }
  }

  /// The nearest exponent of a forgetting curve within 0.01…0.95.
  static func clamped(decay: Double) -> Double { min(max(decay, 0.01), 0.95) }
}
