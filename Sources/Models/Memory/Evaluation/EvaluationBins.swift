/// The items compared with each other in the binned error: those that agree in the whole parts of
/// log₃.₆₂ of the days waited, log₁.₈₉ of the reviews on later days, this one included, and log₁.₇₃
/// of the lapses.
///
/// Source: `r_matrix_index` of fsrs-rs 6.6.2.
struct EvaluationBins: Sendable {
  /// How many bins there are.
  static let count = side * side * side

  private static let side = 16
  private let days = Levels(base: 1.286_474)
  private let reviews = Levels(base: 0.636_577)
  private let lapses = Levels(base: 0.548_121)

  /// The number of an item's bin.
  ///
  /// - Parameters:
  ///   - days: the days waited, at least 1.
  ///   - reviews: the card's reviews on later days, this one included.
  ///   - lapses: how often it was forgotten before.
  /// - Returns: 0 up to but not including ``count``.
  func bin(days: Int, reviews: Int, lapses: Int) -> Int {
    let lapse = lapses == 0 ? 0 : 1 + self.lapses[lapses]
    return
      (min(self.days[days], Self.side - 1) * Self.side
      + min(self.reviews[reviews], Self.side - 1)) * Self.side + min(lapse, Self.side - 1)
  }

  /// The whole parts of a logarithm; those of small numbers are worked out once.
  private struct Levels {
    private static let known = 1024
    private let perLogarithm: Double
    private let levels: [UInt8]

    /// - Parameter base: the natural logarithm of the base.
    init(base: Double) {
      let perLogarithm = 1 / base
      self.perLogarithm = perLogarithm
      levels = (0..<Self.known).map { UInt8(Self.level(max($0, 1), perLogarithm)) }
    }

    /// The level of a number that is at least 1.
    subscript(number: Int) -> Int {
      number < Self.known ? Int(levels[number]) : Self.level(number, perLogarithm)
    }

    private static func level(_ number: Int, _ perLogarithm: Double) -> Int {
      Int(logarithm(Double(number)) * perLogarithm)
    }
  }
}
