/// The reviews of a CSV file with the columns `card_id,review_rating,review_time,review_duration`,
/// as the FSRS tools exchange them.
///
///     var reader = ReviewCSVReader()
///     reader.read(bytes)                    // as often as there are bytes
///     let log = reader.finish()
///     log.histories.count                   // the good rows
///     log.faults.first?.description         // "line 7: the rating is “9”, but it must be 1 to 4"
///
/// Rows with a fault are left out and told; one that is merely out of order is used.
public struct ReviewCSV: Sendable {
  /// The good rows, by card.
  public let histories: ReviewHistories
  /// The first faults, in the order of lines; a thousand at most.
  public let faults: [ReviewCSVFault]
  /// How many rows were not used.
  public let unusedCount: Int
  /// How many rows came after one of a later time. They are used.
  public let unsortedCount: Int
}
