extension RandomAccessCollection {
  /// The first index from which on a condition holds for all elements, where it holds for none before; the
  /// end where it holds for none.
  ///
  /// - Complexity: O(log n)
  @inlinable
  package func partitioningIndex(where holds: (Element) throws -> Bool) rethrows -> Index {
    var (start, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(start, offsetBy: half)
      if try holds(self[middle]) {
        length = half
      } else {
        start = index(after: middle)
        length -= half + 1
      }
    }
    return start
  }
}
