import Foundation

/// Prints measurements line by line, and remembers whether a target was missed.
struct Report {
  private(set) var missed = 0
  private static let nameWidth = 52

  func section(_ title: String) { put("\n\(title)") }

  /// A value that has no target.
  func line(_ name: String, _ value: String) { put("  \(Self.padded(name))\(value)") }

  /// A value that must not exceed a target.
  mutating func line(_ name: String, _ value: Double, _ unit: String, atMost target: Double) {
    verdict(
      name, "\(Self.number(value)) \(unit)", "at most \(Self.number(target)) \(unit)",
      isMet: value <= target)
  }

  /// A log loss that must not exceed a target, with the digits that matter.
  mutating func loss(_ name: String, _ value: Double, atMost target: Double) {
    func digits(_ value: Double) -> String { String(format: "%.5f", value) }
    verdict(name, digits(value), "at most \(digits(target))", isMet: value <= target)
  }

  /// A ratio that must not exceed a target.
  mutating func ratio(_ name: String, _ value: String, _ ratio: Double, atMost target: Double) {
    verdict(
      name, "\(value)  \(Self.number(ratio)) ×", "at most \(Self.number(target)) ×",
      isMet: ratio <= target)
  }

  /// Something that must hold.
  mutating func verdict(_ name: String, _ value: String, _ target: String, isMet: Bool) {
    if !isMet { missed += 1 }
    let shown = Self.padded(value, to: 24)
    put("  \(Self.padded(name))\(shown)\(Self.padded(target, to: 20))\(isMet ? "ok" : "MISSED")")
  }

  /// A number with three significant digits.
  static func number(_ value: Double) -> String {
    switch abs(value) {
    case 100...: String(format: "%.0f", value)
    case 10..<100: String(format: "%.1f", value)
    case 1..<10: value == value.rounded() ? String(Int(value)) : String(format: "%.2f", value)
    default: String(format: "%.3f", value)
    }
  }

  private static func padded(_ text: String, to width: Int = nameWidth) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }

  private func put(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}

/// Repeated measurements of one thing.
struct Sample {
  private var values: [Double] = []

  /// How often it was measured.
  var count: Int { values.count }

  mutating func add(_ value: Double) { values.append(value) }

  /// The value in the middle.
  var median: Double { quantile(0.5) }

  /// The value that this share of all values does not exceed; 0 when nothing was measured.
  func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return 0 }
    return sorted[min(last, Int(Double(sorted.count) * share))]
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// The duration in milliseconds.
  var inMilliseconds: Double { inSeconds * 1e3 }

  /// The duration in microseconds.
  var inMicroseconds: Double { inSeconds * 1e6 }
}

/// The time the processor has worked for this process, on all cores.
enum ProcessorTime {
  /// Seconds until now.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The seconds some work takes, and its result.
  static func measure<Result>(_ work: () throws -> Result) rethrows -> (Double, Result) {
    let start = now
    let result = try work()
    return (now - start, result)
  }
}
