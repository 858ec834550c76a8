import RabbleControllers
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension Library {
  /// What there is to study of a plan now. While a backlog is worked off, new cards wait, and only the
  /// day's share of what is due comes today.
  ///
  /// - Parameters:
  ///   - plan: what is studied.
  ///   - newPerDay: the most new cards a day; the config file's number without it.
  /// - Returns: the counts.
  /// - Throws: an error of the review log.
  public func dueToday(_ plan: StudyPlan, newPerDay: Int? = nil) throws -> DueScreen {
    let backlog = try backlog(of: plan, at: surroundings.now())
    let left = try due(plan, newPerDay: newPerDay ?? (backlog == nil ? nil : 0))
    return DueScreen(
      due: left.due, learning: left.learning, new: left.new,
      dueToday: min(left.due, backlog?.share ?? left.due))
  }

  /// How today's study has gone and what is left of a plan.
  ///
  /// - Parameters:
  ///   - plan: what is studied.
  ///   - newPerDay: the most new cards a day; the config file's number without it.
  /// - Returns: the screen.
  /// - Throws: an error of the review log.
  public func today(_ plan: StudyPlan, newPerDay: Int? = nil) throws -> TodayScreen {
    let now = surroundings.now()
    let backlog = try backlog(of: plan, at: now)
    // New cards wait until the learner has caught up.
    let newPerDay = newPerDay ?? (backlog == nil ? nil : 0)
    let left = try due(plan, newPerDay: newPerDay)
    let confused = try confusionPractice(plan, at: now).entries.count
    let hasMore =
      try left.total == 0
      && entries(plan, SessionOptions(), besides: 1, at: now).contains { $0.due == nil }
    return try log.read { tx in
      var progress = DailyProgress()
      try tx.days.forEachAnswer(on: now.day) { progress.add($0, isNew: $1) }
      return TodayScreen(
        now.day, progress,
        left: .init(due: left.due, learning: left.learning, new: left.new),
        forecast: try tx.days.forecast(of: plan.groups, days: TodayScreen.daysAhead, at: now),
        streak: try tx.days.streak(on: now.day),
        answers: try tx.days.answers(since: TodayScreen.firstDay(today: now.day)),
        unlocked: try tx.groups.unlocked(of: plan.groups, after: plan.prerequisites, at: now)
          .map(\.title),
        confused: confused, hasMore: hasMore, backlog: backlog)
    }
  }
}
