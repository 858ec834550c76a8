/// Finds where a smooth function within bounds is least: L-BFGS on the coordinates that no bound
/// holds, with steps projected onto the bounds. The first step is at most 1 long.
///
/// Source: Nocedal and Wright, "Numerical Optimization", algorithm 7.4; the projection as in
/// Bertsekas, "Projected Newton methods" (1982).
struct BoundedMinimizer {
  let bounds: [ClosedRange<Double>]
  /// The most function values to ask for.
  var limit = 200
  /// It ends when two steps in a row each win less than this.
  var tolerance = 1e-6

  private static let memory = 10

  /// The least point found, from a start within the bounds.
  ///
  /// - Parameters:
  ///   - start: where to begin.
  ///   - first: the function at the start, if it is known.
  ///   - function: value and gradient at a point.
  /// - Returns: the least point and its value.
  /// - Throws: what the function throws.
  func minimize<Failure: Error>(
    from start: [Double], knowing first: LossGradient? = nil,
    _ function: ([Double]) throws(Failure) -> LossGradient
  ) throws(Failure) -> (point: [Double], loss: Double) {
    var point = start
    var here: LossGradient
    if let first { here = first } else { here = try function(point) }
    var count = 1
    var history = CurvatureHistory(limit: Self.memory)
    var poorSteps = 0
    while count < limit, poorSteps < 2 {
      let isFree = point.indices.map { index in
        here.gradient[index] > 0
          ? point[index] > bounds[index].lowerBound : point[index] < bounds[index].upperBound
      }
      let slope = zip(here.gradient, isFree).map { $1 ? $0 : 0 }
      let norm = dot(slope, slope).squareRoot()
      guard norm > 1e-9 else { break }
      var direction = history.direction(slope, isFree)
      if dot(direction, slope) >= 0 {
        history.clear()
        direction = slope.map { -$0 }
      }
      var length = history.isEmpty ? min(1, 1 / norm) : 1.0
      var accepted: (point: [Double], value: LossGradient)?
      while accepted == nil, count < limit, length > 1e-8 {
        let trial = projected(zip(point, direction).map { $0 + length * $1 })
        let value = try function(trial)
        count += 1
        let expected = dot(here.gradient, zip(trial, point).map { $0 - $1 })
        if value.loss <= here.loss + 1e-4 * expected {
          accepted = (trial, value)
        } else {
          // The least point of the parabola through what is known, within a tenth and a half.
          let curve = value.loss - here.loss - expected
          length *= curve > 0 ? min(max(-expected / (2 * curve), 0.1), 0.5) : 0.5
        }
      }
      guard let accepted else {
        if history.isEmpty { break }
        history.clear()
        poorSteps += 1
        continue
      }
      history.add(
        step: zip(accepted.point, point).map { $0 - $1 },
        change: zip(accepted.value.gradient, here.gradient).map { $0 - $1 })
      let win = here.loss - accepted.value.loss
      poorSteps = win < tolerance ? poorSteps + 1 : 0
      (point, here) = (accepted.point, accepted.value)
    }
    return (point, here.loss)
  }

  private func projected(_ point: [Double]) -> [Double] {
    zip(point, bounds).map { min(max($0, $1.lowerBound), $1.upperBound) }
  }
}

/// The sum of the products of two lists.
func dot(_ left: [Double], _ right: [Double]) -> Double {
  zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
}

/// What the last steps of a minimization say about the curvature: the memory of L-BFGS.
private struct CurvatureHistory {
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
