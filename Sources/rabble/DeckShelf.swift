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
    var changed: [(deck: StoredDeck, groups: [QuestionGroup])] = []
    for path in paths {
      let reading = FileReading(path: path)
      if let deck = known[path], deck.signature == reading.signature, !reading.isFresh {
        messages += deck.faults
        continue
      }
      let file = DeckLoader().load(path: path)
      let faults = file.faults.map(\.description)
      messages += faults
      changed.append(
        (StoredDeck(path: path, signature: reading.signature, faults: faults), file.groups))
    }
    if !changed.isEmpty {
      let removed = known.keys.filter { !FileReading.isThere($0) || folders.isReplaced($0) }
      messages += try store(changed, removed: removed)
    }
    let groups = try log.groups(of: paths)
    let courses = try CourseShelf(log: log, folders: folders).content(coursePaths, of: groups)
    return Content(
      groups: groups, courses: courses.courses, messages: messages + courses.messages)
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

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
