/// How much each day of the week may bring: what other programs call easy days.
public struct StudyWeek: Hashable, Sendable {
  /// How much a day may bring.
  public enum Load: String, CaseIterable, Sendable, Hashable {
    /// As much as any other.
    case normal
    /// About half as much.
    case half
    /// As little as can be: only what can come on no other day.
    case least
  }

  /// The loads of Monday to Sunday.
  public let loads: [Load]

  /// Makes a week.
  ///
  /// - Parameter loads: those of Monday to Sunday; what is missing is normal, and what is more than
  ///   seven is left out.
  public init(_ loads: [Load] = []) {
    self.loads = (0..<7).map { $0 < loads.count ? loads[$0] : .normal }
  }

  /// How much a day may bring.
  public subscript(day: StudyDay) -> Load {
    // 1970-01-01 was a Thursday.
    loads[((day.number + 3) % 7 + 7) % 7]
  }
}
