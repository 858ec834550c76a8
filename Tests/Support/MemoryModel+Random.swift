import RabbleMemory

extension MemoryModel {
  /// A model with any valid parameters, also those on the bounds.
  public static func random(
    _ kind: Kind, using generator: inout SeededGenerator
  ) throws -> MemoryModel {
    let bounds = kind == .fsrs6 ? FSRS6.parameterBounds : FSRS7.parameterBounds
    var parameters = bounds.map { bounds in
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bounds.lowerBound
      case 1: bounds.upperBound
      default: Double.random(in: bounds, using: &generator)
      }
    }
    if kind == .fsrs7 {
      for index in [1, 2, 3, 26] {
        parameters[index] = max(parameters[index], parameters[index - 1])
      }
    }
    return try MemoryModel(parameters: parameters)
  }
}
