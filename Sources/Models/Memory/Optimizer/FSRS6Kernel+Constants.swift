extension FSRS6Kernel {
  /// What the formulas need of the weights, in single precision.
  struct LaneConstants {
    /// The weights themselves.
    let w: [Float]
    /// D0(4), unclamped.
    let target: Float
    /// ln w11.
    let logForgetScale: Float
    /// F, and its derivative by w20 divided by it.
    let curveFactor: Float
    let curveFactorSlope: Float
    /// The logarithms of the smallest and the largest stability.
    let low = Float(RabbleMemory.logarithm(FSRS6.stabilityRange.lowerBound))
    let high = Float(RabbleMemory.logarithm(FSRS6.stabilityRange.upperBound))

    init(_ weights: [Double]) {
      w = weights.map { Float($0) }
      target = Float(weights[4] - exponential(3 * weights[5]) + 1)
      logForgetScale = Float(RabbleMemory.logarithm(weights[11]))
      let decay = weights[20]
      let base = power(0.9, -1 / decay)
      curveFactor = Float(base - 1)
      curveFactorSlope = Float(
        base * RabbleMemory.logarithm(0.9) / (decay * decay) / (base - 1))
    }

    /// The nearest logarithm of a stability in range.
    @inline(__always)
    func clamped(_ logStability: Lanes) -> Lanes {
      logStability.most(Lanes(repeating: low)).least(Lanes(repeating: high))
    }

    /// The slopes of stabilities that were not clamped; 0 for those that were.
    @inline(__always)
    func unclamped(_ slope: Lanes, _ logStability: Lanes) -> Lanes {
      slope.only(where: (logStability .> low) .& (logStability .< high))
    }

    /// 1, but w15 if hard and w16 if easy.
    @inline(__always)
    func gradeGain(_ grade: Lanes) -> Lanes {
      Lanes(repeating: 1).replacing(with: w[15], where: grade .== 2)
        .replacing(with: w[16], where: grade .== 4)
    }
  }
}
