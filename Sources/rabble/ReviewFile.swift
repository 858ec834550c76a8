import Foundation
import RabbleMemory

/// A file of reviews of another program, in CSV.
enum ReviewFile {
  /// How many faults are told one by one.
  private static let toldFaults = 20

  /// Reads the file at `path`, standard input for `-`, and tells on standard error what can't be
  /// used.
  ///
  /// - Throws: `CommandError` when it can't be read, or nothing in it can be used.
  static func read(_ path: String) throws -> ReviewHistories {
    let log = try parse(path)
    for fault in log.faults.prefix(toldFaults) { Talk.say("\(path): \(fault)") }
    let untold = log.faults.count - toldFaults
    if untold > 0 { Talk.say("\(path): and \(untold) more lines like these") }
    if log.unusedCount > 0 {
      Talk.say("\(path): \(log.unusedCount) rows are not used, \(log.histories.count) are.")
    }
    guard log.histories.count > 0 else { throw CommandError.noReviews(path: path) }
    return log.histories
  }

  private static func parse(_ path: String) throws -> ReviewCSV {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { if path != "-" { close(file) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var reader = ReviewCSVReader()
    while true {
      let count = Foundation.read(file, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path)
      }
      guard count > 0 else { return reader.finish() }
      reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private static func unreadable(_ path: String) -> CommandError {
    .unreadableFile(path: path, reason: String(cString: strerror(errno)))
  }
}
