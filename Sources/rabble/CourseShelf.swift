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
