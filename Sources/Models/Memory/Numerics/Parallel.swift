import Dispatch

/// Independent parts of some work, spread over the processor's cores, as in RabbleText, which this module
/// does without.
enum Parallel {
  /// The results of a function for 0 up to but not including `count`, in that order, however many
  /// cores there are.
  static func map<Result: Sendable>(
    _ count: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 1 else { return (0..<count).map(body) }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Each call writes to an element of its own.
      nonisolated(unsafe) let elements = buffer
      DispatchQueue.concurrentPerform(iterations: count) { index in
        elements.initializeElement(at: index, to: body(index))
      }
      initialized = count
    }
  }
}
