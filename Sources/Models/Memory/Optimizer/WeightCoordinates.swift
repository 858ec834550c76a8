/// The coordinates in which weights are searched: scaled so that the loss curves about as much along
/// each of them, and such that the stabilities after a first review can't fall with the grade: the
/// first is ln w0, the next three are how much ln w1…w3 exceed their predecessors.
struct WeightCoordinates {
  private let start: [Double]
  private let scales: [Double]
  private let weightBounds: [ClosedRange<Double>]
  /// The bounds of the coordinates.
  let bounds: [ClosedRange<Double>]

  /// - Parameters:
  ///   - start: the weights at the origin; w0…w3 don't fall.
  ///   - scales: by how much each weight, or logarithm, changes by 1 of its coordinate.
  ///   - weightBounds: the bounds of the weights.
  init(start: [Double], scales: [Double], weightBounds: [ClosedRange<Double>]) {
    self.start = start
    self.scales = scales
    self.weightBounds = weightBounds
    bounds = start.indices.map { index in
      let bounds = weightBounds[index]
      let scale = scales[index]
      switch index {
      case 0:
        return logarithm(bounds.lowerBound / start[0]) / scale...logarithm(
          bounds.upperBound / start[0]) / scale
      case 1..<4:
        let least = logarithm(start[index - 1] / start[index]) / scale
        return min(least, 0)...logarithm(bounds.upperBound / bounds.lowerBound) / scale
      default:
        return min(
          (bounds.lowerBound - start[index]) / scale, 0)...max(
            (bounds.upperBound - start[index]) / scale, 0)
      }
    }
  }

  /// The weights at a point.
  func weights(at point: [Double]) -> [Double] {
    var logStability = 0.0
    return start.indices.map { index in
      var weight = start[index] + scales[index] * point[index]
      if index < 4 {
        logStability += scales[index] * point[index]
        weight = start[index] * exponential(logStability)
      }
      return min(max(weight, weightBounds[index].lowerBound), weightBounds[index].upperBound)
    }
  }

  /// The derivatives by the coordinates from those by the weights.
  func gradient(_ gradient: [Double], at weights: [Double]) -> [Double] {
    var result = zip(gradient, scales).map { $0 * $1 }
    var sum = 0.0
    for index in (0..<4).reversed() {
      sum += gradient[index] * weights[index]
      result[index] = sum * scales[index]
    }
    return result
  }
}
