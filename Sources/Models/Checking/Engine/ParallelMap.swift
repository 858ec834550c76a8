import Dispatch

/// Works on independent parts at once, with results in their order.
enum ParallelMap {
  /// The results of `transform` for 0, 1, … up to `count`.
  static func map<Result: Sendable>(
    _ count: Int, _ transform: @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 1 else { return (0..<count).map(transform) }
    return [Result](unsafeUninitializedCapacity: count) { buffer, done in
      nonisolated(unsafe) let start = buffer.baseAddress
      DispatchQueue.concurrentPerform(iterations: count) { number in
        start?.advanced(by: number).initialize(to: transform(number))
      }
      done = count
    }
  }
}
