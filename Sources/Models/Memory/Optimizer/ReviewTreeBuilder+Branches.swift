extension ReviewTreeBuilder {
  /// The ways on from the nodes of a level: for each node and wait one branch, found by hashing
  /// with open addressing.
  struct Branches {
    private(set) var nodes: [Int32] = []
    private(set) var waits: [Int64] = []
    private(set) var remembered: [Float] = []
    private(set) var forgotten: [Float] = []
    /// The place of each branch's wait; -1 when it has none.
    var places: [Int32] = []
    /// For each branch four nodes, one a grade; -1 where none is needed.
    var children: [Int32] = []

    private var slots: [Int32]
    private let shift: UInt64

    var indices: Range<Int> { nodes.indices }

    /// - Parameter capacity: how many branches there may be.
    init(capacity: Int) {
      var bits: UInt64 = 4
      while 1 << bits < 2 * capacity { bits += 1 }
      slots = [Int32](repeating: -1, count: 1 << bits)
      shift = 64 - bits
    }

    /// The branch of a node and a wait, made if it is new.
    mutating func find(node: Int32, wait: Int64) -> Int {
      let mixed =
        UInt64(truncatingIfNeeded: wait) &* 0x9e37_79b9_7f4a_7c15
        &+ UInt64(truncatingIfNeeded: node) &* 0xd1b5_4a32_d192_ed03
      let hash = (mixed ^ (mixed >> 29)) &* 0xbf58_476d_1ce4_e5b9
      var slot = Int(truncatingIfNeeded: hash >> shift)
      while slots[slot] >= 0 {
        let branch = Int(slots[slot])
        if nodes[branch] == node, waits[branch] == wait { return branch }
        slot = slot + 1 == slots.count ? 0 : slot + 1
      }
      slots[slot] = Int32(nodes.count)
      nodes.append(node)
      waits.append(wait)
      remembered.append(0)
      forgotten.append(0)
      places.append(-1)
      children.append(contentsOf: repeatElement(-1, count: 4))
      return nodes.count - 1
    }

    /// Counts a review at the end of a branch.
    ///
    /// - Parameters:
    ///   - branch: the branch.
    ///   - grade: 1…4.
    ///   - weight: how much the review counts.
    ///   - goesOn: whether the memory after it is needed.
    mutating func count(_ branch: Int, grade: UInt8, weight: Float, goesOn: Bool) {
      if grade == 1 {
        forgotten[branch] += weight
      } else {
        remembered[branch] += weight
      }
      if goesOn { children[branch * 4 + Int(grade) - 1] = 0 }
    }
  }
}
