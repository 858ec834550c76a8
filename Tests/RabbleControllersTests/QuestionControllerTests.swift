import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import Testing

@testable import RabbleControllers

/// Every state of a session with everything that a learner can do in it, in a world that works and in one that
/// fails in each of its calls.
@Suite struct QuestionControllerTests {
  /// A session in a state.
  private struct Start {
    let name: String
    var style = SessionStyle()
    var offer: BacklogOffer?
    /// What the learner does to get there.
    var lines: [String] = []
    /// A call that fails on the way.
    var failing: String?
    /// How often what is answered wrongly was forgotten.
    var lapses: Int?
  }

  private static let starts: [Start] = {
    var lesson = SessionStyle()
    lesson.lessonSize = 2
    var retyping = SessionStyle()
    retyping.retypes = true
    var pausing = SessionStyle()
    pausing.pause = .always
    var treating = SessionStyle()
    treating.treatsLeeches = true
    var cram = SessionStyle()
    (cram.asksEarly, cram.crams) = (true, true)
    let all = ["dog", "cat", "bird", "fish"].map { [$0, ":easy"] }.flatMap(\.self)
    return [
      Start(name: "asking"),
      Start(name: "asking", lines: ["dog"]),
      Start(name: "asking", style: cram, lines: ["dog"]),
      Start(name: "grading", lines: [""]),
      Start(name: "retyping", style: retyping, lines: ["horse"]),
      Start(name: "pausing", style: pausing, lines: ["dog"]),
      Start(name: "treating", style: treating, lines: ["horse"], lapses: 12),
      Start(name: "noting", style: treating, lines: ["horse", "3"], lapses: 12),
      Start(name: "teaching", style: lesson),
      Start(name: "asking", style: lesson, lines: ["", ""]),
      Start(name: "choosing", offer: BacklogOffer(due: 4, paces: [.init(reviews: 2, days: 2)])),
      Start(name: "between", failing: "asking"),
      Start(name: "summary", lines: all),
      Start(name: "ended", lines: [":quit"]),
    ]
  }()

  private static let actions: [StudyAction] =
    ["dog", "cat", "horse", "", "1", "3"].map { StudyAction(line: $0) }
    + StudyCommand.typed.map { .command($0) }
    + [":undo 3", ":redo 2", ":more 2", ":tag verb", ":tag -verb", ":note a dog", ":due 3"]
    .map { StudyAction(line: $0) }
    + ["flag last", "forget last", "edit last", "info last", "hint last"]
    .map { StudyAction(line: ":" + $0) }
    + StudyCommand.allCases.map {
      .request(StudyRequest($0, text: "3", group: "Animals", questions: "{}"))
    }
    + [
      .unknownCommand("xyz"), .unusable(.tooLong), .unusable(.garbled),
      .unusable(.request("it is odd")), .end,
    ]

  private func session(_ start: Start) throws -> (QuestionController, SmallWorld) {
    let world = SmallWorld()
    world.failing = start.failing
    world.lapses = start.lapses
    var controller = QuestionController(
      in: world, queue: world.queue, localTime: .fixed(offset: 0), style: start.style)
    try controller.start(offering: start.offer)
    for line in start.lines { try controller.handle(StudyAction(line: line)) }
    world.failing = nil
    try #require(controller.state.name == start.name)
    return (controller, world)
  }

  /// What a session comes to that asks what to do about a leech, after these lines.
  private func treat(_ lapses: Int, _ lines: String...) throws -> (QuestionController, SmallWorld) {
    var style = SessionStyle()
    style.treatsLeeches = true
    return try session(
      Start(
        name: lines.last ?? "", style: style, lines: ["horse"] + lines.dropLast(), lapses: lapses))
  }

  @Test
  func
    `at its first mark as a leech a card is asked on, from the second the session asks what to do`()
    throws
  {
    let (_, first) = try treat(8, "asking")
    #expect(first.screens.allSatisfy { if case .choice = $0 { false } else { true } })
    for lapses in [12, 16] {
      let (_, world) = try treat(lapses, "treating")
      guard case .choice(let choice)? = world.screens.last else {
        Issue.record("no choice is shown")
        continue
      }
      #expect(choice.lines == ["What do you want to do about it?"])
      #expect(choice.choices.count == 4)
    }
  }

  @Test func `a leech is edited, noted or suspended by one key, and Enter asks it on`() throws {
    #expect(try treat(12, "", "asking").1.held.isEmpty)
    #expect(try treat(12, "2", "asking").1.calls.contains("edit"))
    #expect(try treat(12, "4", "asking").1.held.count == 1)
    let (_, noted) = try treat(12, "3", "an animal that barks", "asking")
    #expect(noted.calls.contains("mark") && noted.held.isEmpty)
    #expect(try !treat(12, "3", "", "asking").1.calls.contains("mark"))
    #expect(try treat(12, "5", "treating").1.held.isEmpty)
  }

  @Test(arguments: [
    (0, false), (990, false), (997, true), (999, true), (1000, false), (5000, false),
  ])
  func
    `the session in which the thousandth answer is given tells once that the retention can be chosen`(
      earlier: Int, isTold: Bool
    ) throws
  {
    let world = SmallWorld()
    world.earlierReviews = earlier
    var controller = QuestionController(
      in: world, queue: world.queue, localTime: .fixed(offset: 0))
    try controller.start()
    for answer in ["dog", "cat", "bird", "fish"] {
      for line in [answer, ":easy"] { try controller.handle(StudyAction(line: line)) }
    }
    let told = world.screens.count { screen in
      guard case .notice(let notice) = screen else { return false }
      return notice.lines.contains { $0.contains("`rabble preset simulate`") }
    }
    #expect(told == (isTold ? 1 : 0))
  }

  /// Answers what is asked until the session ends.
  private func finish(_ controller: inout QuestionController, _ world: SmallWorld) throws {
    for _ in 0..<60 where !controller.isOver {
      if case .summary = controller.state { return try controller.handle(.end) }
      let answer = controller.currentCard?.question.answer ?? ""
      switch controller.state {
      case .asking, .retyping: try controller.handle(.submit(answer))
      case .grading: try controller.handle(.submit("4"))
      case .choosing: try controller.handle(.submit("1"))
      case .teaching, .pausing, .treating, .noting, .between, .summary, .ended:
        try controller.handle(.submit(""))
      }
    }
    #expect(controller.isOver)
  }

  /// What holds of every session: each answer that was kept had one verdict, which came after it; the score is that of
  /// the answers that count.
  private func expectHonest(_ controller: QuestionController, _ world: SmallWorld) {
    let shown = world.screens.compactMap { screen in
      if case .verdict(let verdict) = screen { verdict.review } else { nil }
    }
    #expect(Set(shown).count == shown.count)
    #expect(controller.score.correct == world.kept.count { $0.review.grade.isCorrect })
    #expect(controller.score.incorrect == world.kept.count { !$0.review.grade.isCorrect })
    #expect(world.calls.count { $0 == "record" } >= shown.count)
  }

  @Test(arguments: starts.indices)
  func
    `whatever is done in a state, one answer at most is kept, something is shown, and no card is lost`(
      _ index: Int
    ) throws
  {
    for action in Self.actions {
      var (controller, world) = try session(Self.starts[index])
      let (kept, shown, wasOver) = (world.kept.count, world.screens.count, controller.isOver)
      try controller.handle(action)
      let scene: Comment = "\(Self.starts[index].name): \(action)"
      if case .submit = action {
        #expect(abs(world.kept.count - kept) <= 1, scene)
      } else if case .command(let command, _, _) = action, [.undo, .redo].contains(command) {
      } else {
        #expect(world.kept.count == kept, scene)
      }
      #expect(wasOver || controller.isOver || world.screens.count > shown, scene)
      let leaves = controller.isOver
      try finish(&controller, world)
      expectHonest(controller, world)
      // To wrap up is to leave the cards that were not begun.
      guard !leaves, !wasOver, action != .command(.wrap) else { continue }
      let answered = Set(world.kept.map(\.review.card))
      for number in world.questions.indices {
        let card = world.card(number).id
        #expect(
          answered.contains(card) || world.held.contains(card) || world.adjusted.contains(card),
          scene)
      }
    }
  }

  @Test(arguments: starts.indices)
  func `whichever call fails, it is said, nothing is kept twice, and the session goes on`(
    _ index: Int
  ) throws {
    for action in Self.actions {
      let (dry, dryWorld) = try session(Self.starts[index])
      var trial = dry
      let before = dryWorld.calls.count
      try trial.handle(action)
      for name in Set(dryWorld.calls[before...]) where name != "show" {
        var (controller, world) = try session(Self.starts[index])
        let (shown, kept) = (world.screens.count, world.kept.count)
        world.failing = name
        try controller.handle(action)
        let scene: Comment = "\(Self.starts[index].name): \(action) without \(name)"
        let isSaid = world.screens[shown...].contains { screen in
          if case .notice(let notice) = screen {
            notice.lines.contains("The disk is full.")
          } else {
            false
          }
        }
        // Decks that can't be read now are read before the next card.
        #expect(isSaid || name == "rereadDecks", scene)
        if name == "record" { #expect(world.kept.count == kept, scene) }
        world.failing = nil
        try finish(&controller, world)
        expectHonest(controller, world)
      }
    }
  }

  @Test func `a closed output ends every call, and nothing is kept twice`() throws {
    for start in Self.starts where start.name != "ended" {
      for action in Self.actions {
        var (controller, world) = try session(start)
        world.failing = "show"
        let kept = world.kept.count
        #expect(throws: SmallWorld.Failure.self) {
          try controller.handle(action)
          // What shows nothing by itself ended the session.
          if controller.isOver { throw SmallWorld.Failure() }
        }
        #expect(abs(world.kept.count - kept) <= 3)
      }
    }
  }

  @Test func `where nothing more can be kept, the session ends with its summary and says why`()
    throws
  {
    var (controller, world) = try session(Self.starts[0])
    (world.failing, world.isFatal) = ("record", true)
    try controller.handle(.submit("dog"))
    #expect(controller.isOver && controller.hasFailed)
    guard case .notice(let notice) = world.screens[world.screens.count - 2],
      case .summary(let summary) = world.screens.last
    else {
      Issue.record("No notice and summary.")
      return
    }
    #expect(notice.lines == ["The disk is full.", "The session ends here."])
    #expect(summary.isFinal && summary.answered == 0)
  }

  @Test
  func
    `an answer is kept before its verdict, and the verdict is shown before the next card is looked up`()
    throws
  {
    var (controller, world) = try session(Self.starts[0])
    let before = world.calls.count
    try controller.handle(.submit("dog"))
    #expect(
      world.calls[before...] == ["rereadDecks", "judge", "record", "show", "asking", "show"])
  }

  @Test func `what is right by the old or the new text of a card is right, and the change is said`()
    throws
  {
    for (typed, isRight) in [("dog", true), ("hound", true), ("horse", false)] {
      var (controller, world) = try session(Self.starts[0])
      world.questions[0].answer = "hound"
      world.news = ["Changed on disk, and read again: animals.json."]
      let shown = world.screens.count
      try controller.handle(.submit(typed))
      #expect(world.kept.map(\.review.grade.isCorrect) == [isRight])
      #expect(world.screens[shown...].contains { "\($0)".contains("was changed in its deck") })
      #expect(world.screens[shown...].contains { "\($0)".contains("animals.json") })
    }
  }

  @Test
  func `a card that asks something else since it was shown is asked again, and nothing is kept`()
    throws
  {
    var (controller, world) = try session(Self.starts[0])
    world.questions[0] = Question(prompt: "馬", answer: "horse")
    world.news = ["Changed on disk, and read again: animals.json."]
    try controller.handle(.submit("cow"))
    #expect(world.kept.isEmpty)
    guard case .question(let question) = world.screens.last else {
      Issue.record("No question.")
      return
    }
    #expect(question.prompt == "馬")
    try controller.handle(.submit("horse"))
    #expect(world.kept.map(\.review.grade) == [.good])
  }
}

extension QuestionController.State {
  /// What a state is called in this file.
  fileprivate var name: String {
    switch self {
    case .asking: "asking"
    case .grading: "grading"
    case .retyping: "retyping"
    case .pausing: "pausing"
    case .treating: "treating"
    case .noting: "noting"
    case .teaching: "teaching"
    case .choosing: "choosing"
    case .between: "between"
    case .summary: "summary"
    case .ended: "ended"
    }
  }
}
