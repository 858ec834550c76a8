import RabbleControllers
import RabbleQuestions
import RabbleScreens
import Testing

/// Decks that change in the middle of a session.
@Suite struct SessionAuthoringTests {
  @Test func `a card is asked again after its question was edited, and the judge learns anew`()
    throws
  {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("ki")
    lesson.authored = .decksChanged(["Saved."])
    let before = lesson.effects.count
    let screens = lesson.type(":edit")
    #expect(screens.notices.map(\.lines) == [["Saved."]])
    #expect(screens.questions.map(\.prompt) == ["い"])
    guard case .edit(let card) = lesson.effects.dropFirst(before).first else {
      Issue.record("no edit was asked for")
      return
    }
    #expect(card.question == i)
    let after = lesson.effects.count
    #expect(lesson.type("i").verdicts.first?.verdict == .correct)
    #expect(lesson.effects.dropFirst(after).contains(.prepareJudge(.recognition)))
  }

  @Test(arguments: [":edit", ":add"])
  func `where nothing changed the learner stays where they were`(command: String) throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    lesson.authored = .decksUnchanged(["Nothing was changed."])
    #expect(lesson.type(command).questions.map(\.prompt) == ["あ"])
    _ = lesson.type("")
    #expect(lesson.type(command).notices.first?.lines == ["Nothing was changed."])
    #expect(lesson.type("3").verdicts.count == 1, "the answer is still shown")
    lesson.authored = .failed("no editor")
    #expect(lesson.type(command).notices.first?.tone == .problem)
    #expect(lesson.type("i").verdicts.first?.verdict == .correct)
  }

  @Test(arguments: [":edit", ":add"])
  func `where no card is asked there is none to edit`(command: String) throws {
    var lesson = try Lesson([i])
    _ = lesson.begin()
    _ = lesson.type("")
    _ = lesson.type("4")
    #expect(lesson.type(command).notices.first?.lines == ["No card is being asked."])
  }
}
