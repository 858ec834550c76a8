import GRDB
import RabbleText

/// Courses as they were read last: a start reads a course file only when it has changed.
package struct CourseStore {
  /// The number of the row, before all steps, whose title is the number of new cards a group gives a day.
  private static let paceStep = -1

  let tx: Transaction

  /// The courses kept from earlier readings, by path.
  package func all() throws -> [ExactText: StoredCourse] {
    // Reading the titles of one course after the other needs no table of their courses, and a start
    // has few courses and hundreds of titles.
    let titles = try tx.db.makeStatement(
      sql: "SELECT ordinal, title, step FROM course_step WHERE course = ? ORDER BY step, ordinal")
    var courses: [ExactText: StoredCourse] = [:]
    let rows = try Row.fetchCursor(
      tx.db, sql: "SELECT id, path, signature, faults, title FROM course")
    while let row = try rows.next() {
      let path: String = try row.decode(forColumn: "path")
      let faults: String = try row.decode(forColumn: "faults")
      var newPerGroup: Int?
      var steps: [(group: String, after: [String])] = []
      let id: Int64 = try row.decode(forColumn: "id")
      let found = try Row.fetchCursor(titles, arguments: [id])
      while let row = try found.next() {
        let title: String = try row.decode(forColumn: "title")
        if try row.decode(Int.self, forColumn: "step") == Self.paceStep {
          newPerGroup = Int(title)
        } else if try row.decode(Int.self, forColumn: "ordinal") == 0 {
          steps.append((title, []))
        } else if let last = steps.indices.last {
          steps[last].after.append(title)
        }
      }
      courses[ExactText(path)] = StoredCourse(
        path: path, signature: try row.decode(forColumn: "signature"),
        faults: faults.split(separator: "\n").map(String.init),
        title: try row.decode(forColumn: "title"), newPerGroup: newPerGroup,
        steps: steps.map { StoredCourse.Step(group: $0.group, after: $0.after) })
    }
    return courses
  }

  /// Puts what was read from course files in place of what was read before.
  ///
  /// - Parameters:
  ///   - changed: the courses that were read.
  ///   - removed: paths of course files that no longer exist.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func store(_ changed: [StoredCourse], removed: [String]) throws {
    for path in changed.map(\.path) + removed {
      try tx.db.execute(sql: "DELETE FROM course WHERE path = ?", arguments: [path])
    }
    for course in changed {
      try tx.db.execute(
        sql: "INSERT INTO course (path, signature, faults, title) VALUES (?, ?, ?, ?)",
        arguments: [
          course.path, course.signature, course.faults.joined(separator: "\n"), course.title,
        ])
      let id = tx.db.lastInsertedRowID
      let insert = try tx.db.makeStatement(
        sql: "INSERT INTO course_step (course, step, ordinal, title) VALUES (?, ?, ?, ?)")
      if let newPerGroup = course.newPerGroup {
        try insert.execute(arguments: [id, Self.paceStep, 0, "\(newPerGroup)"])
      }
      for (number, step) in course.steps.enumerated() {
        for (ordinal, title) in ([step.group] + step.after).enumerated() {
          try insert.execute(arguments: [id, number, ordinal, title])
        }
      }
    }
  }
}

extension Transaction {
  /// Courses as they were read last.
  package var courses: CourseStore { CourseStore(tx: self) }
}

/// A course file as the log keeps it between two readings.
package struct StoredCourse: Hashable, Sendable {
  /// A group of the course, with those it builds on, by their titles.
  package struct Step: Hashable, Sendable {
    /// The group.
    package let group: String
    /// The groups it builds on.
    package let after: [String]

    /// Makes a step.
    package init(group: String, after: [String]) {
      self.group = group
      self.after = after
    }
  }

  /// The file's path.
  package let path: String
  /// What told this reading of the file from any other.
  package let signature: String
  /// What was wrong with it, one line per problem.
  package let faults: [String]
  /// The course's title; `nil` when nothing in the file can be used.
  package let title: String?
  /// The most new cards a day from one group while others have some; `nil` for no such share.
  package let newPerGroup: Int?
  /// The groups in the order in which they are learned.
  package let steps: [Step]

  /// Makes a course's record.
  package init(
    path: String, signature: String, faults: [String], title: String?, newPerGroup: Int? = nil,
    steps: [Step]
  ) {
    self.path = path
    self.signature = signature
    self.faults = faults
    self.title = title
    self.newPerGroup = newPerGroup
    self.steps = steps
  }
}

/// What groups build on: a group is unlocked, so that it gives new cards, once all it builds on is
/// known.
package struct Prerequisites: Hashable, Sendable {
  private var groups: [Int64: [StoredGroup]] = [:]

  /// No group builds on another.
  package init() {}

  /// The groups that a group builds on.
  package subscript(group: StoredGroup) -> [StoredGroup] {
    get { groups[group.id] ?? [] }
    set { groups[group.id] = newValue.isEmpty ? nil : newValue }
  }
}
