import Foundation
import RabbleDecks

/// What a file's content is recognised by when it is read, so that it need not be read again.
struct FileReading {
  /// What tells this content of the file from any other.
  let signature: String
  /// Whether the file changed in the last two seconds: it could change again without a trace, so it
  /// is read again next time.
  let isFresh: Bool

  /// Looks at the file without reading it.
  init(path: String) {
    guard let file = FileSignature.of(path: path) else {
      signature = "unknown"
      isFresh = false
      return
    }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    isFresh = Int64(time.tv_sec) - file.changedNanoseconds / 1_000_000_000 < 2
    signature =
      "\(file.size) \(file.modifiedNanoseconds) \(file.changedNanoseconds) "
      + "\(file.device) \(file.inode)" + (isFresh ? " fresh" : "")
  }

  /// Whether there is such a file.
  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
