import GRDB

extension StudyLog {
  /// The courses kept from earlier readings, by path.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func courses() throws(StorageError) -> [String: StoredCourse] {
    try read { db in
      var steps: [Int64: [[String]]] = [:]
      try db.cachedStatement(
        sql: "SELECT course, ordinal, title FROM course_step ORDER BY course, step, ordinal"
      ).forEach(db) { row in
        if row.integer(1) == 0 {
          steps[row.integer(0), default: []].append([row.text(2)])
        } else if let last = steps[row.integer(0)]?.indices.last {
          steps[row.integer(0)]?[last].append(row.text(2))
        }
      }
      var courses: [String: StoredCourse] = [:]
      try db.cachedStatement(sql: "SELECT id, path, signature, faults, title FROM course")
        .forEach(db) { row in
          courses[row.text(1)] = StoredCourse(
            path: row.text(1), signature: row.text(2),
            faults: row.text(3).split(separator: "\n").map(String.init),
            title: row.isNull(4) ? nil : row.text(4),
            steps: (steps[row.integer(0)] ?? []).map {
              StoredCourse.Step(group: $0[0], after: Array($0.dropFirst()))
            })
        }
      return courses
    }
  }

  /// Puts what was read from course files in place of what was read before.
  ///
  /// - Parameters:
  ///   - changed: the courses that were read.
  ///   - removed: paths of course files that no longer exist.
  /// - Throws: ``StorageError``; then nothing was changed.
  public func store(_ changed: [StoredCourse], removed: [String]) throws(StorageError) {
    try write { db in
      for path in changed.map(\.path) + removed {
        try db.execute(sql: "DELETE FROM course WHERE path = ?", arguments: [path])
      }
      for course in changed {
        try db.execute(
          sql: "INSERT INTO course (path, signature, faults, title) VALUES (?, ?, ?, ?)",
          arguments: [
            course.path, course.signature, course.faults.joined(separator: "\n"), course.title,
          ])
        let id = db.lastInsertedRowID
        let insert = try db.makeStatement(
          sql: "INSERT INTO course_step (course, step, ordinal, title) VALUES (?, ?, ?, ?)")
        for (number, step) in course.steps.enumerated() {
          for (ordinal, title) in ([step.group] + step.after).enumerated() {
            try insert.execute(arguments: [id, number, ordinal, title])
          }
        }
      }
    }
  }
}

/// A course file as the log keeps it between two readings.
public struct StoredCourse: Hashable, Sendable {
  /// A group of the course, with those it builds on, by their titles.
  public struct Step: Hashable, Sendable {
    /// The group.
    public let group: String
    /// The groups it builds on.
    public let after: [String]

    /// Makes a step.
    public init(group: String, after: [String]) {
      self.group = group
      self.after = after
    }
  }

  /// The file's path.
  public let path: String
  /// What told this reading of the file from any other.
  public let signature: String
  /// What was wrong with it, a line a fault.
  public let faults: [String]
  /// What the course is called; `nil` when nothing in the file can be used.
  public let title: String?
  /// The groups in the order in which they are learned.
  public let steps: [Step]

  /// Makes a course's record.
  public init(path: String, signature: String, faults: [String], title: String?, steps: [Step]) {
    self.path = path
    self.signature = signature
    self.faults = faults
    self.title = title
    self.steps = steps
  }
}

/// What groups build on: a group gives new cards once all it builds on is known.
public struct Prerequisites: Hashable, Sendable {
  private var groups: [Int64: [StoredGroup]] = [:]

  /// Nothing builds on anything.
  public init() {}

  /// The groups that a group builds on.
  public subscript(group: StoredGroup) -> [StoredGroup] {
    get { groups[group.id] ?? [] }
    set { groups[group.id] = newValue.isEmpty ? nil : newValue }
  }
}

extension StudyLog {
  /// What migration 6 adds for courses: what was read from their files, so that a start need not read
  /// them again. Of a step's titles the first is its group, the others those that it builds on.
  static func createCourses(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE course (
          id INTEGER PRIMARY KEY,
          path TEXT NOT NULL UNIQUE,
          signature TEXT NOT NULL,
          faults TEXT NOT NULL,
          title TEXT
        ) STRICT;

        CREATE TABLE course_step (
          course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
          step INTEGER NOT NULL,
          ordinal INTEGER NOT NULL,
          title TEXT NOT NULL,
          PRIMARY KEY (course, step, ordinal)
        ) STRICT, WITHOUT ROWID;
        """)
  }
}
