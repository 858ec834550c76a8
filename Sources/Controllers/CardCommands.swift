import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// The commands of a session that put something on a card or change its schedule without an answer. They
/// mean the card that is asked, and once all is answered, or with `last` behind them, the one that was
/// answered last.
extension QuestionController {
  mutating func perform(_ command: StudyCommand, with text: String?) throws {
    let meansLast = text?.lowercased() == "last" && [.flag, .info, .forget].contains(command)
    guard let card = meansLast ? lastAnswered : asked?.card ?? lastAnswered else {
      return try resume(
        with: .information,
        [meansLast ? "No card was answered yet." : "No card is being asked."])
    }
    let standing = asked?.card.id == card.id ? asked?.standing : nil
    switch command {
    case .flag:
      let marks = try standing?.marks ?? world.standing(of: card.id)?.marks
      try mark(card.id, .flag(!(marks?.isFlagged ?? false)))
    case .tag:
      guard let text else { return try tell(of: card.id, standing, only: .tag) }
      try mark(card.id, .tag(typed: text))
    case .note:
      guard let text else { return try tell(of: card.id, standing, only: .note) }
      try mark(card.id, .note(typed: text))
    case .forget: try adjust(card.id, .forget)
    case .known: try adjust(card.id, .known)
    case .reschedule:
      guard let day = text.flatMap({ Self.day($0, from: moment.day) }) else {
        return try resume(
          with: .information,
          ["Name the day, e.g. `:reschedule 3` for in 3 days, or `:reschedule 2026-12-01`."])
      }
      try adjust(card.id, .due(day))
    default: try tell(of: card.id, standing)
    }
  }

  /// Does what a program asks for.
  mutating func meet(_ request: StudyRequest) throws {
    let found = try world.standing(for: request, asked: currentCard)
    if request.kind == .add {
      let title = request.group ?? found?.card.group ?? ""
      return try edit(.questions(request.questions ?? "", to: title, copies: request.copies))
    }
    guard let standing = found else {
      return try resume(
        with: .information, ["No card is being asked; name one with “card”."])
    }
    let card = standing.card.id
    let text = request.text ?? ""
    switch request.kind {
    case .suspend: try suspend(card, .suspended)
    case .bury: try suspend(card, .buried(until: moment.day.advanced(byDays: 1)))
    case .unsuspend: try unsuspend(standing)
    case .flag: try mark(card, .flag(!standing.marks.isFlagged))
    case .tag: try mark(card, .tag(typed: text))
    case .note: try mark(card, .note(typed: text))
    case .forget: try adjust(card, .forget)
    case .known: try adjust(card, .known)
    case .reschedule:
      guard let day = Self.day(text, from: moment.day) else {
        return try resume(
          with: .problem,
          [
            "“text” must be a day from today to ten years from now: a number of days, “tomorrow”, or a "
              + "date such as 2026-12-01."
          ])
      }
      try adjust(card, .due(day))
    case .info: try tell(of: standing)
    case .why:
      let explanation = Explanation(
        standing, try world.history(of: standing.card), load: world.load(besides: card),
        localTime: localTime, at: moment)
      try resume(with: .information, explanation.lines, topic: "why", why: explanation.values)
    case .edit:
      try edit(
        .fields(request.questions ?? "{}", of: standing.card, copies: request.copies))
    case .add: break
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

  // MARK: - Marks

  private mutating func mark(_ card: CardID, _ change: Mark.Change) throws {
    let (marks, isNews) = try world.mark(card, change)
    if asked?.card.id == card { mark(marks) }
    try resume(
      with: .information,
      [refusal(change, of: card, isNews: isNews) ?? Self.sentence(change, isNews: isNews)])
  }

  /// The card that is shown has these marks from now on.
  mutating func mark(_ marks: CardMarks) {
    switch state {
    case .asking(let asked): state = .asking(asked.marked(marks))
    case .grading(let asked): state = .grading(asked.marked(marks))
    case .retyping(let asked): state = .retyping(asked.marked(marks))
    case .pausing(let asked): state = .pausing(asked.marked(marks))
    case .teaching(let asked, let lesson, let alike):
      state = .teaching(asked.marked(marks), lesson, alike: alike)
    case .choosing, .between, .summary, .ended: break
    }
  }

  /// Why a tag of the deck stays on the card that is asked; `nil` for anything else.
  private func refusal(_ change: Mark.Change, of card: CardID, isNews: Bool) -> String? {
    guard !isNews, case .tag(let tag, false) = change, let asked = asked?.card, asked.id == card,
      asked.question.tags.contains(tag)
    else { return nil }
    return "“\(tag)” is a tag of the deck. `:edit` changes it."
  }

  /// What was put on a card or taken off, or why nothing was.
  private static func sentence(_ change: Mark.Change, isNews: Bool) -> String {
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

  // MARK: - Schedules

  private mutating func adjust(_ card: CardID, _ adjustment: CardAdjustment) throws {
    switch try world.adjust(card, adjustment) {
    case .done(let firstDue):
      try leave(card, Self.sentence(adjustment, firstDue: firstDue))
    case .impossible: try resume(with: .information, [Self.refusal(adjustment)])
    }
  }

  /// What became of a card's schedule.
  private static func sentence(_ adjustment: CardAdjustment, firstDue: StudyDay?) -> String {
    let done =
      switch adjustment {
      case .forget: "New again; it comes with the new cards."
      case .known: "Marked as known; first review on \(firstDue?.iso8601 ?? "another day")."
      case .due(let day): "Due on \(day.iso8601)."
      }
    return done + " Type :undo to undo it."
  }

  /// Why a card's schedule stays as it is.
  private static func refusal(_ adjustment: CardAdjustment) -> String {
    switch adjustment {
    case .forget: "This card is new already."
    case .known: "Only a new card can be marked as known. `:reschedule` changes its due date."
    case .due: "A card that is new or in its steps has no due date to change."
    }
  }

  // MARK: - Telling of a card

  /// Tells of a card, which is looked up where it is not the one that is shown.
  private mutating func tell(
    of card: CardID, _ known: CardStanding?, only command: StudyCommand? = nil
  ) throws {
    guard let standing = try known ?? world.standing(of: card) else {
      return try resume(with: .information, ["No deck has this card any more."])
    }
    switch command {
    case .tag where known != nil:
      let tags = standing.card.question.tags + standing.marks.tags
      try resume(
        with: .information,
        [tags.isEmpty ? "No tags. `:tag NAME` adds one." : "Tags: \(tags.joined(separator: ", "))."]
      )
    case .note where known != nil:
      try resume(
        with: .information, [standing.marks.note ?? "No note. `:note TEXT` writes one."])
    default: try tell(of: standing)
    }
  }

  /// Describes a card, without its answer while it is being asked.
  private mutating func tell(of standing: CardStanding) throws {
    let card = standing.card
    let isSecret = if case .asking(let asked) = state { asked.card.id == card.id } else { false }
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
    try resume(with: .information, lines)
  }
}
