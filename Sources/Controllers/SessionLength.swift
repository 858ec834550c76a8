import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// The time of a session without breaks: of what passes between two things that the learner does, at most
/// so much counts. They may have left, or the machine slept.
struct SessionTime: Hashable, Sendable {
  private let longest: Int64
  private var last: Moment?
  private var sum: Int64 = 0

  /// Makes a time of which at most `longest` milliseconds count at once.
  init(longest: Int) { self.longest = Int64(longest) }

  /// Notes that something was done.
  mutating func pass(to moment: Moment) {
    sum = milliseconds(until: moment)
    last = moment
  }

  /// The seconds from the first thing that was done to now.
  func seconds(until moment: Moment) -> Int { Int(milliseconds(until: moment) / 1000) }

  private func milliseconds(until moment: Moment) -> Int64 {
    guard let last else { return sum }
    // Nothing passes where the clock was put back.
    let (gap, overflow) = moment.milliseconds.subtractingReportingOverflow(last.milliseconds)
    return overflow ? sum : sum + min(max(0, gap), longest)
  }
}

/// How long a session goes on, and how it ends: limits that are reached, more cards, a new day, a share of a backlog.
extension QuestionController {
  // MARK: Minutes

  /// Whether the minutes of the session are over, after which no other card is started.
  var isTimeOver: Bool { style.minutes.map { seconds / 60 >= $0 && !runsOver } ?? false }

  /// Starts no other cards once the minutes are over.
  mutating func wrapUpInTime() throws {
    guard let minutes = style.minutes, !queue.isWrappingUp, isTimeOver else { return }
    queue.wrapUp()
    let over = "\(NumberText.count(minutes, "minute")) \(minutes == 1 ? "is" : "are") over."
    let rest =
      queue.remaining == 0
      ? "This session ends here."
      : "No other cards are started; \(NumberText.count(queue.remaining, "card")) to finish."
    try show(notice(.information, ["\(over) \(rest)"]))
  }

  // MARK: What the learner asks for

  /// Starts no other cards: the one that is asked is finished, and those of this session that are in
  /// their steps.
  mutating func wrapUp() throws {
    guard !queue.isWrappingUp else {
      return try resume(with: .information, ["No other cards are being started."])
    }
    stopLesson()
    queue.wrapUp()
    let left = queue.remaining + interrupted.count
    try resume(
      with: .information,
      ["Wrapping up: \(NumberText.count(left, "card")) to finish. :more goes on."])
  }

  /// Ends the lesson with the card that is shown: the others wait as if they had not been chosen.
  private mutating func stopLesson() {
    if let lesson = lessons.interrupted { lessons.interrupted = cut(lesson) }
    if case .teaching(let asked, let lesson, let alike) = state {
      state = .teaching(asked, cut(lesson), alike: alike)
    }
  }

  /// The lesson without the cards that were not shown, which go back into the queue.
  mutating func cut(_ lesson: Lesson) -> Lesson {
    queue.putBack(unasked: lesson.waiting)
    return lesson.filter(lesson.shown.contains)
  }

  /// The greatest number behind a command.
  package static var mostAtOnce: Int { 1000 }

  /// Asks more cards than the limits of the session allow.
  mutating func askMore(_ count: Int) throws {
    var added = queue.allow(count)
    if added < count {
      let cards = try world.cards(beyondLimits: count - added, besides: counts.new)
      added += queue.add(cards, most: count - added)
    }
    runsOver = runsOver || isTimeOver
    guard added > 0 else {
      return try resume(with: .information, ["There are no more cards to study."])
    }
    let line = "\(NumberText.count(added, "more card"))."
    guard case .summary = state else { return try resume(with: .information, [line]) }
    state = .between
    try show(notice(.information, [line]))
    try next()
  }

  /// Takes what the learner chose of a backlog.
  mutating func choose(_ line: String, _ offer: BacklogOffer) throws {
    let screen = ChoiceScreen(offer)
    guard let number = screen.choice(typed: line) else {
      return try resume(with: .problem, [screen.advice])
    }
    state = .between
    if number <= offer.paces.count { try refill(at: offer.paces[number - 1]) }
    try next()
  }

  // MARK: The end

  /// Ends the session because the learner leaves, also while a card is asked.
  mutating func leave() throws {
    unanswered = interrupted.first
    let offered: Int? = if case .choosing(let offer) = state { offer.due } else { nil }
    interrupt()
    state = .between
    let heldBack = style.crams ? 0 : queue.heldBackFromSession
    let left = queue.ready(at: moment).total == 0 ? nil : queue.remaining + heldBack
    // The choice tells how many cards are due, and so does the end.
    try close(isOver: true, left: offered ?? left, withDay: false)
  }

  /// Ends the session, or waits for an undo or more cards: all is answered, unless cards are `left`.
  mutating func close(isOver: Bool, left: Int?, withDay: Bool) throws {
    state = .between
    let outlook = try during(.closing(isOver: isOver, left: left)) {
      try world.outlook(withDay: withDay)
    }
    var left = left
    if left == nil, !style.crams {
      let more = max(queue.heldBackFromSession, outlook.left)
      left = more == 0 ? nil : more + queue.remaining
    }
    if let reviews = outlook.reviews, !hasAdvisedOnRetention, reviews >= Self.reviewsOfExperience,
      reviews - tally.count < Self.reviewsOfExperience
    {
      hasAdvisedOnRetention = true
      try show(notice(.information, [Self.retentionAdvice]))
    }
    try showSummary(outlook, left: left, isOver: isOver)
  }

  /// After so many answers learners know how much work their reviews are, and are told once that they can choose.
  private static var reviewsOfExperience: Int { 1000 }
  /// How far answers are counted: more than are given in a session after those.
  package static var mostReviewsToCount: Int { 20_000 }

  private static var retentionAdvice: String {
    "You have given \(NumberText.grouped(reviewsOfExperience)) answers. `rabble preset simulate` shows what a higher or "
      + "lower desired retention would cost you and bring."
  }

  mutating func showSummary(_ outlook: Outlook?, left: Int?, isOver: Bool) throws {
    state = isOver ? .ended : .summary(outlook, left: left)
    try show(.summary(summary(outlook, left: left, isFinal: isOver)))
  }

  // MARK: A new day

  /// What there is to say of the cards of another day, a line each.
  static func news(of queue: ReviewQueue, since earlier: ReviewQueue) -> [String] {
    let count = NumberText.count(queue.remaining, "card")
    if queue.day > earlier.day { return ["A new day has started: \(count) to study."] }
    if queue.day < earlier.day {
      return ["The clock was put back to \(queue.day.iso8601): \(count) to study."]
    }
    return []
  }
}
