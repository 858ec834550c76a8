import Foundation
import GRDB
import Testing

/// A course is read from the log while its file and the decks beside it are what they were.
struct KeptCourseTests {
  private let program: Program
  private let course: String
  private static let steps = """
    [{"group": "One"}, {"group": "Two", "after": ["One"]}]
    """

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Self.deck("One", "Two"))
    course = try program.addDeck(Self.course("Mine"), named: "course.json")
    // What was written just now is read again at the next start.
    sleep(3)
    // Only a session makes a log, in which the course is kept.
    _ = try program.run(["study"], at: Program.morning, input: ":quit\n")
    #expect(try titles() == ["Mine"])
  }

  private static func deck(_ titles: String...) -> String {
    let groups = titles.map {
      #"{"title": "\#($0)", "questions": [{"prompt": "\#($0)", "answer": "yes"}]}"#
    }
    return "[\(groups.joined(separator: ", "))]"
  }

  private static func course(_ title: String) -> String {
    #"{"title": "\#(title)", "steps": \#(steps)}"#
  }

  /// Those of the titles in question that `rabble deck list` gives courses.
  private func titles() throws -> [String] {
    let outcome = try program.run(["deck", "list"], at: Program.morning)
    return outcome.output.split(separator: "\n").map(String.init)
      .filter { ["Mine", "Kept", "Other"].contains($0) }
  }

  private func errors() throws -> String {
    try program.run(["deck", "list"], at: Program.morning).errors
  }

  /// Makes the log hold something else than the file, so that one sees which is read.
  private func rewriteLog() throws {
    try DatabaseQueue(path: program.log).write { db in
      try db.execute(
        sql: "UPDATE course SET title = 'Kept' WHERE path = ?", arguments: [course])
      #expect(db.changesCount == 1)
    }
    #expect(try titles() == ["Kept"])
  }

  @Test func `a changed course is seen at the next start`() throws {
    try rewriteLog()
    try program.addDeck(Self.course("Other"), named: "course.json")
    #expect(try titles() == ["Other"])
    #expect(try errors() == "")
  }

  @Test func `a broken course is named at every start, and its groups are studied without it`()
    throws
  {
    try program.addDeck("{", named: "course.json")
    let first = try errors()
    #expect(first.hasPrefix(course + ":1:"))
    #expect(try titles() == [])
    sleep(3)
    for _ in 0..<2 { #expect(try errors() == first) }
    let due = try program.run(["today", "--count"], at: Program.morning)
    #expect(due.output == "2\n", "nothing waits for anything")
    try program.addDeck(Self.course("Other"), named: "course.json")
    #expect(try titles() == ["Other"])
    #expect(try errors() == "")
  }

  @Test func `a removed course orders nothing any more, and is forgotten`() throws {
    let before = try program.run(["today", "--count"], at: Program.morning)
    #expect(before.output == "1\n", "Two waits for One")
    try FileManager.default.removeItem(atPath: course)
    #expect(try titles() == [])
    #expect(try program.run(["today", "--count"], at: Program.morning).output == "2\n")
    try program.addDeck(Self.course("Other"), named: "again/course.json")
    _ = try titles()
    let kept = try DatabaseQueue(path: program.log).read {
      try String.fetchAll($0, sql: "SELECT path FROM course")
    }
    #expect(!kept.contains(course))
  }

  @Test func `a course is read again when the groups beside it are others`() throws {
    try program.addDeck(Self.deck("One", "Three"))
    #expect(
      try errors().contains("\(course):1:57: error: no deck beside it has the group \"Two\""))
    try program.addDeck(Self.deck("One", "Two"))
    #expect(try errors() == "")
    #expect(try program.run(["today", "--count"], at: Program.morning).output == "1\n")
  }
}
