/// The reviews of a log by card, each card's in the order of time: what optimizer and evaluation
/// work on. A million reviews take 25 MB.
public struct ReviewHistories: Sendable {
  /// Where each card's reviews begin; one more than there are cards.
  let starts: [Int32]
  let grades: [UInt8]
  let days: [Int32]
  let milliseconds: [Int64]
  let durations: [Int32]
  /// The place of each review among all reviews in the order of time, from 0.
  let ranks: [Int32]

  /// How many reviews there are.
  public var count: Int { grades.count }
  /// How many cards there are.
  public var cardCount: Int { starts.count - 1 }
  /// The indices of the cards.
  var cards: Range<Int> { 0..<cardCount }

  /// Collects reviews, in any order; those of one card at one time stay in the order given.
  ///
  /// - Complexity: O(n) when they come in the order of time, else O(n log n).
  public init(_ reviews: some Sequence<LoggedReview>) {
    var builder = Builder()
    for review in reviews { builder.append(review) }
    self = builder.histories()
  }

  init(
    starts: [Int32], grades: [UInt8], days: [Int32], milliseconds: [Int64], durations: [Int32],
    ranks: [Int32]
  ) {
    self.starts = starts
    self.grades = grades
    self.days = days
    self.milliseconds = milliseconds
    self.durations = durations
    self.ranks = ranks
  }

  /// The places of a card's reviews.
  func range(of card: Int) -> Range<Int> { Int(starts[card])..<Int(starts[card + 1]) }

  /// The time between a review, which is not a card's first, and the one before.
  func elapsed(at index: Int) -> Elapsed {
    Elapsed(
      wholeDays: elapsedDays(at: index),
      days: Double(elapsedMilliseconds(at: index)) / 86_400_000)
  }

  /// The days by which the date changed before a review that is not a card's first.
  func elapsedDays(at index: Int) -> Int { max(Int(days[index]) - Int(days[index - 1]), 0) }

  /// The milliseconds since the review before; for a review that is not a card's first.
  func elapsedMilliseconds(at index: Int) -> Int64 {
    max(milliseconds[index] - milliseconds[index - 1], 0)
  }
}
