import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens

/// A study session: takes what the learner does, and shows what follows.
///
/// The controller decides what comes next; what it needs of the review log and the decks it gets from a world that
/// knows both. An answer is on disk before the screen of its verdict is shown.
public struct StudySession {
  private let world: StudyWorld
  private var controller: QuestionController
  private let offer: BacklogOffer?
  /// What there is to say before the first card, a line each.
  private let opening: [String]

  /// Whether there was a card to ask when the session was made.
  public let hadCards: Bool

  init(
    _ library: Library, _ plan: StudyPlan, _ options: SessionOptions, _ queue: ReviewQueue,
    opening: [String] = [], offer: BacklogOffer? = nil
  ) {
    world = StudyWorld(library, plan, options)
    self.opening = opening
    self.offer = offer
    controller = QuestionController(
      in: world, queue: queue, localTime: library.surroundings.localTime,
      style: options.style(library.settings), typos: library.settings.typos)
    hadCards = controller.hasCards
  }

  /// Whether the session has ended; ``send(_:)`` does nothing more then.
  public var isOver: Bool { controller.isOver }

  /// Whether it ended because the review log was moved, or may not have kept the last answer. The
  /// last screens say what to do.
  public var hasFailed: Bool { controller.hasFailed }

  /// How many answers could not be saved, as on a full disk, and were not given again since. The last
  /// screen says why.
  public var unsavedAnswers: Int { controller.unsavedAnswers }

  /// The card that is being asked, if one is.
  public var currentCard: Card? { controller.currentCard }

  /// The answers of this session, correct and incorrect.
  public var score: Score { controller.score }

  /// The card that waits for its answer, or did when the session was left.
  var unansweredCard: CardID? { controller.unansweredCard }

  /// The groups whose cards were answered.
  var answeredGroups: Set<GroupName> { world.answeredGroups }

  /// Something to tell with the counts of this session.
  package func notice(_ lines: [String], topic: String) -> NoticeScreen {
    controller.notice(lines, topic: topic)
  }

  // MARK: - Running

  /// Begins the session.
  ///
  /// - Returns: the screens to draw, in order.
  public mutating func start() -> [StudyScreen] {
    collect { session, draw in try session.start(draw) }
  }

  /// Takes what the learner did.
  ///
  /// - Returns: the screens to draw, in order. What could not be done is said in one of them.
  public mutating func send(_ action: StudyAction) -> [StudyScreen] {
    collect { session, draw in try session.take(action, draw) }
  }

  /// Runs the whole session on a view.
  ///
  /// - Throws: what the view throws.
  public mutating func run(on view: any StudyView) throws {
    try start(view.draw)
    while !isOver { try take(view.nextAction(), view.draw) }
  }

  private mutating func start(_ draw: @escaping (StudyScreen) throws -> Void) throws {
    world.draw = draw
    try controller.start(saying: opening, offering: offer)
    prepareJudge()
  }

  private mutating func take(
    _ action: StudyAction, _ draw: @escaping (StudyScreen) throws -> Void
  ) throws {
    world.draw = draw
    if let failure = world.takeFailureToSpeak() { try controller.tell([failure]) }
    world.begin(action)
    try controller.handle(action)
    prepareJudge()
  }

  /// Begins to make the judge of the card that is asked while its prompt is read.
  private func prepareJudge() {
    if let card = controller.currentCard { world.prepareJudge(of: card.id.direction.kind) }
  }

  /// The screens that are drawn meanwhile.
  private mutating func collect(
    _ body: (inout Self, @escaping (StudyScreen) throws -> Void) throws -> Void
  ) -> [StudyScreen] {
    final class Screens { var all: [StudyScreen] = [] }
    let screens = Screens()
    // Only a view throws, and there is none.
    try? body(&self) { screens.all.append($0) }
    return screens.all
  }
}
