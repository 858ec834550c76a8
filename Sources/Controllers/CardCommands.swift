import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// The commands of a session that put something on a card or change its schedule without an answer. They
/// mean the card that is asked, and once all is answered, or with `last` behind them, the one that was
/// answered last.
extension QuestionController {
  mutating func perform(_ command: StudyCommand, with text: String?, at moment: Moment)
    -> StudyStep
  {
    let meansLast = text?.lowercased() == "last" && [.flag, .info, .forget].contains(command)
    guard let card = meansLast ? lastAnswered : asked?.card ?? lastAnswered else {
      return resume(
        with: .information,
        [meansLast ? "No card was answered yet." : "No card is being asked."], at: moment)
    }
    let standing = asked?.card.id == card.id ? asked?.standing : nil
    switch command {
    case .flag: return begin(.mark(card.id, .flag(!(standing?.marks.isFlagged ?? false))))
    case .tag:
      guard let text else { return told(of: standing, card, only: .tag, at: moment) }
      return put({ () throws(MarkError) in try .tag(typed: text) }, on: card, at: moment)
    case .note:
      guard let text else { return told(of: standing, card, only: .note, at: moment) }
      return put({ () throws(MarkError) in try .note(typed: text) }, on: card, at: moment)
    case .forget: return begin(.adjust(card.id, .forget))
    case .known: return begin(.adjust(card.id, .known))
    case .reschedule:
      guard let day = text.flatMap({ Self.day($0, from: moment.day) }) else {
        return resume(
          with: .information,
          ["Name the day, e.g. `:reschedule 3` for in 3 days, or `:reschedule 2026-12-01`."],
          at: moment)
      }
      return begin(.adjust(card.id, .due(day)))
    default: return told(of: standing, card, at: moment)
    }
  }

  private mutating func begin(_ effect: StudyEffect) -> StudyStep {
    beginChange()
    return StudyStep(effect: effect)
  }

  private mutating func put(
    _ change: () throws(MarkError) -> Mark.Change, on card: Card, at moment: Moment
  ) -> StudyStep {
    do throws(MarkError) {
      return begin(.mark(card.id, try change()))
    } catch {
      return resume(with: .problem, [error.description], at: moment)
    }
  }

  /// The most days from today that a card may be put off.
  private static let farthest = 3650

  /// Reads a day as the learner types it: a number of days from today, 1…3650, `tomorrow`, or a date
  /// from today to ten years from now.
  package static func day(_ text: String, from today: StudyDay) -> StudyDay? {
    let bare = text.lowercased().filter { !$0.isWhitespace }
    if bare == "tomorrow" { return today.advanced(byDays: 1) }
    let digits = bare.hasSuffix("d") ? String(bare.dropLast()) : bare
    if let days = Int(digits) {
      return (1...farthest).contains(days) ? today.advanced(byDays: days) : nil
    }
    guard let day = Moment(iso8601: bare + "T12:00:00Z")?.day, day >= today,
      day <= today.advanced(byDays: farthest)
    else { return nil }
    return day
  }

  // MARK: - What came of it

  /// Goes on with a card that has other marks.
  mutating func marked(_ card: CardID, _ marks: CardMarks, _ line: String, at moment: Moment)
    -> StudyStep
  {
    state = state.marking(card, marks)
    return resume(with: .information, [line], at: moment)
  }

  /// Why a tag of the deck stays on the card that is asked; `nil` for anything else.
  func refusal(_ change: Mark.Change, of card: CardID, isNews: Bool) -> String? {
    guard !isNews, case .tag(let tag, false) = change, let asked = asked?.card, asked.id == card,
      asked.question.tags.contains(tag)
    else { return nil }
    return "“\(tag)” is a tag of the deck. `:edit` changes it."
  }

  /// What was put on a card or taken off, or why nothing was.
  static func sentence(_ change: Mark.Change, isNews: Bool) -> String {
    switch (change, isNews) {
    case (.flag(true, _), true): "Flagged. `rabble cards --where is:flagged` lists such cards."
    case (.flag(false, _), true): "Flag removed."
    case (.tag(let tag, true), true): "Tagged “\(tag)”."
    case (.tag(let tag, false), true): "Tag “\(tag)” removed."
    case (.note(_?), true): "Note saved; it is shown with the answer."
    case (.note(nil), true): "Note removed."
    case (.flag(true, _), false): "It is flagged already."
    case (.flag(false, _), false): "It is not flagged."
    case (.tag(let tag, true), false): "It is tagged “\(tag)” already."
    case (.tag(let tag, false), false): "It has no tag “\(tag)” of yours."
    case (.note(_?), false): "It has this note already."
    case (.note(nil), false): "It has no note of yours."
    }
  }

  /// What became of a card's schedule.
  static func sentence(_ adjustment: CardAdjustment, firstDue: StudyDay?) -> String {
    let done =
      switch adjustment {
      case .forget: "New again; it comes with the new cards."
      case .known: "Marked as known; first review on \(firstDue?.iso8601 ?? "another day")."
      case .due(let day): "Due on \(day.iso8601)."
      }
    return done + " Type :undo to undo it."
  }

  /// Why a card's schedule stays as it is.
  static func refusal(_ adjustment: CardAdjustment) -> String {
    switch adjustment {
    case .forget: "This card is new already."
    case .known: "Only a new card can be marked as known. `:reschedule` changes its due date."
    case .due: "A card that is new or in its steps has no due date to change."
    }
  }

  /// Goes on without a card whose schedule has changed, if it was asked.
  mutating func left(_ card: CardID, _ line: String, at moment: Moment) -> StudyStep {
    queue.remove(card)
    guard interrupted.contains(card) || asked?.card.id == card else {
      return resume(with: .information, [line], at: moment)
    }
    return goOn(besides: card, [line], at: moment)
  }

  // MARK: - Telling of a card

  private mutating func told(
    of standing: CardStanding?, _ card: Card, only command: StudyCommand? = nil, at moment: Moment
  ) -> StudyStep {
    guard let standing else { return begin(.inspect(card.id)) }
    switch command {
    case .tag:
      let tags = standing.card.question.tags + standing.marks.tags
      return resume(
        with: .information,
        [
          tags.isEmpty ? "No tags. `:tag NAME` adds one." : "Tags: \(tags.joined(separator: ", "))."
        ],
        at: moment)
    case .note:
      return resume(
        with: .information, [standing.marks.note ?? "No note. `:note TEXT` writes one."], at: moment
      )
    default: return told(of: standing, at: moment)
    }
  }

  /// Describes a card, without its answer while it is being asked.
  mutating func told(of standing: CardStanding, at moment: Moment) -> StudyStep {
    let card = standing.card
    let isSecret: Bool =
      switch state.underlying {
      case .asking(let asked), .preparing(let asked, _): asked.card.id == card.id
      default: false
      }
    let shown = RubyText(card.asked.prompt).base
    var lines = [
      isSecret
        ? "“\(shown)”, in \(card.group): \(card.id.direction.fullName)." : CardName.text(card) + "."
    ]
    if let schedule = standing.schedule {
      let due = ReturnTime(schedule.due, from: moment, localTime: localTime).phrase
      let recall = Scheduler(standing.preset).retrievability(
        of: schedule.memory, since: schedule.lastReview, at: moment)
      lines += [
        "Due \(schedule.isDue(at: moment) ? "now" : due); interval \(NumberText.count(schedule.interval, "day")), last answered "
          + "\(schedule.lastReview.day.iso8601).",
        "Stability \(NumberText.time(days: schedule.memory.stability)), difficulty "
          + "\(NumberText.tenths(schedule.memory.difficulty)) of 10, recall now "
          + "\(NumberText.percent(recall)); \(NumberText.count(schedule.repetitions, "answer")), "
          + "\(NumberText.count(schedule.lapses, "lapse")).",
      ]
    } else {
      lines.append("New: not answered yet.")
    }
    let marks = standing.marks
    if let flag = marks.flag {
      lines.append(flag == .red ? "Flagged." : "Flagged (\(flag.name)).")
    }
    let tags = card.question.tags + marks.tags
    if !tags.isEmpty { lines.append("Tags: \(tags.joined(separator: ", ")).") }
    if let note = marks.note, !isSecret { lines.append("Your note: \(note)") }
    return resume(with: .information, lines, at: moment)
  }
}
