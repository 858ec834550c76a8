extension FSRS6Kernel {
  /// The smallest probability whose logarithm is taken.
  static var smallest: Float { 1e-6 }

  /// R = (1 + F t/S)^-w20 at the end of each wait; gives the loss.
  func wait(_ groups: Range<Int>, _ constants: LaneConstants) -> Double {
    let decay = constants.w[20]
    let factor = constants.curveFactor
    var total = 0.0
    for part in groups.parts(of: LaneSums.stride) {
      var loss = Lanes.zero
      for group in part {
        let logStability = Lanes(logStability.scalars, at: tree.waitNodes[group])
        let ratio = tree.waitDays[group] * factor * (-logStability).exponential
        let logarithm = ratio.logarithmOfOneMore
        let recalled = (logarithm * -decay).exponential
        let lost = (1 - recalled).most(Lanes(repeating: Self.smallest))
        retrievability.groups[group] = recalled
        self.logarithm.groups[group] = logarithm
        saturation.groups[group] = ratio / (ratio + 1)
        retrievabilitySlope.groups[group] =
          tree.forgotten[group] / lost - tree.remembered[group] / recalled
        loss += tree.remembered[group] * logarithm * decay - tree.forgotten[group] * lost.logarithm
      }
      total += Double(loss.sum())
    }
    return total
  }

  /// Hands the slopes at the end of each wait back to the node it comes from and to w20.
  func waitBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
    let decay = constants.w[20]
    for part in groups.parts(of: LaneSums.stride) {
      var decaySlope = Lanes.zero
      for group in part {
        let slope = retrievabilitySlope.groups[group] * retrievability.groups[group]
        let pull = saturation.groups[group] * decay
        decaySlope -=
          slope * (logarithm.groups[group] + pull * constants.curveFactorSlope)
        (slope * pull).add(to: logStabilitySlope.scalars, at: tree.waitNodes[group])
      }
      sums.add(decaySlope, to: 20)
    }
  }
}
