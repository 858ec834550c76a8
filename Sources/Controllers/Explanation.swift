import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// Explains where a card stands, where its interval comes from, and what each grade would do now.
///
///     Answers   2026-11-02 again good, 2026-11-03 good
///     Memory    Probability of recall now: 94% (retrievability). …
///     Interval  The model predicts 12.4 days at a desired retention of 85% …
package struct Explanation: Sendable {
  /// A line of it: a word, and what there is to say under it.
  typealias Row = (label: String, text: String)

  package let standing: CardStanding
  package let history: CardHistory
  /// Whether the card was ever answered.
  package var hasAnswers: Bool { !history.reviews.isEmpty }
  /// What each grade would lead to, from again to easy.
  let schedules: [Schedule]
  let localTime: LocalTime
  let moment: Moment
  /// Whether it is asked in a cram session, where no grade changes a schedule.
  private let isCrammed: Bool
  /// What the reviews come to under the preset in force, and how.
  let replayed: (schedule: Schedule, origin: IntervalOrigin)?

  /// Explains a card.
  ///
  /// - Parameters:
  ///   - standing: its schedule and preset.
  ///   - history: its reviews and siblings.
  ///   - load: the due load of the coming days.
  ///   - localTime: the learner's time zone.
  ///   - moment: the present.
  package init(
    _ standing: CardStanding, _ history: CardHistory, load: DueLoad = DueLoad(),
    localTime: LocalTime, at moment: Moment
  ) {
    var asked = AskedCard(standing, shown: moment, number: 0)
    asked.load = load
    self.init(asked, history, localTime: localTime, at: moment)
  }

  /// Explains the card that is asked; after a hint, no grade does more than hard.
  init(
    _ asked: AskedCard, _ history: CardHistory, isCrammed: Bool = false, localTime: LocalTime,
    at moment: Moment
  ) {
    self.isCrammed = isCrammed
    standing = asked.standing
    self.history = history
    schedules = asked.schedules(at: moment)
    self.localTime = localTime
    self.moment = moment
    replayed = Scheduler(history.preset).origin(after: history.events)
  }

  var preset: Preset { history.preset }

  /// The explanation, a paragraph a line: a word, a gap, and what there is to say under it.
  package var lines: [String] { Self.lines(of: rows) }

  private var rows: [Row] {
    [state] + answers + adjustments + memory + interval + [wishes] + obstacles + leech + [choices]
  }

  private static func lines(of rows: [Row]) -> [String] {
    let width = rows.map(\.label.count).max() ?? 0
    return rows.map { label, text in
      label + String(repeating: " ", count: width - label.count + 2) + text
    }
  }

  private var state: Row {
    guard let schedule = standing.schedule, let replayed else {
      let forgotten = history.adjustments.last.flatMap { adjustment -> String? in
        guard case .forget = adjustment.change else { return nil }
        let day = adjustment.moment.day.iso8601
        return adjustment.command == .imported
          ? "New again since \(day), when it was reset in the other program."
          : "New again since \(day), when you made it so."
      }
      return (
        "Now",
        forgotten
          ?? (history.reviews.isEmpty
            ? "New: you have not answered this card yet."
            : "New: its answers don't affect the schedule.")
      )
    }
    let learning: String? =
      switch (schedule.phase, replayed.origin) {
      case (.learning, .step(let number, let count, let seconds)):
        "Learning, \(Self.step(number, count, seconds))."
      case (.relearning, .step(let number, let count, let seconds)):
        "Relearning, \(Self.step(number, count, seconds))."
      default: nil
      }
    return ("Now", (learning.map { $0 + " " } ?? "") + due(schedule))
  }

  private func due(_ schedule: Schedule) -> String {
    let returns = ReturnTime(schedule.due, from: moment, localTime: localTime)
    guard case .on(let day) = schedule.due else {
      return schedule.isDue(at: moment) ? "Due now." : "Due \(returns.phrase)."
    }
    let late = moment.day.number - day.number
    return switch late {
    case 0: "Due today."
    case 1...: "Overdue by \(NumberText.count(late, "day")) (due \(day.iso8601))."
    default: "Due \(returns.phrase) (\(day.iso8601))."
    }
  }

  private static func step(_ number: Int, _ count: Int, _ seconds: Int) -> String {
    "step \(number) of \(count) (\(NumberText.time(days: Double(seconds) / 86_400)))"
  }

  /// The last grades, those of one day behind its date.
  private var answers: [Row] {
    guard !history.reviews.isEmpty else { return [] }
    var days: [(day: StudyDay, grades: [String])] = []
    for review in history.reviews.suffix(Self.answersShown) {
      let grade =
        review.grade.name + (review.hintUsed ? " (hint)" : "")
        + (review.isScheduled ? "" : " (cram)")
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
    let forgotten = lapses > 0 ? "; \(NumberText.count(lapses, "lapse"))" : ""
    return [("Answers", all + text + forgotten + ".")]
  }

  private static let answersShown = 6

  /// That the card was taken as known, and where its due day was moved last.
  private var adjustments: [Row] {
    var rows: [Row] = []
    for adjustment in history.adjustments.reversed() {
      if case .forget = adjustment.change { break }
      let day = adjustment.moment.day.iso8601
      switch adjustment.change {
      case .known where adjustment.command == .imported:
        rows.append(
          (
            "Known",
            "Imported on \(day), with the memory that its interval and ease come to."
          ))
        return rows
      case .known(_, let interval):
        let source = adjustment.command == .placement ? "by placement" : "by you"
        rows.append(
          (
            "Known",
            "Marked as known on \(day), \(source), with a first interval of "
              + "\(NumberText.count(interval, "day")). Its memory state began as an estimate, so "
              + "FSRS parameters are not optimized for this card."
          ))
        return rows
      case .due(let due) where rows.isEmpty && isLast(adjustment):
        rows.append(
          (
            "Moved",
            (adjustment.command == .imported
              ? "It was imported on \(day), due on \(due.iso8601) as in the other program. "
              : "You moved it to \(due.iso8601) on \(day). ")
              + "Its memory state stayed: the next answer counts all the time since the last."
          ))
      case .due, .forget: break
      }
    }
    return rows
  }

  /// Whether the last answer is another program's, which chose its interval and its due day.
  private var isImported: Bool {
    history.adjustments.contains {
      guard case .due = $0.change else { return false }
      return $0.command == .imported && isLast($0)
    }
  }

  /// Whether no answer has changed the schedule since an adjustment.
  private func isLast(_ adjustment: Adjustment) -> Bool {
    let last = history.events.last { event in
      if case .review(let review) = event { review.isScheduled } else { true }
    }
    return last == .adjustment(adjustment)
  }

  private var memory: [Row] {
    guard let state = replayed?.schedule.memory, let recall = retrievability else { return [] }
    let stability = NumberText.time(days: state.stability)
    return [
      (
        "Memory",
        "Probability of recall now: \(NumberText.percent(recall)) (retrievability). Stability: "
          + "\(stability) (time until recall probability falls to 90%). Difficulty: "
          + "\(NumberText.tenths(state.difficulty)) of 10 (\(NumberText.difficulty(state.difficulty)))."
      )
    ]
  }

  /// How likely the card is remembered now, 0…1; `nil` for a new card.
  var retrievability: Double? {
    replayed.map {
      Scheduler(preset).retrievability(
        of: $0.schedule.memory, since: $0.schedule.lastReview, at: moment)
    }
  }

  private var wishes: Row {
    let description = PresetDescription(preset: preset, history: PresetHistory())
    let retention =
      history.ownRetention.map { "\(NumberText.retention($0)), set for its group" }
      ?? NumberText.retention(preset.desiredRetention)
    return (
      "Preset",
      "“\(preset.name)”: \(MemoryModel.name) with \(description.parameters), desired retention \(retention)."
    )
  }

  private var choices: Row {
    if isCrammed { return ("Grades", "Cramming: no grade changes the schedule.") }
    let grades = zip(Grade.allCases, schedules).map { grade, schedule in
      "\(grade.name) "
        + ReturnTime(schedule.due, from: moment, localTime: localTime).phrase
    }
    return ("Grades", "If graded now, next review: \(grades.joined(separator: " · ")).")
  }
}

extension Explanation {
  /// How stability and desired retention made the interval, and what moved it then.
  var interval: [Row] {
    guard let replayed else { return [] }
    let wish = NumberText.retention(preset.desiredRetention)
    switch replayed.origin {
    case .step, .known: return []
    case .days(let days):
      let factor = days.exact / replayed.schedule.memory.stability
      let origin =
        abs(factor - 1) < 0.005
        ? "the stability itself" : "\(NumberText.hundredths(factor)) × the stability"
      let stability = replayed.schedule.memory.stability
      let aim =
        preset.slope > 0
        ? "level \(wish), this card at "
          + NumberText.percent(preset.target.recall(atStability: stability))
          + ": stability \(NumberText.time(days: stability))"
        : "a desired retention of \(wish)"
      return [
        (
          "Interval",
          "The model predicts \(NumberText.time(days: days.exact)) at \(aim) "
            + "(\(origin)). \(choice(days))"
        )
      ]
    }
  }

  private func choice(_ days: IntervalOrigin.Days) -> String {
    let chosen = NumberText.count(days.chosen, "day")
    let range =
      "Fuzz range \(days.range.lowerBound)–\(days.range.upperBound) days; \(days.chosen) chosen "
    return switch days.reason {
    case .only: "The interval is \(chosen)."
    case .chance where isImported, .load where isImported:
      range
        + (history.reviews.last(where: \.isScheduled)?.fuzzPosition == nil
          ? "at random, because the interval in the other program is not in it."
          : "as in the other program.")
    case .chance: range + "at random, to spread out cards learned together."
    case .load:
      range
        + (preset.balancesLoad
          ? "to balance your workload."
          : "because of your easy days and the other cards of its question.")
    case .aboveLowerGrade:
      "Raised to \(chosen) so that \(comparison)."
    case .longest: "Limited to \(chosen), the maximum interval of the preset."
    }
  }

  /// Which grade must stay longer than which, as far as the last answer says.
  private var comparison: String {
    guard let grade = history.reviews.last(where: \.isScheduled)?.grade,
      let lower = Grade(rawValue: grade.rawValue - 1)
    else { return "a better grade gives a longer interval" }
    return "“\(grade.name)” stays longer than “\(lower.name)”"
  }

  /// What keeps it from being asked when its interval is over.
  var obstacles: [Row] {
    var rows: [Row] = []
    if let schedule = standing.schedule, let replayed, replayed.schedule.due != schedule.due {
      let (label, reason) = rescheduling(schedule, to: replayed.schedule)
      rows.append(
        (
          label,
          "By its preset as it is now, it would be due \(date(replayed.schedule.due)). "
            + "\(reason), so it is due \(date(schedule.due))."
        ))
    }
    switch standing.suspension {
    case .suspended:
      rows.append(("Asked", "Suspended. Restore it with `rabble card unsuspend`."))
    case .buried(let end) where moment.day < end:
      rows.append(("Asked", "Buried until \(end.iso8601)."))
    case .buried, .active: break
    }
    if standing.isInDoubt {
      rows.append(
        (
          "Asked",
          "Not before you say whether it is a question that was edited. `rabble study` asks in a terminal."
        ))
    }
    if !history.siblings.isEmpty {
      let others = history.siblings.map { "\($0.card.direction.fullName), \(state(of: $0))" }
      let hold =
        waitsForSibling && !isCrammed
        ? " Only one card of a question is asked per day, so this one is asked on another day." : ""
      rows.append(
        ("Siblings", "Of the same question: \(others.joined(separator: "; ")).\(hold)"))
    }
    return rows
  }

  /// Why rescheduling has not given a card the due date of its preset. When that was is not known here:
  /// where both rules would do, the one for optimized parameters is taken if the preset has such.
  private func rescheduling(_ schedule: Schedule, to computed: Schedule) -> Row {
    let isNear =
      computed.replacing(schedule, at: schedule.lastReview, keepsNearDays: true).due
      == schedule.due
    let isEarlier =
      switch (schedule.due, computed.due) {
      case (.on(let kept), .on(let day)): kept < day
      case (.at(let kept), .at(let time)): kept < time
      default: false
      }
    // What was moved so as not to become overdue is due since then.
    if isNear, isEarlier || preset.learnedFrom != nil || !schedule.isDue(at: moment) {
      return ("Kept", "Optimized parameters move a card only by more than its fuzz range")
    }
    return isEarlier
      ? ("Kept", "Rescheduling leaves an overdue card on its due date")
      : ("Moved", "Rescheduling makes no card overdue")
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
      "on "
        + localTime.moment(milliseconds: time).iso8601.prefix(16).replacing("T", with: " at ")
    }
  }

  /// What a card that is forgotten again and again is, and what helps.
  var leech: [Row] {
    guard let lapses = standing.schedule?.lapses, preset.leech.isLeech(lapses: lapses) else {
      return []
    }
    return [("Leech", "A leech: \(NumberText.count(lapses, "lapse")). \(LeechAdvice.help)")]
  }
}

extension Explanation {
  /// The explanation under the card's name, with what the learner has put on the card. The name contains the
  /// answer, so a note reveals nothing more.
  package var screen: ExplanationScreen {
    ExplanationScreen(heading: CardName.text(standing.card), lines: Self.lines(of: rows + marks))
  }

  /// The flag, the tags, and the learner's own note.
  private var marks: [Row] {
    let marks = standing.marks
    let tags = standing.card.question.tags + marks.tags
    var rows: [Row] = []
    if let flag = marks.flag { rows.append(("Flag", "Flagged (\(flag.name)).")) }
    if !tags.isEmpty { rows.append(("Tags", tags.joined(separator: ", ") + ".")) }
    if let note = marks.note { rows.append(("Note", note)) }
    return rows
  }
}
