import RabbleMemory
import RabbleScheduling
import RabbleScreens

/// The exported review history: a row a review, with everything known about it.
public enum ReviewExport {
  /// The columns, in order.
  public static var columns: [ReportTable.Column<RecordedReview>] {
    [
      column("id") { .text($0.id.description) },
      column("device") { .text($0.device.description) },
      column("time") { .text($0.review.moment.iso8601) },
      column("day") { .text($0.review.moment.day.iso8601) },
      column("question") { .text($0.review.card.question.description) },
      column("direction") { .text($0.review.card.direction.fullName) },
      column("group") { .text($0.group) },
      column("prompt") { .text($0.prompt) },
      column("answer") { .text($0.answer) },
      column("grade") { .text($0.review.grade.name) },
      column("rating") { .count($0.review.grade.rawValue) },
      column("correct") { .flag($0.review.grade.isCorrect) },
      column("verdict") { .text(ifAny: $0.review.verdict) },
      column("slip") { .text(ifAny: $0.review.mistake) },
      column("typed") { .text(ifAny: $0.review.typed) },
      column("mistaken_for") { .text(ifAny: $0.mistakenFor?.description) },
      column("hint_used") { .flag($0.review.hintUsed) },
      column("milliseconds") { .count($0.review.duration) },
      column("place") { .number(ifAny: $0.review.fuzzPosition, decimals: 4) },
      column("retracted") { .flag($0.isRetracted) },
      column("occasion") { .text(ifAny: $0.review.occasion?.rawValue) },
    ]
  }

  private static func column(
    _ key: String, _ value: @escaping (RecordedReview) -> ReportTable.Value
  ) -> ReportTable.Column<RecordedReview> {
    ReportTable.Column(key, key, value)
  }
}
