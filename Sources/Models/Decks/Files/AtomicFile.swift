import RabbleText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files whole or not at all, and never over what somebody else has written.
///
///     let bytes = try AtomicFile.read("deck.json")
///     try AtomicFile.replace("deck.json", with: edited(bytes), ifStill: .content(bytes))
public enum AtomicFile {
  /// What must be at a path for it to be written.
  public enum Expectation: Hashable, Sendable {
    /// No file.
    case nothing
    /// A file with exactly these bytes.
    case content([UInt8])
    /// Whatever there is, or nothing.
    case anything
  }

  /// The bytes of the ordinary file at `path`, at most `sizeLimit` of them.
  ///
  /// - Throws: ``DeckFault`` when there is none, it may not be read or is too large.
  public static func read(_ path: String, sizeLimit: Int = 64 << 20) throws(DeckFault) -> [UInt8] {
    switch FileBytes.read(path: path, sizeLimit: sizeLimit) {
    case .success(let bytes): return bytes
    case .failure(let error):
      throw DeckFault(path: path, kind: .file(error), consequence: .fileSkipped)
    }
  }

  /// Puts `bytes` at `path`: a reader meets the old file or the new one, and after a power cut one
  /// of them is there. A symbolic link stays, and its target is replaced or made; permissions stay too.
  ///
  /// Two programs that write through this function wait for each other. It tells whether it wrote:
  /// bytes that are there already are not written again.
  ///
  /// - Throws: ``AtomicFileError`` when what is at the path is not what was expected, or the system
  ///   refuses; the file is then as it was.
  @discardableResult
  public static func replace(
    _ path: String, with bytes: [UInt8], ifStill expectation: Expectation
  ) throws(AtomicFileError) -> Bool {
    let target = try target(of: path, expectation)
    let folder = try OpenFolder(holding: target, named: path)
    defer { folder.close() }
    let before = FileSignature.of(path: target)
    var mode = expectation == .anything ? permissions(of: target) : nil
    if case .content(let expected) = expectation {
      guard case .success(let found) = FileBytes.read(path: target, sizeLimit: .max - 1),
        found == expected
      else { throw .changedMeanwhile(path: path) }
      if expected == bytes { return false }
      mode = permissions(of: target)
    }
    let file = try TemporaryFile(bytes, beside: target, mode: mode)
    if expectation == .nothing {
      try file.move(toNew: target)
    } else {
      guard FileSignature.of(path: target) == before else {
        file.remove()
        throw .changedMeanwhile(path: path)
      }
      try file.move(to: target)
    }
    folder.synchronize()
    return true
  }

  /// Removes a file with these bytes; of a symbolic link, the link.
  ///
  /// - Throws: ``AtomicFileError`` when the file has other bytes by now, or the system refuses.
  public static func remove(_ path: String, ifStill bytes: [UInt8]) throws(AtomicFileError) {
    let folder = try OpenFolder(holding: path, named: path)
    defer { folder.close() }
    guard case .success(let found) = FileBytes.read(path: path, sizeLimit: .max - 1), found == bytes
    else { throw .changedMeanwhile(path: path) }
    guard unlink(path) == 0 else {
      throw .refused(path)
    }
    folder.synchronize()
  }

  /// The path without the symbolic links it leads through.
  private static func target(of path: String, _ expectation: Expectation)
    throws(AtomicFileError) -> String
  {
    guard !path.utf8.contains(0) else {
      throw .unwritable(path: path, reason: "its name has a zero byte")
    }
    if expectation == .nothing { return path }
    guard let resolved = realpath(path, nil) else {
      if errno == ENOENT, expectation == .anything { return end(of: path) }
      if errno == ENOENT { throw .changedMeanwhile(path: path) }
      throw .refused(path)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Where a path leads whose last symbolic link names a file that isn't there yet.
  private static func end(of path: String) -> String {
    var path = path
    // `realpath` has found that the links don't lead in a circle.
    while true {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let link = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = link.hasPrefix("/") ? link : folder + link
    }
  }

  private static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}

/// What keeps a file from being written.
public enum AtomicFileError: Error, Hashable, Sendable {
  /// Somebody else changed the file since it was read; nothing was written.
  case changedMeanwhile(path: String)
  /// There is a file already where a new one was to be; nothing was written.
  case alreadyThere(path: String)
  /// The system did not let it be written, for the reason it gave.
  case unwritable(path: String, reason: String)
  /// The disk is full, or the learner's share of it.
  case diskFull(path: String)

  /// The error that the system's last error number says.
  fileprivate static func refused(_ path: String) -> AtomicFileError {
    [ENOSPC, EDQUOT].contains(errno)
      ? .diskFull(path: path) : .unwritable(path: path, reason: String(cString: strerror(errno)))
  }
}

extension AtomicFileError: CustomStringConvertible {
  /// What happened, in a clause without the path.
  public var reason: String {
    switch self {
    case .changedMeanwhile: "another program changed it meanwhile"
    case .alreadyThere: "the file already exists"
    case .diskFull: "the disk is full"
    case .unwritable(_, let reason): reason
    }
  }

  /// What happened and what to do, in one sentence or two.
  public var description: String {
    switch self {
    case .changedMeanwhile(let path):
      "\(Quoting.visible(path)): \(reason), so nothing was written. "
        + "Look at it and try again."
    case .alreadyThere(let path):
      "\(Quoting.visible(path)): \(reason), so nothing was written. "
        + "Choose another name."
    case .diskFull(let path):
      "\(Quoting.visible(path)): can't be written: \(reason). Free some space and try again."
    case .unwritable(let path, let reason):
      "\(Quoting.visible(path)): can't be written (\(reason)). "
        + "Make it and its folder writable, or choose another place."
    }
  }
}

/// A hidden file beside the one it will become.
private struct TemporaryFile {
  private let path: String

  /// Writes `bytes` beside `target`, down to the disk, with the permissions `mode`, or those of any
  /// new file.
  ///
  /// - Throws: ``AtomicFileError`` when the system refuses; nothing is left behind.
  init(_ bytes: [UInt8], beside target: String, mode: mode_t?) throws(AtomicFileError) {
    let slash = target.lastIndex(of: "/")
    let folder = slash.map { target[...$0] } ?? ""
    let name = slash.map { target[target.index(after: $0)...] } ?? target[...]
    // Names may have 255 bytes.
    let short = String(decoding: name.utf8.prefix(200), as: UTF8.self)
    var template = Array((folder + "." + short + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw AtomicFileError.refused(target) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let isWritten =
      Self.write(bytes, to: descriptor) && Self.setMode(mode, of: descriptor)
      && fsync(descriptor) == 0
    let failure = AtomicFileError.refused(target)
    close(descriptor)
    guard isWritten else {
      remove()
      throw failure
    }
  }

  /// Puts the file in the place of whatever is at `target`.
  ///
  /// - Throws: ``AtomicFileError`` when the system refuses; nothing is left behind.
  func move(to target: String) throws(AtomicFileError) {
    guard rename(path, target) == 0 else {
      let failure = AtomicFileError.refused(target)
      remove()
      throw failure
    }
  }

  /// Puts the file at `target` if nothing is there.
  ///
  /// - Throws: ``AtomicFileError`` when something is, or the system refuses; nothing is left behind.
  func move(toNew target: String) throws(AtomicFileError) {
    let isLinked = link(path, target) == 0
    let failure = errno == EEXIST ? .alreadyThere(path: target) : AtomicFileError.refused(target)
    remove()
    if !isLinked { throw failure }
  }

  /// Removes the file.
  func remove() {
    _ = unlink(path)
  }

  private static func setMode(_ mode: mode_t?, of descriptor: Int32) -> Bool {
    if let mode { return fchmod(descriptor, mode) == 0 }
    let mask = umask(0)
    umask(mask)
    return fchmod(descriptor, 0o666 & ~mask) == 0
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = systemWrite(
          descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if count > 0 {
          done += count
        } else if count == 0 || errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  private static func systemWrite(
    _ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, start, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, start, count)
    #elseif canImport(Darwin)
      Darwin.write(descriptor, start, count)
    #endif
  }
}

/// A folder that is held open and locked while a file in it is replaced.
private struct OpenFolder {
  private let descriptor: Int32

  /// Opens the folder of `file`, and waits for others of this program to be done with it.
  ///
  /// - Throws: ``AtomicFileError`` for `path` when it cannot be opened.
  init(holding file: String, named path: String) throws(AtomicFileError) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .refused(path)
    }
    // Where the file system has no locks, the check of the content has to do.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Takes the names in it down to the disk, where the file system can.
  func synchronize() {
    DirectoryEntries.synchronize(descriptor)
  }

  /// Lets go of it.
  func close() {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #elseif canImport(Darwin)
      _ = Darwin.close(descriptor)
    #endif
  }
}
