import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens

extension ReportTable {
  /// The tables of explanations, for programs: the cards, and what each grade would do; `card` and `direction` say in
  /// each which card it is.
  package static func tables(of explanations: [Explanation]) -> [ReportTable] {
    let grades = explanations.flatMap { explanation in
      zip(Grade.allCases, explanation.schedules).map {
        (explanation: explanation, grade: $0, schedule: $1)
      }
    }
    return [
      ReportTable("rows", "Cards", of: explanations) { card + placement + interval + memory },
      ReportTable("grades", "Grades", of: grades) {
        card.map { $0.of(\.explanation) }
        Column("grade", "Grade") { .text($0.grade.name) }
        Column("due", "Due") { $0.explanation.time($0.schedule.due) }
      },
    ]
  }

  private static var card: [Column<Explanation>] {
    [
      Column("card", "Card") { .text($0.standing.card.id.question.description) },
      Column("direction", "Direction") { .text($0.standing.card.id.direction.fullName) },
    ]
  }

  /// The card's words, and the preset it is scheduled by.
  private static var placement: [Column<Explanation>] {
    [
      Column("group", "Group") { .text($0.standing.card.groupLabel) },
      Column("prompt", "Prompt") { .text($0.standing.card.question.prompt) },
      Column("answer", "Answer") { .text($0.standing.card.question.answer) },
      Column("preset", "Preset") { .text($0.preset.name) },
      Column("model", "Model") { _ in .text(MemoryModel.name.lowercased()) },
      Column("learned_from", "Optimized on") { .count(ifAny: $0.preset.learnedFrom) },
      Column("desired_retention", "Desired retention") { .share($0.preset.desiredRetention) },
      Column("target", "Target") {
        .share(Scheduler($0.preset).target(of: $0.replayed?.schedule))
      },
    ]
  }

  /// The interval, and where it comes from: the model's, the fuzz range, and how one was chosen.
  private static var interval: [Column<Explanation>] {
    [
      Column("due", "Due") { explanation in
        explanation.standing.schedule.map { explanation.time($0.due) } ?? .missing
      },
      Column("interval", "Interval") { .count(ifAny: $0.standing.schedule?.interval) },
      Column("model_interval", "The model's interval") { explanation in
        switch explanation.replayed?.origin {
        case .days(let days): .number(days.exact, decimals: 4)
        case .step, .known, nil: .missing
        }
      },
      Column("shortest", "Shortest") { .count(ifAny: $0.days?.range.lowerBound) },
      Column("longest", "Longest") { .count(ifAny: $0.days?.range.upperBound) },
      Column("chosen_by", "Chosen by") { explanation in
        switch explanation.replayed?.origin {
        case .step: return .text("step")
        case .known: return .text("known")
        case .days(let days): return .text(days.reason.rawValue)
        case nil: return .missing
        }
      },
    ]
  }

  /// The memory state, what the card has been through, and what keeps it from being asked.
  private static var memory: [Column<Explanation>] {
    [
      Column("stability", "Stability") {
        .number(ifAny: $0.replayed?.schedule.memory.stability, decimals: 4)
      },
      Column("difficulty", "Difficulty") {
        .number(ifAny: $0.replayed?.schedule.memory.difficulty, decimals: 4)
      },
      Column("retrievability", "Retrievability") {
        .number(ifAny: $0.retrievability, decimals: 4)
      },
      Column("answers", "Answers") { .count($0.history.reviews.count) },
      Column("lapses", "Lapses") { .count($0.lapses) },
      Column("leech", "Leech") { .flag($0.preset.leech.isLeech(lapses: $0.lapses)) },
      Column("suspended", "Suspended") { .flag($0.standing.suspension == .suspended) },
      Column("buried_until", "Buried until") { explanation in
        guard case .buried(let end) = explanation.standing.suspension,
          explanation.moment.day < end
        else { return .missing }
        return .text(end.iso8601)
      },
      Column("waits_for_sibling", "Waits for sibling") { .flag($0.waitsForSibling) },
    ]
  }
}

extension Explanation {
  /// The explanation as values, for programs.
  package var values: WhyScreen {
    func timestamp(_ schedule: Schedule) -> String {
      ReturnTime(schedule.due, from: moment, localTime: localTime).timestamp
    }
    let schedule = standing.schedule
    let suspension =
      switch standing.suspension {
      case .suspended: "suspended"
      case .buried(let end) where moment.day < end: "buried"
      case .buried, .active: "active"
      }
    return WhyScreen(
      card: standing.card.id.question.description, direction: standing.card.id.direction.fullName,
      state: schedule.stateName, due: schedule.map(timestamp), interval: schedule?.interval,
      stability: replayed?.schedule.memory.stability,
      difficulty: replayed?.schedule.memory.difficulty, retrievability: retrievability,
      lapses: schedule?.lapses ?? 0, preset: preset.name,
      desiredRetention: preset.desiredRetention,
      target: Scheduler(preset).target(of: replayed?.schedule), suspension: suspension,
      answers: history.reviews.map {
        WhyScreen.Answer(
          at: $0.moment.iso8601, grade: $0.grade.name, hintUsed: $0.hintUsed,
          scheduled: $0.isScheduled)
      },
      choices: zip(Grade.allCases, schedules).map {
        WhyScreen.Choice(grade: $0.name, due: timestamp($1))
      })
  }
}

extension Explanation {
  fileprivate func time(_ due: Due) -> ReportTable.Value {
    .text(ReturnTime(due, from: moment, localTime: localTime).timestamp)
  }

  /// The days its interval was chosen from.
  fileprivate var days: IntervalOrigin.Days? {
    guard case .days(let days) = replayed?.origin else { return nil }
    return days
  }

  fileprivate var lapses: Int { standing.schedule?.lapses ?? 0 }
}
