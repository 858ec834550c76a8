import Foundation
import GRDB
import GRDBSQLite

/// The `sqlite3` command line program, whose `.recover` reads every page of a damaged database
/// (<https://sqlite.org/recovery.html>).
package struct RecoveryTool: Sendable {
  /// The command, and the package of Debian that has it.
  package static let name = "sqlite3"
  private let path: String

  /// How many seconds it may take.
  private static let longest = 600.0

  /// Looks for the program in folders, in this order; `nil` where there is none.
  package init?(in folders: [String]) {
    let paths = folders.map { $0 + "/" + Self.name }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
    self.path = path
  }

  /// Has a database recovered into a new one.
  ///
  /// - Parameters:
  ///   - damaged: the database, a copy that nobody else needs.
  ///   - target: where the new one will be; nothing may be there, nor under this name with `.sql` behind it.
  /// - Returns: why it failed, in a clause; `nil` where all went well. What was recovered until then is at `target`.
  func recover(_ damaged: String, into target: String) -> String? {
    let text = target + ".sql"
    defer { unlink(text) }
    // Rows of no known table go to `lost_and_found`. Free pages have none: no event is ever deleted.
    let failure = run([damaged, ".recover --ignore-freelist"], from: "/dev/null", to: text)
    // What the damaged file says must neither open other files nor start programs. A row that does not fit fails
    // alone.
    return run(["-safe", target], from: text, to: "/dev/null", mayFail: true) ?? failure
  }

  /// Runs the program.
  ///
  /// - Returns: why it failed, in a clause; `nil` where it did not.
  private func run(
    _ arguments: [String], from input: String, to output: String, mayFail: Bool = false
  ) -> String? {
    guard let source = FileHandle(forReadingAtPath: input),
      output == "/dev/null" || FileManager.default.createFile(atPath: output, contents: nil),
      let target = FileHandle(forWritingAtPath: output)
    else { return String(cString: strerror(errno)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-batch", "-init", "/dev/null"] + arguments
    (process.standardInput, process.standardOutput) = (source, target)
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return "it could not be started" }
    let end = ContinuousClock.now + .seconds(Self.longest)
    while process.isRunning, ContinuousClock.now < end { usleep(2000) }
    guard !process.isRunning else {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return "it took longer than \(Int(Self.longest / 60)) minutes"
    }
    let status = process.terminationStatus
    guard process.terminationReason == .exit else { return "it was killed by signal \(status)" }
    return status == 0 || mayFail ? nil : "its `.recover` ended with status \(status)"
  }
}

/// The rows of a database that ``RecoveryTool`` has made: those of its tables, and those of which it did not know the
/// table, which are proven by their check values in any they fit.
struct RecoveredRows: RowSource {
  private let db: Database
  private let tables: [TableLayout]

  init(_ db: Database, _ tables: [TableLayout]) {
    self.db = db
    self.tables = tables
  }

  func forEachRow(of names: [String], _ body: (FoundRow) throws -> Void) throws {
    for table in tables where names.contains(table.name) {
      let columns = table.columns.map(\.name)
      try forEach("SELECT \(columns.joined(separator: ", ")) FROM \(table.name)") {
        try body(FoundRow($0, of: table.name, columns))
      }
      let places = columns.indices.dropFirst().map { "c\($0)" }.joined(separator: ", ")
      try forEach(
        "SELECT id, \(places) FROM lost_and_found WHERE nfield = \(columns.count)"
      ) { try body(FoundRow($0, of: table.name, columns)) }
    }
  }

  /// Passes on the rows of a query; of one of a table that was not recovered, none.
  private func forEach(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
    guard let statement = try? db.makeStatement(sql: sql),
      let rows = try? Row.fetchCursor(statement)
    else { return }
    while (try? rows.next()) != nil { try body(statement.sqliteStatement) }
  }
}
