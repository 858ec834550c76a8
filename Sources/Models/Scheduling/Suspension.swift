/// Whether a card is asked at all.
public enum Suspension: Hashable, Sendable {
  /// It is asked when it is due.
  case active
  /// It is not asked until the learner wants it back.
  case suspended
  /// It is not asked before this day.
  case buried(until: StudyDay)

  /// Whether the card is left out on a day.
  public func holds(on day: StudyDay) -> Bool {
    switch self {
    case .active: false
    case .suspended: true
    case .buried(let end): day < end
    }
  }
}
