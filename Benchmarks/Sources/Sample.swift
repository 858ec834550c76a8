/// What was measured again and again.
struct Sample {
  private var values: [Double] = []

  /// How often it was measured.
  var count: Int { values.count }

  mutating func add(_ value: Double) { values.append(value) }

  /// The mean; 0 when nothing was measured.
  var mean: Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }

  /// The value in the middle.
  var median: Double { quantile(0.5) }

  /// The value that this share of all values does not exceed; 0 when nothing was measured.
  func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return 0 }
    return sorted[min(last, Int(Double(sorted.count) * share))]
  }
}
