import Dispatch

/// Work that is spread over the processor's cores.
enum Parallel {
  /// What a function gives for 0 up to but not including `count`, in that order, however many cores
  /// there are.
  static func map<Result: Sendable>(
    _ count: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 1 else { return (0..<count).map(body) }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      // Each call writes to a place of its own.
      nonisolated(unsafe) let places = base
      DispatchQueue.concurrentPerform(iterations: count) { index in
        (places + index).initialize(to: body(index))
      }
      initialized = count
    }
  }

  /// Cards in parts of about as many reviews each, whose number depends on the reviews alone.
  static func parts(of histories: ReviewHistories, reviews: Int, most: Int) -> [Range<Int>] {
    let count = min(max(histories.count / reviews, 1), most)
    var result: [Range<Int>] = []
    var start = 0
    for part in 1...count {
      let target = histories.count * part / count
      var end = start
      while end < histories.cardCount, Int(histories.starts[end + 1]) <= target { end += 1 }
      if part == count { end = histories.cardCount }
      result.append(start..<end)
      start = end
    }
    return result
  }
}
