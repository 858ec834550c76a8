import Foundation
import RabbleStorage
import RabbleText
import SystemPackage

/// What came of importing a log.
package struct LogImportResult: Sendable {
  /// How many events were new.
  package let added: Int
  /// How many events the log had already.
  package let known: Int
  /// How many of those were undone here, but not in the other log.
  package let undone: Int
  /// Whether redoing brings some of those back.
  package let canRedo: Bool
  /// How many lines were left out.
  package let leftOut: Int
  /// The lines that were left out and why, a line each; the first of many.
  package let faults: [String]
}

extension Library {
  /// The kinds of events that ``exportEvents(_:_:)`` knows; `all` is all of them.
  package static var eventKinds: [String] { EventStore.kinds }

  /// Passes on events as lines, a JSON object each, the oldest first.
  ///
  /// - Parameters:
  ///   - kinds: names of ``eventKinds``.
  ///   - write: is handed whole lines, many at once.
  /// - Throws: what `write` throws, or an error of the review log.
  package func exportEvents(_ kinds: Set<String>, _ write: ([UInt8]) throws -> Void) throws {
    try log.read { try $0.events.export(kinds, write) }
  }

  /// How many lines that were left out are listed one by one.
  private static let listedFaults = 20

  /// Joins the events of another log with this one, as one event of the history. What the log has
  /// already is not added again.
  ///
  /// - Parameters:
  ///   - file: the open file, with lines as ``exportEvents(_:_:)`` writes them.
  ///   - name: what it is called in messages.
  /// - Returns: what came of it.
  /// - Throws: ``LibraryError`` when the file can't be read, or an error of the review log. Nothing was
  ///   changed then.
  package func importEvents(of file: FileDescriptor, named name: String) throws -> LogImportResult {
    let now = surroundings.now()
    // Whoever writes into a pipe may take any time, and other programs would wait for it.
    var lines: [[UInt8]]?
    let size = Self.size(of: file)
    if size == nil {
      var read: [[UInt8]] = []
      try Self.forEachLine(of: file, named: name) { read.append(Array($0)) }
      lines = read
    }
    let report = try log.write(findsReferences: true) { tx in
      var union = try LogUnion(tx, of: name, at: now)
      try union.expect(bytes: size ?? Int64(lines?.reduce(0) { $0 + $1.count } ?? 0))
      if let lines {
        for line in lines { try line.withUnsafeBytes { try union.add($0) } }
      } else {
        try Self.forEachLine(of: file, named: name) { try union.add($0) }
      }
      return try union.finish()
    }
    let hasEvents =
      report.added + report.known > 0
      || report.faults.contains { ![.noObject, .plainReview].contains($0.reason) }
    if !hasEvents, report.leftOut > 0 {
      let hint =
        "\(name): There are no events in this file. Use `rabble log export --kind all` to export a log for "
        + "another one."
      return LogImportResult(
        added: 0, known: 0, undone: 0, canRedo: false, leftOut: report.leftOut, faults: [hint])
    }
    var faults = report.faults.prefix(Self.listedFaults).map {
      "\(name): line \($0.line) \($0.reason.description)."
    }
    if report.leftOut > faults.count {
      faults.append(
        "\(name): \(NumberText.count(report.leftOut - faults.count, "more line")) like these.")
    }
    return LogImportResult(
      added: report.added, known: report.known, undone: report.undone, canRedo: report.canRedo,
      leftOut: report.leftOut, faults: faults)
  }

  /// The bytes of a file on a disk; `nil` for anything else.
  private static func size(of file: FileDescriptor) -> Int64? {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// The bytes of a line: many times what an event can have.
  private static let longestLine = 1 << 26

  /// Passes on a file line by line, without the ends of lines.
  private static func forEachLine(
    of file: FileDescriptor, named name: String, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var rest: [UInt8] = []
    func read() throws(LibraryError) -> Int {
      do { return try file.read(into: buffer) } catch {
        throw .unreadable(path: name, reason: "\(error)")
      }
    }
    while case let count = try read(), count > 0 {
      var start = 0
      while let end = buffer[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
        if rest.isEmpty {
          try body(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
        } else {
          rest += buffer[start..<end]
          try rest.withUnsafeBytes { try body($0) }
          rest.removeAll(keepingCapacity: true)
        }
        start = end + 1
      }
      rest += buffer[start..<count]
      if rest.count > longestLine {
        throw LibraryError.unreadable(path: name, reason: "it is not a text file with lines")
      }
    }
    if !rest.isEmpty { try rest.withUnsafeBytes { try body($0) } }
  }
}
