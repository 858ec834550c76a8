import Foundation

/// The time that the calling thread has spent on a processor, which does not depend on what else the
/// machine does.
public enum ProcessorTime {
  /// What the calling thread has spent until now.
  public static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What some work costs that stays on the calling thread: the least of three runs, so that what only
  /// the first pays for doesn't count.
  public static func least(of work: () -> Void) -> Duration {
    (0..<3).map { _ in
      let start = now
      work()
      return now - start
    }.min() ?? .zero
  }
}
