import Foundation
import RabbleStorage

/// The versions of deck files that are kept to undo edits: in the review log, and in those that lie beside it
/// because a backup took their place. What a sync brings back of a replaced log are its events alone.
final class KeptVersions {
  private let log: StudyLog
  private let locations: Locations
  private let surroundings: Surroundings
  /// The replaced logs, the newest first, once they were needed.
  private lazy var replaced = replacedLogs()

  init(_ log: StudyLog, _ locations: Locations, _ surroundings: Surroundings) {
    self.log = log
    self.locations = locations
    self.surroundings = surroundings
  }

  /// The bytes of a version; `nil` where no log keeps it.
  ///
  /// - Throws: an error of the review log.
  func bytes(of digest: FileDigest) throws -> [UInt8]? {
    if let bytes = try log.read({ try $0.deckEdits.content(digest) }) { return bytes }
    for log in replaced {
      // A replaced log may be one because it was damaged.
      if let bytes = try? log.read({ try $0.deckEdits.content(digest) }) { return bytes }
    }
    return nil
  }

  /// Opens copies of the replaced logs: they stay as they are. One that can't be opened keeps nothing.
  private func replacedLogs() -> [StudyLog] {
    StudyLog.replaced(at: locations.log).compactMap { path in
      try? StudyLog(
        path: path, for: .copying, temporary: locations.temporary.string,
        random: surroundings.identityBits)
    }
  }
}
