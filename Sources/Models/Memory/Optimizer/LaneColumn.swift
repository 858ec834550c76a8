/// A column of numbers that is read and written eight at a time or one by one.
///
/// It is not safe to be used by two threads at once; its owner sees to that.
struct LaneColumn {
  let groups: UnsafeMutablePointer<Lanes>
  let groupCount: Int

  /// Makes a column of zeros.
  init(groups count: Int) {
    groupCount = max(count, 1)
    groups = .allocate(capacity: groupCount)
    groups.initialize(repeating: .zero, count: groupCount)
  }

  /// The single numbers.
  var scalars: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(groups).assumingMemoryBound(to: Float.self)
  }

  func clear() { groups.update(repeating: .zero, count: groupCount) }

  func deallocate() { groups.deallocate() }
}
