import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// Says in plain words where a card stands, where its interval comes from, and what each grade would
/// do now.
///
///     Answers   2026-11-02 again good, 2026-11-03 good
///     Memory    You know it now with 94% probability. …
///     Interval  At 85%, the desired retention, the model says 12.4 days …
public struct Explanation {
  /// A line of it: a word, and what there is to say under it.
  typealias Row = (label: String, text: String)

  let standing: CardStanding
  let history: CardHistory
  /// What each grade would lead to, from again to easy.
  let schedules: [Schedule]
  let localTime: LocalTime
  let moment: Moment
  /// What the reviews come to under the preset in force, and how.
  let replayed: (schedule: Schedule, origin: IntervalOrigin)?

  /// Explains a card.
  ///
  /// - Parameters:
  ///   - standing: where it stands.
  ///   - history: what it has been through.
  ///   - load: what other cards ask of the days to come.
  ///   - localTime: the learner's time zone.
  ///   - moment: the present.
  public init(
    _ standing: CardStanding, _ history: CardHistory, load: DueLoad = DueLoad(),
    localTime: LocalTime, at moment: Moment
  ) {
    var asked = AskedCard(standing, shown: moment, number: 0)
    asked.load = load
    self.init(asked, history, localTime: localTime, at: moment)
  }

  /// Explains the card that is asked; after a hint, no grade does more than hard.
  init(_ asked: AskedCard, _ history: CardHistory, localTime: LocalTime, at moment: Moment) {
    standing = asked.standing
    self.history = history
    schedules = asked.schedules(at: moment)
    self.localTime = localTime
    self.moment = moment
    replayed = Scheduler(history.preset).origin(of: history.reviews)
  }

  var preset: Preset { history.preset }

  /// The explanation, a paragraph a line: a word, a gap, and what there is to say under it.
  public var lines: [String] {
    let rows =
      [state] + answers + memory + interval + [wishes] + obstacles + leech + [choices]
    let width = rows.map(\.label.count).max() ?? 0
    return rows.map { label, text in
      label + String(repeating: " ", count: width - label.count + 2) + text
    }
  }

  private var state: Row {
    guard let schedule = standing.schedule, let replayed else {
      return ("Now", "This card is new: you have not answered it yet.")
    }
    let learning: String? =
      switch (schedule.phase, replayed.origin) {
      case (.learning, .step(let number, let count, let seconds)):
        "You are learning this card: \(Self.step(number, count, seconds))."
      case (.relearning, .step(let number, let count, let seconds)):
        "You forgot this card and are learning it again: \(Self.step(number, count, seconds))."
      case (.learning, .sameDay):
        "You are learning this card: it has not been put off to another day yet."
      case (.relearning, .sameDay): "You forgot this card and are learning it again, still today."
      default: nil
      }
    return ("Now", (learning.map { $0 + " " } ?? "") + due(schedule))
  }

  private func due(_ schedule: Schedule) -> String {
    let returns = ReturnTime(schedule.due, from: moment, localTime: localTime)
    guard case .on(let day) = schedule.due else {
      return schedule.isDue(at: moment) ? "It is due." : "It comes back \(returns.phrase)."
    }
    let late = moment.day.number - day.number
    return switch late {
    case 0: "It is due today."
    case 1...: "It has been due since \(day.iso8601), for \(NumberWords.count(late, "day"))."
    default: "It comes back \(returns.phrase), on \(day.iso8601)."
    }
  }

  private static func step(_ number: Int, _ count: Int, _ seconds: Int) -> String {
    "step \(number) of \(count), \(NumberWords.time(days: Double(seconds) / 86_400))"
  }

  /// The last grades, those of one day behind its date.
  private var answers: [Row] {
    guard !history.reviews.isEmpty else { return [] }
    var days: [(day: StudyDay, grades: [String])] = []
    for review in history.reviews.suffix(Self.answersShown) {
      let grade = review.grade.name + (review.hintUsed ? " (hint)" : "")
      if days.last?.day == review.moment.day {
        days[days.count - 1].grades.append(grade)
      } else {
        days.append((review.moment.day, [grade]))
      }
    }
    let count = history.reviews.count
    let lapses = standing.schedule?.lapses ?? 0
    let text = days.map { "\($0.day.iso8601) \($0.grades.joined(separator: " "))" }
      .joined(separator: ", ")
    let all = count > Self.answersShown ? "the last \(Self.answersShown) of \(count): " : ""
    let forgotten = lapses > 0 ? "; forgotten \(NumberWords.times(lapses))" : ""
    return [("Answers", all + text + forgotten + ".")]
  }

  private static let answersShown = 6

  private var memory: [Row] {
    guard let state = replayed?.schedule.memory, let recall = retrievability else { return [] }
    let stability = NumberWords.time(days: preset.model.ninetyPercentDays(state))
    return [
      (
        "Memory",
        "You know it now with \(NumberWords.percent(recall)) probability. Its stability is \(stability): "
          + "after so long without a review, you know it with 90%. Its difficulty is "
          + "\(NumberWords.tenths(state.difficulty)) of 10, \(NumberWords.difficulty(state.difficulty))."
      )
    ]
  }

  /// How likely the card is remembered now, 0…1; `nil` for a new card.
  var retrievability: Double? {
    replayed.map {
      preset.model.retrievability(
        $0.schedule.memory, elapsed: Elapsed(from: $0.schedule.lastReview, to: moment))
    }
  }

  private var wishes: Row {
    let description = PresetDescription(preset: preset, history: PresetHistory())
    let retention =
      history.ownRetention.map { "\(NumberWords.wish($0)), the wish of its group" }
      ?? NumberWords.wish(preset.desiredRetention)
    return (
      "Preset",
      "“\(preset.name)”: \(preset.model.kind.title) with \(description.parameters), desired retention \(retention)."
    )
  }

  private var choices: Row {
    let grades = zip(Grade.allCases, schedules).map { grade, schedule in
      "\(grade.name) "
        + ReturnTime(schedule.due, from: moment, localTime: localTime).phrase
    }
    return ("Grades", "Answered now, it would come back: \(grades.joined(separator: ", ")).")
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

extension Explanation {
  /// How stability and desired retention made the interval, and what moved it then.
  var interval: [Row] {
    guard let replayed else { return [] }
    let wish = NumberWords.wish(preset.desiredRetention)
    switch replayed.origin {
    case .step: return []
    case .sameDay(let days):
      return [
        (
          "Interval",
          "At \(wish), the desired retention, the model says \(NumberWords.time(days: days)), which ends "
            + "on the same day; \(preset.model.kind.title) needs no steps for that."
        )
      ]
    case .days(let days):
      let stability = preset.model.ninetyPercentDays(replayed.schedule.memory)
      let factor = days.exact / stability
      let origin =
        abs(factor - 1) < 0.005
        ? "which is the stability itself" : "\(NumberWords.hundredths(factor)) × the stability"
      return [
        (
          "Interval",
          "At \(wish), the desired retention, the model says \(NumberWords.time(days: days.exact)), "
            + "\(origin). \(choice(days))"
        )
      ]
    }
  }

  private func choice(_ days: IntervalOrigin.Days) -> String {
    let chosen = NumberWords.count(days.chosen, "day")
    let range = "Any of \(days.range.lowerBound) to \(days.range.upperBound) days would do; "
    return switch days.reason {
    case .only: "It became \(chosen)."
    case .chance: range + "chance made it \(days.chosen), so that cards learned together part."
    case .load:
      range + "it became \(days.chosen) "
        + (preset.balancesLoad
          ? "to keep your days even." : "for your easy days and the other cards of its question.")
    case .aboveLowerGrade:
      "It became \(chosen), since a lower grade would have given nearly as many."
    case .longest: "The preset allows no more, so it became \(chosen)."
    }
  }

  /// What keeps it from being asked when its interval is over.
  var obstacles: [Row] {
    var rows: [Row] = []
    if let schedule = standing.schedule, let replayed, replayed.schedule.due != schedule.due {
      let (wanted, kept) = (date(replayed.schedule.due), date(schedule.due))
      rows.append(
        (
          "Moved",
          "Since its preset was changed, it would be due \(wanted). Nothing moves "
            + "into the past: it is due \(kept)."
        ))
    }
    switch standing.suspension {
    case .suspended:
      rows.append(("Asked", "Not at all: it is suspended, until `rabble unsuspend`."))
    case .buried(let end) where moment.day < end:
      rows.append(("Asked", "Not before \(end.iso8601): it is buried."))
    case .buried, .active: break
    }
    if !history.siblings.isEmpty {
      let others = history.siblings.map { "\($0.card.direction.asked), \(state(of: $0))" }
      let hold =
        waitsForSibling
        ? " Of one question, one card is asked a day: this one waits for another day." : ""
      rows.append(
        ("Siblings", "Of the same question: \(others.joined(separator: "; ")).\(hold)"))
    }
    return rows
  }

  /// Whether it would be asked today but for another card of its question.
  var waitsForSibling: Bool {
    standing.isHeldBySibling && standing.schedule.map { $0.isDue(at: moment) } ?? true
  }

  private func state(of sibling: SiblingRule.Standing) -> String {
    guard let due = sibling.due else { return "new" }
    let answered = sibling.lastAnswered == moment.day ? "answered today, " : ""
    return answered + "due \(date(due))"
  }

  private func date(_ due: Due) -> String {
    switch due {
    case .on(let day) where day == moment.day: "today"
    case .on(let day): "on \(day.iso8601)"
    case .at(let time) where time > moment.milliseconds:
      ReturnTime(due, from: moment, localTime: localTime).phrase
    case .at(let time):
      "since \(localTime.moment(milliseconds: time).iso8601.prefix(16).replacing("T", with: " "))"
    }
  }

  /// What a card that is forgotten again and again is, and what helps.
  var leech: [Row] {
    guard let lapses = standing.schedule?.lapses, preset.leech.isLeech(lapses: lapses) else {
      return []
    }
    return [("Leech", "Forgotten \(NumberWords.times(lapses)): a leech. \(LeechAdvice.help)")]
  }
}

extension Direction {
  /// What a card of this direction asks for, in words: `the reading`.
  public var asked: String {
    switch self {
    case .recognition: "the meaning"
    case .production: "the word"
    case .reading: "the reading"
    case .cloze(let key): "the blank “\(key)”"
    }
  }
}

extension Explanation {
  /// The explanation under the card's name.
  public var screen: ExplanationScreen {
    ExplanationScreen(heading: CardName.text(standing.card), lines: lines)
  }
}
