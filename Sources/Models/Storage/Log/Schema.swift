import GRDB

/// The versions of a log's tables: `schema.sql` makes those of the first, and each later one changes those
/// of the one before.
///
/// The tables of events hold the truth: what the learner did, one immutable row per event. What else there
/// is was computed from them or read from the deck files, and may be emptied and rebuilt.
package struct Schema: Sendable {
  /// A step from the tables of one version to those of the next. Once it was released it never changes.
  package struct Version: Sendable {
    let number: Int
    let migrate: @Sendable (Database) throws -> Void
  }

  /// The oldest first, numbered from 1.
  let versions: [Version]

  /// The tables that this program reads and writes.
  package static let current = Schema(versions: [
    Version(number: 1) { try $0.execute(sql: firstVersion) }
  ])

  private static let firstVersion = String(decoding: PackageResources.schema_sql, as: UTF8.self)

  /// The number of the newest version.
  package var number: Int { versions.last?.number ?? 0 }

  /// The migrator whose identifiers are the versions' numbers.
  var migrator: DatabaseMigrator {
    // Events may refer to some that were lost with a page of a damaged log; `rabble log check` says so.
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    for version in versions {
      migrator.registerMigration("\(version.number)", foreignKeyChecks: .immediate) {
        try version.migrate($0)
      }
    }
    return migrator
  }

  /// The number of the version of a log; 0 where it has no tables yet.
  ///
  /// - Throws: ``StorageError/newerVersion(path:version:)`` for a log that a newer program made.
  func version(of db: Database, path: String) throws -> Int {
    let applied = try migrator.appliedIdentifiers(db)
    let version = applied.compactMap { Int($0) }.max() ?? 0
    guard version <= number, applied.isSubset(of: migrator.migrations) else {
      throw StorageError.newerVersion(path: path, version: version)
    }
    return version
  }
}

// MARK: - Strange objects

extension Schema {
  /// The first table, index, trigger or view that a log of a version does not have, or has in another form
  /// or not at all: a log is input, and what its triggers and views do would be ours.
  ///
  /// - Returns: what it is, in words; `nil` when all are ours.
  func strangeObject(_ db: Database, version: Int) throws -> String? {
    let found = try Self.objects(db)
    if found.isEmpty { return nil }
    let ours = try objects(ofVersion: version)
    if found == ours { return nil }
    for (name, sql) in found.sorted(by: { $0.key < $1.key }) {
      guard let own = ours[name] else { return "the \(name), which no version of rabble makes" }
      if Self.bare(own) != Self.bare(sql) { return "another \(name) than rabble makes" }
    }
    return ours.keys.filter { found[$0] == nil }.min().map { "no \($0)" }
  }

  /// The objects of a version, each with its SQL. Those of the first are in its text, so that a start
  /// need not make them to compare.
  private func objects(ofVersion number: Int) throws -> [String: String] {
    // The migrator makes its own table before the first of them.
    let own = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
    if number <= 1 {
      let statements = number == 0 ? [] : Self.statements(Self.firstVersion)
      return Dictionary(uniqueKeysWithValues: ([own] + statements).map { (Self.name($0), $0) })
    }
    let database = try DatabaseQueue()
    try migrator.migrate(database, upTo: "\(number)")
    return try database.inDatabase(Self.objects)
  }

  /// The statements of `schema.sql`, which begin a line each, as SQLite keeps them.
  private static func statements(_ sql: String) -> [String] {
    sql.utf8.split(separator: UInt8(ascii: "\n")).reduce(into: [[Substring.UTF8View]]()) {
      if $1.starts(with: "CREATE ".utf8) {
        $0.append([$1])
      } else if !$1.starts(with: "--".utf8), !$0.isEmpty {
        $0[$0.count - 1].append($1)
      }
    }.map { lines in
      let statement = lines.map { String(Substring($0)) }.joined(separator: "\n")
      return statement.last == ";" ? String(statement.dropLast()) : statement
    }
  }

  /// What a statement makes, as “table “review””.
  private static func name(_ statement: String) -> String {
    let words = statement.split(maxSplits: 3) { $0 == " " || $0 == "(" || $0 == "\n" }
    return "\(words[1].lowercased()) “\(words[2])”"
  }

  /// Every object of a database with the SQL that makes it. What SQLite makes by itself is left out.
  private static func objects(_ db: Database) throws -> [String: String] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_schema
        WHERE NOT (type = 'index' AND sql IS NULL)
          AND NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4', 'sqlite_sequence'))
        """)
    var objects: [String: String] = [:]
    while let row = try rows.next() {
      let (type, name): (String, String) = (
        try row.decode(forColumn: "type"), try row.decode(forColumn: "name")
      )
      objects["\(type) “\(name)”"] = try row.decode(String.self, forColumn: "sql")
    }
    return objects
  }

  /// SQL without spaces and quotes: versions of SQLite differ in how they quote a name that they
  /// change.
  private static func bare(_ sql: String) -> String {
    sql.filter { !$0.isWhitespace && !"\"`[]".contains($0) }
  }
}
