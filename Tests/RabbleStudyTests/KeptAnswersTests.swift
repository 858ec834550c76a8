import Foundation
import GRDB
import RabbleDecks
import RabbleQuestions
import RabbleScreens
import RabbleTestSupport
import RabbleText
import SystemPackage
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

  /// Answers a card of a lesson, for which its answers are needed.
  private func judged(_ lesson: Lesson) throws {
    var session = try Lesson(on: lesson)
    _ = session.begin()
    _ = session.type("no answer")
  }

  /// What is said of the answer of the other card.
  private func message(_ lesson: inout Lesson) -> String {
    let other = lesson.session.currentCard?.question.answer == "dog" ? "cat" : "dog"
    for screen in lesson.type(other) {
      if case .verdict(let verdict) = screen { return verdict.message }
    }
    return ""
  }

  @Test func `the answers of a deck are kept once a judge needs them, of the kind that it judges`()
    throws
  {
    var lesson = try Lesson(onDisk: Self.questions)
    #expect(try count(lesson) == 0)
    _ = lesson.begin()
    #expect(message(&lesson).contains("“"))
    #expect(try count(lesson) == 1)
  }

  @Test
  func `decks that come together are all kept, and their faults told in the order of the decks`()
    throws
  {
    let folder = try TemporaryFolder()
    func deck(_ name: String, _ questions: [Question]) throws {
      // The fault: the first question is there twice.
      let group = QuestionGroup(title: name, questions: questions + questions.prefix(1))
      try folder.write("decks/\(name).json", DeckJSON.text(of: [group]))
    }
    let many = (0..<2_100).map { Question(prompt: "prompt \($0)", answer: "answer \($0)") }
    try deck("b", Self.questions)
    var library = try Library(
      at: .folder(FilePath(folder.path)), TestClock(Lesson.start).surroundings)
    try deck("a", many)
    try deck("b", Self.questions + many)
    try deck("c", Self.questions)
    try library.refresh()
    #expect(library.messages.count == 3)
    for (message, name) in zip(library.messages, ["a", "b", "c"]) {
      #expect(message.hasPrefix("\(folder.path)/decks/\(name).json:"))
    }
    var session = try library.session(library.plan())
    _ = session.start()
    _ = session.send(.submit("no answer"))
    let kept = try library.log.read { tx in
      try String.fetchAll(
        tx.db,
        sql: """
          SELECT g.title || ' ' || i.kind FROM answer_index i JOIN deck_group g ON g.id = i.deck_group
          WHERE i.kind GLOB 'recognition*' ORDER BY 1
          """)
    }
    #expect(
      kept == [
        "a recognition", "a recognition 1", "b recognition", "b recognition 1", "c recognition",
      ])
    #expect(try library.log.check() == [])
  }

  @Test func `answers that are not kept, or were kept otherwise, are kept again`() throws {
    for change in [
      "DELETE FROM answer_index", "UPDATE answer_index SET bytes = x'00'",
      "UPDATE answer_index SET bytes = zeroblob(4096)",
    ] {
      let first = try Lesson(onDisk: Self.questions)
      try judged(first)
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

  @Test func `filters search what a deck has when it was read last`() throws {
    let lesson = try Lesson(onDisk: Self.questions)
    #expect(try lesson.library.select(CardFilter("is:new")).cards.count == 2)
    #expect(try lesson.library.select(CardFilter("dog")).cards.count == 1)
    try lesson.rewrite([Self.questions[1], Question(prompt: "狼", answer: "wild dog")])
    var library = lesson.library
    try library.refresh()
    #expect(try library.select(CardFilter("wild")).cards.count == 1)
    #expect(try library.select(CardFilter("prompt:犬")).cards.isEmpty)
  }

  @Test func `a rebuild forgets them, and nothing is wrong then`() throws {
    let lesson = try Lesson(onDisk: Self.questions)
    try judged(lesson)
    #expect(try count(lesson) == 1)
    _ = try lesson.log.rebuild()
    #expect(try count(lesson) == 0)
    #expect(try lesson.log.check() == [])
  }

  @Test func `they go with their deck`() throws {
    let lesson = try Lesson(onDisk: Self.questions)
    try judged(lesson)
    #expect(try count(lesson) == 1)
    try lesson.log.write { try $0.db.execute(sql: "DELETE FROM deck") }
    #expect(try count(lesson) == 0)
  }

  @Test func `after an edit of a large group, what is kept is what a new log would keep`() throws {
    func kept(_ lesson: Lesson) throws -> [String: [UInt8]] {
      try lesson.log.read { tx in
        let rows = try Row.fetchAll(tx.db, sql: "SELECT kind, bytes FROM answer_index")
        return try Dictionary(
          uniqueKeysWithValues: rows.map {
            let bytes: Data = try $0.decode(forColumn: "bytes")
            return (try $0.decode(forColumn: "kind"), Array(bytes))
          })
      }
    }
    var questions = (0..<2_100).map { Question(prompt: "prompt \($0)", answer: "answer \($0)") }
    let lesson = try Lesson(onDisk: questions)
    try judged(lesson)
    var library = lesson.library
    func edited(_ edit: (inout [Question]) -> Void) throws -> Lesson {
      edit(&questions)
      try lesson.rewrite(questions)
      try library.refresh()
      let new = try Lesson(onDisk: questions)
      for changed in [lesson, new] { try judged(changed) }
      return new
    }
    let changed = try edited { $0[2_060].answer = "another answer" }
    #expect(try kept(lesson) == kept(changed))
    let shorter = try edited { $0.removeLast(60) }
    #expect(try kept(lesson) == kept(shorter))
    #expect(try kept(lesson)["recognition 1"] == nil)

    // A session that began before the group grew makes what is missing of the group as it is now.
    var earlier = try Lesson(on: lesson, options: { _ in })
    let new = try edited { questions in
      questions += (0..<60).map { Question(prompt: "late \($0)", answer: "late \($0)") }
    }
    #expect(try kept(lesson) == kept(new))
    try lesson.log.write { try $0.db.execute(sql: "DELETE FROM answer_index") }
    _ = earlier.begin()
    _ = earlier.type("no answer")
    let made = try kept(lesson)
    #expect(made["recognition 1"] != nil)
    for (kind, bytes) in made { #expect(try kept(new)[kind] == bytes, "\(kind)") }
  }
}
