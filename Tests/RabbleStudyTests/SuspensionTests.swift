import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import Testing

/// Cards left out in a session, and cards that are forgotten again and again.
@Suite struct SuspensionTests {
  @Test func `suspend goes on with the next card and asks this one no more`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    let screens = lesson.type(":suspend")
    #expect(
      screens.notices.map(\.lines) == [
        [
          "Suspended this card. :undo takes it back."
        ]
      ])
    #expect(screens.questions.map(\.prompt) == ["い"])
    #expect(screens.questions.first?.standing.remaining == 1)
    var later = try Lesson(on: lesson, at: lesson.now.tomorrow)
    #expect(later.begin().questions.map(\.prompt) == ["い"])
    #expect(try lesson.log.check() == [])
  }

  @Test func `bury keeps a card until tomorrow`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    let screens = lesson.type(":b")
    #expect(
      screens.notices.map(\.lines) == [
        ["Buried this card until 2026-11-22. :undo takes it back."]
      ])
    #expect(screens.questions.map(\.prompt) == ["い"])
    var today = try Lesson(on: lesson)
    #expect(today.begin().questions.map(\.prompt) == ["い"])
    var tomorrow = try Lesson(on: lesson, at: lesson.now.tomorrow)
    #expect(tomorrow.begin().questions.map(\.prompt) == ["あ"])
  }

  @Test func `a card whose answer is shown can be suspended, and the last one too`() throws {
    var lesson = try Lesson([a])
    _ = lesson.begin()
    _ = lesson.type("")
    let screens = lesson.type(":suspend")
    #expect(screens.summaries.count == 1)
    #expect(lesson.session.score.total == 0)
  }

  @Test func `undo takes back suspensions and answers in the order they were made`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("a")
    _ = lesson.type(":suspend")
    let back = lesson.type(":undo")
    #expect(back.notices.map(\.lines) == [["Undone: suspended “い”, 2026-11-21 09:00."]])
    #expect(back.questions.last?.prompt == "い")
    let answer = lesson.type(":undo")
    #expect(answer.notices.first?.lines == ["Undone: answer to “あ” (good)."])
    #expect(answer.questions.last?.prompt == "あ")
    #expect(try lesson.log.read { try $0.suspensions.cards(at: lesson.now) } == [])
    #expect(lesson.type(":undo").notices.first?.lines == ["There is nothing to undo."])
  }

  @Test func `an answer after a suspension is undone first`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type(":suspend")
    _ = lesson.type("i")
    #expect(lesson.type(":undo").questions.last?.prompt == "い")
    let back = lesson.type(":undo")
    #expect(back.questions.last?.prompt == "あ")
    #expect(back.questions.last?.standing.remaining == 2)
  }

  @Test func `undo in a new session reaches a suspension of the one before`() throws {
    var first = try Lesson([a, i])
    _ = first.begin()
    _ = first.type("a")
    _ = first.type(":suspend")
    var second = try Lesson(on: first)
    _ = second.begin()
    #expect(second.type(":undo").questions.last?.prompt == "い")
  }

  @Test func `a suspension that was undone elsewhere is not in the way of undo`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("a")
    _ = lesson.type(":suspend")
    guard case .suspension(let id, _, _, _) = try lesson.log.read({ try $0.history.last() }) else {
      Issue.record("no suspension")
      return
    }
    _ = try lesson.log.write { try $0.history.undo(id, at: lesson.now) }
    #expect(lesson.type(":undo").questions.last?.prompt == "あ")
  }

  @Test func `a card that is not suspended is not unsuspended, and stays`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    for line in [nil, ":suspend"] {
      if let line {
        _ = lesson.type(line)
        _ = lesson.type(":undo")
      }
      let screens = lesson.send(.request(StudyRequest(.unsuspend)))
      #expect(screens.notices.map(\.lines) == [["Not suspended or buried."]])
      #expect(screens.questions.map(\.prompt) == ["あ"])
      #expect(screens.questions.first?.standing.remaining == 2)
    }
    #expect(lesson.type(":undo").notices.first?.lines == ["There is nothing to undo."])
  }

  @Test(arguments: [":suspend", ":bury"])
  func `a card that is no longer suspended or buried comes again in the session`(line: String)
    throws
  {
    var lesson = try Lesson([a, i])
    let card = try #require(lesson.begin().questions.first?.card)
    _ = lesson.type(line)
    let screens = lesson.send(.request(StudyRequest(.unsuspend, card: card)))
    #expect(screens.notices.map(\.lines) == [["This card is asked again."]])
    #expect(screens.questions.map(\.prompt) == ["い"])
    #expect(screens.questions.first?.standing.remaining == 2)
    _ = lesson.type("")
    #expect(lesson.type("4").questions.map(\.prompt) == ["あ"])
  }

  @Test func `a card that is no longer suspended and due later is left to its day`() throws {
    var lesson = try Lesson([a, i])
    let card = try #require(lesson.begin().questions.first?.card)
    _ = lesson.type("")
    _ = lesson.type("4")
    _ = lesson.send(.request(StudyRequest(.suspend, card: card)))
    let screens = lesson.send(.request(StudyRequest(.unsuspend, card: card)))
    #expect(screens.notices.first?.lines.first?.hasPrefix("Unsuspended; due in ") == true)
    #expect(screens.questions.map(\.prompt) == ["い"])
    #expect(screens.questions.first?.standing.remaining == 1)
  }

  @Test func `what can't be saved leaves the card where it was`() throws {
    var lesson = try Lesson(onDisk: [a, i])
    _ = lesson.begin()
    try lesson.whileLog(is: .locked) { lesson in
      let screens = lesson.type(":suspend")
      #expect(screens.notices.map(\.tone) == [.problem])
      #expect(screens.questions.map(\.prompt) == ["あ"])
    }
    #expect(lesson.type("a").verdicts.first?.verdict == .correct)
  }

  @Test func `what is asked early, as in a drill, leaves suspended cards out too`() throws {
    let wait = Question(prompt: "待つ", answer: "to wait", reading: "まつ")
    let hold = Question(prompt: "持つ", answer: "to hold", reading: "もつ")
    var lesson = try Lesson([wait, hold])
    _ = lesson.begin()
    _ = lesson.type("to hold")
    _ = lesson.type("to hold")
    var drill = try Lesson(on: lesson, practicesConfusions: true)
    #expect(drill.begin().questions.map(\.prompt) == ["待つ"])
    let card = try #require(try lesson.standing("待つ")?.card.id)
    _ = try lesson.library.suspend([card], .suspended)
    drill = try Lesson(on: lesson, practicesConfusions: true)
    #expect(drill.begin().questions.map(\.prompt) == ["持つ"])
  }

  /// A lesson with a card past its steps, under this rule.
  private func graduated(_ rule: LeechRule) throws -> Lesson {
    var lesson = try Lesson([a])
    _ = try lesson.log.write {
      try $0.presets.apply(.set(Preset(leech: rule), .learner), at: lesson.now)
    }
    _ = lesson.begin()
    _ = lesson.type("")
    _ = lesson.type("4")
    let later = lesson.now.advanced(byMilliseconds: 30 * 86_400_000)
    lesson = try Lesson(on: lesson, at: later)
    _ = lesson.begin()
    return lesson
  }

  @Test func `the lapse that makes a leech tells so with its verdict`() throws {
    var lesson = try graduated(LeechRule(threshold: 1))
    let verdict = try #require(lesson.type("no idea").verdicts.first)
    #expect(
      verdict.leech
        == LeechScreen(
          lapses: 1, isSuspended: false,
          message: "You have forgotten this card once: it is a leech. It is still asked. "
            + "What helps: a mnemonic or an example in its note, or splitting it into easier ones "
            + "(:edit)."))
    #expect(verdict.due?.phrase == "in 10 minutes")
    // In its relearning steps it does not lapse again.
    #expect(lesson.type("no idea").verdicts.first?.leech == nil)
  }

  @Test func `a leech that is suspended is asked no more, and undo has it back`() throws {
    var lesson = try graduated(LeechRule(threshold: 1, action: .suspend))
    let screens = lesson.type("no idea")
    #expect(screens.verdicts.first?.leech?.isSuspended == true)
    #expect(screens.verdicts.first?.due == nil)
    #expect(screens.questions == [])
    #expect(
      try lesson.log.read { try $0.suspensions.cards(at: lesson.now) }.map(\.isLeech) == [true])
    #expect(lesson.type(":undo").questions.last?.prompt == "あ")
    #expect(try lesson.log.read { try $0.suspensions.cards(at: lesson.now) } == [])
  }

  @Test func `a right answer that was wrong after all can make a leech, and the reverse`() throws {
    var lesson = try graduated(LeechRule(threshold: 1, action: .suspend))
    _ = lesson.type("a")
    let told = lesson.type(":wrong").notices.first?.lines
    #expect(told?.first == "“あ → a” regraded as again.")
    #expect(
      told?.last?.hasPrefix("You have forgotten this card once: it is a leech, and suspended")
        == true)
    #expect(try lesson.log.read { try $0.suspensions.cards(at: lesson.now) }.count == 1)
    _ = lesson.type(":override")
    #expect(try lesson.log.read { try $0.suspensions.cards(at: lesson.now) } == [])
    #expect(try lesson.log.check() == [])
  }
}

extension Moment {
  fileprivate var tomorrow: Moment { advanced(byMilliseconds: 86_400_000) }
}
