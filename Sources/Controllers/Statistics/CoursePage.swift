import RabbleScheduling
import RabbleScreens

extension ReportPage {
  /// A group of a course, and how much of it is known.
  package struct CourseStep: Sendable {
    let course: String
    let newCards: Int
    let standing: StepStanding

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - course: the title of the course.
    ///   - newCards: how many new cards of the course there were in the last days.
    ///   - standing: how far the learner is in the group.
    package init(course: String, newCards: Int, standing: StepStanding) {
      self.course = course
      self.newCards = newCards
      self.standing = standing
    }
  }

  /// Progress in courses, and when each ends at its pace of the last days.
  ///
  /// - Parameters:
  ///   - steps: the groups of the courses in order.
  ///   - newCards: how many new cards there were in the last `days`, of whatever decks.
  ///   - days: how many days the pace is taken from.
  ///   - today: the present day.
  /// - Returns: the page.
  package static func level(_ steps: [CourseStep], newCards: Int, days: Int, today: StudyDay)
    -> ReportPage
  {
    let pace = Double(newCards) / Double(max(days, 1))
    func end(_ left: Int, of step: CourseStep) -> StudyDay? {
      if left == 0 { return today }
      let left = Double(left) * Double(max(days, 1)) / Double(step.newCards)
      return step.newCards > 0 && left < 36_500
        ? today.advanced(byDays: Int(left.rounded(.up))) : nil
    }
    var left: [String: Int] = [:]
    let ordered = steps.map { step in
      left[step.course, default: 0] += step.standing.counts.new
      return (step: step, end: end(left[step.course] ?? 0, of: step))
    }
    // Of each course, when its last group ends.
    let ends = Dictionary(ordered.map { ($0.step.course, $0.end) }) { _, last in last }
    let halted = ends.filter { $0.value == nil }.keys.sorted()
    let rows = ReportTable("rows", "", of: ordered) {
      Column("course", "Course") { .text($0.step.course) }
      Column("group", "Group") { .text($0.step.standing.counts.title) }
      Column("cards", "Cards") { .count($0.step.standing.counts.cards) }
      Column("new", "New") { .count($0.step.standing.counts.new) }
      Column("knowledge", "Known") { .share($0.step.standing.knowledge.share) }
      Column("unlocked", "Unlocked") { .flag($0.step.standing.waitsFor.isEmpty) }
      Column("ends", "No new card left on") { .text(ifAny: $0.end?.iso8601) }
    }
    let new = steps.reduce(0) { $0 + $1.standing.counts.new }
    let questions = steps.reduce(0) { $0 + $1.standing.knowledge.questions }
    let known = steps.reduce(0.0) {
      $0 + $1.standing.knowledge.share * Double($1.standing.knowledge.questions)
    }
    let summary = ReportTable("summary", "", .record, of: [pace]) {
      Column("pace", "New cards per day") { .number($0, decimals: 1) }
      Column("new", "New cards left in courses") { _ in .count(new) }
      Column("known_questions", "Questions known now") { _ in .number(known, decimals: 0) }
      Column("knowledge", "Share known") { _ in
        questions == 0 ? .missing : .share(known / Double(questions))
      }
      Column("ends", "No new card left on") { _ in
        .text(ifAny: halted.isEmpty ? ends.values.compactMap(\.self).max()?.iso8601 : nil)
      }
    }
    return ReportPage(
      name: "level", title: "Course progress, \(today.iso8601)", last: today.iso8601,
      summary: summary, tables: [rows],
      drawings: [.bars(table: "rows", label: "group", value: "knowledge")],
      remarks: steps.isEmpty
        ? ["No course has been started. `rabble deck list` lists them."]
        : halted.isEmpty
          ? []
          : [
            "No end can be projected for \(halted.joined(separator: ", ")): too few new cards were started in the "
              + "last \(days) days."
          ])
  }
}
