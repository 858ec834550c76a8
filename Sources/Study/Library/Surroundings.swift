import Foundation
import RabbleDecks
import RabbleScheduling
import SystemPackage

/// What a library is told of the world: the present, the time zone, and chance. Nothing in this
/// module asks for them itself.
public struct Surroundings: Sendable {
  /// The present, with the learner's offset from UTC.
  public let now: @Sendable () -> Moment
  /// The learner's time zone.
  public let localTime: LocalTime
  /// 64 random bits: for the identities of events and for the order of a shuffled session.
  public let random: @Sendable () -> UInt64
  /// The seconds since 1970 by the clock that stamps files.
  let fileTime: @Sendable () -> Int64

  /// Makes surroundings.
  ///
  /// - Parameters:
  ///   - now: the present, with the learner's offset from UTC.
  ///   - localTime: the learner's time zone.
  ///   - random: 64 random bits a call.
  ///   - fileTime: the seconds since 1970 by the clock that stamps files, where `now` is another
  ///     one, such as a clock that stands still.
  public init(
    now: @escaping @Sendable () -> Moment, localTime: LocalTime,
    random: @escaping @Sendable () -> UInt64, fileTime: (@Sendable () -> Int64)? = nil
  ) {
    self.now = now
    self.localTime = localTime
    self.random = random
    self.fileTime = fileTime ?? { now().milliseconds / 1000 }
  }

  /// 128 random bits, for the identity of an event.
  var identityBits: @Sendable () -> UInt128 {
    { [random] in UInt128(random()) << 64 | UInt128(random()) }
  }
}

/// Where a library keeps its files and looks for decks. All paths are absolute: the review log
/// knows decks by them.
public struct Locations: Hashable, Sendable {
  /// The folder of the review log, `study.sqlite`, and of the learner's own decks, `decks/`. It is
  /// made if it is missing.
  public var data: FilePath
  /// The folder of what only saves work, such as the columns of earlier imports.
  public var state: FilePath
  /// The config file, `config.toml`; it may be missing.
  public var settings: FilePath?
  /// The folder of bundled decks. An own deck of the same name in the same subfolder replaces one.
  public var bundled: FilePath?
  /// More deck files, and folders of them.
  public var decks: [FilePath]
  /// The folder that relative paths count from.
  public var base: FilePath
  /// The folder for files that are gone when the program ends.
  public var temporary: FilePath

  /// Makes locations.
  ///
  /// - Parameters:
  ///   - data: the folder of the review log and of own decks.
  ///   - state: the folder of what only saves work.
  ///   - settings: the config file.
  ///   - bundled: the folder of bundled decks.
  ///   - decks: more deck files, and folders of them.
  ///   - base: the folder that relative paths count from.
  ///   - temporary: the folder for files that are gone when the program ends.
  public init(
    data: FilePath, state: FilePath, settings: FilePath? = nil, bundled: FilePath? = nil,
    decks: [FilePath] = [], base: FilePath = "/", temporary: FilePath = "/tmp"
  ) {
    self.base = base
    self.temporary = base.pushing(temporary)
    self.data = base.pushing(data)
    self.state = base.pushing(state)
    self.settings = settings.map(base.pushing)
    self.bundled = bundled.map(base.pushing)
    self.decks = decks.map { base.pushing($0).withoutDetours }
  }

  /// One folder for everything: the review log, own decks, the config file and what saves work.
  public static func folder(_ folder: FilePath) -> Locations {
    Locations(data: folder, state: folder, settings: folder.appending("config.toml"))
  }

  /// The review log's file. Where a symbolic link stands in its place, the file that it leads to: SQLite
  /// keeps the write-ahead log beside that one.
  package var log: String { Self.followingLinks(data.appending("study.sqlite").string) }

  /// The path of the file that a symbolic link leads to, whether or not it is there; other paths as they
  /// are.
  static func followingLinks(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      // What can't be read as a link is where the chain ends.
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      path = FilePath(path).removingLastComponent().pushing(FilePath(target)).string
    }
    return path
  }

  /// The folder of the learner's own decks.
  var ownDecks: String { data.appending("decks").string }

  /// Whether there is a review log.
  package var hasLog: Bool { access(log, F_OK) == 0 }

  /// A path as it was typed, from the root and without `.` and `..`.
  func absolute(_ path: String) -> String {
    base.pushing(FilePath(path)).withoutDetours.string
  }

  /// Makes the folders, for the learner's eyes only.
  ///
  /// - Throws: ``LibraryError/notCreated(path:reason:)``.
  func prepare() throws(LibraryError) {
    try Self.makeFolder(data.string)
    try Self.makeFolder(ownDecks)
  }

  /// Makes a folder, and those it is in, for the learner's eyes only, if it is missing.
  ///
  /// - Throws: ``LibraryError/notCreated(path:reason:)``.
  static func makeFolder(_ path: String) throws(LibraryError) {
    guard access(path, F_OK) != 0 else { return }
    let parent = FilePath(path).removingLastComponent().string
    if parent != path, !parent.isEmpty { try makeFolder(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .notCreated(path: path, reason: systemReason)
    }
  }

  /// Why the last call of the system failed.
  private static var systemReason: String { String(cString: strerror(errno)) }
}

extension FilePath {
  /// The path of the same file without `.` and `..`.
  ///
  /// Where `..` follows a symbolic link, the folder above is not the one that is written before it; only
  /// the file system knows it then.
  var withoutDetours: FilePath {
    let short = lexicallyNormalized()
    guard short != self, components.contains(where: { $0.kind == .parentDirectory }) else {
      return short
    }
    let (folder, shortFolder) = (removingLastComponent(), short.removingLastComponent())
    guard let name = lastComponent, name.kind == .regular,
      let meant = folder.resolved, meant != shortFolder.resolved
    else { return short }
    return meant.appending(name)
  }

  /// The path of what is there without symbolic links; `nil` where nothing is.
  private var resolved: FilePath? {
    guard let path = realpath(string, nil) else { return nil }
    defer { free(path) }
    return FilePath(String(cString: path))
  }
}

/// A small JSON file that only saves work: where it can't be read, it counts as empty.
struct StateFile<Value: Codable> {
  let path: FilePath

  /// What it holds, if it can be read.
  var value: Value? {
    guard let data = FileManager.default.contents(atPath: path.string) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  /// Replaces what it holds.
  ///
  /// - Throws: ``LibraryError`` when it can't be written; then it is as it was.
  func write(_ value: Value) throws {
    try Locations.makeFolder(path.removingLastComponent().string)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = try Array(encoder.encode(value)) + Array("\n".utf8)
    do throws(AtomicFileError) {
      try AtomicFile.replace(path.string, with: bytes, ifStill: .anything)
    } catch {
      throw LibraryError.unwritable(path: path.string, reason: error.reason)
    }
  }
}
