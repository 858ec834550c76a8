#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that is held open and locked while a file in it is replaced.
struct OpenFolder {
  private let descriptor: Int32

  /// Opens the folder of `file`, and waits for others of this program to be done with it.
  ///
  /// - Throws: ``AtomicFileError`` for `path` when it cannot be opened.
  init(holding file: String, named path: String) throws(AtomicFileError) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unwritable(path: path, reason: String(cString: strerror(errno)))
    }
    // Where the file system has no locks, the check of the content has to do.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Takes the names in it down to the disk, where the file system can.
  func synchronize() {
    _ = fsync(descriptor)
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
