import RabbleScheduling
import RabbleScreens
import RabbleText

extension GroupListScreen {
  /// Lists groups in full, each with a row.
  ///
  /// - Parameters:
  ///   - groups: where the learner stands with each.
  ///   - course: the course that they are of, if any.
  package init(_ groups: [StepStanding], of course: Outline? = nil) {
    self.init(
      title: course?.title ?? "", before: course?.invitation(to: nil) ?? [],
      groups: ReportTable(groups, hasPath: course != nil))
  }

  /// Lists the groups from the one that is being learned: those that are known before it, those that are not
  /// unlocked, the optional ones that were not started, and a course that was not started are one line each.
  ///
  /// - Parameters:
  ///   - groups: where the learner stands with each.
  ///   - course: the course that they are of, if any.
  package init(folding groups: [StepStanding], of course: Outline? = nil) {
    let title = course?.title ?? ""
    if let course, course.start != nil {
      self.init(
        title: title, before: course.invitation(to: groups.count), groups: nil, isFolded: true)
      return
    }
    let locked = groups.filter { !$0.waitsFor.isEmpty }
    let beside = groups.filter { $0.isOptional && !$0.isStarted }
    let open = groups.filter { $0.waitsFor.isEmpty && ($0.isStarted || !$0.isOptional) }
    let known = open.prefix { !$0.isBeingLearned }
    let isFolded = known.count >= Self.fewestFolded
    let rows = isFolded ? open.dropFirst(known.count) : open[...]
    self.init(
      title: title,
      before: isFolded ? [Self.line(known: known, isAll: rows.isEmpty)] : [],
      groups: rows.isEmpty ? nil : ReportTable(Array(rows)),
      after: Self.line(locked: locked) + Self.line(optional: beside),
      isFolded: isFolded || !locked.isEmpty || !beside.isEmpty)
  }

  /// What a list of groups says of their course.
  package struct Outline {
    let title: String
    /// The command that starts it; `nil` for a course that is studied already.
    let start: String?

    package init(title: String, start: String?) {
      self.title = title
      self.start = start
    }

    fileprivate func invitation(to groups: Int?) -> [String] {
      guard let start else { return [] }
      let count = groups.map { NumberText.count($0, "group") + ", not started" } ?? "Not started"
      return ["\(count): `\(start)` starts the course."]
    }
  }

  /// The fewest groups in a row that become one line.
  private static let fewestFolded = 2

  private static func line(known groups: ArraySlice<StepStanding>, isAll: Bool) -> String {
    let due = groups.reduce(0) { $0 + $1.counts.due + $1.counts.learning }
    let which = isAll ? "All \(groups.count) groups" : "\(groups.count) groups before these"
    return "\(which) are known" + (due > 0 ? ", with \(NumberText.count(due, "card")) due." : ".")
  }

  private static func line(locked groups: [StepStanding]) -> [String] {
    guard let next = groups.first else { return [] }
    let titles = next.waitsFor.map { "“\($0)”" }
    let needed =
      titles.count > 2
      ? "\(titles[0]) and \(titles.count - 1) more groups" : titles.joined(separator: " and ")
    let condition =
      "once \(needed) \(titles.count == 1 ? "is" : "are") "
      + NumberText.percent(GroupKnowledge.known) + " known."
    return [
      groups.count == 1
        ? "1 group is not unlocked yet: “\(next.counts.title)”, \(condition)"
        : "\(groups.count) groups are not unlocked yet; the next is “\(next.counts.title)”, \(condition)"
    ]
  }

  private static func line(optional groups: [StepStanding]) -> [String] {
    guard !groups.isEmpty else { return [] }
    return [
      groups.count == 1
        ? "1 group is optional: “\(groups[0].counts.title)”."
        : "\(groups.count) groups are optional."
    ]
  }
}

extension StepStanding {
  /// Whether it has new cards or is not known: cards of a known group that are due don't make it one.
  fileprivate var isBeingLearned: Bool { !knowledge.isKnown || counts.new > 0 }

  /// Whether any of its cards was answered or marked as known.
  fileprivate var isStarted: Bool {
    counts.learning + counts.due + counts.score.total > 0 || !knowledge.retrievabilities.isEmpty
  }
}
