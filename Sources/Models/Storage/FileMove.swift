import Foundation

/// Moves files so that they are at their new place after a power cut as well.
enum FileMove {
  /// Moves a file to a place where nothing is.
  ///
  /// - Returns: whether it was moved; `errno` says why not.
  static func toNew(_ path: String, _ target: String) -> Bool {
    if link(path, target) == 0 {
      unlink(path)
    } else if errno == EEXIST || rename(path, target) != 0 {
      // A file system without links has no other way than to rename.
      return false
    }
    synchronize(folderOf: target)
    return true
  }

  /// Moves a file, in place of one that may be there.
  ///
  /// - Returns: whether it was moved; `errno` says why not.
  static func replacing(_ path: String, _ target: String) -> Bool {
    guard rename(path, target) == 0 else { return false }
    synchronize(folderOf: target)
    return true
  }

  /// Waits until the entries of a folder are on disk. Some file systems can't; they keep the order.
  static func synchronize(folderOf path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
