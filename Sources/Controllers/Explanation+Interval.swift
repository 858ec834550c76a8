import RabbleQuestions
import RabbleScheduling
import RabbleScreens

extension Explanation {
  /// How stability and desired retention made the interval, and what moved it then.
  var interval: [Row] {
    guard let replayed else { return [] }
    let wish = Words.wish(preset.desiredRetention)
    switch replayed.origin {
    case .step: return []
    case .sameDay(let days):
      return [
        (
          "Interval",
          "At \(wish), the desired retention, the model says \(Words.time(days: days)), which ends "
            + "on the same day; \(preset.model.kind.title) needs no steps for that."
        )
      ]
    case .days(let days):
      let stability = preset.model.ninetyPercentDays(replayed.schedule.memory)
      let factor = days.exact / stability
      let origin =
        abs(factor - 1) < 0.005
        ? "which is the stability itself" : "\(Words.hundredths(factor)) × the stability"
      return [
        (
          "Interval",
          "At \(wish), the desired retention, the model says \(Words.time(days: days.exact)), "
            + "\(origin). \(choice(days))"
        )
      ]
    }
  }

  private func choice(_ days: IntervalOrigin.Days) -> String {
    let chosen = Words.count(days.chosen, "day")
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

  private func state(of sibling: Siblings.Standing) -> String {
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
    return [("Leech", "Forgotten \(Words.times(lapses)): a leech. \(LeechAdvice.help)")]
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
