/// The cards in their steps by the minute they are due at; of those due together, the one that
/// came first.
struct StepList: Sendable {
  private struct Step {
    let place: ReviewQueue.Place
    let due: Int64
  }

  /// The one due first stands last.
  private var steps: [Step] = []

  /// Adds a card that is due at a time in milliseconds since 1970-01-01T00:00:00Z, with O(log n)
  /// comparisons.
  mutating func insert(_ place: ReviewQueue.Place, due: Int64) {
    var range = steps.startIndex..<steps.endIndex
    while let middle = range.middle {
      if steps[middle].due > due {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    steps.insert(Step(place: place, due: due), at: range.lowerBound)
  }

  /// Takes out the card that is due first, if its time is not after the given one.
  mutating func take(dueBy milliseconds: Int64) -> ReviewQueue.Place? {
    guard let step = steps.last, step.due <= milliseconds else { return nil }
    steps.removeLast()
    return step.place
  }
}

extension Range<Int> {
  /// The number in the middle, or `nil` when there is none.
  fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
