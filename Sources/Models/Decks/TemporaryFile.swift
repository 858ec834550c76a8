#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A hidden file beside the one it will become.
struct TemporaryFile {
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
    guard descriptor >= 0 else { throw Self.failure(target) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let isWritten =
      Self.write(bytes, to: descriptor) && Self.setMode(mode, of: descriptor)
      && fsync(descriptor) == 0
    let failure = Self.failure(target)
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
      let failure = Self.failure(target)
      remove()
      throw failure
    }
  }

  /// Puts the file at `target` if nothing is there.
  ///
  /// - Throws: ``AtomicFileError`` when something is, or the system refuses; nothing is left behind.
  func move(toNew target: String) throws(AtomicFileError) {
    let isLinked = link(path, target) == 0
    let failure = errno == EEXIST ? .alreadyThere(path: target) : Self.failure(target)
    remove()
    if !isLinked { throw failure }
  }

  /// Removes the file.
  func remove() {
    _ = unlink(path)
  }

  private static func failure(_ path: String) -> AtomicFileError {
    .unwritable(path: path, reason: String(cString: strerror(errno)))
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
