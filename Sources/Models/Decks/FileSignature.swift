#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
