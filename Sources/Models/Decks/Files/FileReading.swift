#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads whole files, but never one that would block, has no end or is too large.
enum FileBytes {
  /// The bytes of the ordinary file at `path`, at most `sizeLimit` of them.
  ///
  /// It is looked at before it is opened, so that no pipe is waited for and no device is touched,
  /// and again once it is open, in case another one has taken its place.
  static func read(path: String, sizeLimit: Int) -> Result<[UInt8], FileFault> {
    guard !path.utf8.contains(0) else { return .failure(.notFound) }
    var status = stat()
    guard stat(path, &status) == 0 else { return .failure(fault(errno: errno)) }
    if let fault = fault(of: status, sizeLimit: sizeLimit) { return .failure(fault) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return .failure(fault(errno: errno)) }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0 else { return .failure(fault(errno: errno)) }
    if let fault = fault(of: status, sizeLimit: sizeLimit) { return .failure(fault) }
    return read(descriptor, expected: Int(status.st_size), sizeLimit: sizeLimit)
  }

  /// What keeps a file from being read, by its type and size.
  private static func fault(of status: stat, sizeLimit: Int) -> FileFault? {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: .isDirectory
    case S_IFREG where status.st_size > off_t(sizeLimit):
      .tooLarge(bytes: Int64(status.st_size), limit: Int64(sizeLimit))
    case S_IFREG: nil
    default: .notRegularFile
    }
  }

  /// A path through something that is no folder leads to no file.
  private static func fault(errno code: Int32) -> FileFault {
    code == ENOTDIR ? .notFound : FileFault(errno: code)
  }

  /// Reads to the end, which may lie beyond what was expected if the file grows meanwhile.
  private static func read(
    _ descriptor: Int32,
    expected: Int,
    sizeLimit: Int
  ) -> Result<[UInt8], FileFault> {
    var bytes = [UInt8](repeating: 0, count: min(max(expected, 0), sizeLimit) + 1)
    var count = 0
    while true {
      if count == bytes.count {
        if count > sizeLimit {
          return .failure(.tooLarge(bytes: Int64(count), limit: Int64(sizeLimit)))
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
        return .failure(fault(errno: errno))
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

/// What the file system says about a file's content without reading it.
///
/// As long as the signature is the same, so is the content, with two exceptions: the clock was set
/// back between two changes, or both fell into one tick of the file system's clock (a few
/// milliseconds) and left the size the same.
public struct FileSignature: Hashable, Sendable {
  /// The number of bytes.
  public let size: Int64
  /// When the content was last changed, in nanoseconds since 1970 (UTC).
  public let modifiedNanoseconds: Int64
  /// When the content or anything about the file was last changed, in nanoseconds since 1970 (UTC).
  /// Programs cannot set it.
  public let changedNanoseconds: Int64
  /// The number of the file on its device.
  public let inode: UInt64
  /// The number of the device it lies on.
  public let device: UInt64

  /// Makes a signature, as one kept earlier.
  public init(
    size: Int64,
    modifiedNanoseconds: Int64,
    changedNanoseconds: Int64,
    inode: UInt64,
    device: UInt64
  ) {
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.inode = inode
    self.device = device
  }

  /// The signature of the file at `path`, through symbolic links, or `nil` if the system tells
  /// nothing about it.
  public static func of(path: String) -> FileSignature? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return FileSignature(
      size: Int64(status.st_size),
      modifiedNanoseconds: nanoseconds(modified),
      changedNanoseconds: nanoseconds(changed),
      inode: UInt64(status.st_ino),
      device: UInt64(truncatingIfNeeded: status.st_dev)
    )
  }

  /// Wraps round beyond the year 2262: a signature is only ever compared.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
