import RabbleDecks
import RabbleStorage

/// Keeps the courses in the log up to date with their files: a file is read again only when it has
/// changed, or the groups it may speak of have.
struct CourseShelf {
  let log: StudyLog
  let folders: DeckFolders

  /// The courses of these files, each with its groups in the decks beside it, and what is wrong with
  /// them, a line a fault.
  func content(_ paths: [String], of groups: [StoredGroup]) throws(StorageError) -> (
    courses: [StudyCourse], messages: [String]
  ) {
    var courses: [StudyCourse] = []
    var messages: [String] = []
    guard !paths.isEmpty else { return (courses, messages) }
    let known = try log.courses()
    var changed: [StoredCourse] = []
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      let beside = folders.foldersBeside(path)
      let candidates = groups.filter { group in beside.contains { group.deck.hasPrefix($0) } }
      let titles = candidates.map(\.title)
      let digest = ContentDigest(titles.flatMap { Array($0.utf8) + [0xff] })
      let file = FileReading(path: path)
      let signature = "\(digest.count) \(digest.hash) \(file.signature)"
      let course: StoredCourse
      if let kept = known[path], kept.signature == signature, !file.isFresh {
        course = kept
      } else {
        course = Self.read(path, titles, signature)
        if course != known[path] { changed.append(course) }
      }
      let isBundled = folders.ownPath(of: path) != nil
      // Who has an own copy of a bundled deck may call its groups otherwise.
      if !course.faults.isEmpty, !isBundled || !folders.replacesBundled {
        messages += course.faults
      }
      if let title = course.title {
        courses.append(
          StudyCourse(title, steps: course.steps, groups: candidates, isBundled: isBundled))
      }
    }
    if !changed.isEmpty {
      try log.store(changed, removed: known.keys.filter { !FileReading.isThere($0) })
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

/// A course whose groups were found on the shelf.
struct StudyCourse {
  /// A group of the course, with those it builds on.
  struct Step {
    let group: StoredGroup
    let after: [StoredGroup]
  }

  let title: String
  /// Whether it came with the program.
  let isBundled: Bool
  /// The groups in the order in which they are learned.
  let steps: [Step]

  var groups: [StoredGroup] { steps.map(\.group) }

  /// Finds the groups of a course among those of the decks beside it. A title that several decks have
  /// stands for all their groups.
  init(
    _ title: String, steps: [StoredCourse.Step], groups: [StoredGroup], isBundled: Bool
  ) {
    let byTitle = Dictionary(grouping: groups, by: \.title)
    self.title = title
    self.isBundled = isBundled
    self.steps = steps.flatMap { step in
      let after = step.after.flatMap { byTitle[$0] ?? [] }
      return (byTitle[step.group] ?? []).map { Step(group: $0, after: after) }
    }
  }
}
