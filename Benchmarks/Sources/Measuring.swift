import Foundation

/// Prints measurements line by line, and remembers whether a target was missed.
struct Report {
  private(set) var missed = 0
  private static let nameWidth = 52
  private static let rowWidth = 46

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

  // MARK: - Tables

  /// The names of a table's columns, which are what was measured.
  func columns(_ names: [String]) {
    put(
      "  " + Self.padded("", to: Self.rowWidth)
        + names.map { Self.padded($0, to: Cell.width) }.joined())
  }

  /// A row of a table. A target is what no cell of it may exceed.
  mutating func row(_ name: String, _ cells: [Cell?], _ target: Cell.Target = Cell.Target()) {
    guard let words = target.words else { return put(Self.row(name, cells)) }
    row(name, cells, words, isMet: cells.allSatisfy { $0.map(target.isMet(by:)) ?? true })
  }

  /// A row of a table that has a target of another kind.
  mutating func row(_ name: String, _ cells: [Cell?], _ target: String, isMet: Bool) {
    if !isMet { missed += 1 }
    put(Self.row(name, cells) + Self.padded(target, to: 22) + (isMet ? "ok" : "MISSED"))
  }

  private static func row(_ name: String, _ cells: [Cell?]) -> String {
    "  " + padded(name, to: rowWidth)
      + cells.map { padded($0?.text ?? "–", to: Cell.width) }.joined()
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

  /// A number with commas between its thousands.
  static func count(_ value: Int) -> String {
    let digits = Array(String(value))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digits[index])
    }
  }

  private static func padded(_ text: String, to width: Int = nameWidth) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }

  private func put(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}

/// What was measured in one log, in a table with others.
struct Cell {
  /// What none of the cells of a row may exceed.
  struct Target {
    var ratio: Double?
    /// In MiB.
    var memory: Double?

    /// What is asked for; `nil` where nothing is.
    fileprivate var words: String? {
      let parts = [
        ratio.map { "\(Report.number($0)) ×" }, memory.map { "\(Report.number($0)) MiB" },
      ].compactMap { $0 }
      return parts.isEmpty ? nil : "at most " + parts.joined(separator: ", ")
    }

    fileprivate func isMet(by cell: Cell) -> Bool {
      (cell.ratio ?? 0) <= ratio ?? .infinity && (cell.memory ?? 0) <= memory ?? .infinity
    }
  }

  fileprivate static let width = 27
  let value: String
  /// How many times as much it is as the peer's.
  var ratio: Double?
  /// The most memory that was resident meanwhile, in MiB.
  var memory: Double?

  init(_ value: String, ratio: Double? = nil, memory: Double? = nil) {
    (self.value, self.ratio, self.memory) = (value, ratio, memory)
  }

  /// The seconds of the processor that something took, beside those of a peer.
  init(seconds: Double, peer: Double? = nil, memory: Double? = nil) {
    self.init(
      "\(Report.number(seconds)) s", ratio: peer.map { seconds / max($0, 1e-9) }, memory: memory)
  }

  /// What something costs, beside what a peer's does.
  init(_ cost: Cost, peer: Double? = nil) {
    self.init(seconds: cost.seconds, peer: peer, memory: cost.memory)
  }

  fileprivate var text: String {
    var parts = [value]
    if let ratio { parts.append("\(Report.number(ratio)) ×") }
    if let memory { parts.append("\(Report.number(memory)) MiB") }
    return parts.joined(separator: "  ")
  }
}

/// What running something took.
struct Cost {
  /// Seconds of the processor.
  let seconds: Double
  /// The most memory that was resident, in MiB.
  let memory: Double
}

/// Repeated measurements of one thing.
struct Sample {
  private var values: [Double] = []

  /// How often it was measured.
  var count: Int { values.count }

  mutating func add(_ value: Double) { values.append(value) }

  /// The average.
  var mean: Double { values.reduce(0, +) / Double(max(values.count, 1)) }

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
