/// Numbers as people read them: counts, shares, decimals.
package enum NumberText {
  /// A number of things: `1 day`, `3 days`.
  package static func count(_ number: Int, _ unit: String) -> String {
    number == 1 ? "1 \(unit)" : "\(number) \(unit)s"
  }

  /// How often: `once`, `twice`, `8 times`.
  package static func times(_ number: Int) -> String {
    number == 1 ? "once" : number == 2 ? "twice" : "\(number) times"
  }

  /// A probability in percent; 100% and 0% stand for exactly these.
  package static func percent(_ share: Double) -> String {
    switch share * 100 {
    case 99.5..<100: "over 99%"
    case 0..<0.5 where share > 0: "under 1%"
    default: "\(Int((min(max(share, 0), 1) * 100).rounded()))%"
    }
  }

  /// A desired retention in percent, with one decimal if it has one.
  package static func retention(_ share: Double) -> String {
    "\(tenths(min(max(share, 0), 0.999) * 100))%"
  }

  /// With one decimal, and none from a hundred on.
  package static func tenths(_ number: Double) -> String {
    number >= 99.95 ? "\(Int(number.rounded()))" : decimal(number, tenth: 10)
  }

  /// With two decimals, and none from a hundred on.
  package static func hundredths(_ number: Double) -> String {
    number >= 99.995 ? "\(Int(number.rounded()))" : decimal(number, tenth: 100)
  }

  /// With commas between the thousands: `10,000`.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits.prefix(end).suffix(3))
    }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }

  private static func decimal(_ number: Double, tenth: Double) -> String {
    let scaled = (number * tenth).rounded() / tenth
    return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
  }

  /// A time in its largest unit: seconds, minutes, hours, days, or years from two on.
  package static func time(days: Double) -> String {
    let seconds = max(days, 0) * 86_400
    switch seconds {
    case ..<59.5: return unit(seconds.rounded(), "second")
    case ..<(59.5 * 60): return unit((seconds / 60).rounded(), "minute")
    case ..<86_400: return amount(seconds / 3600, "hour")
    case ..<(730 * 86_400): return amount(days, "day")
    default: return amount(days / 365.25, "year")
    }
  }

  private static func unit(_ number: Double, _ unit: String) -> String { count(Int(number), unit) }

  private static func amount(_ number: Double, _ unit: String) -> String {
    let text = tenths(number)
    return text == "1" ? "1 \(unit)" : "\(text) \(unit)s"
  }

  /// A difficulty of 1…10 in a word or two.
  package static func difficulty(_ difficulty: Double) -> String {
    switch difficulty {
    case ..<3: "very easy"
    case ..<5: "easy"
    case ..<7: "medium"
    case ..<9: "hard"
    default: "very hard"
    }
  }
}
