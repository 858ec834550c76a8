#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the deck files in a folder.
public enum DeckFolder {
  /// Every file that ends in `.json`, `.md` or `.markdown` (in any case) in the folder and its
  /// subfolders, sorted by path in the order of Unicode scalars, the courses (`course.json`) apart
  /// from the decks, and what could not be looked at.
  ///
  /// Hidden files and folders, `*.schema.json` and the Markdown that tells of a folder, such as
  /// `README.md`, are passed over; a folder that is called like a deck is a fault. Symbolic links are
  /// followed, but no folder is listed twice, and none that holds the folder itself or lies in
  /// `/proc`, `/sys` or `/dev`. A folder that does not exist is one fault, `.notFound`, and so is what
  /// lies more than 32 folders deep or beyond 100,000 files and folders.
  public static func files(in path: String)
    -> (files: [String], courses: [String], faults: [DeckFault])
  {
    var files: [String] = []
    var courses: [String] = []
    var faults: [DeckFault] = []
    var visited: Set<FolderID> = []
    var waiting = [(path: path, depth: 0)]
    var room = mostEntries
    let root = realPath(path)
    while let (folder, depth) = waiting.popLast() {
      if depth > 0, let root, let place = realPath(folder), isOutOfBounds(place, of: root) {
        faults.append(fault(folder, .strayLink(target: place)))
        continue
      }
      switch entries(of: folder, visited: &visited, room: &room) {
      case .success(let entries):
        files += entries.files
        courses += entries.courses
        faults += entries.faults
        let isTooDeep = depth == deepest && !entries.folders.isEmpty
        if room == 0 || isTooDeep {
          faults.append(fault(folder, .tooManyFiles(limit: mostEntries, depth: deepest)))
        }
        if room == 0 { waiting = [] }
        if room == 0 || isTooDeep { continue }
        waiting += entries.folders.sorted { precedes($1, $0) }.map { ($0, depth + 1) }
      case .failure(let fault):
        faults.append(fault)
      }
    }
    return (files.sorted(by: precedes), courses.sorted(by: precedes), faults)
  }

  /// How deep folders may lie in each other.
  static let deepest = 32
  /// How many files and folders are looked at.
  static let mostEntries = 100_000

  /// The path without symbolic links; `nil` when there is nothing.
  private static func realPath(_ path: String) -> String? {
    guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether a folder holds the folder of decks itself, or is one of the system's that hold no files.
  private static func isOutOfBounds(_ place: String, of root: String) -> Bool {
    let folder = place == "/" ? place : place + "/"
    return place != root && (root + "/").hasPrefix(folder)
      || ["/proc/", "/sys/", "/dev/"].contains { folder.hasPrefix($0) && !root.hasPrefix($0) }
  }

  private struct FolderID: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Entries {
    var files: [String] = []
    var courses: [String] = []
    var folders: [String] = []
    var faults: [DeckFault] = []
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    // No path has a NUL. Paths have their beginnings in common, over which the system is quickest.
    first.withCString { first in second.withCString { strcmp(first, $0) < 0 } }
  }

  /// What stands in a folder itself; nothing if it was visited before.
  private static func entries(
    of folder: String,
    visited: inout Set<FolderID>,
    room: inout Int
  ) -> Result<Entries, DeckFault> {
    var result = Entries()
    guard !folder.utf8.contains(0) else { return .failure(fault(folder, .notFound)) }
    guard let stream = opendir(folder) else {
      return .failure(fault(folder, .init(errno: errno)))
    }
    defer { closedir(stream) }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0 else {
      return .failure(fault(folder, .init(errno: errno)))
    }
    let identity = FolderID(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(status.st_ino)
    )
    guard visited.insert(identity).inserted else { return .success(result) }
    while true {
      errno = 0
      guard room > 0, let entry = readdir(stream) else { break }
      room -= 1
      add(entry, in: folder, to: &result)
    }
    if errno != 0 { result.faults.append(fault(folder, .init(errno: errno))) }
    return .success(result)
  }

  private static func add(
    _ entry: UnsafeMutablePointer<dirent>,
    in folder: String,
    to result: inout Entries
  ) {
    let type = Int32(entry.pointee.d_type)
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
      return (text: String(validatingCString: start), repaired: String(cString: start))
    }
    guard !name.repaired.hasPrefix(".") else { return }
    let path = folder.hasSuffix("/") ? folder + name.repaired : folder + "/" + name.repaired
    let isCourse = name.repaired == CourseLoader.fileName
    let isDeck = isCourse || isDeckName(name.repaired)
    guard name.text != nil else {
      if isDeck || type == Int32(DT_DIR) {
        result.faults.append(fault(path, .unreadable(reason: "its name is not UTF-8")))
      }
      return
    }
    if isFolder(type, path: path) {
      if isDeck {
        result.faults.append(fault(path, .isDirectory))
      } else {
        result.folders.append(path)
      }
    } else if isCourse {
      result.courses.append(path)
    } else if isDeck {
      result.files.append(path)
    }
  }

  /// Whether a file of this name is taken for a deck.
  public static func isDeckName(_ name: String) -> Bool {
    let name = name.lowercased()
    guard !name.hasPrefix("."), name != CourseLoader.fileName else { return false }
    if name.hasSuffix(".json") { return !name.hasSuffix(".schema.json") }
    guard name.hasSuffix(".md") || name.hasSuffix(".markdown") else { return false }
    // README.ja.md tells of a folder too.
    return !notDecks.contains(String(name.prefix { $0 != "." }))
  }

  /// What Markdown files are called that tell of a folder, in lower case.
  private static let notDecks: Set<String> = [
    "readme", "changelog", "contributing", "license", "licence", "code_of_conduct", "security",
    "authors", "contributors", "copying", "notice", "todo",
  ]

  /// Whether an entry is a folder, or a link to one.
  private static func isFolder(_ type: Int32, path: String) -> Bool {
    if type == Int32(DT_DIR) { return true }
    guard type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func fault(_ path: String, _ fault: FileFault) -> DeckFault {
    DeckFault(path: path, kind: .file(fault), consequence: .fileSkipped)
  }
}
