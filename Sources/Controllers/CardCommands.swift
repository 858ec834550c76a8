import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// What is done to a card, or told of it, without an answer: by a command, which means the card that is asked, and once
/// all is answered, or with `last` behind it, the one that was answered last; or by a program, which names any card.
extension QuestionController {
  /// Does what a command says.
  mutating func perform(_ command: StudyCommand, with text: String?) throws {
    let meansLast = command.row.argument == .last && text != nil
    guard let card = meansLast ? lastAnswered : asked?.card ?? lastAnswered else {
      return try resume(
        with: .information,
        [meansLast ? "No card was answered yet." : "No card is being asked."])
    }
    let known = asked?.card.id == card.id ? asked?.standing : nil
    guard let standing = try known ?? world.standing(of: card.id) else {
      return try resume(with: .information, ["No deck has this card any more."])
    }
    switch command {
    case .edit: try edit(.question(of: standing.card))
    case .add: try edit(.additions(toGroupOf: standing.card))
    default: try perform(command, on: standing, text)
    }
  }

  /// Does what a program asks for.
  mutating func meet(_ request: StudyRequest) throws {
    guard StudyCommand.requests.contains(request.command) else {
      return try resume(
        with: .problem,
        ["The request can't be used: “\(request.command.rawValue)” is not done to a card."])
    }
    let found = try world.standing(for: request, asked: currentCard)
    if request.command == .add {
      let title = request.group ?? found?.card.groupLabel ?? ""
      return try edit(.questions(request.questions ?? "", to: title, copies: request.copies))
    }
    guard let standing = found else {
      return try resume(
        with: .information, ["No card is being asked; name one with “card”."])
    }
    if request.command == .edit {
      return try edit(
        .fields(request.questions ?? "{}", of: standing.card, copies: request.copies))
    }
    try perform(request.command, on: standing, request.text)
  }

  private mutating func perform(
    _ command: StudyCommand, on standing: CardStanding, _ text: String?
  ) throws {
    let card = standing.card.id
    switch command {
    case .suspend: try suspend(card, .suspended)
    case .bury: try suspend(card, .buried(until: moment.day.advanced(byDays: 1)))
    case .unsuspend: try unsuspend(standing)
    case .flag: try mark(card, .flag(!standing.marks.isFlagged))
    case .tag:
      if let text { return try mark(card, .tag(typed: text)) }
      let tags = standing.card.question.tags + standing.marks.tags
      try resume(
        with: .information,
        [tags.isEmpty ? "No tags. `:tag NAME` adds one." : "Tags: \(tags.joined(separator: ", "))."]
      )
    case .note:
      if let text { return try mark(card, .note(typed: text)) }
      try resume(
        with: .information, [standing.marks.note ?? "No note. `:note TEXT` writes one."])
    case .forget: try adjust(card, .forget)
    case .known: try adjust(card, .known)
    case .due:
      guard let day = text.flatMap({ Self.day($0, from: moment.day) }) else {
        return try resume(
          with: .problem,
          [
            "Name the day: a number of days from today, “tomorrow”, or a date up to ten years from "
              + "now, such as 2026-12-01."
          ])
      }
      try adjust(card, .due(day))
    case .info: try tell(of: standing)
    case .why: try explain(standing)
    case .hint, .show, .undo, .redo, .override, .accept, .wrong, .hard, .easy, .skip, .skipLesson,
      .wrap, .more, .say, .furigana, .edit, .add, .help, .quit:
      // Neither a typed command nor a request of another kind comes here.
      preconditionFailure("\(command) is no command for a card.")
    }
  }

  private mutating func explain(_ standing: CardStanding) throws {
    let history = try world.history(of: standing.card)
    let explanation =
      if let asked, asked.card.id == standing.card.id {
        Explanation(asked, history, isCrammed: style.crams, localTime: localTime, at: moment)
      } else {
        Explanation(
          standing, history, load: world.load(besides: standing.card.id), localTime: localTime,
          at: moment)
      }
    try resume(with: .information, explanation.lines, topic: "why", why: explanation.values)
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
      [refusal(change, of: card, isNews: isNews) ?? sentence(change, isNews: isNews)])
  }

  /// The card that is shown has these marks from now on.
  mutating func mark(_ marks: CardMarks) {
    switch state {
    case .asking(let asked): state = .asking(asked.marked(marks))
    case .grading(let asked): state = .grading(asked.marked(marks))
    case .retyping(let asked): state = .retyping(asked.marked(marks))
    case .pausing(let asked): state = .pausing(asked.marked(marks))
    case .treating(let asked): state = .treating(asked.marked(marks))
    case .noting(let asked): state = .noting(asked.marked(marks))
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

  private func sentence(_ change: Mark.Change, isNews: Bool) -> String {
    isNews
      ? change.sentences.done(Self.thisCard, change.name)
      : change.sentences.already(nil, change.name)
  }

  // MARK: - Schedules

  private mutating func adjust(_ card: CardID, _ adjustment: CardAdjustment) throws {
    let sentences = adjustment.sentences
    switch try world.adjust(card, adjustment) {
    case .done(let firstDue):
      let day = if case .due(let day) = adjustment { day } else { firstDue }
      try leave(card, sentences.done(Self.thisCard, day?.iso8601) + Self.undoable)
    case .impossible: try resume(with: .information, [sentences.already()])
    }
  }

  /// What the card is called that a command of a session means.
  static var thisCard: String { "this card" }

  /// What is said where a card is not asked any more because of a command.
  static var undoable: String { " :undo takes it back." }

  // MARK: - Telling of a card

  /// Describes a card, without its answer while it is being asked.
  private mutating func tell(of standing: CardStanding) throws {
    let card = standing.card
    let isSecret = if case .asking(let asked) = state { asked.card.id == card.id } else { false }
    let shown = RubyText(card.asked.prompt).base
    var lines = [
      isSecret
        ? "“\(shown)”, in \(card.groupLabel): \(card.id.direction.fullName)."
        : CardName.text(card) + "."
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
