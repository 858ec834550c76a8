import Foundation
import RabbleScheduling

#if canImport(Glibc)
  import Glibc
#endif

/// The clock of the session: the system's, or one held at a given moment.
struct Clock: Sendable {
  private let held: Moment?
  let localTime: LocalTime

  /// Makes a clock. One that is held shows the local time of the moment it is held at: if the
  /// system's zone has another offset then, the moment's own offset counts throughout.
  init(heldAt moment: Moment?) {
    held = moment
    let system = LocalTime(utcOffset: Self.systemOffset)
    if let moment, system.moment(milliseconds: moment.milliseconds).utcOffset != moment.utcOffset {
      localTime = .fixed(offset: moment.utcOffset)
    } else {
      localTime = system
    }
  }

  /// The present.
  func now() -> Moment {
    if let held { return held }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return localTime.moment(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  private static let systemOffset: @Sendable (Int64) -> Int = { seconds in
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
