#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names in a directory, which the system keeps apart from the files they name: a file whose bytes
/// are on disk can still be lost, or have its old name, after a power cut.
package enum DirectoryEntries {
  /// Waits until the names in a directory are on disk: each file that was made, renamed or removed in it
  /// before this call is so after a power cut as well. The bytes of the files are not written by it; they
  /// have to be on disk before.
  ///
  /// Some file systems can't do this; they keep the order of changes. That, and a directory that can't be
  /// opened, is not reported.
  package static func synchronize(at path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    synchronize(descriptor)
    close(descriptor)
  }

  /// The same for a directory that is open.
  package static func synchronize(_ descriptor: Int32) {
    _ = fsync(descriptor)
  }
}
