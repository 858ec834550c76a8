import Foundation

/// Prints what was measured, line by line, and remembers whether a target was missed.
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

  /// A number with three digits that count.
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
