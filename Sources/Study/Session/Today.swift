import RabbleControllers
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension Library {
  /// What there is to study of a plan now, and how much of it the limits of the day let a session ask. While
  /// a backlog is worked off, new cards wait, and only the day's share of what is due comes today.
  ///
  /// - Parameters:
  ///   - plan: what is studied.
  ///   - newPerDay: the most new cards a day; the config file's number without it.
  /// - Returns: the counts.
  /// - Throws: an error of the review log.
  public func dueToday(_ plan: StudyPlan, newPerDay: Int? = nil) throws -> DueScreen {
    let (left, allowed, _) = try leftToday(plan, newPerDay: newPerDay, at: surroundings.now())
    return DueScreen(
      due: left.due, learning: left.learning, new: left.new, dueToday: allowed)
  }

  /// What is left of a plan today, how many of the cards due a session asks of that, and the backlog.
  func leftToday(
    _ plan: StudyPlan, newPerDay: Int?, hears: Bool = true, at now: Moment
  ) throws -> (all: CardCounts, allowed: Int, backlog: TodayScreen.Backlog?) {
    let backlog = try backlog(of: plan, at: now)
    let share = backlog.map { [ReviewLimit($0.share)] } ?? []
    let (all, allowed) = try due(
      // New cards wait until the learner has caught up.
      plan, newPerDay: newPerDay ?? (backlog == nil ? nil : 0),
      within: share + reviewLimits(plan, SessionOptions(), at: now), hears: hears)
    return (all, allowed, backlog)
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
    let (left, allowed, backlog) = try leftToday(plan, newPerDay: newPerDay, at: now)
    let confused = try confusionPractice(plan, at: now).entries.count
    let hasMore =
      try left.total == 0
      && entries(plan, SessionOptions(), besides: 1, at: now).contains { $0.due == nil }
    return try log.read { tx in
      var progress = DailyProgress()
      let forecast = try tx.days.forecast(
        of: plan.groups, days: TodayScreen.daysAhead, at: now)
      try tx.days.forEachAnswer(on: now.day) { progress.add($0, isNew: $1) }
      return TodayScreen(
        now.day, progress,
        left: .init(due: left.due, learning: left.learning, new: left.new),
        forecast: forecast.due, carriedOver: forecast.carriedOver,
        streak: try tx.days.streak(on: now.day),
        answers: try tx.days.answers(since: TodayScreen.firstDay(today: now.day)),
        unlocked: try tx.groups.unlocked(of: plan.groups, after: plan.prerequisites, at: now)
          .map(\.label),
        confused: confused, hasMore: hasMore, backlog: backlog, allowed: allowed,
        command: (["rabble", "study"] + plan.names.map(\.shellQuoted)).joined(separator: " "))
    }
  }
}
