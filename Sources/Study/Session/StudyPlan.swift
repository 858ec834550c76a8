import RabbleQuestions
import RabbleScreens
import RabbleStorage
import RabbleText

/// Which groups are studied, in which order they give new cards, and what each of them requires.
public struct StudyPlan: Sendable {
  /// The groups and courses that were named, as they were named; none where all is studied.
  private(set) var names: [String] = []
  private(set) var groups: [StoredGroup] = []
  private(set) var prerequisites = Prerequisites()
  /// The most new cards a day from each group of a course that says so.
  private(set) var shares: [Int64: Int] = [:]
  private var added: Set<Int64> = []
  /// What must hold of cards that are studied; `nil` for all of the groups.
  package var filter: CardFilter?

  /// What the groups are called, in the order in which they give new cards.
  public var titles: [String] { groups.map(\.label) }

  /// The groups and courses that were named, by title or a prefix of it. A named group gives new
  /// cards even while its course has not unlocked it, as many as the day has room for.
  init(
    _ names: [String], among all: [StoredGroup], courses: [StudyCourse],
    started: Set<Int64>
  ) throws {
    let choices = try GroupChoice.choose(
      names, among: all.map(\.name), courses: courses.map { ($0.title, $0.groups.map(\.name)) }
    ).get()
    self.names = names
    for choice in choices {
      switch choice {
      case .course(let index): add(courses[index], started)
      case .group(let index): add(all[index])
      }
    }
    for case .group(let index) in choices {
      prerequisites[all[index]] = []
      shares[all[index].id] = nil
    }
  }

  /// What is studied when nothing is named: own decks, and of the bundled courses those that were
  /// started. Without any of them, the first bundled course is started.
  init(all: [StoredGroup], courses: [StudyCourse], started: Set<Int64>) {
    let inCourses = Set(courses.flatMap { $0.groups.map(\.id) })
    for group in all where !inCourses.contains(group.id) { add(group) }
    for course in courses where !course.isBundled { add(course, started) }
    let bundled = courses.filter(\.isBundled)
    var studied = bundled.filter { $0.groups.contains { started.contains($0.id) } }
    if studied.isEmpty, groups.isEmpty { studied = Array(bundled.prefix(1)) }
    for course in studied { add(course, started) }
  }

  private init() {}

  /// The same plan once decks were read again, with the groups that are new in its files. A group that
  /// is in another file now is followed there.
  ///
  /// - Parameters:
  ///   - old: all groups there were.
  ///   - new: all groups there are.
  ///   - heir: which of some new groups has the questions of one that is nowhere under its title; `nil`
  ///     where none has.
  /// - Returns: the plan.
  /// - Throws: what `heir` throws.
  func updated(
    from old: [StoredGroup], to new: [StoredGroup],
    heir: (_ former: StoredGroup, _ candidates: [StoredGroup]) throws -> StoredGroup?
  ) rethrows -> StudyPlan {
    struct Key: Hashable {
      let deck, title: String

      init(_ group: StoredGroup) { (deck, title) = (group.deck, group.title) }
    }
    var now = Dictionary(new.map { (Key($0), $0) }) { first, _ in first }
    let before = Set(old.map(Key.init))
    let files = Set(groups.map(\.deck))
    var arrivals = new.filter { !before.contains(Key($0)) }
    for group in old where now[Key(group)] == nil {
      let alike = arrivals.filter { $0.title == group.title }
      let found =
        try alike.count == 1
        ? alike[0]
        : alike.first { $0.fileName == group.fileName }
          ?? (groups.contains(group) ? heir(group, arrivals) : nil) ?? alike.first
      guard let found else { continue }
      now[Key(group)] = found
      arrivals.removeAll { $0 == found }
    }
    var plan = StudyPlan()
    plan.filter = filter
    plan.names = names
    for group in groups {
      guard let found = now[Key(group)] else { continue }
      plan.add(found)
      plan.prerequisites[found] = prerequisites[group].compactMap { now[Key($0)] }
      plan.shares[found.id] = shares[group.id]
    }
    for group in arrivals where files.contains(group.deck) { plan.add(group) }
    return plan
  }

  private mutating func add(_ course: StudyCourse, _ started: Set<Int64>) {
    for step in course.steps where !added.contains(step.group.id) {
      add(step.group)
      prerequisites[step.group] = step.prerequisites
      shares[step.group.id] = course.newPerGroup
    }
    for group in course.optional where !added.contains(group.id) && started.contains(group.id) {
      add(group)
      shares[group.id] = course.newPerGroup
    }
  }

  private mutating func add(_ group: StoredGroup) {
    guard added.insert(group.id).inserted else { return }
    groups.append(group)
  }
}

extension StoredGroup {
  /// The name of its file, without folders.
  fileprivate var fileName: Substring? { deck.split(separator: "/").last }
}

// MARK: - Names

extension Library {
  /// Asks the learner which group or course is meant, where a name is the beginning of several titles.
  ///
  /// - Parameters:
  ///   - names: groups and courses, by title or the beginning of one.
  ///   - view: where to ask.
  /// - Returns: the names, with whole titles where the learner chose; `nil` if they leave.
  /// - Throws: `UnknownGroup` for a name that means nothing, or what the view throws.
  package func settleGroups(_ names: [String], on view: any StudyView) throws -> [String]? {
    var settled: [String] = []
    for name in names {
      do {
        _ = try plan([name])
        settled.append(name)
      } catch let error as UnknownGroup where error.reason == .ambiguous {
        let screen = ChoiceScreen(
          lines: [
            error.question
          ],
          choices: error.titles + ["All of them"])
        guard let choice = try choose(screen, on: view) else { return nil }
        settled += choice <= error.titles.count ? [error.titles[choice - 1]] : error.titles
      }
    }
    return settled
  }
}
