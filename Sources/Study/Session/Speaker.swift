import Foundation
import RabbleStorage
import Synchronization
import SystemPackage

/// Says words aloud with a program of the learner's choice, one at a time and in the background.
///
/// The program is started without a shell. It gets the text on standard input or, where the command ends
/// with `--`, as its last argument. A command with `{file}` among its arguments makes a sound file, which
/// is kept by command and text, and `player` plays it. Nothing waits for it: a new text stops the one
/// before, and ``stop()`` whatever runs.
public final class Speaker: Sendable {
  /// A program with its arguments.
  public struct Command: Hashable, Sendable {
    /// The program: a path, or a name that is looked for in the folders of programs.
    public let program: String
    /// Its arguments.
    public let arguments: [String]

    /// Reads a JSON array of texts, or words with blanks between them; `nil` for anything else.
    public init?(_ text: String) {
      let words =
        text.hasPrefix("[")
        ? try? JSONDecoder().decode([String].self, from: Data(text.utf8))  // Anything else is none.
        : text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let words, let program = words.first, !program.isEmpty,
        !words.contains(where: { $0.utf8.contains(0) })
      else { return nil }
      self.program = program
      arguments = Array(words.dropFirst())
    }

    /// A text that it can be read from.
    var text: String {
      let words = [program] + arguments
      let isSimple = words.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
      return isSimple && !program.hasPrefix("[") ? words.joined(separator: " ") : list
    }

    /// Its words as a list of strings, in TOML and JSON.
    var list: String { TOMLText.list([program] + arguments) }

    /// Whether it makes a sound file.
    var makesFile: Bool { arguments.contains { $0.contains(Self.file) } }

    fileprivate static let file = "{file}"
  }

  private struct State {
    var running: Process?
    var newest = 0
    var isStopped = false
    var failure: String?
    var hasFailed = false

    /// Ends what runs, and what that has started: Foundation gives each program a group of its own. A
    /// program that was started by a thread of Dispatch has SIGTERM blocked.
    func end() {
      guard let running else { return }
      let process = running.processIdentifier
      if kill(-process, SIGKILL) != 0 { kill(process, SIGKILL) }
    }
  }

  private let command: Command
  private let player: Command?
  private let folders: [String]
  private let cache: FilePath
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "speaker")

  /// Makes a speaker.
  ///
  /// - Parameters:
  ///   - command: what says a text, or makes a sound file of it.
  ///   - player: what plays a sound file.
  ///   - folders: where programs are looked for.
  ///   - cache: the folder of sound files.
  public init(_ command: Command, player: Command?, folders: [String], cache: FilePath) {
    self.command = command
    self.player = player
    self.folders = folders
    self.cache = cache
  }

  /// Says a text as soon as the one before is stopped. Control characters are left out.
  public func say(_ text: String) {
    let plain = String(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    ).trimmingCharacters(in: .whitespaces)
    guard !plain.isEmpty, plain.utf8.count <= Self.longest else { return }
    let number = state.withLock { state -> Int? in
      guard !state.isStopped, !state.hasFailed else { return nil }
      state.newest += 1
      state.end()
      return state.newest
    }
    guard let number else { return }
    queue.async { [self] in speak(plain, number) }
  }

  /// Stops what is being said; nothing is said afterwards.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      state.end()
    }
    queue.sync {}
  }

  /// Why nothing can be said, once.
  public func takeFailure() -> String? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// The longest text that is said, in bytes: it fits into a pipe, so that nobody waits for its reader.
  private static let longest = 4000
  /// How many sound files are kept.
  private static let mostFiles = 2000

  // MARK: - Running

  private func speak(_ text: String, _ number: Int) {
    do {
      guard command.makesFile else {
        try run(command, text, file: nil, number)
        return
      }
      guard let player else { throw Failure("sound.player must name what plays the sound file.") }
      let file = try file(of: text)
      if !FileManager.default.fileExists(atPath: file.string) {
        let made = FilePath(file.string + ".part")
        // What was stopped has made half a file.
        guard try run(command, text, file: made, number),
          rename(made.string, file.string) == 0
        else { return }
      }
      try run(player, nil, file: file, number)
    } catch {
      state.withLock { state in
        guard !state.isStopped, !state.hasFailed else { return }
        (state.failure, state.hasFailed) = ("\(error)", true)
      }
    }
  }

  /// Runs a program, unless another text is to be said already.
  ///
  /// - Returns: whether it came to its own end.
  @discardableResult
  private func run(_ command: Command, _ text: String?, file: FilePath?, _ number: Int) throws
    -> Bool
  {
    let process = Process()
    guard let path = path(of: command.program) else {
      throw Failure("There is no program “\(command.program)”.")
    }
    process.executableURL = URL(fileURLWithPath: path)
    var arguments = command.arguments.map {
      file == nil ? $0 : $0.replacing(Command.file, with: file?.string ?? "")
    }
    if let text, arguments.last == "--" {
      arguments.append(text)
      process.standardInput = FileHandle.nullDevice
    } else if let text {
      let pipe = Pipe()
      pipe.fileHandleForWriting.write(Data((text + "\n").utf8))
      try pipe.fileHandleForWriting.close()
      process.standardInput = pipe
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let isWanted = try state.withLock { state in
      guard !state.isStopped, state.newest == number else { return false }
      try process.run()
      state.running = process
      return true
    }
    guard isWanted else { return false }
    process.waitUntilExit()
    let wasStopped = state.withLock { state in
      state.running = nil
      return state.isStopped || state.newest != number
    }
    if !wasStopped, process.terminationReason != .exit || process.terminationStatus != 0 {
      throw Failure("“\(command.program)” failed with status \(process.terminationStatus).")
    }
    return !wasStopped
  }

  private func path(of program: String) -> String? {
    if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
    return folders.map { $0 + "/" + program }.first { access($0, X_OK) == 0 }
  }

  // MARK: - Sound files

  /// Where the sound of a text is kept. When there are too many files, all of them are forgotten.
  private func file(of text: String) throws -> FilePath {
    try Locations.makeFolder(cache.string)
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: cache.string)
    if names.count > Self.mostFiles {
      for name in names { try manager.removeItem(atPath: cache.appending(name).string) }
    }
    let key = ([command.program] + command.arguments + [text]).joined(separator: "\u{0}")
    let digest = ContentDigest(Array(key.utf8))
    return cache.appending("\(digest.hash)-\(digest.count).wav")
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ reason: String) { description = "Nothing can be said aloud: \(reason)" }
  }
}
