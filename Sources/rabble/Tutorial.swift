import ArgumentParser
import Foundation
import RabbleJudging
import RabbleQuestions
import RabbleStudy
import RabbleTerminal

/// `rabble tutorial`: ten cards that show how a session works.
struct Tutorial: ParsableCommand {
  static let configuration = CommandConfiguration(
    "tutorial", "Learn how a session works, with ten cards.",
    """
    Nothing you answer is kept: the review log and your cards stay as they are.
    """,
    examples: [
      ("rabble tutorial", "ten cards in a log of their own")
    ])

  @OptionGroup var options: CommonOptions

  func run() throws {
    guard Terminal.isInteractive else {
      throw ValidationError("`rabble tutorial` needs a terminal.")
    }
    let library = try Library(inMemory: [Self.group], options.surroundings)
    var choice = SessionOptions()
    choice.isInteractive = true
    choice.newPerDay = Self.group.questions.count
    choice.order = .sequential
    var session = try library.session(library.plan(), choice)
    let view = try TerminalView(
      isColored: options.isColored(STDOUT_FILENO), liveInput: { LiveKana() })
    try session.run(on: view)
    switch view.leavingReason {
    case .interrupted, .hungUp, .terminated: throw ExitCode(130)
    case .endOfInput, nil: try Output.line("The tutorial is over. `rabble` starts your course.")
    }
  }

  /// The ten cards. What each shows stands in its note.
  private static let group = QuestionGroup(
    title: "Tutorial", language: "ja", answerLanguage: "en",
    questions: [
      Question(
        prompt: "はい", answer: "yes",
        note:
          "New cards are shown first, five at a time: press Enter to go on. Then they are asked."),
      Question(
        prompt: "いいえ", answer: "no",
        note: "When a card is asked, type its answer and press Enter."),
      Question(
        prompt: "水", hint: "three streams of a river", answer: "water", reading: "みず",
        note: "`:hint` shows a hint. An answer after a hint counts as hard at most."),
      Question(
        prompt: "犬", answer: "dog", reading: "いぬ",
        note:
          "An empty line shows the answer; then grade yourself: 1 again, 2 hard, 3 good, 4 easy."),
      Question(
        prompt: "猫", answer: "cat", reading: "ねこ",
        note: "An answer you miss stays until you press Enter, and the card comes back in a minute."
      ),
      Question(
        prompt: "本", answer: "book", reading: "ほん",
        note: "`:undo` undoes the last answer, and whatever you did before it."),
      Question(
        prompt: "大学", answer: "university", reading: "だいがく", alternatives: ["college"],
        note:
          "Several answers may be right, and a typo is forgiven: try `univresity`."),
      Question(
        prompt: "学生", answer: "student", reading: "がくせい",
        note: "If you were right after all, `:override` counts the last answer as correct."),
      Question(
        prompt: "日本", answer: "Japan", reading: "にほん",
        note: "`:wrap` starts no other cards, `:more 10` adds ten, and `:quit` ends at any time."),
      Question(
        prompt: "また明日", answer: "see you tomorrow", reading: "またあした",
        note: "A card you know returns after days, then weeks. Come back when it does."),
    ])
}
