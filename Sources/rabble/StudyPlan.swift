import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// Which groups are studied, in which order they give new cards, and what each must wait for.
struct StudyPlan {
  private(set) var groups: [StoredGroup] = []
  private(set) var prerequisites = Prerequisites()
  private var added: Set<Int64> = []

  /// What the learner named, by title or its beginning: a group, whatever it waits for, or a course.
  init(
    _ names: [String], among loaded: [StoredGroup], courses: [StudyCourse]
  ) throws(UnknownGroup) {
    let choices = try GroupChoice.choose(
      names, among: loaded.map(\.title),
      courses: courses.map { ($0.title, $0.groups.map(\.title)) }
    ).get()
    for choice in choices {
      switch choice {
      case .course(let index): add(courses[index])
      case .group(let index): add(loaded[index])
      }
    }
    for case .group(let index) in choices { prerequisites[loaded[index]] = [] }
  }

  /// What there is to study when nothing is named: own decks, and of the courses that came with the
  /// program those that were begun. Who has neither begins the first course.
  init(
    own loaded: [StoredGroup], courses: [StudyCourse],
    hasBegun: ([StoredGroup]) throws(StorageError) -> Bool
  ) throws(StorageError) {
    let inCourses = Set(courses.flatMap { $0.groups.map(\.id) })
    for group in loaded where !inCourses.contains(group.id) { add(group) }
    for course in courses where !course.isBundled { add(course) }
    let bundled = courses.filter(\.isBundled)
    var begun: [StudyCourse] = []
    for course in bundled where try hasBegun(course.groups) { begun.append(course) }
    if begun.isEmpty, groups.isEmpty { begun = Array(bundled.prefix(1)) }
    for course in begun { add(course) }
  }

  private init() {}

  /// The same plan once decks were read again, with the groups that are new in its files.
  func renewed(_ loaded: [StoredGroup], as renewed: [StoredGroup]) -> StudyPlan {
    func place(_ group: StoredGroup) -> [String] { [group.deck, group.title] }
    let now = Dictionary(renewed.map { (place($0), $0) }) { first, _ in first }
    let before = Set(loaded.map(place))
    let files = Set(groups.map(\.deck))
    var plan = StudyPlan()
    for group in groups {
      guard let found = now[place(group)] else { continue }
      plan.add(found)
      plan.prerequisites[found] = prerequisites[group].compactMap { now[place($0)] }
    }
    for group in renewed where files.contains(group.deck) && !before.contains(place(group)) {
      plan.add(group)
    }
    return plan
  }

  private mutating func add(_ course: StudyCourse) {
    for step in course.steps where !added.contains(step.group.id) {
      add(step.group)
      prerequisites[step.group] = step.after
    }
  }

  private mutating func add(_ group: StoredGroup) {
    guard added.insert(group.id).inserted else { return }
    groups.append(group)
  }
}

/// How many cards there are to study now, by kind.
struct DueCards {
  private(set) var reviews = 0
  private(set) var learning = 0
  private(set) var new = 0

  var total: Int { reviews + learning + new }

  init(_ entries: [QueueEntry], at moment: Moment) {
    var queue = ReviewQueue(entries: entries, order: .sequential, at: moment)
    let dues = Dictionary(entries.map { ($0.card, $0.due) }) { first, _ in first }
    while let card = queue.next(at: moment) {
      switch dues[card] ?? nil {
      case .on: reviews += 1
      case .at: learning += 1
      case nil: new += 1
      }
    }
  }
}
