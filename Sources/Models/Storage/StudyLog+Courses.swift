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
