import Foundation
import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleStorage
import SystemPackage

/// Why deck files are not what they were before a change that is to be undone, or after one that is to
/// be redone.
public enum HistoryObstacle: Hashable, Sendable, CustomStringConvertible {
  /// The file has changed since in a way that can't be merged.
  case changedSince(path: String)
  /// The file is gone.
  case removed(path: String)
  /// The file's earlier bytes were dropped to make room.
  case dropped(path: String)
  /// The log names a file that is no deck of this learner.
  case foreign(path: String)
  /// The file was changed on another device, which keeps its earlier bytes.
  case elsewhere(path: String, device: String?)
  /// The file was changed with another log of a device of this name, which keeps its earlier bytes: one that
  /// was replaced here, or that of a device of the same name.
  case anotherLog(path: String, device: String)
  /// The file can't be written.
  case unwritable(String)

  /// What it is, and what to do.
  public var description: String {
    switch self {
    case .changedSince(let path):
      "\(path) has changed since in the same place, and is left as it is. Undo the later change "
        + "first, or choose another event with `rabble undo --event N`; `rabble history` lists them."
    case .removed(let path):
      "\(path) is no longer there. Put the file back, or name the place where it is now with --decks, or "
        + "choose another event with `rabble undo --event N`; `rabble history` lists them."
    case .dropped(let path):
      "the earlier version of \(path) is not kept any more: a review log keeps the newest 64 MB of the versions "
        + "that were changed with it. `rabble undo --event N` undoes another event; `rabble history` lists them."
    case .foreign(let path):
      "\(path) is not a deck in your decks folder or in a folder given with --decks. If it is yours, name it "
        + "with --decks \(path.shellQuoted)."
    case .elsewhere(let path, let device):
      "\(path) was changed on \(device.map { "“\($0)”" } ?? "another device"), which keeps its earlier "
        + "version. Undo it there and sync, or undo another event here with `rabble undo --event N`; "
        + "`rabble history` lists them."
    case .anotherLog(let path, let device):
      "\(path) was changed with another review log of “\(device)”, which keeps its earlier version: one that "
        + "was replaced, or that of another device of this name. Put it back with `rabble log restore FILE`, "
        + "or undo it on that device and sync, or undo another event here with `rabble undo --event N`; "
        + "`rabble history` lists them."
    case .unwritable(let reason): reason
    }
  }
}

/// Puts deck files back as they were before a change, or makes the change again. Only a deck of the
/// learner is ever written or removed, whatever the log says: its own folder and those that were named
/// have it, and its bytes are, by SHA-256, those that the change left; or else it is merged. One that was moved
/// within these folders, or with them, is found there.
struct DeckRestoring {
  let catalog: DeckCatalog

  /// What is to be written so that edits are undone or redone, in the order in which it is written.
  ///
  /// - Parameters:
  ///   - edits: the edits, in the order in which they were made.
  ///   - way: whether they are undone or redone.
  ///   - content: the bytes of a digest; `nil` when they were dropped.
  /// - Returns: the changes.
  /// - Throws: ``HistoryObstacle``, or what `content` throws.
  func changes(
    of edits: [DeckEdit], _ way: HistoryWay, content: (FileDigest) throws -> [UInt8]?
  ) throws -> [DeckFileChange] {
    var changes: [DeckFileChange] = []
    for edit in way == .undo ? edits.reversed() : edits {
      // An import may bring nothing but progress.
      if edit.before == edit.after { continue }
      let (from, to) = way == .undo ? (edit.after, edit.before) : (edit.before, edit.after)
      // Older versions of this program have kept `.` and `..` in the paths of the log.
      let path = try place(of: FilePath(edit.path).withoutDetours.string) {
        try from.flatMap(content)
      }
      let present = try bytes(of: path)
      let now = present.map { FileDigest($0) }
      // A program that was killed between the log and the file has left the deck as it was.
      if now == to { continue }
      try expectOwn(path)
      let wanted = try to.map { digest in
        guard let bytes = try content(digest) else {
          throw HistoryObstacle.dropped(path: path)
        }
        return bytes
      }
      if now == from {
        changes.append(DeckFileChange(path: path, before: present, after: wanted))
        continue
      }
      guard let present else { throw HistoryObstacle.removed(path: path) }
      guard !catalog.isOwnCourse(path), let wanted, let from, let base = try content(from),
        let merged = Self.merge(present, from: base, to: wanted, path: path)
      else { throw HistoryObstacle.changedSince(path: path) }
      changes.append(DeckFileChange(path: path, before: present, after: merged))
    }
    return changes
  }

  private func expectOwn(_ path: String) throws(HistoryObstacle) {
    if catalog.isOwn(path) { return }
    throw DeckCatalog.exists(path) ? .foreign(path: path) : .removed(path: path)
  }

  /// Where the deck of an edit is now. Where none of the learner's is at its path, one of theirs may be it,
  /// renamed, or moved with its folder or the whole data folder: the only one with the bytes that the change
  /// left; or else the only one that has most of their questions. Where its folder is still there and none of
  /// the learner's, it must have the same file name, too.
  ///
  /// - Parameters:
  ///   - path: where it was.
  ///   - left: the bytes that the change left; `nil` when there are none, or they were dropped.
  /// - Returns: where it is, as far as can be told.
  /// - Throws: what `left` throws.
  private func place(of path: String, _ left: () throws -> [UInt8]?) throws -> String {
    if DeckCatalog.exists(path), catalog.isOwn(path) { return path }
    let file = FilePath(path)
    let mayBeRenamed =
      catalog.isOwn(path) || !DeckCatalog.exists(file.removingLastComponent().string)
    let listing = catalog.listing()
    let candidates = (listing.decks + listing.courses).filter {
      !$0.isBundled && (mayBeRenamed || FilePath($0.path).lastComponent == file.lastComponent)
    }
    guard !candidates.isEmpty, let left = try left() else { return path }
    // One that can't be read can't be written either.
    let files = candidates.compactMap { file in
      (try? bytes(of: file.path)).flatMap { $0 }.map { (path: file.path, bytes: $0) }
    }
    let same = files.filter { $0.bytes == left }
    if !same.isEmpty { return same.count == 1 ? same[0].path : path }
    let questions = Self.questions(left, path)
    let alike = files.filter { file in
      let shared = questions.intersection(Self.questions(file.bytes, file.path))
      return 2 * shared.count > questions.count
    }
    return alike.count == 1 ? alike[0].path : path
  }

  /// The questions of a deck, as they are known by their words.
  private static func questions(_ bytes: [UInt8], _ path: String) -> Set<QuestionID> {
    let deck = DeckLoader(sizeLimit: .max, faultLimit: .max).parseSource(bytes, path: path)
    return Set(
      deck.groups.flatMap { group in
        group.questions.map {
          QuestionID(ofWordingOf: $0.question, inGroup: group.group.title)
        }
      })
  }

  /// The bytes of a file; `nil` if there is none.
  private func bytes(of path: String) throws -> [UInt8]? {
    guard DeckCatalog.exists(path) else { return nil }
    do throws(DeckFault) { return try AtomicFile.read(path) } catch {
      throw HistoryObstacle.unwritable("\(error)")
    }
  }

  private static func merge(
    _ present: [UInt8], from base: [UInt8], to wanted: [UInt8], path: String
  ) -> [UInt8]? {
    let loader = DeckLoader(sizeLimit: .max, faultLimit: .max)
    let now = loader.parseSource(present, path: path)
    return now.merging(
      from: loader.parseSource(base, path: path), to: loader.parseSource(wanted, path: path)
    )?.bytes
  }
}

extension HistoryObstacle: Error {}

extension DeckCatalog {
  /// Whether a path is that of a deck that the learner may have changed through this program: a deck
  /// file in the folder of own decks, or in a folder that was named, or such a file itself; there need
  /// be none yet. A course in such a folder is one, too.
  func isOwn(_ path: String) -> Bool {
    if isOwnCourse(path) { return true }
    let file = FilePath(path)
    guard file.lexicallyNormalized().string == path, let name = file.lastComponent?.string,
      DeckFolder.isDeckName(name)
    else { return false }
    if Self.exists(path) { return listing().decks.contains { $0.path == path && !$0.isBundled } }
    return mayHold(path, in: file.removingLastComponent().string)
  }

  /// Whether a path is that of a course in the learner's folders.
  func isOwnCourse(_ path: String) -> Bool {
    listing().courses.contains { $0.path == path && !$0.isBundled }
  }

  /// How a change of files is undone: where they are in no folder of the learner's, they have to be named.
  func undoing(_ paths: [String]) -> String {
    let options = Set(paths.filter { !isInOwnFolder($0) }).sorted().map {
      " --decks \($0.shellQuoted)"
    }
    return "`rabble undo\(options.joined())` undoes it"
  }

  /// Whether a file is, or would be, in the folder of own decks, which every command looks into.
  func isInOwnFolder(_ path: String) -> Bool {
    holds(FilePath(path).removingLastComponent().string, in: own)
  }
}
