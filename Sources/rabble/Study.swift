import ArgumentParser
import Foundation
import RabbleControllers
import RabbleJudging
import RabbleQuestions
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleTerminal

/// `rabble study`: the main job, and what `rabble` alone does.
struct Study: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Study what is due; exit 1 when nothing is.",
    discussion: """
      Type the answer, or nothing to see it and grade yourself. :help lists the commands of a \
      session. Without a terminal the same lines are read from standard input.

      Without a name, new cards come from your own decks and from the courses you have begun, in \
      their order; who has none begins the Japanese course, and `rabble study spanish` begins the \
      Spanish one. A group that is named gives its cards even if the course is not there yet.
      """)

  /// The views of a session.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  /// The orders of a session.
  enum Order: String, ExpressibleByArgument, CaseIterable {
    case due, sequential, random
  }

  @OptionGroup var options: CommonOptions
  @OptionGroup var limits: Limits

  @Option(help: "text for people, json for programs: one object a screen, one a line.")
  var format: Format = .text

  @Option(
    help: "due: what is due first, new cards mixed in; sequential: as in the deck; or random.")
  var order: Order = .due

  @Flag(help: "Drill the questions you mix up, side by side, whether or not they are due.")
  var confusions = false

  @Argument(
    help: ArgumentHelp("Groups and courses, by title or its beginning.", valueName: "group"))
  var groups: [String] = []

  func run() throws {
    let library = try Library.open(options, choosing: groups)
    let clock = options.clock
    let newPerDay = limits.newPerDay ?? library.settings.newPerDay
    let view = try makeView()
    if let view = view as? TerminalView,
      try !IdentityQuestions(log: library.log, clock: clock, view: view).ask()
    {
      return try leave(view, hadCards: true)
    }
    let start = clock.now()
    let queue =
      confusions
      ? try drill(library, at: start)
      : ReviewQueue(
        entries: try library.log.queue(
          of: library.plan.groups, after: library.plan.prerequisites, newPerDay: newPerDay,
          at: start),
        order: studyOrder, at: start)
    var controller = QuestionController(
      queue: queue, localTime: clock.localTime, asksEarly: confusions)
    let hadCards = controller.hasCards
    var session = StudySession(
      library, author: SessionAuthor(options: options, form: (view as? TerminalView)?.form),
      newPerDay: newPerDay, clock: clock, view: view)
    try session.run(&controller)
    if library.settings.refitsByItself { try refit(session, as: view) }
    try leave(view, hadCards: hadCards)
  }

  private func leave(_ view: any StudyView, hadCards: Bool) throws {
    switch view.leavingReason {
    case .interrupted, .hungUp, .terminated: throw ExitCode(130)
    case .endOfInput, nil: if !hadCards { throw ExitCode(1) }
    }
  }

  /// Learns the parameters anew, unless the learner wants to be gone.
  private func refit(_ session: StudySession, as view: any StudyView) throws {
    switch view.leavingReason {
    case .interrupted, .hungUp, .terminated: return
    case .endOfInput, nil:
      let workspace = try Workspace(
        dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
      AutomaticRefit(
        log: session.library.log, clock: options.clock,
        memory: RefitMemory(path: workspace.refitMemory)
      ).run(afterAnswersIn: session.answeredGroups)
    }
  }

  /// The pairs that are mixed up and not told apart yet, the two of a pair one after the other.
  private func drill(_ library: Library, at start: Moment) throws -> ReviewQueue {
    var tally = ConfusionTally()
    try library.log.forEachReviewOfMixedUp { tally.add($0) }
    let cards = tally.report.confusions.filter { !$0.isToldApart }
      .flatMap { confusion in
        [confusion.pair.asked, confusion.pair.given].map {
          CardID(question: $0, direction: confusion.direction)
        }
      }
    let entries = cards.enumerated().map { place, card in
      QueueEntry(card: card, deckPosition: place, due: nil)
    }
    return ReviewQueue(entries: entries, order: .sequential, at: start)
  }

  private var studyOrder: StudyOrder {
    switch order {
    case .due: .due
    case .sequential: .sequential
    case .random: .random(seed: options.seed ?? UInt64.random(in: .min ... .max))
    }
  }

  private func makeView() throws -> any StudyView {
    let isInteractive =
      Terminal.isTerminal(descriptor: STDIN_FILENO)
      && Terminal.isTerminal(descriptor: STDOUT_FILENO)
    switch format {
    case .text where isInteractive:
      return try TerminalView(
        isColored: options.isColored(STDOUT_FILENO), liveInput: { LiveKana() })
    case .text:
      return StreamView(
        input: try LineStream(descriptor: STDIN_FILENO), output: STDOUT_FILENO,
        encode: ScreenText.plain)
    case .json:
      return StreamView(
        input: try LineStream(descriptor: STDIN_FILENO), output: STDOUT_FILENO,
        encode: JSONScreen.line(for:))
    }
  }
}
