import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

// How much a day brings of one group or course: as the config file says, `new = 5` below
// `[limit.Spanish]`, and as the presets of groups say.

extension Library {
  /// What is wrong with the limits of single decks: the names that mean no group or course.
  var limitFaults: [String] { settings.deckLimits.keys.sorted().compactMap(limitFault) }

  /// What is wrong with the name of a group or course in a limit, with the nearest; `nil` where it means
  /// one.
  package func limitFault(of name: String) -> String? {
    guard groups(named: name).isEmpty else { return nil }
    if let unknown = unknownGroup(name), unknown.reason == .ambiguous {
      return "The config file limits “\(name)”. \(unknown)"
    }
    let near = Nearest.to(name, among: titles + courses.map(\.title))
    return "The config file limits “\(name)”, but no group or course has that name."
      + (near.map { " Did you mean “\($0)”?" } ?? "")
  }

  /// The limits for new cards of a plan's groups.
  ///
  /// - Throws: an error of the review log.
  func newLimits(_ plan: StudyPlan, _ options: SessionOptions, _ tx: Transaction) throws
    -> [GroupLimit]
  {
    let each = (options.newPerGroup ?? settings.newPerGroup).map { most in
      plan.groups.map { GroupLimit(most, of: [$0.id]) }
    }
    let named = settings.deckLimits.compactMap { name, limit in
      limit.new.map { GroupLimit($0, of: groups(named: name)) }
    }
    let book = try tx.presets.book()
    let preset = plan.groups.compactMap { group in
      book.preset(forGroup: group.name).limits.new.map { GroupLimit($0, of: [group.id]) }
    }
    return (each ?? []) + named + preset
  }

  /// The shares of a day's new cards that the courses give their groups; none where the learner has
  /// said how many cards a group brings.
  func shares(_ plan: StudyPlan, _ options: SessionOptions) -> [Int64: Int] {
    options.newPerGroup ?? settings.newPerGroup == nil ? plan.shares : [:]
  }

  /// The limits for due cards of a plan's groups, those answered today taken off.
  func reviewLimits(_ plan: StudyPlan, _ options: SessionOptions, at now: Moment) throws
    -> [ReviewLimit]
  {
    let most = options.reviewsPerDay ?? settings.reviewsPerDay
    return try log.read { tx in
      let own = try ownReviewLimits(plan, tx)
      guard most != nil || !own.isEmpty else { return [] }
      let reviewed = try tx.days.reviewedCards(on: now.day)
      return (most.map { [ReviewLimit($0 - reviewed.count)] } ?? [])
        + (try own.map { limit in
          let ranks = plan.groups.indices.filter { limit.groups.contains(plan.groups[$0].id) }
          return ReviewLimit(
            limit.most - (try tx.queue.count(reviewed, in: limit.groups)), of: Set(ranks))
        })
    }
  }

  /// The limits for due cards of single groups and courses of a plan, each with how many of today's reviews
  /// there were.
  func limitedReviews(_ plan: StudyPlan, _ tx: Transaction, at now: Moment) throws
    -> [(limit: GroupLimit, reviewedToday: Int)]
  {
    let own = try ownReviewLimits(plan, tx)
    if own.isEmpty { return [] }
    let reviewed = try tx.days.reviewedCards(on: now.day)
    return try own.map { ($0, try tx.queue.count(reviewed, in: $0.groups)) }
  }

  private func ownReviewLimits(_ plan: StudyPlan, _ tx: Transaction) throws -> [GroupLimit] {
    let book = try tx.presets.book()
    return settings.deckLimits.compactMap { name, limit in
      limit.reviews.map { GroupLimit($0, of: groups(named: name)) }
    }
      + plan.groups.compactMap { group in
        book.preset(forGroup: group.name).limits.reviews.map { GroupLimit($0, of: [group.id]) }
      }
  }

  /// Why a name in the config file means no group or course; `nil` where it means one.
  private func unknownGroup(_ name: String) -> UnknownGroup? {
    if case .failure(let error) = GroupChoice.choose(
      [name], among: groupNames, courses: courseNames)
    {
      error
    } else {
      nil
    }
  }

  /// The groups that a name in the config file means: a group, or those of a course.
  private func groups(named name: String) -> Set<Int64> {
    let choices = GroupChoice.choose([name], among: groupNames, courses: courseNames)
    // A name that means nothing has no groups.
    guard let choices = try? choices.get() else { return [] }
    return Set(
      choices.flatMap { choice in
        switch choice {
        case .course(let index): courses[index].groups.map(\.id)
        case .group(let index): [groups[index].id]
        }
      })
  }
}
