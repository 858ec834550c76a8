import Foundation
import RabbleScheduling
import RabbleStudy
import SystemPackage

#if canImport(Glibc)
  import Glibc
#endif

extension Locations {
  /// Where this program keeps its files.
  ///
  /// Data goes to `$XDG_DATA_HOME/rabble` or `~/.local/share/rabble`, settings are looked for in
  /// `$XDG_CONFIG_HOME/rabble` or `~/.config/rabble`, and what only saves work goes to
  /// `$XDG_STATE_HOME/rabble` or `~/.local/state/rabble`; `--data-dir` is the one place for all.
  init(dataFolder: String?, decks: [String], environment: [String: String]) throws(CommandError) {
    func folder(_ variable: String, inHome path: String) throws(CommandError) -> FilePath {
      if let dataFolder { return FilePath(dataFolder) }
      if let folder = environment[variable], folder.hasPrefix("/") {
        return FilePath(folder + "/rabble")
      }
      guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHome }
      return FilePath(home + path)
    }
    self.init(
      data: try folder("XDG_DATA_HOME", inHome: "/.local/share/rabble"),
      state: try folder("XDG_STATE_HOME", inHome: "/.local/state/rabble"),
      settings: try folder("XDG_CONFIG_HOME", inHome: "/.config/rabble").appending("config.toml"),
      // Without them `openLibrary(for:)` says where they were looked for.
      bundled: (try? BundledDecks.folder().get()).map { FilePath($0) },
      decks: decks.map { FilePath($0) },
      base: FilePath(FileManager.default.currentDirectoryPath),
      temporary: FilePath(environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"))
  }
}

/// The folders in which programs are looked for.
var programFolders: [String] {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
}

extension CommonOptions {
  /// What says words aloud, if the config file names something; its sound files are kept in
  /// `$XDG_CACHE_HOME/rabble` or `~/.cache/rabble`.
  func speaker(_ settings: Settings) throws -> Speaker? {
    guard let command = settings.speechCommand else { return nil }
    let environment = ProcessInfo.processInfo.environment
    var cache = try locations().data
    if dataDir == nil, let folder = environment["XDG_CACHE_HOME"] ?? environment["HOME"] {
      let isHome = environment["XDG_CACHE_HOME"] == nil
      cache = FilePath(folder + (isHome ? "/.cache/rabble" : "/rabble"))
    }
    return Speaker(
      command, player: settings.speechPlayer,
      folders: programFolders,
      cache: cache.appending("speech"))
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
    guard let found else { return .failure(.noBundledDecks(searched: candidates)) }
    return .success(FilePath(found).lexicallyNormalized().string)
  }

  private static func executablePath() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return Bundle.main.executablePath ?? CommandLine.arguments[0] }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The system's clock, or one held at a given moment.
struct SystemClock: Sendable {
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
  @Sendable func now() -> Moment {
    if let held { return held }
    let time = Self.time()
    return localTime.moment(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The seconds since 1970, held or not.
  @Sendable static func seconds() -> Int64 { Int64(time().tv_sec) }

  private static func time() -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  private static let systemOffset: @Sendable (Int64) -> Int = { seconds in
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
