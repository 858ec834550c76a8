import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

/// A review on its way out of the log, with what it was to its card.
package struct ExportedReview: Sendable {
  /// What a replay tells of a review.
  package struct Context: Sendable {
    /// The review as statistics count it.
    package let answer: CountedAnswer
    /// The number of its session, from 1.
    package let session: Int
    /// The schedule before it; `nil` for a new card.
    package let before: Schedule?
    /// The schedule after it; `nil` for a new card answered outside the schedule.
    package let after: Schedule?
    /// The probability of recall before it, 0…1; `nil` for a new card.
    package let prediction: Double?
    /// The preset in force.
    package let preset: Preset
    /// The file of its card's deck; `nil` where no deck has the card.
    package let deck: String?
    /// The tags of its question.
    package let tags: [String]

    package init(
      answer: CountedAnswer, session: Int, before: Schedule?, after: Schedule?,
      prediction: Double?, preset: Preset, deck: String?, tags: [String]
    ) {
      self.answer = answer
      self.session = session
      self.before = before
      self.after = after
      self.prediction = prediction
      self.preset = preset
      self.deck = deck
      self.tags = tags
    }
  }

  package let recorded: RecordedReview
  /// What its group is called.
  package let group: String
  /// What a replay tells of it; `nil` for one that was undone, and where no replay is asked for.
  package let context: Context?

  package init(_ recorded: RecordedReview, group: String, _ context: Context? = nil) {
    self.recorded = recorded
    self.group = group
    self.context = context
  }
}

/// A review in the schedule on its way out of the log, for programs that learn how cards are forgotten.
package struct ScheduledReview: Sendable {
  /// The review as statistics count it; cards are numbered in the order in which they first came, from 0.
  package let answer: CountedAnswer
  /// When the card's previous review was; `nil` for its first.
  package let previous: Moment?

  /// Makes a review.
  package init(_ answer: CountedAnswer, previous: Moment?) {
    self.answer = answer
    self.previous = previous
  }

  /// The card's state before the review, by the numbers of the FSRS tools: 0 new, 1 learning, 2 review,
  /// 3 relearning.
  fileprivate var state: Int {
    switch answer.kind {
    case .new: 0
    case .learning: 1
    case .young, .mature, .cram: 2
    case .relearning: 3
    }
  }
}

/// The exported review history: a row a review, with everything known about it.
package enum ReviewExport {
  /// A column of an export.
  package typealias Column = ReportTable.Column<ExportedReview>

  /// The columns that an export has unless others are asked for, in order.
  package static var usual: [Column] {
    [
      column("id") { .text($0.id.description) },
      column("device") { .text($0.device.description) },
      column("time") { .text($0.review.moment.iso8601) },
      column("day") { .text($0.review.moment.day.iso8601) },
      column("question") { .text($0.review.card.question.description) },
      column("direction") { .text($0.review.card.direction.fullName) },
      Column("group", "group") { .text($0.group) },
      column("prompt") { .text($0.prompt) },
      column("answer") { .text($0.answer) },
      column("grade") { .text($0.review.grade.name) },
      column("rating") { .count($0.review.grade.rawValue) },
      column("correct") { .flag($0.review.grade.isCorrect) },
      column("verdict") { .text(ifAny: $0.review.verdict) },
      column("mistake") { .text(ifAny: $0.review.mistake) },
      column("typed") { .text(ifAny: $0.review.typed) },
      column("mistaken_for") { .text(ifAny: $0.mistakenFor?.description) },
      column("hint_used") { .flag($0.review.hintUsed) },
      column("milliseconds") { .count($0.review.duration) },
      column("place") { .number(ifAny: $0.review.fuzzPosition, decimals: 4) },
      column("retracted") { .flag($0.isRetracted) },
      column("occasion") { .text(ifAny: $0.review.occasion?.rawValue) },
    ]
  }

  /// The columns that a replay of the log adds.
  package static var replayed: [Column] {
    [
      column("revises") { .text(ifAny: $0.revises?.description) },
      context("session") { .count($0.session) },
      context("deck") { .text(ifAny: $0.deck) },
      context("tags") { .text($0.tags.joined(separator: " ")) },
      context("state") { .text($0.answer.kind.name) },
      context("first_of_day") { .flag($0.answer.isFirstOfDay) },
      context("preset") { .text($0.preset.name) },
      context("desired_retention") { .share($0.preset.desiredRetention) },
      context("elapsed_days") { context in
        .count(ifAny: context.before.map { context.answer.moment.wholeDays(since: $0.lastReview) })
      },
      context("elapsed") { context in
        .number(
          ifAny: context.before.map { context.answer.moment.days(since: $0.lastReview) },
          decimals: 4)
      },
      context("interval_before") { .count(ifAny: $0.before?.interval) },
      context("due_before") { .text(ifAny: Self.due($0.before)) },
      context("stability_before") { .number(ifAny: $0.before?.memory.stability, decimals: 4) },
      context("difficulty_before") { .number(ifAny: $0.before?.memory.difficulty, decimals: 4) },
      context("retrievability_before") { .share(ifAny: $0.prediction) },
      context("interval") { .count(ifAny: $0.after?.interval) },
      context("due") { .text(ifAny: Self.due($0.after)) },
      context("stability") { .number(ifAny: $0.after?.memory.stability, decimals: 4) },
      context("difficulty") { .number(ifAny: $0.after?.memory.difficulty, decimals: 4) },
      context("retrievability") { $0.after == nil ? .missing : .share(1) },
      context("lapses") { .count(ifAny: $0.after?.lapses) },
    ]
  }

  /// The keys of the columns that say where the decks have a card.
  package static let ofDecks: Set<String> = ["deck", "tags"]

  /// What py-fsrs, fsrs-rs and the FSRS optimizer read. Reviews that were undone and those outside the
  /// schedule are not among its rows; a duration is 60,000 milliseconds at the most.
  package static var forOptimizers: [ReportTable.Column<ScheduledReview>] {
    [
      scheduled("card_id") { $0.answer.card + 1 },
      scheduled("review_time") { Int($0.answer.milliseconds) },
      scheduled("review_rating") { $0.answer.grade.rawValue },
      scheduled("review_state") { $0.state },
      scheduled("review_duration") { $0.answer.duration },
    ]
  }

  /// The columns of the FSRS benchmark's data set: days and seconds since the card's previous review,
  /// -1 for its first. Its rows are those of ``forOptimizers``.
  ///
  /// - Parameter first: the day of the first review, from which days are counted.
  /// - Returns: the columns.
  package static func forBenchmarks(
    from first: StudyDay
  ) -> [ReportTable.Column<ScheduledReview>] {
    [
      scheduled("card_id") { $0.answer.card + 1 },
      scheduled("day_offset") { $0.answer.day - first.number },
      scheduled("rating") { $0.answer.grade.rawValue },
      scheduled("state") { $0.state },
      scheduled("duration") { $0.answer.duration },
      scheduled("elapsed_days") { review in
        review.previous.map { review.answer.moment.wholeDays(since: $0) } ?? -1
      },
      scheduled("elapsed_seconds") { review in
        review.previous.map {
          Int(max(review.answer.milliseconds - $0.milliseconds, 0) / 1000)
        } ?? -1
      },
    ]
  }

  private static func scheduled(
    _ key: String, _ number: @escaping (ScheduledReview) -> Int
  ) -> ReportTable.Column<ScheduledReview> {
    ReportTable.Column(key, key) { .count(number($0)) }
  }

  /// The columns of these names, in this order; the first name that there is no column of.
  package static func columns(named names: [String]) -> Result<[Column], UnknownColumn> {
    let all = usual + replayed
    var found: [Column] = []
    for name in names {
      guard let column = all.first(where: { $0.heading.key == name }) else {
        return .failure(UnknownColumn(name: name, names: all.map(\.heading.key)))
      }
      if !found.contains(where: { $0.heading.key == name }) { found.append(column) }
    }
    return .success(found)
  }

  /// There is no column of a name.
  package struct UnknownColumn: Error, Hashable, CustomStringConvertible {
    /// The name.
    package let name: String
    /// The names that there are.
    package let names: [String]

    /// What happened and what to do.
    package var description: String {
      "There is no column “\(name.printable)”."
        + Nearest.asked(name, among: names) + " Columns: \(names.joined(separator: ", "))."
    }
  }

  private static func column(
    _ key: String, _ value: @escaping (RecordedReview) -> ReportTable.Value
  ) -> Column {
    Column(key, key) { value($0.recorded) }
  }

  private static func context(
    _ key: String, _ value: @escaping (ExportedReview.Context) -> ReportTable.Value
  ) -> Column {
    Column(key, key) { $0.context.map(value) ?? .missing }
  }

  private static func due(_ schedule: Schedule?) -> String? {
    switch schedule?.due {
    case .on(let day)?: day.iso8601
    case .at(let time)?:
      Moment(milliseconds: time, utcOffset: schedule?.lastReview.utcOffset ?? 0).iso8601
    case nil: nil
    }
  }
}
