import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// Keeps the decks in the log up to date with their files: a file is read again only when it has
/// changed.
struct DeckShelf {
  let log: StudyLog
  let clock: Clock

  /// What is on the shelf.
  struct Content {
    var groups: [StoredGroup]
    /// The courses, those of the learner before those that came with the program.
    var courses: [StudyCourse]
    /// What is wrong with deck files, and what became of edited questions: a line each.
    var messages: [String]
  }

  /// Brings the log up to date with the folders and files the learner named, which must exist, and
  /// the standing folders, which may be missing.
  func content(_ folders: DeckFolders) throws -> Content {
    var messages: [String] = []
    var paths: [String] = []
    var coursePaths: [String] = []
    for path in folders.chosen {
      if Self.isFolder(path) {
        let listing = DeckFolder.files(in: path)
        paths += listing.files
        coursePaths += listing.courses
        messages += listing.faults.map(\.description)
      } else {
        paths.append(path)
      }
    }
    for folder in [folders.own] + (folders.bundled.map { [$0] } ?? []) {
      let listing = DeckFolder.files(in: folder)
      paths += listing.files.filter { !folders.isReplaced($0) }
      coursePaths += listing.courses.filter { !folders.isReplaced($0) }
      messages += listing.faults.filter { $0.kind != .notFound }.map(\.description)
    }
    var seen: Set<String> = []
    paths = paths.filter { seen.insert($0).inserted }

    let known = try log.decks()
    let removed = known.keys.filter { access($0, F_OK) != 0 || folders.isReplaced($0) }
    var changed: [(deck: StoredDeck, groups: [QuestionGroup])] = []
    for path in paths {
      let signature = Self.signature(of: path)
      if let deck = known[path], deck.signature == signature, !signature.hasSuffix(Self.fresh) {
        messages += deck.faults
        continue
      }
      let file = DeckLoader().load(path: path)
      let faults = file.faults.map(\.description)
      messages += faults
      changed.append(
        (StoredDeck(path: path, signature: signature, faults: faults), file.groups))
    }
    if !changed.isEmpty {
      messages += try store(changed, removed: removed)
    }
    let groups = try log.groups(of: paths)
    let courses = courses(coursePaths, of: groups, in: folders)
    messages += courses.faults.map(\.description)
    return Content(groups: groups, courses: courses.courses, messages: messages)
  }

  /// The courses of these files, each with its groups in the decks beside it.
  private func courses(_ paths: [String], of groups: [StoredGroup], in folders: DeckFolders)
    -> (courses: [StudyCourse], faults: [DeckFault])
  {
    var courses: [StudyCourse] = []
    var faults: [DeckFault] = []
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      let beside = folders.foldersBeside(path)
      let candidates = groups.filter { group in beside.contains { group.deck.hasPrefix($0) } }
      let file = CourseLoader(titles: candidates.map(\.title)).load(path: path)
      let isBundled = folders.ownPath(of: path) != nil
      // Who has an own copy of a bundled deck may call its groups otherwise.
      if !file.faults.isEmpty, !isBundled || !folders.replacesBundled { faults += file.faults }
      if let course = file.course {
        courses.append(StudyCourse(course, groups: candidates, isBundled: isBundled))
      }
    }
    return (courses, faults)
  }

  private func store(
    _ changed: [(deck: StoredDeck, groups: [QuestionGroup])], removed: [String]
  ) throws -> [String] {
    let match = try log.store(changed, removed: removed, at: clock.now())
    var messages = match.unclear.map {
      "\($0.known.group): “\($0.known.prompt)” is gone, and none of the new questions is clearly "
        + "it; `rabble study` asks, and its history is kept."
    }
    messages += try log.sharedIdentities().map { first, second in
      "\(second.deck): warning: “\(second.prompt)” has the \"id\" of “\(first.prompt)” in "
        + "\(first.deck), so the two share one history; give it another."
    }
    if !match.decisions.isEmpty {
      messages.append(
        match.decisions.count == 1
          ? "1 edited question keeps its history."
          : "\(match.decisions.count) edited questions keep their history.")
    }
    return messages
  }

  /// Ends the signature of a file that changed in the last two seconds: it could change again
  /// without a trace, so it is read again next time.
  private static let fresh = " fresh"

  /// What tells this content of a file from any other.
  private static func signature(of path: String) -> String {
    guard let signature = FileSignature.of(path: path) else { return "unknown" }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let text =
      "\(signature.size) \(signature.modifiedNanoseconds) \(signature.changedNanoseconds) "
      + "\(signature.device) \(signature.inode)"
    let age = Int64(time.tv_sec) - signature.changedNanoseconds / 1_000_000_000
    return age < 2 ? text + fresh : text
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
