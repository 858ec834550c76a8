import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

typealias Column = ReportTable.Column

/// The columns that reports share. A key means one thing in all of them: what it means stands here, and `--explain`,
/// the page and the documentation have it from here. A column that one report alone has may stand in that report's
/// file.
extension ReportTable.Heading {
  private static let kinds = AnswerKind.allCases.map(\.name)
  private static let states = CardReport.State.allCases.map(\.name)

  // MARK: - Answers

  static let answers = count(
    "answers", "Answers",
    "Answers given and not undone since, in the schedule or outside it, each counted on the learner's "
      + "day, which begins at 4:00.")
  static let correct = count("correct", "Correct", "Answers with any grade but again.")
  static let incorrect = count("incorrect", "Incorrect", "Answers with the grade again.")
  static let percentage = share(
    "percentage", "Accuracy", "Correct answers divided by all answers.")
  static let running = share(
    "running", "Running",
    "Correct answers divided by all answers, from the first row up to this one.")
  static let minutes = number(
    "minutes", "Minutes",
    "The time from each question to its answer; longer than a minute counts as a minute.")
  static let new = count("new", "New", "First answers to a card.")

  /// Answers to cards that were in one state.
  static func of(_ kind: AnswerKind) -> ReportTable.Heading {
    let definition =
      switch kind {
      case .new: new.definition
      case .learning: "Answers to a card in its learning steps."
      case .young: "Answers to a card with an interval below 21 days."
      case .mature: "Answers to a card with an interval of 21 days or more."
      case .relearning: "Answers to a card in its relearning steps."
      case .cram: "Answers outside the schedule, such as those of `rabble study --cram`."
      }
    return ReportTable.Heading(
      kind.name, kind.name.capitalizedFirst, form: .count, definition: definition)
  }

  /// Answers with a grade.
  static func of(_ grade: Grade) -> ReportTable.Heading {
    ReportTable.Heading(grade.name, grade.name.capitalizedFirst, form: .count)
  }

  // MARK: - Days

  static let studiedDays = count(
    "studied_days", "Days with answers", "Days with at least one answer.")
  static let days = count("days", "Days", "Days of the period, with or without an answer.").optional
  static let streak = count(
    "streak", "Streak (days)",
    "Days in a row with an answer, up to today or, where today has none yet, up to yesterday.")
  static let longestStreak = count(
    "longest_streak", "Longest streak (days)",
    "The most days in a row with an answer, in the whole log.")

  // MARK: - Retention

  static let retention = share(
    "retention", "Retention",
    "Of the day's first answers to cards with an interval of a day or more, the share with any grade "
      + "but again. Learning and relearning steps and answers outside the schedule do not count.")
  static let target = share(
    "target", "Target",
    "The mean retention that these answers were scheduled for: the target that each card had at the "
      + "time, by its preset."
  )
  static let lower = share(
    "lower", "From", "The lower end of the 95% confidence interval (Wilson).")
  static let upper = share("upper", "To", "The upper end of the 95% confidence interval (Wilson).")

  // MARK: - Cards

  static let cards = count(
    "cards", "Cards",
    "A question counts once for each direction in which it is asked. Answers outside the schedule leave "
      + "a card new.")
  static let answeredCards = count(
    "answered_cards", "Cards answered", "Cards with an answer in the schedule.")
  static let unseen = count(
    "unseen", "New cards",
    "Cards never answered, of the decks and courses you have started, or of those you chose.")
  static let expected = number(
    "expected", "Expected to recall",
    "The sum of the retrievability of all cards answered: how many you would probably recall now.")
  static let expectedQuestions = number(
    "expected_questions", "Questions expected to recall",
    "The same of questions: each counts with the mean retrievability of its cards that were answered."
  )
  static let dailyLoad = number(
    "daily_load", "Daily load",
    "The sum of 1 / interval in days over all cards of the decks that are not suspended: answers per day once "
      + "all is steady.")
  static let stability = number(
    "stability", "Stability", "The days until the probability of recall falls to 90%.")
  static let difficulty = number(
    "difficulty", "Difficulty", "How hard a card is to the memory model, from 1 to 10.")
  static let lapses = count(
    "lapses", "Lapses", "How often a card was forgotten after it had left its steps.")
  static let predicted = share(
    "predicted", "Predicted",
    "The mean probability of recall before the answers, by the memory model.")

  // MARK: - Due

  static let due = count(
    "due", "Due",
    "Cards due on that day, without overdue ones. Suspended cards and cards that no deck has any more do not "
      + "count, nor do today's buried ones.")
  static let dueToday = count(
    "due_today", "Due today",
    "Cards due today or overdue. Suspended and buried cards, and cards that no deck has any more, do not count."
  )
  static let dueWithBacklog = count(
    "due_with_backlog", "With backlog",
    "Cards due on that day, overdue cards counted as due today.")

  // MARK: - What a row is

  static let day = ReportTable.Heading("day", "Day", form: .day)
  static let group = ReportTable.Heading("group", "Group")
  static let prompt = ReportTable.Heading("prompt", "Prompt")
  static let answer = ReportTable.Heading("answer", "Answer")
  static let direction = ReportTable.Heading("direction", "Direction")
  static let preset = ReportTable.Heading("preset", "Preset")
  static let state = ReportTable.Heading(
    "state", "State", form: .term(Array(Set(kinds + states)).sorted()))
  static let from = number("from", "From", nil)
  static let to = number("to", "Below", nil)
  static let share = share("share", "Share", nil)

  // MARK: - Making headings

  /// A number of things.
  static func count(_ key: String, _ title: String, _ definition: String?) -> ReportTable.Heading {
    ReportTable.Heading(key, title, form: .count, definition: definition)
  }

  /// A share, unknown where it is one of nothing.
  static func share(_ key: String, _ title: String, _ definition: String?) -> ReportTable.Heading {
    ReportTable.Heading(key, title, form: .share, isOptional: true, definition: definition)
  }

  /// A number, which may be unknown.
  static func number(_ key: String, _ title: String, _ definition: String?) -> ReportTable.Heading {
    ReportTable.Heading(key, title, form: .number, isOptional: true, definition: definition)
  }
}

extension StringProtocol {
  /// The text with a capital first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
