import RabbleMemory
import RabbleTestSupport

extension MemoryModel {
  /// The stabilities the model can give, in days.
  var stabilityRange: ClosedRange<Double> {
    switch self {
    case .fsrs6: FSRS6.stabilityRange
    case .fsrs7: FSRS7.stabilityRange
    }
  }
}

extension Elapsed {
  /// Any time from none to a century, short and long ones alike.
  static func random(using generator: inout SeededGenerator) -> Elapsed {
    var days = Double.random(in: 0...1, using: &generator)
    for _ in 0..<Int.random(in: 0...16, using: &generator) { days *= 2 }
    for _ in 0..<Int.random(in: 0...16, using: &generator) { days /= 2 }
    return Elapsed(wholeDays: Int(days), days: days)
  }
}

extension MemoryModel {
  /// The model with these parameters, which must be valid; the defaults when they are not.
  static func valid(_ parameters: [Double]) -> MemoryModel {
    (try? MemoryModel(parameters: parameters)) ?? MemoryModel(.fsrs6)
  }
}
