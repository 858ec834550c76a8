import RabbleScheduling
import RabbleScreens
import RabbleText

extension ReturnTime {
  /// Says when a card that is due then returns, seen from `moment`.
  init(_ due: Due, from moment: Moment, localTime: LocalTime) {
    switch due {
    case .at(let milliseconds):
      self.init(
        timestamp: localTime.moment(milliseconds: milliseconds).iso8601,
        phrase: Self.phrase(seconds: Self.seconds(from: moment.milliseconds, to: milliseconds)))
    case .on(let day):
      self.init(
        timestamp: localTime.start(of: day).iso8601,
        phrase: Self.phrase(days: day.number - moment.day.number))
    }
  }

  private static func seconds(from: Int64, to: Int64) -> Int {
    let (difference, overflow) = to.subtractingReportingOverflow(from)
    return overflow ? 0 : Int(clamping: (difference + 999) / 1000)
  }

  private static func phrase(seconds: Int) -> String {
    switch seconds {
    case ...0: "now"
    case ..<60: "in \(NumberText.count(seconds, "second"))"
    case ..<5400: "in \(NumberText.count((seconds + 59) / 60, "minute"))"
    case ..<129_600: "in \(NumberText.count((seconds + 1800) / 3600, "hour"))"
    default: "in \(NumberText.count((seconds + 43_200) / 86_400, "day"))"
    }
  }

  private static func phrase(days: Int) -> String {
    switch days {
    case ...0: "today"
    case 1: "tomorrow"
    case ..<60: "in \(days) days"
    case ..<180: "in \((days + 3) / 7) weeks"
    case ..<730: "in \(Int((Double(days) / 30.4375).rounded())) months"
    default: "in \(tenths(days, of: 365.25)) years"
    }
  }

  private static func tenths(_ days: Int, of unit: Double) -> String {
    let tenths = Int((Double(days) / unit * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
