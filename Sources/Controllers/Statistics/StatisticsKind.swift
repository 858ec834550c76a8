import RabbleStatistics

/// The statistical reports, by their names on the command line.
package enum StatisticsKind: String, Hashable, Sendable, CaseIterable {
  case overview, scores, reviews, calendar, forecast, retention, cards, intervals, memory
  case calibration, hours, grades, sessions, groups, words, level, added, confusions, mistakes
  case leeches, card

  /// What it shows, in a line.
  package var abstract: String {
    switch self {
    case .overview: "today, the week, retention, streak, and what is due"
    case .scores: "correct and incorrect answers, with the running percentage"
    case .reviews: "answers and minutes by kind, and daily averages"
    case .calendar: "a heat map of days, and streaks"
    case .forecast: "cards due on the coming days, and simulated reviews"
    case .retention: "true retention of young and mature cards"
    case .cards: "cards by state"
    case .intervals: "intervals, stability, difficulty, and retrievability"
    case .memory: "how much is known now, and was in the past"
    case .calibration: "predicted against actual recall"
    case .hours: "answers and success by hour of day"
    case .grades: "grades by state of the card"
    case .sessions: "sessions with their minutes and scores"
    case .groups: "answers, retention, and known cards by group"
    case .words: "what each card has cost, and how well it goes"
    case .level: "progress in courses, and when they end"
    case .added: "new cards by day, week, or month"
    case .confusions: "cards you confuse with each other"
    case .mistakes: "kinds of mistakes, with examples"
    case .leeches: "cards you keep forgetting"
    case .card: "one card's history and forgetting curve"
    }
  }

  /// By what its rows are, unless something else is asked for; `nil` where nothing else can be.
  package var grouping: AnswerGrouping? {
    switch self {
    case .scores, .groups: .group
    case .reviews, .added: .time(.day)
    case .hours: .hour
    case .sessions: .session
    default: nil
    }
  }

  /// Whether its rows can be by something else (`--by`).
  package var takesGrouping: Bool {
    switch self {
    case .scores, .reviews, .retention, .added, .mistakes: true
    default: false
    }
  }

  /// Whether it is about the answers of a period (`--period`).
  package var takesPeriod: Bool {
    switch self {
    case .scores, .reviews, .calendar, .retention, .calibration, .hours, .grades, .sessions,
      .groups, .words, .added, .mistakes, .memory:
      true
    case .overview, .forecast, .cards, .intervals, .level, .confusions, .leeches, .card: false
    }
  }

  /// Whether it can be compared with the period before (`--compare`).
  package var isComparable: Bool {
    switch self {
    case .scores, .reviews, .retention, .hours, .grades, .sessions, .groups, .added: true
    default: false
    }
  }

  /// The days it is about without a period; `nil` for all.
  package var usualDays: Int? {
    switch self {
    case .reviews, .added: 30
    case .calendar: 365
    case .sessions: 30
    default: nil
    }
  }
}

/// What a number of a report means. This is the one place that says so: `--explain`, the HTML page and
/// the page of columns in the documentation have it from here.
package enum StatisticsDefinition {
  /// The definitions of the columns that these keys name in a report, in their order; those that need
  /// none are left out.
  package static func of(_ keys: [String], in report: StatisticsKind) -> [(
    key: String, text: String
  )] {
    var seen: Set<String> = []
    return keys.compactMap { key in
      guard seen.insert(key).inserted, let text = special[report]?[key] ?? texts[key] else {
        return nil
      }
      return (key, text)
    }
  }

  /// What a key means in one report, where that is something else than in the others.
  package static let special: [StatisticsKind: [String: String]] = [
    .overview: [
      "new":
        "Cards never answered, of the decks and courses you have started, or of the groups you chose.",
      "due":
        "Cards due today or overdue; Due in the table counts those of a day, and tomorrow also those left "
        + "from today. Suspended and buried cards, and cards that no deck has any more, do not count.",
    ],
    .calibration: [
      "answers":
        "The day's first answers to cards that were answered on an earlier day, without those outside the "
        + "schedule."
    ],
    .forecast: [
      "due":
        "Cards due on that day, without overdue ones. Suspended cards and cards that no deck has any more do not "
        + "count, nor do today's buried ones.",
      "total": "Cards due up to that day, overdue cards included.",
    ],
    .hours: [
      "answers": "Answers given and not undone since, without those outside the schedule.",
      "minutes":
        "The time that these answers took; longer than a minute counts as a minute.",
    ],
    .level: [
      "new":
        "Cards never answered, of the courses you have started; New in the table counts those of a group.",
      "known_questions":
        "Estimated knowledge of the questions of courses: each counts with the mean retrievability of its cards "
        + "that have left their learning steps.",
      "knowledge":
        "The share of the questions that you would recall now, new ones and those in learning steps counting as "
        + "0; Known in the table is that of a group.",
    ],
    .mistakes: [
      "times": "Answers whose kind of mistake is known; Times in a table counts those of a kind."
    ],
    .card: ["predicted": "The probability of recall before the answer, by the memory model."],
  ]

  /// What a key means in every other report.
  package static let texts: [String: String] = [
    "answers":
      "Answers given and not undone since, in the schedule or outside it, each counted on the learner's "
      + "day, which begins at 4:00.",
    "correct": "Answers with any grade but again.",
    "incorrect": "Answers with the grade again.",
    "percentage": "Correct answers divided by all answers.",
    "running": "Correct answers divided by all answers, from the first row up to this one.",
    "minutes":
      "The time from each question to its answer; longer than a minute counts as a minute.",
    "new": "First answers to a card.",
    "learning": "Answers to a card in its learning steps.",
    "relearning": "Answers to a card in its relearning steps.",
    "young": "Answers to a card with an interval below 21 days.",
    "mature": "Answers to a card with an interval of 21 days or more.",
    "cram": "Answers outside the schedule, such as those of `rabble study --cram`.",
    "suspended": "Cards that are not asked until you restore them.",
    "buried": "Cards that are not asked before another day.",
    "studied_days": "Days with at least one answer.",
    "days": "Days of the period, with or without an answer.",
    "studied_share": "Days with an answer divided by all days of the period.",
    "answers_per_studied_day": "Answers divided by the days with an answer.",
    "answers_per_day": "Answers divided by all days of the period.",
    "minutes_per_studied_day": "Minutes divided by the days with an answer.",
    "streak":
      "Days in a row with an answer, up to today or, where today has none yet, up to yesterday.",
    "longest_streak": "The most days in a row with an answer, in the whole log.",
    "retention":
      "Of the day's first answers to cards with an interval of a day or more, the share with any grade "
      + "but again. Learning and relearning steps and answers outside the schedule do not count.",
    "passed": "Answers that true retention counts as remembered.",
    "failed": "Answers that true retention counts as forgotten.",
    "young_retention": "True retention of cards with an interval below 21 days.",
    "mature_retention": "True retention of cards with an interval of 21 days or more.",
    "lower": "The lower end of the 95% confidence interval (Wilson).",
    "upper": "The upper end of the 95% confidence interval (Wilson).",
    "due":
      "Cards due on that day. Suspended cards and cards that no deck has any more do not count.",
    "due_today": "Cards due today, overdue cards included.",
    "due_week": "Cards due today and on the next six days, overdue cards included.",
    "due_with_backlog": "Cards due on that day, overdue cards counted as due today.",
    "overdue": "Cards whose due date was before today.",
    "simulated":
      "Reviews that a simulation of your memory and habits gives on that day, with new cards and limits of "
      + "reviews as your settings have them, and the share of a backlog that you have chosen; answers to new cards "
      + "and repetitions on the same day do not count. It lets all cards of a question come on one day.",
    "simulated_new":
      "New cards that the simulation starts on that day; today, those that are still to come.",
    "simulated_minutes":
      "Minutes that all answers of that day take in the simulation, including those to new cards and "
      + "repetitions on the same day.",
    "daily_load":
      "The sum of 1 / interval in days over all cards of the decks that are not suspended: answers per day once "
      + "all is steady.",
    "known":
      "Estimated knowledge: the sum of the retrievability of all cards answered, which is how many you "
      + "would recall now.",
    "known_questions":
      "Estimated knowledge of questions: each counts with the mean retrievability of its cards that were answered.",
    "retrievability": "The probability of recalling a card now, by its memory model.",
    "stability": "The days until the probability of recall falls to 90%.",
    "difficulty": "How hard a card is to the memory model, from 1 to 10.",
    "interval": "The days from the last answer to the due date.",
    "median": "Half of the numbers are not above it.",
    "percentile_90": "Nine tenths of the numbers are not above it.",
    "predicted": "The mean probability of recall before the answers, by the memory model.",
    "actual": "The share of the predicted answers that were remembered.",
    "log_loss":
      "The mean of −ln of the probability that the model gave to what happened; lower is better.",
    "rmse":
      "The root of the mean square of predicted minus actual over 20 equal bins of probability, weighted "
      + "by their answers; lower is better.",
    "session": "Answers with less than 30 minutes between them.",
    "lapses": "How often a card was forgotten after it had left its steps.",
    "answers_to_learn":
      "All answers until a card left its learning steps for the first time, without those outside the "
      + "schedule; empty where that was not in the period.",
    "days_to_learn":
      "Days from a card's first answer in the schedule until it left its learning steps.",
    "pace": "Cards of all decks answered for the first time in the last 28 days, divided by 28.",
    "ends":
      "The day on which no new card of a course is left, at the pace of its own in the last 28 days; of all courses, "
      + "the last of these days.",
    "knowledge":
      "The share of a group's questions that you would recall now, new ones counting as 0.",
    "unlocked":
      "Whether a group gives new cards: the groups it builds on are known, to 80% or more.",
    "learned": "Cards that left their learning steps for the first time, in the period.",
    "times": "How often it happened.",
    "cards":
      "A question counts once for each direction in which it is asked. Answers outside the schedule leave "
      + "a card new.",
    "elapsed": "Days since the card's previous answer.",
  ]
}
