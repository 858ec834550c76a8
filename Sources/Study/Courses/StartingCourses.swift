import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens
import RabbleStorage

extension Library {
  /// Asks the learner where to begin each course of a plan that they have not started yet, and does what they choose.
  ///
  /// - Parameters:
  ///   - plan: what is studied.
  ///   - view: where to ask.
  ///   - seed: chooses the cards of a placement.
  /// - Returns: whether the learner wants to go on to the session.
  /// - Throws: what the view throws, or an error of the review log.
  package func settleBeginning(_ plan: StudyPlan, on view: any StudyView, seed: UInt64) throws
    -> Bool
  {
    for course in try unstartedCourses(in: plan) {
      guard try settleBeginning(of: course, on: view, seed: seed) else { return false }
    }
    return true
  }

  private func settleBeginning(of course: String, on view: any StudyView, seed: UInt64) throws
    -> Bool
  {
    let points = try startingPoints(of: course)
    let (screen, meanings) = ChoiceScreen.beginning(of: course, after: points.map(\.title))
    guard let choice = try choose(screen, on: view) else { return false }
    switch meanings[choice - 1] {
    case .start: remember(newTo: course)
    case .after(let point):
      try tell([takeAsKnown(points[point].known, seed: seed).description, Self.undoing], view)
    case .place:
      var placing = try placing(course, seed: seed)
      try placing.run(on: view)
      guard view.leavingReason == nil else { return false }
      let proposal = placing.proposal
      guard !placing.wasLeft, !proposal.cards.isEmpty else {
        try tell(placing.wasLeft ? ["Nothing was marked as known."] : proposal.lines, view)
        if !placing.wasLeft { remember(newTo: course) }
        return !placing.wasLeft
      }
      guard let answer = try choose(.placement(proposal.lines), on: view) else { return false }
      if answer == 1 { try tell([placing.accept().description, Self.undoing], view) }
    }
    return true
  }

  /// The starting points of a course as its file has them now, each with the names by which its known groups are
  /// chosen.
  ///
  /// - Parameter name: the course, as for ``placing(_:seed:)``.
  /// - Returns: the starting points in the order of the file; none where it can't be read any more.
  /// - Throws: as ``placing(_:seed:)``.
  package func startingPoints(of name: String? = nil) throws -> [Course.StartingPoint] {
    let course = try course(name)
    let groups = course.groups
    // What is wrong with the file was told when the courses were read.
    let file = CourseLoader(titles: groups.map(\.title)).load(path: course.file)
    return (file.course?.startingPoints ?? []).map { point in
      Course.StartingPoint(
        title: point.title,
        known: groups.filter { point.known.contains($0.title) }.map(\.label))
    }
  }

  private static let undoing = "`rabble undo` makes them new again."

  /// The titles of a plan's courses of which no card was started.
  private func unstartedCourses(in plan: StudyPlan) throws -> [String] {
    let planned = Set(plan.groups.map(\.id))
    return try courses.filter { course in
      guard course.steps.count >= Self.fewestSteps, planned.isSuperset(of: course.path.map(\.id)),
        try !log.read({ try $0.groups.hasStarted(course.groups) })
      else { return false }
      return !(beginnings?.value ?? []).contains(course.title)
    }.map(\.title)
  }

  /// A course of fewer groups is started at its first group.
  private static let fewestSteps = 3

  /// Remembers that a learner begins a course at its start, so that a session that ends before the first answer leads to
  /// the same lesson, not to the question again.
  private func remember(newTo course: String) {
    // Where it can't be kept, it is asked once more.
    try? beginnings?.write((beginnings?.value ?? []).filter { $0 != course } + [course])
  }

  /// The titles of the courses that were started at their first group.
  private var beginnings: StateFile<[String]>? {
    locations.map { StateFile(path: $0.state.appending("beginnings.json")) }
  }

  /// Asks the learner to choose.
  ///
  /// - Returns: the number of the choice, from 1; `nil` if they leave.
  /// - Throws: what the view throws.
  func choose(_ screen: ChoiceScreen, on view: any StudyView) throws -> Int? {
    let controller = ChoiceController(screen)
    var screens = controller.start()
    while true {
      for screen in screens { try view.draw(screen) }
      switch controller.handle(try view.nextAction()) {
      case .ask(let next): screens = next
      case .chosen(let number): return number
      case .leave: return nil
      }
    }
  }

  private func tell(_ lines: [String], _ view: any StudyView) throws {
    let standing = Standing(group: "", correct: 0, incorrect: 0, percentage: nil, remaining: 0)
    try view.draw(.notice(NoticeScreen(standing: standing, tone: .information, lines: lines)))
  }
}
