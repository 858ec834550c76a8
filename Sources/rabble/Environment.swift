import Foundation
import RabbleScheduling

#if canImport(Glibc)
  import Glibc
#endif

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

  /// When learning parameters was last tried.
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

/// Finds the decks that come with the program: beside the executable, under `../share/rabble`, or
/// among the resources of the build folder.
enum BundledDecks {
  /// The folder, or where it was looked for in vain.
  static func folder() -> Result<String, CommandError> {
    let executable = executablePath()
    let folder = String(executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)])
    let candidates = [
      folder + "/Decks",
      folder + "/../share/rabble/Decks",
      folder + "/rabble-wabble_rabble.resources/Decks",
      folder + "/rabble-wabble_rabble.bundle/Decks",
    ]
    let found = candidates.first { access($0 + "/Japanese", R_OK) == 0 }
    return found.map { .success($0) } ?? .failure(.noBundledDecks(searched: candidates))
  }

  private static func executablePath() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return Bundle.main.executablePath ?? CommandLine.arguments[0] }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The clock of the session: the system's, or one held at a given moment.
struct Clock: Sendable {
  private let held: Moment?
  let localTime: LocalTime

  /// Makes a clock. One that is held shows the local time of the moment it is held at: if the
  /// system's zone has another offset then, the moment's own offset counts throughout.
  init(heldAt moment: Moment?) {
    held = moment
    let system = LocalTime(utcOffset: Self.systemOffset)
    if let moment, system.moment(milliseconds: moment.milliseconds).utcOffset != moment.utcOffset {
      localTime = .fixed(offset: moment.utcOffset)
    } else {
      localTime = system
    }
  }

  /// The present.
  func now() -> Moment {
    if let held { return held }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return localTime.moment(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  private static let systemOffset: @Sendable (Int64) -> Int = { seconds in
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
