import RabbleDecks
import RabbleStorage
import RabbleText

/// A course with its groups, as the decks beside it have them.
struct StudyCourse: Sendable {
  /// A group of the course.
  struct Step: Sendable {
    let group: StoredGroup
    /// The groups that must be known before this one gives new cards.
    let prerequisites: [StoredGroup]
  }

  let title: String
  /// Where its file is.
  let file: String
  let isBundled: Bool
  /// The most new cards a day from one group while others have some; `nil` for no such share.
  let newPerGroup: Int?
  /// The groups in the order in which they are learned.
  let steps: [Step]
  /// The groups of bundled decks that are no step: studied by their names, or once they were started.
  let optional: [StoredGroup]

  /// The groups of the steps.
  var path: [StoredGroup] { steps.map(\.group) }
  /// All groups, the optional ones last.
  var groups: [StoredGroup] { path + optional }

  /// Finds the groups of a course among those of the decks beside it. A title that several decks
  /// have stands for all their groups.
  ///
  /// - Parameters:
  ///   - course: the course as its file says.
  ///   - title: its title.
  ///   - groups: the groups of the decks beside it.
  ///   - isBundled: whether the course is.
  ///   - isOptional: whether a group that is no step belongs to the course all the same.
  init(
    _ course: StoredCourse, title: String, groups: [StoredGroup], isBundled: Bool,
    isOptional: (StoredGroup) -> Bool
  ) {
    let byTitle = Dictionary(grouping: groups, by: \.title)
    self.title = title
    file = course.path
    self.isBundled = isBundled
    newPerGroup = course.newPerGroup
    let titles = Set(course.steps.map(\.group))
    optional = groups.filter { !titles.contains($0.title) && isOptional($0) }
    steps = course.steps.flatMap { step in
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
      if let kept = known[ExactText(path)], kept.signature == signature, !version.isFresh {
        course = kept
      } else {
        course = Self.read(path, titles, signature)
        if course != known[ExactText(path)] { changed.append(course) }
      }
      let isBundled = ownPath(of: path) != nil
      // An own copy of a bundled deck may have other groups than the course names.
      if !course.faults.isEmpty, !isBundled || !replacesBundled { messages += course.faults }
      if let title = course.title {
        courses.append(
          StudyCourse(course, title: title, groups: candidates, isBundled: isBundled) {
            isBundled && ownPath(of: $0.deck) != nil
          })
      }
    }
    if !changed.isEmpty {
      let removed = known.keys.map(\.text).filter { !Self.exists($0) }
      try log.write { try $0.courses.store(changed, removed: removed) }
    }
    return (courses, messages)
  }

  private static func read(_ path: String, _ titles: [String], _ signature: String) -> StoredCourse
  {
    let file = CourseLoader(titles: titles).load(path: path)
    return StoredCourse(
      path: path, signature: signature, faults: file.faults.map(\.description),
      title: file.course?.title, newPerGroup: file.course?.newPerGroup,
      steps: (file.course?.steps ?? []).map { StoredCourse.Step(group: $0.group, after: $0.after) })
  }
}
