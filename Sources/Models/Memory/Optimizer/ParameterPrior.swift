/// What is known of a learner's parameters before the first review: each is distributed normally around
/// its initial value, or its logarithm is, with the ``Parameter/priorDeviation``.
struct ParameterPrior {
  private let table: [Parameter]

  init(_ table: [Parameter]) {
    self.table = table
  }

  /// The negative logarithm of the prior density, without its constant: half the sum of the squared distances
  /// from the initial values, in prior deviations.
  func negativeLogarithm(_ parameters: [Double]) -> LossGradient {
    var result = LossGradient(loss: 0, gradient: [])
    for (parameter, value) in zip(table, parameters) {
      let distance = parameter.offset(of: value) / parameter.priorDeviation
      result.loss += distance * distance / 2
      result.gradient.append(
        distance / parameter.priorDeviation * parameter.offsetSlope(at: value))
    }
    return result
  }

  /// The parameters a share of the way from their initial values to others.
  func shrunk(_ parameters: [Double], to share: Double) -> [Double] {
    zip(table, parameters).map { $0.value(atOffset: share * $0.offset(of: $1)) }
  }
}

/// The coordinates in which parameters are searched: the origin is the initial values, and a unit is about how
/// uncertain a parameter is, given the prior and the number of items. So the loss curves by about 1 along each of
/// them.
///
/// A parameter that is at least the one before it (``Parameter/Scale/ascending``) has as coordinate how
/// much its offset exceeds that one's, so that bounds suffice to keep their order.
struct ParameterCoordinates {
  private let table: [Parameter]
  private let units: [Double]
  /// The bounds of the coordinates.
  let bounds: [ClosedRange<Double>]

  /// - Parameters:
  ///   - table: the parameters.
  ///   - weight: the sum of the items' weights.
  init(_ table: [Parameter], weight: Double) {
    self.table = table
    let units = table.map { parameter in
      let prior = 1 / (parameter.priorDeviation * parameter.priorDeviation)
      let items = weight / (parameter.standardError * parameter.standardError)
      return 1 / (prior + items).squareRoot()
    }
    self.units = units
    bounds = table.indices.map { index in
      let parameter = table[index]
      let searched = parameter.searched
      let least =
        parameter.scale == .ascending
        ? parameter.offset(of: table[index - 1].initial)
        : parameter.offset(of: searched.lowerBound)
      let greatest =
        parameter.scale == .ascending
        ? logarithm(searched.upperBound / searched.lowerBound)
        : parameter.offset(of: searched.upperBound)
      return min(least, 0) / units[index]...max(greatest, 0) / units[index]
    }
  }

  /// The parameters at a point.
  func parameters(at point: [Double]) -> [Double] {
    var offset = 0.0
    return table.indices.map { index in
      let parameter = table[index]
      offset = (parameter.scale == .ascending ? offset : 0) + units[index] * point[index]
      return parameter.searched.clamp(parameter.value(atOffset: offset))
    }
  }

  /// The point of parameters, within the bounds.
  func point(of parameters: [Double]) -> [Double] {
    var before = 0.0
    return table.indices.map { index in
      let parameter = table[index]
      let offset = parameter.offset(of: parameters[index])
      defer { before = offset }
      return bounds[index].clamp(
        (offset - (parameter.scale == .ascending ? before : 0)) / units[index])
    }
  }

  /// The derivatives with respect to the coordinates, from those with respect to the parameters.
  func gradient(_ gradient: [Double], at parameters: [Double]) -> [Double] {
    var result = gradient
    var byOffset = 0.0
    for index in table.indices.reversed() {
      byOffset += gradient[index] / table[index].offsetSlope(at: parameters[index])
      result[index] = byOffset * units[index]
      if table[index].scale != .ascending { byOffset = 0 }
    }
    return result
  }
}
