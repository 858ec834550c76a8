/// When a card wants to be asked again.
public enum Due: Hashable, Sendable {
  /// At a minute, while the card is in its steps: milliseconds since 1970-01-01T00:00:00Z.
  case at(Int64)
  /// At any time of a day.
  case on(StudyDay)

  /// Whether the time has come.
  public func hasCome(at moment: Moment) -> Bool {
    switch self {
    case .at(let milliseconds): milliseconds <= moment.milliseconds
    case .on(let day): day <= moment.day
    }
  }
}
