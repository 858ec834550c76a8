/// The histories of many cards as one tree, in which cards whose histories begin alike share that
/// beginning, laid out so that eight reviews at a time can be replayed.
///
/// A node is the memory after some reviews. A wait leads from it to a review on a later day, at
/// which the card is remembered or not; an answer leads on to the next node, if there is anything to
/// predict behind it. Level by level, waits and nodes stand in groups of eight that take the same
/// formula. A group that is not full is filled up with some that start at node 0 and count nothing.
struct ReviewTree {
  /// What a review does to the memory.
  enum Step: Int, CaseIterable {
    case lapse, recall, sameDay
  }

  /// Where the groups of a level are.
  struct Level {
    /// The groups of waits that end with this level's reviews.
    let waits: Range<Int>
    /// The groups of nodes after this level's reviews, one range a step.
    let nodes: [Range<Int>]
  }

  /// The levels from the second review of a card on. Nodes 0 to 3, in group 0, are the memory after
  /// a first review with each grade.
  let levels: [Level]

  /// Each wait's node, and its days.
  let waitNodes: LaneList<Int32>
  let waitDays: LaneList<Float>
  /// How much is remembered and forgotten at the end of each wait: the sums of the items' weights.
  let remembered: LaneList<Float>
  let forgotten: LaneList<Float>

  /// Each node's wait, the node before, and the grade as a number 1…4.
  let nodeWaits: LaneList<Int32>
  let nodeParents: LaneList<Int32>
  let nodeGrades: LaneList<Float>

  private let memory: ReviewTreeMemory

  /// Makes a tree of the histories of some cards.
  ///
  /// - Parameters:
  ///   - set: what there is to learn from.
  ///   - cards: the cards.
  ///   - memory: the memory for it.
  init(_ set: TrainingSet, cards: Range<Int>, in memory: ReviewTreeMemory) {
    var builder = ReviewTreeBuilder(set, cards: cards, in: memory)
    builder.build()
    levels = builder.levels
    waitNodes = LaneList(memory.waitNodes, count: builder.waitCount)
    waitDays = LaneList(memory.waitDays, count: builder.waitCount)
    remembered = LaneList(memory.remembered, count: builder.waitCount)
    forgotten = LaneList(memory.forgotten, count: builder.waitCount)
    nodeWaits = LaneList(memory.nodeWaits, count: builder.nodeCount)
    nodeParents = LaneList(memory.nodeParents, count: builder.nodeCount)
    nodeGrades = LaneList(memory.nodeGrades, count: builder.nodeCount)
    self.memory = memory
  }
}

/// Numbers that are read eight at a time, in memory that someone else owns.
struct LaneList<Scalar: SIMDScalar>: @unchecked Sendable {
  private let scalars: UnsafeRawPointer
  /// How many groups of eight there are.
  let count: Int

  /// Takes numbers, whose count is a multiple of eight.
  fileprivate init(_ scalars: UnsafeMutablePointer<Scalar>, count: Int) {
    self.scalars = UnsafeRawPointer(scalars)
    self.count = count / Lanes.width
  }

  /// A group.
  @inline(__always)
  subscript(group: Int) -> SIMD8<Scalar> {
    scalars.load(
      fromByteOffset: group * MemoryLayout<SIMD8<Scalar>>.stride, as: SIMD8<Scalar>.self)
  }
}

/// The memory of a tree, as much as the histories of some cards can need. The caller allocates it for all
/// trees: memory that a thread frees stays with that thread.
///
/// It must not be changed once the tree is made.
final class ReviewTreeMemory: @unchecked Sendable {
  fileprivate let waitNodes: UnsafeMutablePointer<Int32>
  fileprivate let waitDays: UnsafeMutablePointer<Float>
  fileprivate let remembered: UnsafeMutablePointer<Float>
  fileprivate let forgotten: UnsafeMutablePointer<Float>
  fileprivate let nodeWaits: UnsafeMutablePointer<Int32>
  fileprivate let nodeParents: UnsafeMutablePointer<Int32>
  fileprivate let nodeGrades: UnsafeMutablePointer<Float>
  fileprivate let waitCapacity: Int
  fileprivate let nodeCapacity: Int
  private let block: UnsafeMutableRawPointer

  init(_ set: TrainingSet, cards: Range<Int>) {
    var (reviews, longest) = (0, 0)
    for card in cards where set.lengths[card] > 1 {
      reviews += Int(set.lengths[card]) - 1
      longest = max(longest, Int(set.lengths[card]))
    }
    // A review needs a wait and a node at most; on each level, waits and the nodes of each step are filled up.
    let width = Lanes.width
    let waits = (reviews / width + longest + 1) * width
    let nodes = (reviews / width + longest * ReviewTree.Step.allCases.count + 2) * width
    let size = MemoryLayout<Float>.stride
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: (4 * waits + 3 * nodes) * size, alignment: MemoryLayout<Lanes>.alignment)
    var next = block
    func column<Scalar>(_ count: Int) -> UnsafeMutablePointer<Scalar> {
      defer { next += count * size }
      return next.bindMemory(to: Scalar.self, capacity: count)
    }
    waitNodes = column(waits)
    waitDays = column(waits)
    remembered = column(waits)
    forgotten = column(waits)
    nodeWaits = column(nodes)
    nodeParents = column(nodes)
    nodeGrades = column(nodes)
    (waitCapacity, nodeCapacity) = (waits, nodes)
    self.block = block
  }

  deinit { block.deallocate() }
}

/// Merges the histories of cards into a ``ReviewTree``, level by level.
private struct ReviewTreeBuilder {
  private(set) var levels: [ReviewTree.Level] = []
  private(set) var waitCount = 0
  private(set) var nodeCount = 0

  private let memory: ReviewTreeMemory
  private let set: TrainingSet
  /// The cards that have a review on the level to build, and the node each has reached.
  private var cards: [Int32] = []
  private var reached: [Int32] = []

  init(_ set: TrainingSet, cards range: Range<Int>, in memory: ReviewTreeMemory) {
    self.set = set
    self.memory = memory
    for lane in 0..<Lanes.width {
      let grade = lane < Grade.allCases.count ? lane + 1 : 1
      addNode(wait: 0, parent: 0, grade: Float(grade))
    }
    for card in range where set.lengths[card] > 1 {
      cards.append(Int32(card))
      reached.append(Int32(set.histories.grades[Int(set.histories.starts[card])]) - 1)
    }
  }

  mutating func build() {
    var depth = 1
    while !cards.isEmpty {
      var branches = Branches(capacity: cards.count)
      let branchOfCard = grow(&branches, depth)
      place(&branches.found)
      advance(depth, branches.found, branchOfCard)
      depth += 1
    }
  }

  /// Collects what the cards' next reviews are; gives the branch each card takes.
  private func grow(_ branches: inout Branches, _ depth: Int) -> [Int32] {
    let histories = set.histories
    return cards.indices.map { place in
      let card = Int(cards[place])
      let index = Int(histories.starts[card]) + depth
      let branch = branches.find(
        node: reached[place], days: Int32(clamping: histories.elapsedDays(at: index)))
      branches.found[branch].count(
        grade: histories.grades[index], weight: set.weights[index],
        goesOn: Int(set.lengths[card]) > depth + 1)
      return Int32(branch)
    }
  }

  /// Gives the waits and nodes of a level their places.
  private mutating func place(_ branches: inout [Branch]) {
    let firstWait = waitCount
    for index in branches.indices where branches[index].days > 0 {
      let branch = branches[index]
      branches[index].place = Int32(waitCount)
      addWait(
        node: branch.node, days: Float(branch.days), remembered: branch.remembered,
        forgotten: branch.forgotten)
    }
    while waitCount % Lanes.width != 0 {
      addWait(node: 0, days: 1, remembered: 0, forgotten: 0)
    }
    let nodes = ReviewTree.Step.allCases.map { step in placeNodes(&branches, step) }
    levels.append(
      ReviewTree.Level(waits: Self.groups(firstWait..<waitCount), nodes: nodes))
  }

  @inline(__always)
  private mutating func addWait(node: Int32, days: Float, remembered: Float, forgotten: Float) {
    precondition(waitCount < memory.waitCapacity)
    memory.waitNodes[waitCount] = node
    memory.waitDays[waitCount] = days
    memory.remembered[waitCount] = remembered
    memory.forgotten[waitCount] = forgotten
    waitCount += 1
  }

  @inline(__always)
  private mutating func addNode(wait: Int32, parent: Int32, grade: Float) {
    precondition(nodeCount < memory.nodeCapacity)
    memory.nodeWaits[nodeCount] = wait
    memory.nodeParents[nodeCount] = parent
    memory.nodeGrades[nodeCount] = grade
    nodeCount += 1
  }

  private mutating func placeNodes(_ branches: inout [Branch], _ step: ReviewTree.Step)
    -> Range<Int>
  {
    let first = nodeCount
    let grades = step == .lapse ? 0..<1 : step == .recall ? 1..<4 : 0..<4
    for index in branches.indices where (step == .sameDay) == (branches[index].days == 0) {
      let branch = branches[index]
      for grade in grades where branch.children[grade] >= 0 {
        branches[index].children[grade] = Int32(nodeCount)
        addNode(wait: max(branch.place, 0), parent: branch.node, grade: Float(grade + 1))
      }
    }
    while nodeCount % Lanes.width != 0 {
      addNode(wait: 0, parent: 0, grade: step == .lapse ? 1 : 3)
    }
    return Self.groups(first..<nodeCount)
  }

  /// Leads the cards that go on to their next nodes.
  private mutating func advance(_ depth: Int, _ branches: [Branch], _ branchOfCard: [Int32]) {
    var kept = 0
    for place in cards.indices {
      let card = Int(cards[place])
      guard Int(set.lengths[card]) > depth + 1 else { continue }
      let grade = set.histories.grades[Int(set.histories.starts[card]) + depth]
      cards[kept] = cards[place]
      reached[kept] = branches[Int(branchOfCard[place])].children[Int(grade) - 1]
      kept += 1
    }
    cards.removeLast(cards.count - kept)
    reached.removeLast(reached.count - kept)
  }

  private static func groups(_ scalars: Range<Int>) -> Range<Int> {
    scalars.lowerBound / Lanes.width..<scalars.upperBound / Lanes.width
  }
}

extension ReviewTreeBuilder {
  /// A way on from a node of a level: a wait of as many days, or none, however the reviews at its end went.
  private struct Branch {
    let node: Int32
    let days: Int32
    private(set) var remembered: Float = 0
    private(set) var forgotten: Float = 0
    /// The place of its wait; -1 when it has none.
    var place: Int32 = -1
    /// Four nodes, one a grade; -1 where none is needed.
    var children = SIMD4<Int32>(repeating: -1)

    init(node: Int32, days: Int32) {
      self.node = node
      self.days = days
    }

    /// Counts a review at its end.
    ///
    /// - Parameters:
    ///   - grade: 1…4.
    ///   - weight: how much the review counts.
    ///   - goesOn: whether the memory after it is needed.
    mutating func count(grade: UInt8, weight: Float, goesOn: Bool) {
      if grade == 1 {
        forgotten += weight
      } else {
        remembered += weight
      }
      if goesOn { children[Int(grade) - 1] = 0 }
    }
  }

  /// The branches of a level, found by hashing with open addressing.
  private struct Branches {
    var found: [Branch] = []
    private var slots: [Int32]
    private let shift: UInt64

    /// - Parameter capacity: how many branches there may be.
    init(capacity: Int) {
      var bits: UInt64 = 4
      while 1 << bits < 2 * capacity { bits += 1 }
      slots = [Int32](repeating: -1, count: 1 << bits)
      shift = 64 - bits
    }

    /// The branch of a node and a number of days, made if it is new.
    mutating func find(node: Int32, days: Int32) -> Int {
      let mixed =
        UInt64(truncatingIfNeeded: days) &* 0x9e37_79b9_7f4a_7c15
        &+ UInt64(truncatingIfNeeded: node) &* 0xd1b5_4a32_d192_ed03
      let hash = (mixed ^ (mixed >> 29)) &* 0xbf58_476d_1ce4_e5b9
      var slot = Int(truncatingIfNeeded: hash >> shift)
      while slots[slot] >= 0 {
        let branch = Int(slots[slot])
        if found[branch].node == node, found[branch].days == days { return branch }
        slot = slot + 1 == slots.count ? 0 : slot + 1
      }
      slots[slot] = Int32(found.count)
      found.append(Branch(node: node, days: days))
      return found.count - 1
    }
  }
}
