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
  let waitNodes: [SIMD8<Int32>]
  let waitDays: [Lanes]
  /// How much is remembered and forgotten at the end of each wait: the sums of the items' weights.
  let remembered: [Lanes]
  let forgotten: [Lanes]

  /// Each node's wait, the node before, and the grade as a number 1…4.
  let nodeWaits: [SIMD8<Int32>]
  let nodeParents: [SIMD8<Int32>]
  let nodeGrades: [Lanes]

  /// Makes a tree of the histories of some cards.
  ///
  /// - Parameters:
  ///   - set: what there is to learn from.
  ///   - cards: the cards.
  ///   - kind: the model; for FSRS-6, waits of as many days are alike, and reviews on one day have
  ///     a step of their own.
  init(_ set: TrainingSet, cards: Range<Int>, kind: MemoryModel.Kind) {
    var builder = ReviewTreeBuilder(set, cards: cards, kind: kind)
    builder.build()
    levels = builder.levels
    waitNodes = Self.groups(builder.waitNodes)
    waitDays = Self.groups(builder.waitDays)
    remembered = Self.groups(builder.remembered)
    forgotten = Self.groups(builder.forgotten)
    nodeWaits = Self.groups(builder.nodeWaits)
    nodeParents = Self.groups(builder.nodeParents)
    nodeGrades = Self.groups(builder.nodeGrades)
  }

  private static func groups<Scalar>(_ numbers: [Scalar]) -> [SIMD8<Scalar>] {
    stride(from: 0, to: numbers.count, by: Lanes.width).map { start in
      SIMD8(numbers[start..<start + Lanes.width])
    }
  }
}

/// Merges the histories of cards into a ``ReviewTree``, level by level.
private struct ReviewTreeBuilder {
  private(set) var levels: [ReviewTree.Level] = []
  private(set) var waitNodes: [Int32] = []
  private(set) var waitDays: [Float] = []
  private(set) var remembered: [Float] = []
  private(set) var forgotten: [Float] = []
  private(set) var nodeWaits = [Int32](repeating: 0, count: Lanes.width)
  private(set) var nodeParents = [Int32](repeating: 0, count: Lanes.width)
  private(set) var nodeGrades: [Float] = [1, 2, 3, 4, 1, 1, 1, 1]

  private let set: TrainingSet
  private let kind: MemoryModel.Kind
  /// The cards that have a review on the level to build, and the node each has reached.
  private var cards: [Int32] = []
  private var reached: [Int32] = []

  init(_ set: TrainingSet, cards range: Range<Int>, kind: MemoryModel.Kind) {
    self.set = set
    self.kind = kind
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
      let wait =
        kind == .fsrs6
        ? Int64(histories.elapsedDays(at: index)) : histories.elapsedMilliseconds(at: index)
      let branch = branches.find(node: reached[place], wait: wait)
      branches.found[branch].count(
        grade: histories.grades[index], weight: set.weights[index],
        goesOn: Int(set.lengths[card]) > depth + 1)
      return Int32(branch)
    }
  }

  /// Gives the waits and nodes of a level their places.
  private mutating func place(_ branches: inout [Branch]) {
    let firstWait = waitNodes.count
    for index in branches.indices where !isSameDay(branches[index]) {
      let branch = branches[index]
      branches[index].place = Int32(waitNodes.count)
      waitNodes.append(branch.node)
      waitDays.append(days(branch.wait))
      remembered.append(branch.remembered)
      forgotten.append(branch.forgotten)
    }
    while waitNodes.count % Lanes.width != 0 {
      waitNodes.append(0)
      waitDays.append(1)
      remembered.append(0)
      forgotten.append(0)
    }
    let nodes = ReviewTree.Step.allCases.map { step in placeNodes(&branches, step) }
    levels.append(
      ReviewTree.Level(waits: Self.groups(firstWait..<waitNodes.count), nodes: nodes))
  }

  private mutating func placeNodes(_ branches: inout [Branch], _ step: ReviewTree.Step)
    -> Range<Int>
  {
    let first = nodeWaits.count
    let grades = step == .lapse ? 0..<1 : step == .recall ? 1..<4 : 0..<4
    for index in branches.indices where (step == .sameDay) == isSameDay(branches[index]) {
      let branch = branches[index]
      for grade in grades where branch.children[grade] >= 0 {
        branches[index].children[grade] = Int32(nodeWaits.count)
        nodeWaits.append(max(branch.place, 0))
        nodeParents.append(branch.node)
        nodeGrades.append(Float(grade + 1))
      }
    }
    while nodeWaits.count % Lanes.width != 0 {
      nodeWaits.append(0)
      nodeParents.append(0)
      nodeGrades.append(step == .lapse ? 1 : 3)
    }
    return Self.groups(first..<nodeWaits.count)
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

  private func isSameDay(_ branch: Branch) -> Bool { kind == .fsrs6 && branch.wait == 0 }

  private func days(_ wait: Int64) -> Float {
    kind == .fsrs6 ? Float(wait) : Float(Double(wait) / 86_400_000)
  }

  private static func groups(_ scalars: Range<Int>) -> Range<Int> {
    scalars.lowerBound / Lanes.width..<scalars.upperBound / Lanes.width
  }
}

extension ReviewTreeBuilder {
  /// A way on from a node of a level: the same wait, however the reviews at its end went.
  private struct Branch {
    let node: Int32
    let wait: Int64
    private(set) var remembered: Float = 0
    private(set) var forgotten: Float = 0
    /// The place of its wait; -1 when it has none.
    var place: Int32 = -1
    /// Four nodes, one a grade; -1 where none is needed.
    var children = SIMD4<Int32>(repeating: -1)

    init(node: Int32, wait: Int64) {
      self.node = node
      self.wait = wait
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

    /// The branch of a node and a wait, made if it is new.
    mutating func find(node: Int32, wait: Int64) -> Int {
      let mixed =
        UInt64(truncatingIfNeeded: wait) &* 0x9e37_79b9_7f4a_7c15
        &+ UInt64(truncatingIfNeeded: node) &* 0xd1b5_4a32_d192_ed03
      let hash = (mixed ^ (mixed >> 29)) &* 0xbf58_476d_1ce4_e5b9
      var slot = Int(truncatingIfNeeded: hash >> shift)
      while slots[slot] >= 0 {
        let branch = Int(slots[slot])
        if found[branch].node == node, found[branch].wait == wait { return branch }
        slot = slot + 1 == slots.count ? 0 : slot + 1
      }
      slots[slot] = Int32(found.count)
      found.append(Branch(node: node, wait: wait))
      return found.count - 1
    }
  }
}
