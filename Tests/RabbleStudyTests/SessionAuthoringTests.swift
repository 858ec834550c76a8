import RabbleDecks
import RabbleQuestions
import RabbleScreens
import RabbleStudy
import Testing

/// Decks that change in the middle of a session.
@Suite struct SessionAuthoringTests {
  /// An author whose editor does this to a deck, and who answers forms with these lines.
  private func author(
    lines: [String] = [], ending: DeckAuthor.EditorEnding = .finished,
    edit: @escaping (String) -> String = { $0 }
  ) -> DeckAuthor {
    DeckAuthor(
      form: ScriptedForm(lines),
      openEditor: { file, _ in
        let text = String(decoding: try AtomicFile.read(file.string), as: UTF8.self)
        let bytes = Array(text.utf8)
        try AtomicFile.replace(
          file.string, with: Array(edit(text).utf8), ifStill: .content(bytes))
        return ending
      })
  }

  @Test func `a card is asked again after its question was edited, and the judge learns again`()
    throws
  {
    var lesson = try Lesson(
      onDisk: [a, i], author: author { $0.replacing("\"i\"", with: "\"ee\"") })
    _ = lesson.begin()
    _ = lesson.type("ki")
    let screens = lesson.type(":edit")
    #expect(screens.notices.map(\.lines) == [["Saved.", "“い”: answer “i” → “ee”."]])
    #expect(screens.questions.map(\.prompt) == ["い"])
    #expect(lesson.type("ee").verdicts.first?.verdict == .correct)
  }

  @Test func `questions are added to the group of the card that is asked`() throws {
    var lesson = try Lesson(onDisk: [a, i], author: author(lines: ["う", "u", ">", ""]))
    _ = lesson.begin()
    let screens = lesson.type(":add")
    #expect(
      screens.notices.map(\.lines) == [["Added 1 question; a later session asks it."]])
    #expect(screens.questions.map(\.prompt) == ["あ"])
    #expect(lesson.type("a").verdicts.first?.verdict == .correct)
  }

  @Test(arguments: [":quit", ":q", "：ｑｕｉｔ"])
  func `quit ends the form at any field`(quit: String) throws {
    var lesson = try Lesson(
      onDisk: [a, i], author: author(lines: ["う", "u", ">", "え", quit, "e", ">"]))
    _ = lesson.begin()
    let screens = lesson.type(":add")
    #expect(
      screens.notices.map(\.lines) == [["Added 1 question; a later session asks it."]])
    #expect(screens.questions.map(\.prompt) == ["あ"])
  }

  @Test(arguments: [":edit", ":add"])
  func `where nothing changed the learner stays where they were`(command: String) throws {
    var lesson = try Lesson(onDisk: [a, i], author: author())
    let nothing = command == ":edit" ? "Nothing was changed." : "No question was added."
    _ = lesson.begin()
    #expect(lesson.type(command).questions.map(\.prompt) == ["あ"])
    _ = lesson.type("")
    #expect(lesson.type(command).notices.first?.lines == [nothing])
    #expect(lesson.type("3").verdicts.count == 1, "the answer is still shown")
  }

  @Test func `an editor that fails is a problem, and the session continues`() throws {
    var lesson = try Lesson(onDisk: [a, i], author: author(ending: .failed("No editor.")))
    _ = lesson.begin()
    let notice = lesson.type(":edit").notices.first
    #expect(notice?.tone == .problem)
    #expect(notice?.lines == ["No editor. The deck was not changed."])
    #expect(lesson.type("a").verdicts.first?.verdict == .correct)
  }

  @Test(arguments: [":edit", ":add"])
  func `where nobody can write, it is said how to do it elsewhere`(command: String) throws {
    var lesson = try Lesson(onDisk: [a, i])
    _ = lesson.begin()
    let screens = lesson.type(command)
    #expect(screens.notices.first?.lines.first?.contains("Run: rabble deck") == true)
    #expect(screens.questions.map(\.prompt) == ["あ"])
  }

  @Test(arguments: [":edit", ":add"])
  func `where no card is asked and none was answered there is none to edit`(command: String) throws
  {
    var lesson = try Lesson([i])
    _ = lesson.begin()
    _ = lesson.type(":suspend")
    #expect(lesson.type(command).notices.isEmpty && lesson.session.isOver)
  }
}

/// A form that is answered with the same lines every time it is asked.
private final class ScriptedForm: FormView {
  private var lines: ArraySlice<String>

  init(_ lines: [String]) { self.lines = lines[...] }

  func ask(_ field: FieldScreen) -> FieldReply { lines.popFirst().map { .line($0) } ?? .end }

  func say(_ lines: [String]) {}
}
