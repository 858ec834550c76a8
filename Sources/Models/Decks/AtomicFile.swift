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
  }

  /// The bytes of the ordinary file at `path`, at most `sizeLimit` of them.
  ///
  /// - Throws: ``DeckFault`` when there is none, it may not be read or is too large.
  public static func read(_ path: String, sizeLimit: Int = 64 << 20) throws(DeckFault) -> [UInt8] {
    switch FileBytes.read(path: path, sizeLimit: sizeLimit) {
    case .success(let bytes): return bytes
    case .failure(let error):
      throw DeckFault(path: path, kind: error.kind, consequence: .fileLeftOut)
    }
  }

  /// Puts `bytes` at `path`: a reader meets the old file or the new one, and after a power cut one
  /// of them is there. A symbolic link stays, and its target is replaced; permissions stay too.
  ///
  /// Two programs that write through this function wait for each other. It tells whether it wrote:
  /// bytes that are there already are not written again. With `backup`, the old bytes are kept in a
  /// file named like it with `~` at its end.
  ///
  /// - Throws: ``AtomicFileError`` when what is at the path is not what was expected, or the system
  ///   refuses; the file is then as it was.
  @discardableResult
  public static func replace(
    _ path: String, with bytes: [UInt8], ifStill expectation: Expectation, backup: Bool = true
  ) throws(AtomicFileError) -> Bool {
    let target = try target(of: path, expectation)
    let folder = try OpenFolder(holding: target, named: path)
    defer { folder.close() }
    let before = FileSignature.of(path: target)
    var mode: mode_t?
    if case .content(let expected) = expectation {
      guard case .success(let found) = FileBytes.read(path: target, sizeLimit: .max - 1),
        found == expected
      else { throw .changedMeanwhile(path: path) }
      if expected == bytes { return false }
      mode = permissions(of: target)
      if backup {
        try TemporaryFile(expected, beside: target, mode: mode).move(to: target + "~")
      }
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

  /// Gives a file with these bytes the name with `~` at its end, so that nothing is left at `path`.
  ///
  /// - Throws: ``AtomicFileError`` when the file has other bytes by now, or the system refuses.
  public static func setAside(_ path: String, ifStill bytes: [UInt8]) throws(AtomicFileError) {
    let folder = try OpenFolder(holding: path, named: path)
    defer { folder.close() }
    guard case .success(let found) = FileBytes.read(path: path, sizeLimit: .max - 1), found == bytes
    else { throw .changedMeanwhile(path: path) }
    guard rename(path, path + "~") == 0 else {
      throw .unwritable(path: path, reason: String(cString: strerror(errno)))
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
      if errno == ENOENT { throw .changedMeanwhile(path: path) }
      throw .unwritable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
