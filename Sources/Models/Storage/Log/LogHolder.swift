import Foundation
import RabbleText

/// Another process that has a log locked, so that this one waits for it.
package struct LogHolder: Hashable, Sendable {
  /// Its number.
  package let process: Int32
  /// Its program and arguments, `rabble sync`; `nil` where the system does not tell.
  package let command: String?

  /// In words: `process 1234 (rabble sync)`.
  package var words: String {
    "process \(process)" + (command.map { " (\($0))" } ?? "")
  }

  /// The most characters of a command that are shown.
  private static let longestCommand = 40

  /// The process that is writing to a log: it has locked byte 120 of the index of the write-ahead log
  /// (sqlite.org/walformat.html, “WAL Locks”).
  static func writing(to path: String) -> LogHolder? {
    holder(of: path + "-shm") { $0[1] == "POSIX" && $0[6] == "120" }
  }

  /// The process that is emptying the write-ahead log of a log.
  static func emptying(_ path: String) -> LogHolder? {
    holder(of: path + "-wal") { $0[1] == "FLOCK" }
  }

  /// The process that has locked a file for writing, by the list of Linux, since asking by another descriptor of the
  /// file would release the locks of this process. `nil` on other systems.
  private static func holder(of file: String, where isMeant: ([Substring]) -> Bool) -> LogHolder? {
    var status = stat()
    guard stat(file, &status) == 0,
      let list = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return nil }
    for line in list.split(whereSeparator: \.isNewline) {
      // 2: POSIX  ADVISORY  WRITE 3621 fe:00:16236729 120 120
      let fields = line.split(separator: " ")
      guard fields.count == 8, fields[3] == "WRITE", isMeant(fields),
        fields[5].split(separator: ":").last == "\(status.st_ino)", let process = Int32(fields[4]),
        process > 0, process != getpid()
      else { continue }
      return LogHolder(process: process, command: command(of: process))
    }
    return nil
  }

  private static func command(of process: Int32) -> String? {
    guard let line = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")) else {
      return nil
    }
    var words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard let program = words.first else { return nil }
    words[0] = String(program.split(separator: "/").last ?? "")
    let command = words.joined(separator: " ")
    return Quoting.visible(
      command.count > longestCommand ? command.prefix(longestCommand) + "…" : command)
  }
}
