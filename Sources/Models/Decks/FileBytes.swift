#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads whole files, but never one that would block, has no end or is too large.
enum FileBytes {
  /// Why a file was not read.
  struct Failure: Error {
    let kind: DeckFault.Kind

    init(kind: DeckFault.Kind) {
      self.kind = kind
    }

    /// A path through something that is no folder leads to no file.
    init(errno code: Int32) {
      kind = code == ENOTDIR ? .notFound : .init(errno: code)
    }
  }

  /// The bytes of the ordinary file at `path`, at most `sizeLimit` of them.
  ///
  /// It is looked at before it is opened, so that no pipe is waited for and no device is touched,
  /// and again once it is open, in case another one has taken its place.
  static func read(path: String, sizeLimit: Int) -> Result<[UInt8], Failure> {
    guard !path.utf8.contains(0) else { return .failure(Failure(kind: .notFound)) }
    var status = stat()
    guard stat(path, &status) == 0 else { return .failure(Failure(errno: errno)) }
    if let kind = fault(of: status, sizeLimit: sizeLimit) {
      return .failure(Failure(kind: kind))
    }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return .failure(Failure(errno: errno)) }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0 else {
      return .failure(Failure(errno: errno))
    }
    if let kind = fault(of: status, sizeLimit: sizeLimit) {
      return .failure(Failure(kind: kind))
    }
    return read(descriptor, expected: Int(status.st_size), sizeLimit: sizeLimit)
  }

  /// What keeps a file from being read, by its type and size.
  private static func fault(of status: stat, sizeLimit: Int) -> DeckFault.Kind? {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: .isDirectory
    case S_IFREG where status.st_size > off_t(sizeLimit):
      .tooLarge(bytes: Int64(status.st_size), limit: Int64(sizeLimit))
    case S_IFREG: nil
    default: .notRegularFile
    }
  }

  /// Reads to the end, which may lie beyond what was expected if the file grows meanwhile.
  private static func read(
    _ descriptor: Int32,
    expected: Int,
    sizeLimit: Int
  ) -> Result<[UInt8], Failure> {
    var bytes = [UInt8](repeating: 0, count: min(max(expected, 0), sizeLimit) + 1)
    var count = 0
    while true {
      if count == bytes.count {
        if count > sizeLimit {
          let kind = DeckFault.Kind.tooLarge(bytes: Int64(count), limit: Int64(sizeLimit))
          return .failure(Failure(kind: kind))
        }
        let room = min(max(4096, count), sizeLimit + 1 - count)
        bytes.append(contentsOf: repeatElement(0, count: room))
      }
      let done = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if done == 0 { break }
      if done > 0 {
        count += done
      } else if errno != EINTR {
        return .failure(Failure(errno: errno))
      }
    }
    bytes.removeLast(bytes.count - count)
    return .success(bytes)
  }

  private static func read(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int)
    -> Int
  {
    #if canImport(Glibc)
      Glibc.read(descriptor, start, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, start, count)
    #elseif canImport(Darwin)
      Darwin.read(descriptor, start, count)
    #endif
  }
}

extension DeckFault.Kind {
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
}
