import RabbleMemory
import RabbleScheduling
import RabbleScreens

/// Says why a card is asked now, and what its grades would do.
struct Explanation {
  let asked: AskedCard
  let localTime: LocalTime
  let moment: Moment

  private var preset: Preset { asked.standing.preset }

  var lines: [String] {
    [reason] + memory + ["Your answer would bring it back: \(choices)."]
  }

  private var reason: String {
    guard let schedule = asked.schedule else {
      return "This card is new: you have not answered it before."
    }
    let day = schedule.lastReview.day
    let last = day == moment.day ? "today" : "on \(day.iso8601)"
    switch schedule.phase {
    case .learning(let step):
      return
        "You are learning this card (step \(step + 1) of \(preset.learningSteps.count)); "
        + "last answered \(last)."
    case .relearning(let step):
      return "You forgot this card and are relearning it "
        + "(step \(step + 1) of \(preset.relearningSteps.count)); last answered \(last)."
    case .review:
      let days = moment.day.number - day.number
      return "Last answered \(last), \(Self.count(days, "day")) ago; "
        + "planned for \(Self.count(schedule.interval, "day"))."
    }
  }

  private var memory: [String] {
    guard let schedule = asked.schedule else { return [] }
    let state = schedule.memory
    let recall = preset.model.retrievability(
      state, elapsed: Scheduler.learnersTime(schedule.lastReview, moment))
    return [
      "The model expects you to know it with \(Self.percent(recall)) probability. "
        + "It returns when that falls to \(Self.percent(preset.desiredRetention)).",
      "Stability \(Self.rounded(preset.model.ninetyPercentDays(state))) days, "
        + "difficulty \(Self.rounded(state.difficulty)) of 10, "
        + "\(Self.count(schedule.repetitions, "answer")), "
        + "\(Self.count(schedule.lapses, "lapse")).",
    ]
  }

  private var choices: String {
    GradeChoice.all(asked, localTime: localTime, at: moment)
      .map { "\($0.name) \($0.returns)" }.joined(separator: ", ")
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }

  private static func rounded(_ value: Double) -> String {
    value >= 100 ? "\(Int(value.rounded()))" : "\((value * 10).rounded() / 10)"
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    number == 1 ? "1 \(unit)" : "\(number) \(unit)s"
  }
}

extension GradeChoice {
  /// The grades of a card with what each would do; after a hint, none does more than hard.
  static func all(
    _ asked: AskedCard, localTime: LocalTime, at moment: Moment
  ) -> [GradeChoice] {
    zip(Grade.allCases, asked.schedules(at: moment)).map { grade, schedule in
      GradeChoice(
        number: grade.rawValue, name: grade.name,
        returns: ReturnTime(schedule.due, from: moment, localTime: localTime).phrase)
    }
  }
}
