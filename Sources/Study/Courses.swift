import RabbleDecks
import RabbleStorage

/// A course with its groups, as the decks beside it have them.
struct StudyCourse: Sendable {
  /// A group of the course.
  struct Step: Sendable {
    let group: StoredGroup
    /// The groups that must be known before this one gives new cards.
    let prerequisites: [StoredGroup]
  }

  let title: String
  let isBundled: Bool
  /// The groups in the order in which they are learned.
  let steps: [Step]

  var groups: [StoredGroup] { steps.map(\.group) }

  /// Finds the groups of a course among those of the decks beside it. A title that several decks
  /// have stands for all their groups.
  init(_ title: String, steps: [StoredCourse.Step], groups: [StoredGroup], isBundled: Bool) {
    let byTitle = Dictionary(grouping: groups, by: \.title)
    self.title = title
    self.isBundled = isBundled
    self.steps = steps.flatMap { step in
      let prerequisites = step.after.flatMap { byTitle[$0] ?? [] }
      return (byTitle[step.group] ?? []).map { Step(group: $0, prerequisites: prerequisites) }
    }
  }
}

extension DeckCatalog {
  /// The courses of these files, each with its groups, and what is wrong with them, a line a fault.
  /// A file is read only if it has changed, or the groups it may name have.
  func courses(
    _ files: [File], of groups: [StoredGroup], in log: StudyLog, _ surroundings: Surroundings
  ) throws -> (courses: [StudyCourse], messages: [String]) {
    var courses: [StudyCourse] = []
    var messages: [String] = []
    guard !files.isEmpty else { return (courses, messages) }
    let known = try log.read { try $0.courses.all() }
    var changed: [StoredCourse] = []
    for path in files.map(\.path) {
      let folders = folders(besideCourse: path)
      let candidates = groups.filter { group in folders.contains { group.deck.hasPrefix($0) } }
      let titles = candidates.map(\.title)
      let digest = ContentDigest(titles.flatMap { Array($0.utf8) + [0xff] })
      let version = FileVersion(of: path, hears: false, at: surroundings.fileTime)
      let signature = "\(digest.count) \(digest.hash) \(version.signature)"
      let course: StoredCourse
      if let kept = known[path], kept.signature == signature, !version.isFresh {
        course = kept
      } else {
        course = Self.read(path, titles, signature)
        if course != known[path] { changed.append(course) }
      }
      let isBundled = ownPath(of: path) != nil
      // An own copy of a bundled deck may have other groups than the course names.
      if !course.faults.isEmpty, !isBundled || !replacesBundled { messages += course.faults }
      if let title = course.title {
        courses.append(
          StudyCourse(title, steps: course.steps, groups: candidates, isBundled: isBundled))
      }
    }
    if !changed.isEmpty {
      let removed = known.keys.filter { !Self.exists($0) }
      try log.write { try $0.courses.store(changed, removed: removed) }
    }
    return (courses, messages)
  }

  private static func read(_ path: String, _ titles: [String], _ signature: String) -> StoredCourse
  {
    let file = CourseLoader(titles: titles).load(path: path)
    return StoredCourse(
      path: path, signature: signature, faults: file.faults.map(\.description),
      title: file.course?.title,
      steps: (file.course?.steps ?? []).map { StoredCourse.Step(group: $0.group, after: $0.after) })
  }
}
