import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension TodayScreen {
  /// How many weeks the calendar shows, this one among them.
  package static let weeks = 12
  /// How many days the forecast looks ahead.
  package static let daysAhead = 7

  /// The first day of a calendar that ends today: a Monday.
  package static func firstDay(today: StudyDay) -> StudyDay {
    today.advanced(byDays: -today.weekday - 7 * (weeks - 1))
  }

  /// Makes the screen of a day.
  ///
  /// - Parameters:
  ///   - today: the day.
  ///   - progress: how it has gone.
  ///   - left: what is left of it.
  ///   - forecast: the cards due on each of the next days, if no other is answered today.
  ///   - carriedOver: how many of those of the first day are left from today.
  ///   - streak: on how many days in a row there was an answer.
  ///   - answers: the answers of each day since ``firstDay(today:)`` that has any.
  ///   - unlocked: the titles of the groups that were unlocked and not started.
  ///   - confused: how many cards the learner still confuses with another.
  ///   - hasMore: whether there are new cards for which the day has no room.
  ///   - backlog: the day's share of a backlog; `nil` where all that is due comes today.
  ///   - allowed: how many of the cards due a session asks today.
  ///   - command: what starts a session of these cards.
  package init(
    _ today: StudyDay, _ progress: DailyProgress, left: Left, forecast: [Int], carriedOver: Int = 0,
    streak: Int,
    answers: [StudyDay: Int], unlocked: [String], confused: Int,
    hasMore: Bool, backlog: Backlog? = nil, allowed: Int, command: String = "rabble study"
  ) {
    let first = Self.firstDay(today: today)
    self.init(
      day: today.iso8601, correct: progress.answers.correct, incorrect: progress.answers.incorrect,
      seconds: progress.duration / 1000, retention: progress.recalled.runningPercentage,
      reviewed: progress.recalled.total, left: left,
      forecast: forecast.enumerated().map { index, count in
        Day(today.advanced(byDays: index + 1), count)
      },
      carriedOver: carriedOver, streak: streak,
      calendar: (first.number...today.number).map { number in
        let day = StudyDay(number: number)
        return Day(day, answers[day] ?? 0)
      },
      unlocked: unlocked,
      next: Self.advice(
        left: left, allowed: allowed, confused: confused, hasMore: hasMore,
        backlog: backlog, command: command,
        daysUntilDue: forecast.indices.first {
          forecast[$0] > ($0 == 0 ? carriedOver : 0)
        }.map { $0 + 1 }))
  }

  /// A backlog that is worked off in shares.
  package struct Backlog: Hashable, Sendable {
    /// How many of the cards that are due still come today.
    package let share: Int
    /// How many cards were reviewed today, which count against a limit of the day.
    package let reviewed: Int
    /// How many cards are due.
    package let due: Int

    /// Makes a backlog.
    package init(share: Int, reviewed: Int, due: Int) {
      self.share = share
      self.reviewed = reviewed
      self.due = due
    }

    /// What lifts the limit: the option, and what it counts besides the cards that are due.
    package var allAtOnce: (option: String, besides: String) {
      (
        "--reviews \(reviewed + due)",
        reviewed == 0 ? "" : ", besides the \(reviewed) reviewed today"
      )
    }
  }

  /// What can be done next; nothing that would bring no card.
  private static func advice(
    left: Left, allowed due: Int, confused: Int, hasMore: Bool, backlog: Backlog?,
    command: String, daysUntilDue days: Int?
  ) -> [String] {
    var advice: [String] = []
    if left.total > 0 {
      let asked = left.total - left.due + due
      if asked > 0 {
        advice.append("`\(command)` asks the \(NumberText.count(asked, "card")) left today.")
      }
      if let backlog, due < left.due {
        let (option, besides) = backlog.allAtOnce
        let all = "`\(command) \(option)` asks"
        let cards = NumberText.count(left.due, "card")
        advice.append(
          due > 0
            ? "That is today's share of the backlog; \(all) all \(cards) due\(besides)."
            : "Today's share of the backlog is done; \(all) the \(cards) still due\(besides).")
      } else if due < left.due {
        advice.append(
          "The limit of reviews per day keeps back \(NumberText.count(left.due - due, "due card"))."
        )
      }
    } else {
      if hasMore {
        advice.append("`\(command) --new N` asks more new cards.")
      }
      if let days {
        advice.append(
          "`\(command) --ahead \(days)` asks what is due "
            + (days == 1 ? "tomorrow." : "within \(days) days."))
      }
      advice.append("`\(command) --cram` asks any card and changes no schedule.")
    }
    if confused > 0 {
      advice.append(
        "`\(command) --confusions` practices \(NumberText.count(confused, "card")) that you "
          + "confuse with another.")
    }
    return advice
  }
}

extension TodayScreen.Day {
  fileprivate init(_ day: StudyDay, _ count: Int) {
    self.init(day: day.iso8601, weekday: day.weekday, count: count)
  }
}
