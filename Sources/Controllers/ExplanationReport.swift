import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens

extension ReportTable {
  /// The tables of explanations, for programs: the cards, their answers, and what each grade would
  /// do; `card` and `direction` say in each which card it is.
  public static func tables(of explanations: [Explanation]) -> [ReportTable] {
    let card = [Column("card", "Card"), Column("direction", "Direction")]
    return [
      ReportTable(
        key: "cards", title: "Cards",
        columns: card + [
          Column("group", "Group"), Column("prompt", "Prompt"), Column("answer", "Answer"),
          Column("preset", "Preset"), Column("model", "Model"),
          Column("learned_from", "Learned from"),
          Column("desired_retention", "Desired retention"), Column("due", "Due"),
          Column("interval", "Interval"), Column("model_interval", "The model's interval"),
          Column("shortest", "Shortest"), Column("longest", "Longest"),
          Column("chosen_by", "Chosen by"), Column("stability", "Stability"),
          Column("difficulty", "Difficulty"), Column("retrievability", "Retrievability"),
          Column("answers", "Answers"), Column("lapses", "Lapses"), Column("leech", "Leech"),
          Column("suspended", "Suspended"), Column("buried_until", "Buried until"),
          Column("waits_for_sibling", "Waits for sibling"),
        ],
        rows: explanations.map(\.row)),
      ReportTable(
        key: "answers", title: "Answers",
        columns: card + [
          Column("time", "Time"), Column("grade", "Grade"), Column("hint_used", "Hint used"),
        ],
        rows: explanations.flatMap { explanation in
          explanation.history.reviews.map { review in
            explanation.name + [
              .text(review.moment.iso8601), .text(review.grade.name), .flag(review.hintUsed),
            ]
          }
        }),
      ReportTable(
        key: "grades", title: "Grades",
        columns: card + [Column("grade", "Grade"), Column("due", "Due")],
        rows: explanations.flatMap { explanation in
          zip(Grade.allCases, explanation.schedules).map { grade, schedule in
            explanation.name + [.text(grade.name), explanation.time(schedule.due)]
          }
        }),
    ]
  }
}

extension Explanation {
  fileprivate typealias Value = ReportTable.Value

  fileprivate var name: [Value] {
    let id = standing.card.id
    return [.text(id.question.description), .text(id.direction.fullName)]
  }

  fileprivate func time(_ due: Due) -> Value {
    .text(ReturnTime(due, from: moment, localTime: localTime).timestamp)
  }

  fileprivate var row: [Value] {
    let (card, schedule, state) = (standing.card, standing.schedule, replayed?.schedule.memory)
    func number(_ value: Double?) -> Value { value.map { .number($0, decimals: 4) } ?? .missing }
    func count(_ value: Int?) -> Value { value.map { .count($0) } ?? .missing }
    let identity: [Value] =
      name + [.text(card.group), .text(card.question.prompt), .text(card.question.answer)]
    let wishes: [Value] = [
      .text(preset.name), .text(preset.model.kind.rawValue), count(preset.learnedFrom),
      .share(preset.desiredRetention),
    ]
    let interval: [Value] =
      [schedule.map { time($0.due) } ?? .missing, count(schedule?.interval)] + origin
    let memory: [Value] = [
      number(state.map(preset.model.ninetyPercentDays)), number(state?.difficulty),
      number(retrievability),
    ]
    let lapses = schedule?.lapses ?? 0
    return identity + wishes + interval + memory + [
      .count(history.reviews.count), .count(lapses),
      .flag(preset.leech.isLeech(lapses: lapses)), .flag(standing.suspension == .suspended),
      burial, .flag(waitsForSibling),
    ]
  }

  /// The model's interval, the days that would do, and how one was chosen.
  private var origin: [Value] {
    switch replayed?.origin {
    case .days(let days):
      [
        .number(days.exact, decimals: 4), .count(days.range.lowerBound),
        .count(days.range.upperBound), .text(days.reason.rawValue),
      ]
    case .sameDay(let days): [.number(days, decimals: 4), .missing, .missing, .missing]
    case .step: [.missing, .missing, .missing, .text("step")]
    case nil: [.missing, .missing, .missing, .missing]
    }
  }

  private var burial: Value {
    guard case .buried(let end) = standing.suspension, moment.day < end else { return .missing }
    return .text(end.iso8601)
  }
}
