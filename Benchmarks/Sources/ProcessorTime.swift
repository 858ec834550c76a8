import Foundation

/// The time the processor has worked for this process, on all cores.
enum ProcessorTime {
  /// Seconds until now.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The seconds some work takes, and what it gives.
  static func measure<Result>(_ work: () throws -> Result) rethrows -> (Double, Result) {
    let start = now
    let result = try work()
    return (now - start, result)
  }
}
