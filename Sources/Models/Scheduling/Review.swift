import RabbleMemory
import RabbleQuestions

/// One answer to one card: what happened, and never changed afterwards.
public struct Review: Hashable, Sendable {
  /// The card that was asked.
  public let card: CardID
  /// How well the answer came.
  public let grade: Grade
  /// When it was given.
  public let moment: Moment
  /// The line as it was typed; `nil` when the learner graded themselves.
  public let typed: String?
  /// How the line was judged; `nil` when the learner graded themselves.
  public let verdict: String?
  /// What kind of miss it was, as judging calls it; `nil` for none.
  public let slip: String?
  /// Whether the hint was shown before.
  public let hintUsed: Bool
  /// The milliseconds from the question to the answer, 0 or more.
  public let duration: Int
  /// Where in the range of its interval the day to come back on was chosen, when it was chosen for
  /// what other cards ask of that day: 0 up to 1, and more where the range was exceeded. `nil` when
  /// it was left to chance.
  public let place: Double?

  /// Makes a review; a negative duration reads as 0, and a place is brought within 0…100.
  public init(
    card: CardID,
    grade: Grade,
    moment: Moment,
    typed: String?,
    verdict: String?,
    slip: String? = nil,
    hintUsed: Bool,
    duration: Int,
    place: Double? = nil
  ) {
    self.card = card
    self.grade = grade
    self.moment = moment
    self.typed = typed
    self.verdict = verdict
    self.slip = slip
    self.hintUsed = hintUsed
    self.duration = max(0, duration)
    self.place = place.flatMap { $0.isFinite ? min(max($0, 0), 100) : nil }
  }

  /// The same review with the day of its return chosen there.
  public func chosen(_ place: Double?) -> Review {
    Review(
      card: card, grade: grade, moment: moment, typed: typed, verdict: verdict, slip: slip,
      hintUsed: hintUsed, duration: duration, place: place)
  }
}
