import Foundation

/// Where this program keeps its files.
///
/// Data goes to `$XDG_DATA_HOME/rabble` or `~/.local/share/rabble`, settings are looked for in
/// `$XDG_CONFIG_HOME/rabble` or `~/.config/rabble`, and what is only remembered goes to
/// `$XDG_STATE_HOME/rabble` or `~/.local/state/rabble`; `--data-dir` is the one place for all.
struct Workspace {
  let dataFolder: String
  let settings: String
  /// What columns were taken for in imports before.
  let columnMemory: String

  /// When learning weights was last tried.
  let refitMemory: String

  init(dataFolder: String?, environment: [String: String]) throws {
    func folder(_ variable: String, inHome path: String) throws -> String {
      if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/rabble" }
      guard let home = environment["HOME"], home.hasPrefix("/") else { throw CommandError.noHome }
      return home + path
    }
    self.dataFolder =
      try dataFolder ?? folder("XDG_DATA_HOME", inHome: "/.local/share/rabble")
    let state = try dataFolder ?? folder("XDG_STATE_HOME", inHome: "/.local/state/rabble")
    columnMemory = state + "/columns.json"
    refitMemory = state + "/refits.json"
    settings =
      try (dataFolder ?? folder("XDG_CONFIG_HOME", inHome: "/.config/rabble")) + "/config"
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
