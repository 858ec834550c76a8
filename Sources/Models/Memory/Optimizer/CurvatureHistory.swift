/// What the last steps of a minimization told about the curvature: the memory of L-BFGS.
struct CurvatureHistory {
  private var steps: [[Double]] = []
  private var changes: [[Double]] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { steps.isEmpty }

  mutating func clear() {
    steps = []
    changes = []
  }

  /// Remembers a step and how the gradient changed by it, if the function curved upwards there.
  mutating func add(step: [Double], change: [Double]) {
    guard dot(step, change) > 1e-10 * dot(change, change) else { return }
    steps.append(step)
    changes.append(change)
    if steps.count > limit {
      steps.removeFirst()
      changes.removeFirst()
    }
  }

  /// The direction to the least point of the quadratic model, among the free coordinates (the
  /// two-loop recursion).
  func direction(_ slope: [Double], _ isFree: [Bool]) -> [Double] {
    func free(_ list: [Double]) -> [Double] { zip(list, isFree).map { $1 ? $0 : 0 } }
    let pairs = zip(steps, changes).map { (step: free($0), change: free($1)) }
      .filter { dot($0.step, $0.change) > 1e-12 }
    var result = slope
    var shares: [Double] = []
    for pair in pairs.reversed() {
      let share = dot(pair.step, result) / dot(pair.step, pair.change)
      shares.append(share)
      result = zip(result, pair.change).map { $0 - share * $1 }
    }
    if let last = pairs.last {
      let scale = dot(last.step, last.change) / dot(last.change, last.change)
      result = result.map { $0 * scale }
    }
    for (pair, share) in zip(pairs, shares.reversed()) {
      let turn = dot(pair.change, result) / dot(pair.step, pair.change)
      result = zip(result, pair.step).map { $0 + (share - turn) * $1 }
    }
    return result.map { -$0 }
  }
}
