import RabbleScheduling
import RabbleStorage
import RabbleText

extension Library {
  /// Why a session asks none of the cards that its filter selects, and what would have them asked.
  ///
  /// - Parameters:
  ///   - plan: what is studied.
  ///   - now: the present.
  /// - Returns: a line for each reason with the number of its cards, below a heading; nothing without a
  ///   filter.
  /// - Throws: an error of the review log.
  func reasonsForNone(of plan: StudyPlan, at now: Moment) throws -> [String] {
    guard let filter = plan.filter else { return [] }
    func matching(_ text: String) throws -> CardSelection {
      let both = [filter.condition, try CardFilter(text).condition]
      return try select(CardFilter(.all(both)), in: plan.groups)
    }
    let held = try matching("is:suspended or is:buried").cards.count
    let later = try matching("-is:new -is:suspended -is:buried").cards.count
    let new = try matching("is:new -is:suspended -is:buried")
    let locked = try lockedGroups(of: plan, at: now)
    let closed = new.groups.filter { locked.contains($0.id) }
    let lockedCards = min(closed.reduce(0) { $0 + $1.cards }, new.cards.count)
    let condition = "--where \(filter.text.shellQuoted)"
    func line(_ count: Int, _ text: String, verb: [String] = ["is", "are"]) -> String? {
      count == 0
        ? nil : "  \(NumberText.count(count, "card")) \(verb[count == 1 ? 0 : 1]) \(text)"
    }
    let reasons = [
      closed.first.flatMap { group in
        line(
          lockedCards,
          "new, in "
            + (closed.count == 1 ? "the locked group" : "\(closed.count) locked groups, such as")
            + " “\(group.title)”. To study it all the same, name it: "
            + "`rabble study \(group.title.shellQuoted) \(condition)`.")
      },
      line(
        new.cards.count - lockedCards,
        "new, and today has no room for more new cards. `--new N` makes room."),
      line(
        later, "on a later day. `--ahead N` asks what is due within N days, `--cram` any card.",
        verb: ["comes", "come"]),
      line(held, "suspended or buried. `rabble card unsuspend \(condition)` undoes that."),
    ].compactMap(\.self)
    return reasons.isEmpty ? [] : ["None of them is asked now:"] + reasons
  }

  /// The groups of a plan that give no new cards yet.
  private func lockedGroups(of plan: StudyPlan, at now: Moment) throws -> Set<Int64> {
    Set(
      try log.read {
        try $0.groups.locked(of: plan.groups, after: plan.prerequisites, at: now)
      }.map(\.id))
  }
}
