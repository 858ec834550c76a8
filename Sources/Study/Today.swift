import RabbleControllers
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension Library {
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
