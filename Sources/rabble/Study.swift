import ArgumentParser
import Foundation
import RabbleJudging
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleTerminal

/// `rabble study`: the main job, and what `rabble` alone does.
struct Study: ParsableCommand {
  static let configuration = CommandConfiguration(
    "study", "Study due and new cards.",
    """
    :help lists the commands of a session. Without a terminal, answers are read from standard input. New \
    cards come from your own decks and the courses you have started. A named group is studied even if it \
    is locked. Exit status 1 if there is nothing to study, 3 if an answer was not saved.
    """,
    examples: [
      ("rabble study spanish --minutes 10", "start or continue a course"),
      ("rabble study --where 'tag:verb is:leech' --cram", "practice some cards"),
    ])

  /// The orders of a session.
  enum Order: String, ExpressibleByArgument, CaseIterable {
    case due, retrievability, added, sequential, random
  }

  @OptionGroup var options: CommonOptions
  @OptionGroup var limits: Limits

  @Option(
    help: "json is one object per line.")
  var format: SessionFormat = .text

  @OptionGroup var sessionLimits: SessionLimits
  @OptionGroup var filter: WhereOption

  @Option(
    help: ArgumentHelp(
      "Card order.",
      discussion: """
        due: most overdue first; retrievability: those you most likely still know first, which \
        loses least in a backlog; added: those you learned first; sequential: deck order; or random.
        """))
  var order: Order?

  @Option(
    help: ArgumentHelp(
      "Where new cards come among due ones.", valueName: "place"))
  var newCards: QueueOptions.NewCards?

  @Option(
    help: ArgumentHelp("Also ask cards due within this many days.", valueName: "days"))
  var ahead: Int = 0

  @Flag(
    help: ArgumentHelp(
      "Ask any card, due or not, and change no schedule.",
      discussion: "The answers are recorded as such. Cards you miss come again at the end."))
  var cram = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Show new cards first (default: on a terminal)."))
  var lessons: Bool?

  @Flag(
    help: ArgumentHelp(
      "Practice pairs of cards you confuse.",
      discussion: "They are asked whether or not they are due, and the answers are recorded."))
  var confusions = false

  @OptionGroup var named: GroupArguments

  func validate() throws {
    if !(0...3650).contains(ahead) {
      throw ValidationError("--ahead must be a number of days from 0 to 3650, not \(ahead).")
    }
    if cram, confusions || ahead > 0 {
      throw ValidationError("--cram asks any card; it goes with neither --ahead nor --confusions.")
    }
    if cram,
      limits.newPerDay != nil || sessionLimits.reviews != nil || sessionLimits.newPerGroup != nil
    {
      throw ValidationError("--cram asks any card; only --limit and --minutes limit it.")
    }
  }

  func run() throws {
    let library = try Sync.openLibrary(options)
    let view = try Self.view(format, options)
    let terminal = view as? TerminalView
    var names = named.groups
    if let terminal {
      guard let settled = try library.settleGroups(names, on: terminal) else {
        return try leave(view, hadCards: true)
      }
      names = settled
    }
    var plan = try library.plan(names)
    try filter.apply(to: &plan, of: library, names)
    let seed = options.seed ?? options.surroundings.random()
    if terminal != nil || format == .json {
      guard try library.settleIdentities(on: view) else { return try leave(view, hadCards: true) }
    } else if let waiting = try library.unsettledIdentities {
      Output.tell(waiting)
    }
    if let terminal, !confusions, !cram,
      try !library.settleBeginning(plan, on: terminal, seed: seed)
    {
      return try leave(view, hadCards: true)
    }
    var choice = SessionOptions()
    choice.newPerDay = limits.newPerDay
    sessionLimits.apply(to: &choice)
    choice.order = order.flatMap {
      SessionOrder(name: $0.rawValue, seed: seed)
    }
    choice.newCards = newCards
    choice.daysAhead = ahead
    choice.crams = cram
    choice.givesLessons = lessons
    choice.isInteractive = terminal != nil
    choice.practicesConfusions = confusions
    choice.author = terminal.map {
      DeckAuthor(form: $0.form, openEditor: ExternalEditor.open, tell: Output.tell)
    }
    choice.speaker = try terminal == nil ? nil : options.speaker(library.settings)
    defer { choice.speaker?.stop() }
    var session = try library.session(plan, choice)
    defer {
      // Also when the terminal is gone in the middle of a screen.
      if terminal != nil, let failure = library.remember(session) { Output.tell(failure) }
    }
    try session.run(on: view)
    if session.hasFailed { throw ExitCode(3) }
    finish(library, after: session, view)
    if session.unsavedAnswers > 0 { throw ExitCode(3) }
    try leave(view, hadCards: session.hadCards)
  }

  private func leave(_ view: any StudyView, hadCards: Bool) throws {
    switch view.leavingReason {
    case .interrupted, .hungUp, .terminated: throw ExitCode(130)
    case .endOfInput, nil: if !hadCards { throw ExitCode(1) }
    }
  }

  /// Backs up the review log and optimizes the parameters, unless the learner wants to be gone.
  private func finish(_ library: Library, after session: StudySession, _ view: any StudyView) {
    switch view.leavingReason {
    case .interrupted, .hungUp, .terminated: return
    case .endOfInput, nil:
      LongRunningWork.endsProgram {
        var bar: ProgressLine?
        let news = library.refit(
          after: session,
          progress: { reviews, share in
            let line = bar ?? ProgressLine("Optimizing on \(reviews) reviews")
            bar = line
            line.update(share)
          }, onCommit: LongRunningWork.holdBack)
        bar?.end()
        for line in news { Output.tell(line) }
        if format == .json, !news.isEmpty {
          // Whoever has closed the output by then has seen the end of the session.
          try? view.draw(.notice(session.notice(news, topic: "optimizer")))
        }
        if let failure = library.backUp(after: session) { Output.tell(failure) }
        Sync.automatically(library)
      }
    }
  }

  /// The view of a session.
  static func view(_ format: SessionFormat, _ options: CommonOptions) throws -> any StudyView {
    switch format {
    case .text where Terminal.isInteractive:
      return try TerminalView(
        isColored: options.isColored(STDOUT_FILENO), liveInput: { LiveKana() })
    case .text:
      return StreamView(
        input: try LineStream(descriptor: STDIN_FILENO), output: STDOUT_FILENO,
        encode: ScreenText.plain)
    case .json:
      return StreamView(
        input: try LineStream(descriptor: STDIN_FILENO), output: STDOUT_FILENO,
        read: { StudyAction(programLine: $0) },
        encode: { try JSONText.line($0) })
    }
  }
}

/// The formats of a session, and of what is told of one: text for people, JSON for programs.
enum SessionFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// How long a session goes on.
struct SessionLimits: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Cards in this session, each counted once.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Start no other cards after this many minutes.", valueName: "n")
  )
  var minutes: Int?

  @Option(help: ArgumentHelp("Due cards today.", valueName: "n"))
  var reviews: Int?

  @Option(help: ArgumentHelp("New cards today from each group.", valueName: "n"))
  var newPerGroup: Int?

  func validate() throws {
    for (name, value) in [
      ("limit", limit), ("minutes", minutes), ("reviews", reviews), ("new-per-group", newPerGroup),
    ] {
      try value.map { try SessionOptions.require($0, name) }
    }
  }

  func apply(to options: inout SessionOptions) {
    options.cards = limit
    options.minutes = minutes
    options.reviewsPerDay = reviews
    options.newPerGroup = newPerGroup
  }
}

extension QueueOptions.NewCards: ExpressibleByArgument {}
