import Foundation

/// Where this program keeps its files.
///
/// Data goes to `$XDG_DATA_HOME/rabble` or `~/.local/share/rabble`; `--data-dir` puts it elsewhere.
struct Workspace {
  let dataFolder: String

  init(dataFolder: String?, environment: [String: String]) throws {
    if let dataFolder {
      self.dataFolder = dataFolder
    } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      self.dataFolder = data + "/rabble"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.dataFolder = home + "/.local/share/rabble"
    } else {
      throw CommandError.noHome
    }
  }

  var log: String { dataFolder + "/study.sqlite" }
  var ownDecks: String { dataFolder + "/decks" }

  /// Makes the folders, for the learner's eyes only, and an empty log if there is none, so that
  /// SQLite's own files take on its permissions.
  func prepare() throws {
    for folder in [dataFolder, ownDecks] where access(folder, F_OK) != 0 {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      } catch {
        throw CommandError.noFolder(path: folder, reason: Self.reason(error))
      }
    }
    if access(log, F_OK) != 0 {
      let file = open(log, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        throw CommandError.noFolder(path: log, reason: String(cString: strerror(errno)))
      }
      close(file)
    }
  }

  private static func reason(_ error: any Error) -> String {
    let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
    return code.map { String(cString: strerror(Int32(truncatingIfNeeded: $0))) }
      ?? error.localizedDescription
  }
}
