import GRDB

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
