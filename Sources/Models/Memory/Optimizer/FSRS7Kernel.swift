/// The replay of FSRS-7, with the logarithms of both stabilities as state.
final class FSRS7Kernel: GradientKernel {
  let tree: ReviewTree
  /// The state of each node, and the derivative of the loss by it.
  let logSlow: LaneColumn
  let logFast: LaneColumn
  let difficulty: LaneColumn
  let logSlowSlope: LaneColumn
  let logFastSlope: LaneColumn
  let difficultySlope: LaneColumn
  /// At the end of each wait: R and Rf, and the derivatives of the loss by them.
  let retrievability: LaneColumn
  let fastRetrievability: LaneColumn
  let retrievabilitySlope: LaneColumn
  let fastRetrievabilitySlope: LaneColumn

  init(_ tree: ReviewTree) {
    self.tree = tree
    let nodes = tree.nodeParents.count
    let waits = tree.waitNodes.count
    logSlow = LaneColumn(groups: nodes)
    logFast = LaneColumn(groups: nodes)
    difficulty = LaneColumn(groups: nodes)
    logSlowSlope = LaneColumn(groups: nodes)
    logFastSlope = LaneColumn(groups: nodes)
    difficultySlope = LaneColumn(groups: nodes)
    retrievability = LaneColumn(groups: waits)
    fastRetrievability = LaneColumn(groups: waits)
    retrievabilitySlope = LaneColumn(groups: waits)
    fastRetrievabilitySlope = LaneColumn(groups: waits)
  }

  deinit {
    for column in [
      logSlow, logFast, difficulty, logSlowSlope, logFastSlope, difficultySlope, retrievability,
      fastRetrievability, retrievabilitySlope, fastRetrievabilitySlope,
    ] { column.deallocate() }
  }

  func evaluate(_ weights: [Double]) -> LossGradient {
    let constants = LaneConstants(weights)
    start(weights)
    var loss = 0.0
    for level in tree.levels {
      loss += wait(level.waits, constants)
      lapse(level.nodes[ReviewTree.Step.lapse.rawValue], constants)
      recall(level.nodes[ReviewTree.Step.recall.rawValue], constants)
    }
    var sums = LaneSums(weights.count)
    for level in tree.levels.reversed() {
      lapseBack(level.nodes[ReviewTree.Step.lapse.rawValue], constants, &sums)
      recallBack(level.nodes[ReviewTree.Step.recall.rawValue], constants, &sums)
      waitBack(level.waits, constants, &sums)
    }
    return LossGradient(loss: loss, gradient: gradient(sums, weights))
  }

  /// Sets the memories after a first review, and all slopes to 0.
  private func start(_ weights: [Double]) {
    for column in [logSlowSlope, logFastSlope, difficultySlope, fastRetrievabilitySlope] {
      column.clear()
    }
    let first = FSRS7(clamping: weights)
    for grade in Grade.allCases {
      let place = grade.rawValue - 1
      let state = first.initialState(grade)
      logSlow.scalars[place] = Float(logarithm(state.stability))
      logFast.scalars[place] = Float(logarithm(first.fastStability(of: state)))
      difficulty.scalars[place] = Float(state.difficulty)
    }
    for lane in Grade.allCases.count..<Lanes.width { difficulty.scalars[lane] = 5 }
  }

  /// The derivatives by the weights: the sums, those of the first states, and what w4 and w5 do
  /// through the difficulty that all others tend to.
  private func gradient(_ sums: LaneSums, _ weights: [Double]) -> [Double] {
    var result = sums.totals
    let target = result[4]
    result[5] += target * -3 * exponential(3 * weights[5])
    for place in 0..<4 {
      let slope = Double(logSlowSlope.scalars[place]) + Double(logFastSlope.scalars[place])
      result[place] += slope / weights[place]
      let hardness = Double(difficultySlope.scalars[place])
      guard difficulty.scalars[place] > 1, difficulty.scalars[place] < 10 else { continue }
      let steps = Double(place)
      result[4] += hardness
      result[5] -= hardness * steps * exponential(weights[5] * steps)
    }
    return result
  }
}
