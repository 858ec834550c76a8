import RabbleControllers
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

/// Finds out which groups of a course the learner knows, with a few questions.
///
///     var placing = try library.placing("Japanese")
///     try placing.run(on: view)
///     for line in placing.proposal.lines { print(line) }
///     if isConfirmed { try placing.accept() }
///
/// Answers are not recorded. What is taken as known is: one event a card, all undone at once.
package struct PlacingSession {
  /// Whether nothing more is asked.
  package private(set) var isOver = false
  /// Whether the learner stopped before enough was known.
  package private(set) var wasLeft = false

  private let library: Library
  private let groups: [StoredGroup]
  private let seed: UInt64
  private var controller: PlacementController
  private var judges: [DirectionKind: Judge] = [:]
  private var now: Moment { library.surroundings.now() }

  fileprivate init(_ library: Library, _ course: StudyCourse, seed: UInt64) throws {
    self.library = library
    self.seed = seed
    groups = course.groups
    let now = library.surroundings.now()
    controller = PlacementController(
      try library.log.read { tx in
        try course.groups.map {
          PlacementController.Group(
            title: $0.label,
            cards: try tx.cards.new(in: $0, at: now).filter { $0.id.direction != .listening })
        }
      }, typos: library.settings.typos, seed: seed)
  }

  /// What would be taken as known by the answers so far.
  package var proposal: PlacementProposal { controller.proposal }

  /// Asks the first card.
  ///
  /// - Returns: the screens to draw, in order.
  package mutating func start() -> [StudyScreen] { take(controller.start(at: now)) }

  /// Takes what the learner did.
  ///
  /// - Returns: the screens to draw, in order.
  /// - Throws: an error of the review log.
  package mutating func send(_ action: StudyAction) throws -> [StudyScreen] {
    guard !isOver, let kind = controller.currentCard?.id.direction.kind else { return [] }
    let judge = try judge(of: kind)
    return take(controller.handle(action, judgedBy: judge, at: now))
  }

  /// Asks all questions on a view.
  ///
  /// - Throws: what the view throws, or an error of the review log.
  package mutating func run(on view: any StudyView) throws {
    for screen in start() { try view.draw(screen) }
    while !isOver {
      for screen in try send(view.nextAction()) { try view.draw(screen) }
    }
  }

  /// Takes the proposed cards as known.
  ///
  /// - Returns: what was taken as known.
  /// - Throws: an error of the review log.
  @discardableResult
  package func accept() throws -> KnownCards {
    try library.takeAsKnown(
      proposal.cards.map { ($0.card, $0.days) }, .placement, seed: seed, at: now)
  }

  private mutating func take(_ step: PlacementStep) -> [StudyScreen] {
    isOver = step.isOver
    wasLeft = step.isLeaving
    return step.screens
  }

  /// The judge of a kind of card, who knows the cards of the course.
  private mutating func judge(of kind: DirectionKind) throws -> Judge {
    if let judge = judges[kind] { return judge }
    let content = try library.log.read { try $0.decks.content(of: groups) }
    let judge = Judge(
      vocabulary: Vocabulary(content.map { KnownGroup($0, isStudied: true) }, kind: kind))
    judges[kind] = judge
    return judge
  }
}

extension Library {
  /// Begins a placement.
  ///
  /// - Parameters:
  ///   - name: the course, by title or an unambiguous prefix; without it the first of those that are
  ///     studied, or else the first there is.
  ///   - seed: chooses the cards.
  /// - Returns: the placement, of which nothing was asked yet.
  /// - Throws: `UnknownGroup`, ``LibraryError/nothingToStudy`` when there is no course, or an error of
  ///   the review log.
  package func placing(_ name: String? = nil, seed: UInt64) throws -> PlacingSession {
    try PlacingSession(self, course(name), seed: seed)
  }

  /// A course by title or an unambiguous prefix, as ``placing(_:seed:)`` finds it.
  func course(_ name: String?) throws -> StudyCourse {
    guard let name else {
      let planned = Set(try plan().groups.map(\.id))
      let studied = courses.first { planned.isSuperset(of: $0.path.map(\.id)) }
      guard let course = studied ?? courses.first else { throw LibraryError.nothingToStudy }
      return course
    }
    let index = try GroupChoice.choose(
      [name], among: courses.map { GroupName(deck: "", title: $0.title) }
    ).get().first
    guard let index else { throw LibraryError.nothingToStudy }
    return courses[index]
  }
}
