import RabbleScreens
import RabbleText

/// Asks for one of several choices before a session begins.
///
/// The controller is a value: an action goes in; screens to draw, or the choice, come out.
package struct ChoiceController: Sendable {
  private let screen: ChoiceScreen

  /// Makes a controller that asks this.
  package init(_ screen: ChoiceScreen) {
    self.screen = screen
  }

  /// Asks.
  ///
  /// - Returns: the screens to draw.
  package func start() -> [StudyScreen] { [.choice(screen)] }

  /// Goes on with what the learner did.
  ///
  /// - Returns: what follows.
  package func handle(_ action: StudyAction) -> Step {
    switch action {
    case .end, .command(.quit, _, _): return .leave
    case .submit(let line, _):
      if let number = screen.choice(typed: line) { return .chosen(number) }
    default: break
    }
    let standing = Standing(group: "", correct: 0, incorrect: 0, percentage: nil, remaining: 0)
    let notice = NoticeScreen(standing: standing, tone: .problem, lines: [screen.advice])
    return .ask([.notice(notice), .choice(screen)])
  }

  /// What follows from an action.
  package enum Step: Hashable, Sendable {
    /// The learner is asked again.
    case ask([StudyScreen])
    /// The choice with this number, from 1.
    case chosen(Int)
    /// The learner leaves.
    case leave
  }
}

extension ChoiceScreen {
  /// The number of the choice that a line means, from 1: an empty line means the first.
  func choice(typed line: String) -> Int? {
    let word = line.filter { !$0.isWhitespace }
    let digits = word.compactMap(\.wholeNumberValue).filter { $0 < 10 }
    guard digits.count == word.count, digits.count <= 3 else { return nil }
    let number = word.isEmpty ? 1 : digits.reduce(0) { $0 * 10 + $1 }
    guard (1...choices.count).contains(number) else { return nil }
    return number
  }

  /// What to type.
  var advice: String {
    "Type a number from 1 to \(choices.count), press Enter for 1, or type :quit."
  }
}

extension ChoiceScreen {
  /// Where a learner who has not started a course yet begins.
  ///
  /// - Parameters:
  ///   - course: the course's title.
  ///   - points: the titles of its starting points.
  /// - Returns: the choices, with what each of them means.
  package static func beginning(of course: String, after points: [String]) -> (
    screen: ChoiceScreen, meanings: [Beginning]
  ) {
    let meanings = [.start] + points.indices.map(Beginning.after) + [.place]
    let screen = ChoiceScreen(
      lines: ["You have not started “\(course)” yet. Where do you want to begin?"],
      choices: meanings.map { meaning in
        switch meaning {
        case .start: "At the start: it is new to me"
        case .after(let point): points[point]
        case .place: "Find out with at most 40 questions what I know"
        }
      })
    return (screen, meanings)
  }

  /// Whether to take as known what a placement has found.
  ///
  /// - Parameter lines: what was found.
  /// - Returns: the choices.
  package static func placement(_ lines: [String]) -> ChoiceScreen {
    ChoiceScreen(
      lines: lines, choices: ["Mark them as known, and go on from there", "Begin at the start"])
  }

  /// How much of a backlog to study.
  init(_ offer: BacklogOffer) {
    let new =
      offer.newPerDay == 0 ? "no new cards" : "\(NumberText.count(offer.newPerDay, "new card"))"
    self.init(
      lines: [
        "\(NumberText.count(offer.due, "card")) are due, more than a day's work. How many today?"
      ],
      choices: offer.paces.map { pace in
        let days = pace.days.map { "caught up in \(NumberText.count($0, "day"))" }
        return "\(pace.reviews) per day, best known first, \(new): "
          + (days ?? "more than two years to catch up")
      } + ["All \(offer.due) today"])
  }
}

/// Where a learner begins a course.
package enum Beginning: Hashable, Sendable {
  /// At its start.
  case start
  /// At the starting point with this index, whose groups are marked as known.
  case after(Int)
  /// After what a placement finds to be known.
  case place
}
