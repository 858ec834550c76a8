import RabbleMemory
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  /// An answer in a card's history.
  package struct CardAnswer: Sendable {
    let answer: CountedAnswer
    let after: Schedule?
    let prediction: Double?
    let elapsed: Double?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - after: the schedule after it.
    ///   - prediction: the probability of recall before it, 0…1.
    ///   - elapsed: the days since the answer before.
    package init(
      _ answer: CountedAnswer, after: Schedule?, prediction: Double?, elapsed: Double?
    ) {
      self.answer = answer
      self.after = after
      self.prediction = prediction
      self.elapsed = elapsed
    }
  }

  /// A card's history and its forgetting curve.
  ///
  /// - Parameters:
  ///   - name: the card, for people.
  ///   - answers: its answers, oldest first.
  ///   - others: the directions of the other cards of its question.
  ///   - current: its schedule; `nil` for a card that is new.
  ///   - retrievability: the probability of recall now, 0…1.
  ///   - curve: the probability of recall over time.
  ///   - today: the present day.
  /// - Returns: the page.
  package static func card(
    _ name: String, _ answers: [CardAnswer], others: [String], current: Schedule?,
    retrievability: Double?, curve: [(day: StudyDay, share: Double)], today: StudyDay
  ) -> ReportPage {
    let rows = ReportTable("rows", "History", of: answers) {
      Column("time", "Time") {
        .time($0.answer.moment)
      }
      Column("grade", "Grade") { .text($0.answer.grade.name) }
      Column("state", "State") { .text($0.answer.kind.name) }
      Column("elapsed", "Days since") { .number(ifAny: $0.elapsed, decimals: 1) }
      Column("predicted", "Predicted") { .share(ifAny: $0.prediction) }
      Column("interval", "Interval") { .count(ifAny: $0.after?.interval) }
      Column("stability", "Stability") {
        .number(ifAny: $0.after?.memory.stability, decimals: 1)
      }
      Column("difficulty", "Difficulty") {
        .number(ifAny: $0.after?.memory.difficulty, decimals: 1)
      }
      Column("seconds", "Seconds") { .number(Double($0.answer.duration) / 1000, decimals: 1) }
    }
    let points = ReportTable("curve", "Forgetting curve", of: curve) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("retrievability", "Retrievability") { .share($0.share) }
    }
    let summary = ReportTable("summary", "", .record, of: [answers]) {
      Column("answers", "Answers") { .count($0.count) }
      Column("correct", "Correct") { .count($0.count { $0.answer.grade.isCorrect }) }
      Column("lapses", "Lapses") { _ in .count(ifAny: current?.lapses) }
      Column("stability", "Stability") { _ in
        .number(ifAny: current?.memory.stability, decimals: 1)
      }
      Column("difficulty", "Difficulty") { _ in
        .number(ifAny: current?.memory.difficulty, decimals: 1)
      }
      Column("retrievability", "Recall today") { _ in .share(ifAny: retrievability) }
    }
    return ReportPage(
      name: "card", title: name, first: curve.first?.day.iso8601, last: today.iso8601,
      summary: summary, tables: [rows, points],
      drawings: [
        .curve(
          table: "curve", label: "day", values: ["retrievability"], title: "Forgetting curve")
      ],
      remarks: others.isEmpty
        ? []
        : ["Other cards of this question (--direction): \(others.joined(separator: ", "))."]
    ).showing(["time", "grade", "state", "elapsed", "predicted", "interval", "stability"])
  }
}
