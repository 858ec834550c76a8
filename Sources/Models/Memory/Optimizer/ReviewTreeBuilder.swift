/// Merges the histories of cards into a ``ReviewTree``, level by level.
struct ReviewTreeBuilder {
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
      place(&branches)
      advance(depth, branches, branchOfCard)
      depth += 1
    }
  }

  /// Collects what the cards' next reviews are; gives the branch each card takes.
  private func grow(_ branches: inout Branches, _ depth: Int) -> [Int32] {
    let histories = set.histories
    return cards.indices.map { place in
      let card = Int(cards[place])
      let index = Int(histories.starts[card]) + depth
      let days = histories.elapsedDays(at: index)
      let wait = kind == .fsrs6 ? Int64(days) : histories.elapsedMilliseconds(at: index)
      let branch = branches.find(node: reached[place], wait: wait)
      branches.count(
        branch, grade: histories.grades[index], weight: set.weights[index],
        goesOn: Int(set.lengths[card]) > depth + 1)
      return Int32(branch)
    }
  }

  /// Gives the waits and nodes of a level their places.
  private mutating func place(_ branches: inout Branches) {
    let firstWait = waitNodes.count
    for branch in branches.indices where !isSameDay(branches, branch) {
      branches.places[branch] = Int32(waitNodes.count)
      waitNodes.append(branches.nodes[branch])
      waitDays.append(days(branches.waits[branch]))
      remembered.append(branches.remembered[branch])
      forgotten.append(branches.forgotten[branch])
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

  private mutating func placeNodes(
    _ branches: inout Branches, _ step: ReviewTree.Step
  ) -> Range<Int> {
    let first = nodeWaits.count
    for branch in branches.indices where (step == .sameDay) == isSameDay(branches, branch) {
      let grades = step == .lapse ? 1...1 : step == .recall ? 2...4 : 1...4
      for grade in grades where branches.children[branch * 4 + grade - 1] >= 0 {
        branches.children[branch * 4 + grade - 1] = Int32(nodeWaits.count)
        nodeWaits.append(max(branches.places[branch], 0))
        nodeParents.append(branches.nodes[branch])
        nodeGrades.append(Float(grade))
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
  private mutating func advance(_ depth: Int, _ branches: Branches, _ branchOfCard: [Int32]) {
    var kept = 0
    for place in cards.indices {
      let card = Int(cards[place])
      guard Int(set.lengths[card]) > depth + 1 else { continue }
      let grade = set.histories.grades[Int(set.histories.starts[card]) + depth]
      cards[kept] = cards[place]
      reached[kept] = branches.children[Int(branchOfCard[place]) * 4 + Int(grade) - 1]
      kept += 1
    }
    cards.removeLast(cards.count - kept)
    reached.removeLast(reached.count - kept)
  }

  private func isSameDay(_ branches: Branches, _ branch: Int) -> Bool {
    kind == .fsrs6 && branches.waits[branch] == 0
  }

  private func days(_ wait: Int64) -> Float {
    kind == .fsrs6 ? Float(wait) : Float(Double(wait) / 86_400_000)
  }

  private static func groups(_ scalars: Range<Int>) -> Range<Int> {
    scalars.lowerBound / Lanes.width..<scalars.upperBound / Lanes.width
  }
}
