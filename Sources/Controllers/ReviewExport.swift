import RabbleMemory
import RabbleScheduling
import RabbleScreens

extension ReportTable {
  /// The columns of the exported log, in the order of ``values(of:)``.
  public static let reviewColumns: [Column] = [
    "id", "device", "time", "day", "question", "direction", "group", "prompt", "answer", "grade",
    "rating", "correct", "verdict", "slip", "typed", "mistaken_for", "hint_used", "milliseconds",
    "place", "retracted",
  ].map { Column($0, $0) }

  /// Everything known about a review.
  public static func values(of recorded: RecordedReview) -> [Value] {
    let review = recorded.review
    return [
      .text(recorded.id.description), .text(recorded.device.description),
      .text(review.moment.iso8601), .text(review.moment.day.iso8601),
      .text(review.card.question.description), .text(review.card.direction.fullName),
      .text(recorded.group), .text(recorded.prompt), .text(recorded.answer),
      .text(review.grade.name), .count(review.grade.rawValue), .flag(review.grade.isCorrect),
      review.verdict.map { .text($0) } ?? .missing, review.mistake.map { .text($0) } ?? .missing,
      review.typed.map { .text($0) } ?? .missing,
      recorded.mistakenFor.map { .text($0.description) } ?? .missing,
      .flag(review.hintUsed), .count(review.duration),
      review.fuzzPosition.map { .number($0, decimals: 4) } ?? .missing, .flag(recorded.isRetracted),
    ]
  }
}
