import RabbleText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file was not read, or a folder not searched.
public enum FileFault: Error, Hashable, Sendable {
  /// There is no such file or folder.
  case notFound
  /// The learner may not read it.
  case permissionDenied
  /// A folder stands where a file was expected.
  case isDirectory
  /// Something else stands where a folder was expected.
  case notDirectory
  /// A device, pipe or socket stands where a file was expected.
  case notRegularFile
  /// Its symbolic links form a loop.
  case symbolicLinkLoop
  /// It has more bytes than are read.
  case tooLarge(bytes: Int64, limit: Int64)
  /// The system could not read it, for the reason it gave.
  case unreadable(reason: String)
  /// A link leads out of the folder of decks to where none can be.
  case strayLink(target: String)
  /// The search of a folder stopped, because it has too many files and folders, or they are nested too
  /// deeply.
  case tooManyFiles(limit: Int, depth: Int)

  /// What the system's error number says about a file.
  init(errno code: Int32) {
    switch code {
    case ENOENT: self = .notFound
    case EACCES, EPERM: self = .permissionDenied
    case EISDIR: self = .isDirectory
    case ENOTDIR: self = .notDirectory
    case ELOOP: self = .symbolicLinkLoop
    case ENXIO, ENODEV: self = .notRegularFile
    default: self = .unreadable(reason: String(cString: strerror(code)))
    }
  }

  /// What is wrong, and what to do about it.
  var wording: (reason: String, advice: String) {
    switch self {
    case .notFound: ("no such file or folder", "check the name")
    case .permissionDenied:
      ("you don't have permission to read it", "give yourself the permission (chmod u+r)")
    case .isDirectory: ("it is a folder, not a deck file", "name a .json or .md file in it")
    case .notDirectory: ("it is not a folder", "name the folder that holds the decks")
    case .notRegularFile:
      ("it is a device, pipe or socket, not a file", "save the deck as a file")
    case .symbolicLinkLoop: ("its symbolic links form a loop", "make the link point to the file")
    case .tooLarge(let bytes, let limit):
      ("it has \(bytes) bytes, more than the limit of \(limit)", "split it into several files")
    case .unreadable(let reason):
      ("it cannot be read (\(Quoting.visible(reason)))", "check the disk, or restore a copy")
    case .strayLink(let target):
      (
        "it leads to \(Quoting.visible(target)), which is not searched for decks",
        "remove the link, or make it point to a folder of decks"
      )
    case .tooManyFiles(let limit, let depth):
      (
        "the search stopped here: a deck folder may hold at most \(limit) files and folders, "
          + "nested at most \(depth) deep",
        "keep decks in a folder of their own"
      )
    }
  }
}
