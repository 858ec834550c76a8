import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import Testing

@testable import RabbleStudy

/// What `:undo` brings back, whatever else has happened meanwhile, and how many cards there are then.
struct SessionUndoTests {
  private let dog = Question(prompt: "犬", answer: "dog")
  private let cat = Question(prompt: "猫", answer: "cat")
  private let water = Question(prompt: "水", answer: "water")
  private let new = Question(prompt: "新", answer: "new")

  private static let day: Int64 = 86_400

  @Test(
    arguments: ["cat", "4", ":suspend", ":bury", ":known", ":override"], [false, true])
  func `undo asks its card next although a deck has changed`(line: String, isShuffled: Bool) throws
  {
    let first = try Lesson(onDisk: [dog, cat, water])
    var lesson = try Lesson(on: first) { if isShuffled { $0.order = .random(seed: 3) } }
    let shown = lesson.begin().questions.first?.prompt
    let next = lesson.type(shown == "犬" ? "dog" : shown == "猫" ? "cat" : "water")
    let prompt = try #require(next.questions.first?.prompt)
    switch line {
    case "4":
      _ = lesson.type("")
      _ = lesson.type("4")
    case "cat": _ = lesson.type("wrong answer")
    case ":override":
      _ = lesson.type("wrong answer")
      _ = lesson.type(line)
      _ = lesson.type(":undo")
    default: _ = lesson.type(line)
    }
    try lesson.rewrite([new, dog, cat, water])
    let screens = lesson.type(":undo")
    #expect(screens.questions.map(\.prompt) == [prompt])
    #expect(
      screens.notices.map(\.lines).contains(["Changed on disk, and read again: kana.json."]))
    // The three and the new one; the first is in its steps.
    #expect(screens.questions.first?.standing.remaining == 4)
  }

  @Test func `a deck file with another name is followed`() throws {
    let first = try Lesson(onDisk: [dog, cat, water])
    var lesson = try Lesson(on: first) { _ in }
    _ = lesson.begin()
    _ = lesson.type("dog")
    try lesson.rename(to: "words.json")
    let screens = lesson.type("")
    #expect(screens.questions.map(\.prompt) == ["猫"])
    #expect(
      screens.notices.map(\.lines).contains([
        "kana.json is no longer there; its cards are in words.json now.",
        "Deck “kana” is now “words”: 1 group kept its history and preset.",
      ]))
    #expect(!lesson.isOver)
  }

  @Test func `a session says that its deck file is gone`() throws {
    let first = try Lesson(onDisk: [dog, cat, water])
    var lesson = try Lesson(on: first) { _ in }
    _ = lesson.begin()
    _ = lesson.type("dog")
    try lesson.rename(to: nil)
    let screens = lesson.type("")
    #expect(
      screens.notices.flatMap(\.lines).contains(
        "kana.json is no longer there, so its cards are not asked."))
  }

  @Test func `a card forgotten, rescheduled or known comes next when that is undone`() throws {
    for command in [":forget", ":due 5"] {
      var first = try Lesson(onDisk: [dog, cat, water])
      _ = first.begin()
      for _ in 0..<3 {
        _ = first.type("")
        _ = first.type("4")
      }
      var lesson = try Lesson(
        on: first, at: first.now.advanced(byMilliseconds: 90 * Self.day * 1000))
      let prompt = try #require(lesson.begin().questions.first?.prompt)
      #expect(lesson.type(command).questions.count == 1)
      try lesson.rewrite([new, dog, cat, water])
      let screens = lesson.type(":undo")
      #expect(screens.questions.map(\.prompt) == [prompt], "\(command)")
      #expect(screens.questions.first?.isNew == false, "\(command)")
    }
  }

  @Test func `undo across the change of the day asks its card next`() throws {
    var lesson = try Lesson([dog, cat, water])
    _ = lesson.begin()
    _ = lesson.type("dog")
    _ = lesson.type("cat")
    let screens = lesson.type(":undo", after: 20 * 3600)
    #expect(screens.questions.map(\.prompt) == ["猫"])
  }

  @Test func `what more brought stays when a deck changes`() throws {
    let first = try Lesson(onDisk: [dog, cat, water] + numbered(6))
    var lesson = try Lesson(on: first, newPerDay: 2)
    _ = lesson.begin()
    _ = lesson.type("dog")
    // Those that were answered are in their steps.
    #expect(lesson.type(":more 5").questions.first?.standing.remaining == 7)
    try lesson.rewrite([dog, cat, water] + numbered(6) + [new])
    let screens = lesson.type("cat")
    #expect(screens.questions.map(\.prompt) == ["水"])
    #expect(screens.questions.first?.standing.remaining == 7)
    try lesson.rewrite([dog, cat, water] + numbered(6))
    let later = lesson.type("water").questions.first
    #expect(later?.prompt == "word 0" && later?.standing.remaining == 7)
  }

  @Test func `a limit of cards and a skipped card stay as they were when a deck changes`() throws {
    let first = try Lesson(onDisk: numbered(6))
    var lesson = try Lesson(on: first) { $0.cards = 3 }
    _ = lesson.begin()
    _ = lesson.type(":skip")
    try lesson.rewrite([new] + numbered(6))
    var screens = lesson.type(":skip")
    var asked: [String] = []
    for _ in 0..<9 {
      guard let question = screens.questions.first else { break }
      asked.append(question.prompt)
      _ = lesson.type("")
      screens = lesson.type("4")
    }
    #expect(asked == ["word 2", "word 0", "word 1"])
  }

  @Test func `a card that undo brings back is counted as what it was, and once`() throws {
    var lesson = try Lesson([dog, cat, water])
    _ = lesson.begin()
    for _ in 0..<3 {
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    lesson.wait(90 * Self.day)
    var back = try Lesson(on: lesson, newPerDay: 0)
    _ = back.begin()
    for answer in ["dog", "cat"] { _ = back.type(answer) }
    for left in [2, 3] {
      let screens = back.type(":undo")
      let counts = [
        screens.notices.first?.standing.counts, screens.questions.first?.standing.counts,
      ]
      #expect(
        counts == [.init(due: left, learning: 0, new: 0), .init(due: left, learning: 0, new: 0)])
      #expect(screens.notices.first?.standing.remaining == left)
      #expect(screens.notices.first?.standing.group == "Kana")
    }
    for command in [":suspend", ":due 3"] {
      #expect(back.type(command).notices.first?.standing.remaining == 2, "\(command)")
      #expect(
        back.type(":undo").notices.first?.standing.counts == .init(due: 3, learning: 0, new: 0))
    }
  }

  @Test func `new cards are counted once in what undo tells`() throws {
    var lesson = try Lesson(numbered(5))
    _ = lesson.begin()
    _ = lesson.type("answer 0")
    #expect(
      lesson.type(":undo").notices.first?.standing.counts == .init(due: 0, learning: 0, new: 5))
  }

  @Test func `undo and redo take a number, and tell of each`() throws {
    var lesson = try Lesson(numbered(4))
    _ = lesson.begin()
    for number in 0..<3 { _ = lesson.type("answer \(number)") }
    let undone = lesson.type(":undo 2")
    #expect(
      undone.notices.flatMap(\.lines) == [
        "Undone: answer to “word 2” (good).", "Undone: answer to “word 1” (good).",
      ])
    #expect(undone.questions.map(\.prompt) == ["word 1"])
    #expect(lesson.type(":redo 2").notices.count == 2)
    #expect(lesson.session.score.total == 3)
    let all = lesson.type(":undo 9")
    #expect(all.notices.count == 4 && all.notices.last?.lines == ["There is nothing to undo."])
    #expect(all.questions.map(\.prompt) == ["word 0"])
    for line in [":undo two", ":undo 0", ":redo x", ":undo 1001", ":more abc", ":more -1"] {
      let screens = lesson.type(line)
      #expect(screens.notices.first?.tone == .problem, "\(line)")
      #expect(
        screens.notices.first?.lines.first?.hasPrefix("Type a number from 1 to 1000, as in :")
          == true)
      #expect(screens.questions.map(\.prompt) == ["word 0"], "\(line)")
    }
    #expect(try lesson.log.check() == [])
  }

  @Test func `an answer of another session that is redone does not count in this one`() throws {
    var first = try Lesson([dog, cat, water])
    _ = first.begin()
    _ = first.type("dog")
    var lesson = try Lesson(on: first, at: first.now.advanced(byMilliseconds: Self.day * 1000))
    _ = lesson.begin()
    _ = lesson.type("dog")
    _ = lesson.type(":undo")
    _ = lesson.type(":undo")
    #expect(lesson.type(":undo").notices.first?.lines == ["Undone: answer to “犬” (good)."])
    #expect(lesson.session.score.total == 0)
    #expect(lesson.type(":redo").notices.first?.lines == ["Redone: answer to “犬” (good)."])
    #expect(lesson.session.score.total == 0)
    #expect(lesson.type(":redo").notices.first?.lines == ["Redone: answer to “犬” (good)."])
    #expect(lesson.session.score.total == 1)
    #expect(lesson.type(":quit").summaries.first?.answered == 1)
  }

  @Test func `more brings as many cards as it is told, a new card being asked or taught`() throws {
    for lessons in [false, true] {
      let first = try Lesson(numbered(12))
      var lesson = try Lesson(on: first) {
        $0.newPerDay = 3
        $0.givesLessons = lessons
      }
      _ = lesson.begin()
      #expect(lesson.type(":more 3").notices.first?.lines == ["3 more cards."])
      #expect(lesson.type(":more ２").notices.first?.lines == ["2 more cards."])
    }
  }

  private func numbered(_ count: Int) -> [Question] {
    (0..<count).map { Question(prompt: "word \($0)", answer: "answer \($0)") }
  }
}
