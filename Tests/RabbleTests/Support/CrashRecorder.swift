import Foundation
import RabbleTestSupport

/// Runs the program with `Fixtures/crash-recorder.c` in it: killed before one of its changes of files, or
/// with all of them recorded, in their order, together with what it says.
struct CrashRecorder {
  /// Something that the program did to files in its home, or said.
  struct Event {
    enum Kind: Character {
      case write = "W"
      case truncate = "T"
      case sync = "S"
      case create = "C"
      case rename = "R"
      case link = "L"
      case unlink = "U"
      case say = "A"
    }

    let kind: Kind
    fileprivate(set) var inode: UInt64
    let offset: Int
    let path: String
    /// The bytes that were written, or the new path.
    let bytes: [UInt8]
  }

  private static let library = Result { () throws -> (folder: TemporaryFolder, path: String) in
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/crash-recorder.c").path
    let folder = try TemporaryFolder()
    let path = folder.path + "/crash-recorder.so"
    // Swift links with a C compiler, so that there is one.
    let command =
      "for cc in cc clang gcc; do if command -v $cc >/dev/null; then "
      + "exec $cc -shared -fPIC -O1 -o '\(path)' '\(source)' -ldl; fi; done; exit 1"
    let compiler = try ChildProcess(
      "/bin/sh", arguments: ["-c", command],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
      streams: [.descriptor(0), .descriptor(1), .descriptor(2)])
    guard try compiler.waitForExit() == .exited(0) else {
      throw Surprise("crash-recorder.c was not compiled")
    }
    return (folder, path)
  }

  let program: Program

  /// Runs the program, which is killed before a change of files; the first is 1.
  func run(_ arguments: [String], input: String, killedBefore change: Int) throws -> Outcome {
    try program.run(
      arguments, at: Program.morning, input: input,
      environment: [
        "LD_PRELOAD": Self.library.get().path, "RABBLE_CRASH_FOLDER": program.home.path,
        "RABBLE_CRASH_AT": "\(change)",
      ])
  }

  /// Runs the program, and gives what it did.
  func record(_ arguments: [String], input: String) throws -> (outcome: Outcome, events: [Event]) {
    let folder = try TemporaryFolder()
    let trace = folder.path + "/trace"
    let outcome = try program.run(
      arguments, at: Program.morning, input: input,
      environment: [
        "LD_PRELOAD": Self.library.get().path, "RABBLE_CRASH_FOLDER": program.home.path,
        "RABBLE_CRASH_TRACE": trace,
      ])
    return (outcome, try Self.events([UInt8](Data(contentsOf: URL(fileURLWithPath: trace)))))
  }

  private static func events(_ bytes: [UInt8]) throws -> [Event] {
    var events: [Event] = []
    var index = 0
    func number() -> Int {
      defer { index += 8 }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Int.self) }
    }
    func take(_ count: Int) -> [UInt8] {
      defer { index += count }
      return Array(bytes[index..<index + count])
    }
    while index < bytes.count {
      let letter = Character(Unicode.Scalar(UInt8(number())))
      let (inode, offset, first, second) = (number(), number(), number(), number())
      let path = String(decoding: take(first), as: UTF8.self)
      guard let kind = Event.Kind(rawValue: letter) else {
        throw Surprise("a trace with \(letter)")
      }
      events.append(
        Event(
          kind: kind, inode: UInt64(bitPattern: Int64(inode)), offset: offset, path: path,
          bytes: take(second)))
    }
    return events
  }
}

/// A disk while a program writes: what is on it for sure, and what the system may have written or not.
///
/// What was written to a file counts from an `fsync` of the file on; that it is there, by its name, from
/// an `fsync` of its folder on. Until then, any of the writes may be on disk, and any sectors of them; of
/// the changes of a folder, the first so many.
struct CrashedDisk {
  private struct File {
    var sure: [UInt8] = []
    var unsure: [CrashRecorder.Event] = []
  }

  private var files: [UInt64: File] = [:]
  private var names: [String: UInt64] = [:]
  /// The number under which a file is in ``files`` that was made later: its inode may have been another
  /// file's before.
  private var numbers: [UInt64: UInt64] = [:]
  private var created: UInt64 = 0
  private var changes: [CrashRecorder.Event] = []
  private static let sector = 512

  /// Begins with a folder, all of which is on disk.
  init(_ folder: String) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for path in paths.map({ folder + "/" + $0 }) where !path.hasSuffix("-shm") {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      names[path] = UInt64(status.st_ino)
      files[UInt64(status.st_ino)] = File(
        sure: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }
  }

  /// Follows the program.
  mutating func follow(_ event: CrashRecorder.Event) {
    var event = event
    if event.kind == .create {
      created += 1
      numbers[event.inode] = UInt64.max - created
    }
    event.inode = numbers[event.inode] ?? event.inode
    switch event.kind {
    case .say: return
    case .write, .truncate: files[event.inode, default: File()].unsure.append(event)
    case .create, .rename, .link, .unlink: changes.append(event)
    case .sync:
      if var file = files[event.inode] {
        for write in file.unsure { Self.apply(write, to: &file.sure) }
        file.unsure = []
        files[event.inode] = file
      } else {
        for change in changes where Self.folder(change) == event.path { Self.apply(change, &names) }
        changes.removeAll { Self.folder($0) == event.path }
      }
    }
  }

  /// What a power cut may leave: the bytes of all files.
  func image(using random: inout SeededGenerator) -> [String: [UInt8]] {
    var left = names
    let folders = Set(changes.map(Self.folder)).sorted()
    for folder in folders {
      let own = changes.filter { Self.folder($0) == folder }
      for change in own.prefix(Int.random(in: 0...own.count, using: &random)) {
        Self.apply(change, &left)
      }
    }
    return left.mapValues { inode in
      guard let file = files[inode] else { return [] }
      var bytes = file.sure
      let share = [0, 2, 5, 8, 10][Int.random(in: 0..<5, using: &random)]
      for write in file.unsure where Int.random(in: 0..<10, using: &random) < share {
        if write.kind == .write, Int.random(in: 0..<8, using: &random) == 0 {
          Self.tear(write, into: &bytes, using: &random)
        } else {
          Self.apply(write, to: &bytes)
        }
      }
      return bytes
    }
  }

  private static func folder(_ event: CrashRecorder.Event) -> String {
    (event.path as NSString).deletingLastPathComponent
  }

  private static func apply(_ event: CrashRecorder.Event, _ names: inout [String: UInt64]) {
    switch event.kind {
    case .create: names[event.path] = event.inode
    case .unlink: names[event.path] = nil
    case .link: names[String(decoding: event.bytes, as: UTF8.self)] = event.inode
    case .rename:
      names[event.path] = nil
      names[String(decoding: event.bytes, as: UTF8.self)] = event.inode
    default: return
    }
  }

  private static func apply(_ event: CrashRecorder.Event, to bytes: inout [UInt8]) {
    let end = event.offset + (event.kind == .write ? event.bytes.count : 0)
    if event.kind == .truncate, bytes.count > end { bytes.removeLast(bytes.count - end) }
    if bytes.count < end { bytes += repeatElement(0, count: end - bytes.count) }
    bytes.replaceSubrange(event.offset..<end, with: event.bytes)
  }

  /// Writes some sectors only.
  private static func tear(
    _ event: CrashRecorder.Event, into bytes: inout [UInt8], using random: inout SeededGenerator
  ) {
    let end = event.offset + event.bytes.count
    if bytes.count < end { bytes += repeatElement(0, count: end - bytes.count) }
    var start = event.offset
    while start < end {
      let next = min((start / sector + 1) * sector, end)
      if Bool.random(using: &random) {
        bytes.replaceSubrange(
          start..<next, with: event.bytes[start - event.offset..<next - event.offset])
      }
      start = next
    }
  }
}
