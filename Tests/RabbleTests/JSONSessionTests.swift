import Foundation
import Testing

/// The second view of a session: for editors, pop-ups and scripts.
struct JSONSessionTests {
  @Test func `every line is a screen with the counts so far`() throws {
    let outcome = try Program().run(
      ["study", "Hiragana", "--format", "json"], at: Program.morning,
      input: "a\nkaka\n\n2\n:help\n")
    let screens = try outcome.screens
    #expect(
      screens.map(\.kind) == [
        "question", "verdict", "question", "verdict", "question", "revealed", "verdict",
        "question", "notice", "question", "summary",
      ])
    #expect(screens.map(\.correct) == [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    #expect(screens.map(\.incorrect) == [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
    #expect(screens.dropLast().allSatisfy { $0.group == "Hiragana" })
    #expect(screens.allSatisfy { $0.remaining == 20 })
    #expect(screens.compactMap(\.verdict) == ["correct", "wrong", "correct"])
    #expect(screens.compactMap(\.grade) == ["good", "again", "hard"])
    #expect(screens[5].answer == "u")
    #expect(screens[5].choices?.map(\.number) == [1, 2, 3, 4])
    #expect(screens[5].choices?.map(\.name) == ["again", "hard", "good", "easy"])
    #expect(screens.last?.answered == 3)
    #expect(outcome.errors == "")
    #expect(outcome.ending == .exited(0))
  }

  @Test func `a verdict says when the card returns, with the offset of the clock`() throws {
    let program = try Program()
    try program.addDeck(Program.words)
    let outcome = try program.run(
      ["study", "Words", "--format", "json"], at: Program.morning, input: "cat\nfish\n\n4\n")
    let dues = try outcome.screens.filter { $0.kind == "verdict" }.map { $0.due ?? "" }
    #expect(dues.prefix(2) == ["2026-11-21T09:10:00+09:00", "2026-11-21T09:01:00+09:00"])
    // Easy counts days, which begin at 4:00: 6 to 10 of them, as Anki spreads 8.
    let days = ["11-27", "11-28", "11-29", "11-30", "12-01"]
    #expect(days.map { "2026-\($0)T04:00:00+09:00" }.contains(dues[2]))
  }

  @Test func `a hint is not there until it is asked for`() throws {
    let program = try Program()
    try program.addDeck(Program.words)
    let session = try Conversation(
      program, ["study", "Words", "--format", "json"], at: Program.morning)
    let question = try session.receiveScreen()
    #expect(question.prompt == "ねこ")
    #expect(question.card?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(question.hint == nil)
    session.send(":hint")
    let hinted = try session.receiveScreen()
    #expect(hinted.hint == "it purrs")
    #expect(hinted.card == question.card)
    session.send("dog")
    let verdict = try session.receiveScreen()
    #expect(verdict.verdict == "wrong" && verdict.answer == "cat" && verdict.typed == "dog")
    let next = try session.receiveScreen()
    #expect(next.prompt == "いぬ")
    #expect(next.hint == nil)
    session.closeInput()
    #expect(try session.receiveScreen().kind == "summary")
    #expect(try session.waitForExit() == .exited(0))
  }

  @Test func `each line sent is answered before the next is sent`() throws {
    let program = try Program()
    let session = try Conversation(
      program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
    #expect(try session.receiveScreen().prompt == "あ")
    for (typed, next) in [("a", "い"), ("i", "う"), ("u", "え"), ("e", "お")] {
      session.send(typed)
      let verdict = try session.receiveScreen()
      #expect(verdict.verdict == "correct")
      // What is acknowledged is in the log already, for everybody to see.
      #expect(try program.reviews().last?.typed == typed)
      #expect(try session.receiveScreen().prompt == next)
      #expect(session.isSilent(milliseconds: 20))
    }
    session.send(":quit")
    #expect(try session.receiveScreen().answered == 4)
    #expect(try session.waitForExit() == .exited(0))
  }

  @Test func `an interrupted session ends with 130 and keeps what was answered`() throws {
    let program = try Program()
    let session = try Conversation(
      program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
    _ = try session.receive()
    session.send("a")
    #expect(try session.receiveScreen().verdict == "correct")
    _ = try session.receive()
    session.send(signal: SIGINT)
    #expect(try session.receiveScreen().kind == "summary")
    #expect(try session.waitForExit() == .exited(130))
    #expect(try program.reviews().map(\.typed) == ["a"])
  }

  @Test func `an output that nobody reads any more loses no answer`() throws {
    let program = try Program()
    let script = """
      printf 'a\\ni\\nu\\n' | "\(program.path)" study Hiragana --now \(Program.morning) | head -n 1
      exit "${PIPESTATUS[1]}"
      """
    var shell = program
    shell.path = "/bin/bash"
    let outcome = try shell.run(["-c", script])
    #expect(outcome.ending != .exited(2), "closed output is no wrong usage: \(outcome.errors)")
    #expect(!outcome.errors.contains("Usage"))
    let typed = try program.reviews().map(\.typed)
    #expect(typed == Array(["a", "i", "u"].prefix(typed.count)))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }
}
