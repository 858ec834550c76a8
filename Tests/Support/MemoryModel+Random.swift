import RabbleMemory

extension MemoryModel {
  /// A model with any valid parameters, also those on the bounds.
  public static func random(using generator: inout SeededGenerator) throws -> MemoryModel {
    try MemoryModel(
      parameters: parameterBounds.map { bounds in
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: bounds.lowerBound
        case 1: bounds.upperBound
        default: Double.random(in: bounds, using: &generator)
        }
      })
  }
}
