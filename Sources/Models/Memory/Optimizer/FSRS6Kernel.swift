/// The replay of FSRS-6, with the logarithm of the stability as state.
final class FSRS6Kernel: GradientKernel {
  let tree: ReviewTree
  /// The state of each node, and the derivative of the loss by it.
  let logStability: LaneColumn
  let difficulty: LaneColumn
  let logStabilitySlope: LaneColumn
  let difficultySlope: LaneColumn
  /// What a node's recall gained: S'/S - 1.
  let gain: LaneColumn
  /// At the end of each wait: R, ln(1 + F t/S), its derivative by -ln S, and that of the loss by R.
  let retrievability: LaneColumn
  let logarithm: LaneColumn
  let saturation: LaneColumn
  let retrievabilitySlope: LaneColumn

  init(_ tree: ReviewTree) {
    self.tree = tree
    let nodes = tree.nodeParents.count
    let waits = tree.waitNodes.count
    logStability = LaneColumn(groups: nodes)
    difficulty = LaneColumn(groups: nodes)
    logStabilitySlope = LaneColumn(groups: nodes)
    difficultySlope = LaneColumn(groups: nodes)
    gain = LaneColumn(groups: nodes)
    retrievability = LaneColumn(groups: waits)
    logarithm = LaneColumn(groups: waits)
    saturation = LaneColumn(groups: waits)
    retrievabilitySlope = LaneColumn(groups: waits)
  }

  deinit {
    for column in [
      logStability, difficulty, logStabilitySlope, difficultySlope, gain, retrievability,
      logarithm, saturation, retrievabilitySlope,
    ] { column.deallocate() }
  }

  func evaluate(_ weights: [Double]) -> LossGradient {
    let constants = LaneConstants(weights)
    start(weights, constants)
    var loss = 0.0
    for level in tree.levels {
      loss += wait(level.waits, constants)
      lapse(level.nodes[ReviewTree.Step.lapse.rawValue], constants)
      recall(level.nodes[ReviewTree.Step.recall.rawValue], constants)
      repeatSameDay(level.nodes[ReviewTree.Step.sameDay.rawValue], constants)
    }
    var sums = LaneSums(weights.count)
    for level in tree.levels.reversed() {
      lapseBack(level.nodes[ReviewTree.Step.lapse.rawValue], constants, &sums)
      recallBack(level.nodes[ReviewTree.Step.recall.rawValue], constants, &sums)
      repeatSameDayBack(level.nodes[ReviewTree.Step.sameDay.rawValue], constants, &sums)
      waitBack(level.waits, constants, &sums)
    }
    return LossGradient(loss: loss, gradient: gradient(sums, weights, constants))
  }

  /// Sets the memories after a first review, and all slopes to 0.
  private func start(_ weights: [Double], _ constants: LaneConstants) {
    logStabilitySlope.clear()
    difficultySlope.clear()
    let first = FSRS6(clamping: weights)
    for grade in Grade.allCases {
      let state = first.initialState(grade)
      logStability.scalars[grade.rawValue - 1] = Float(RabbleMemory.logarithm(state.stability))
      difficulty.scalars[grade.rawValue - 1] = Float(state.difficulty)
    }
    for lane in Grade.allCases.count..<Lanes.width { difficulty.scalars[lane] = 5 }
  }

  /// The derivatives by the weights: the sums, those of the first states, and what w4 and w5 do
  /// through the difficulty that all others tend to.
  private func gradient(
    _ sums: LaneSums, _ weights: [Double], _ constants: LaneConstants
  ) -> [Double] {
    var result = sums.totals
    let target = result[4]
    result[5] += target * -3 * exponential(3 * weights[5])
    for place in 0..<4 {
      result[place] += Double(logStabilitySlope.scalars[place]) / weights[place]
      let slope = Double(difficultySlope.scalars[place])
      guard difficulty.scalars[place] > 1, difficulty.scalars[place] < 10 else { continue }
      let steps = Double(place)
      result[4] += slope
      result[5] -= slope * steps * exponential(weights[5] * steps)
    }
    return result
  }
}
