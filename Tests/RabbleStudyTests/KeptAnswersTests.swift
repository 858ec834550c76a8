import GRDB
import RabbleQuestions
import RabbleScreens
import RabbleText
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// What a judge needs of the decks is kept with them, and made where it is missing.
@Suite struct KeptAnswersTests {
  private static let questions = [
    Question(prompt: "犬", answer: "dog"), Question(prompt: "猫", answer: "cat"),
  ]

  private func count(_ lesson: Lesson) throws -> Int? {
    try lesson.log.read {
      let kinds = DirectionKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
      return try Int.fetchOne(
        $0.db, sql: "SELECT count(*) FROM answer_index WHERE kind IN (\(kinds))")
    }
  }

  /// What is said of the answer of the other card.
  private func message(_ lesson: inout Lesson) -> String {
    let other = lesson.session.currentCard?.question.answer == "dog" ? "cat" : "dog"
    for screen in lesson.type(other) {
      if case .verdict(let verdict) = screen { return verdict.message }
    }
    return ""
  }

  @Test func `a deck that is read has its answers kept`() throws {
    var lesson = try Lesson(onDisk: Self.questions)
    #expect(try count(lesson) == DirectionKind.allCases.count)
    _ = lesson.begin()
    #expect(message(&lesson).contains("“"))
  }

  @Test func `answers that are not kept, or were kept otherwise, are kept again`() throws {
    for change in [
      "DELETE FROM answer_index", "UPDATE answer_index SET bytes = x'00'",
      "UPDATE answer_index SET bytes = zeroblob(4096)",
    ] {
      let first = try Lesson(onDisk: Self.questions)
      try first.log.write { try $0.db.execute(sql: change) }
      var lesson = try Lesson(on: first)
      _ = lesson.begin()
      #expect(message(&lesson).contains("“"))
      let kept = try lesson.log.read {
        try Int.fetchOne(
          $0.db,
          sql: """
            SELECT length(bytes) FROM answer_index WHERE kind = 'recognition'
            """)
      }
      #expect(try #require(kept) > 32)
      #expect(kept != 4096)
    }
  }

  @Test func `a rebuild forgets them, and nothing is wrong then`() throws {
    let lesson = try Lesson(onDisk: Self.questions)
    _ = try lesson.log.rebuild()
    #expect(try count(lesson) == 0)
    #expect(try lesson.log.check() == [])
  }

  @Test func `they go with their deck`() throws {
    let lesson = try Lesson(onDisk: Self.questions)
    try lesson.log.write { try $0.db.execute(sql: "DELETE FROM deck") }
    #expect(try count(lesson) == 0)
  }
}
