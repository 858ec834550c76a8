import RabbleScheduling

extension Due {
  /// Whether the card is due at a minute of this day.
  func isOfDay(_ day: StudyDay) -> Bool {
    guard case .at(let time) = self else { return false }
    return Moment(milliseconds: time, utcOffset: 0).day == day
  }

  /// How far off it is: minutes of a day before days. 0 for no wait.
  func rank(from now: Moment) -> Double {
    switch self {
    case .at(let time): Double(time - now.milliseconds) / 86_400_000
    case .on(let day): Double(day.number - now.day.number)
    }
  }
}
