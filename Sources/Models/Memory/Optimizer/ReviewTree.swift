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
