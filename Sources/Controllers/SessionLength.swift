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

/// How long a session goes on: limits that are reached, more cards, a new day, a share of a backlog.
extension QuestionController {
  /// Starts no other cards: the one that is asked is finished, and those of this session that are in
  /// their steps.
  mutating func wrapUp(at moment: Moment) -> StudyStep {
    guard !queue.isWrappingUp else {
      return resume(with: .information, ["No other cards are being started."], at: moment)
    }
    stopLesson()
    queue.wrapUp()
    let left = queue.remaining + interrupted.count
    return resume(
      with: .information,
      ["Wrapping up: \(NumberText.count(left, "card")) to finish. :more goes on."], at: moment)
  }

  /// Ends the lesson with the card that is shown: the others wait as if they had not been chosen.
  private mutating func stopLesson() {
    if let lesson = interruptedLesson { interruptedLesson = cut(lesson) }
    if case .teaching(let asked, let lesson, let alike) = state.underlying {
      state = .teaching(asked, cut(lesson), alike: alike)
    }
  }

  /// The lesson without the cards that were not shown, which go back into the queue.
  mutating func cut(_ lesson: Lesson) -> Lesson {
    queue.putBack(unasked: lesson.waiting)
    return lesson.filter(lesson.shown.contains)
  }

  /// Asks more cards than the limits of the session allow.
  mutating func askMore(_ count: Int, at moment: Moment) -> StudyStep {
    let allowed = queue.allow(count)
    if allowed == count { return goOn(withMore: count, at: moment) }
    state = .changing(state.underlying)
    return StudyStep(
      effect: .findMore(count - allowed, allowed: allowed, besides: counts.new))
  }

  /// The greatest number behind a command.
  package static var mostAtOnce: Int { 1000 }

  /// Goes on with cards beyond the limits.
  mutating func found(_ entries: [QueueEntry], _ most: Int, allowed: Int, at moment: Moment)
    -> StudyStep
  {
    goOn(withMore: allowed + queue.add(entries, most: most), at: moment)
  }

  private mutating func goOn(withMore added: Int, at moment: Moment) -> StudyStep {
    runsOver = runsOver || isTimeOver(at: moment)
    guard added > 0 else {
      return resume(with: .information, ["There are no more cards to study."], at: moment)
    }
    let line = "\(NumberText.count(added, "more card"))."
    if state.isFinished {
      return advance(at: moment, after: [notice(.information, [line])])
    }
    return resume(with: .information, [line], at: moment)
  }

  /// Goes on with the cards of a new day, of decks that have changed, or of a choice, within the limits of
  /// the session; the judges must learn the answers again.
  mutating func refilled(_ queue: ReviewQueue, _ lines: [String], at moment: Moment) -> StudyStep {
    // A lesson goes on where it was.
    if case .fetchingLesson = state { interrupt() }
    let earlier = self.queue
    self.queue = queue
    var wanted: CardID?
    switch state {
    case .fetching(let card, let isWanted):
      if isWanted { wanted = card }
      self.queue.goOn(from: earlier, with: card, isWanted: isWanted)
    case .refilling(let card):
      wanted = card
      self.queue.goOn(from: earlier, with: card, isWanted: card != nil)
    default: self.queue.goOn(from: earlier)
    }
    state = .stalled
    judges = [:]
    let count = NumberText.count(self.queue.remaining, "card")
    var news: [String] = []
    if queue.day > earlier.day { news = ["A new day has started: \(count) to study."] }
    if queue.day < earlier.day {
      news = ["The clock was put back to \(queue.day.iso8601): \(count) to study."]
    }
    let lines = news + lines
    return advance(
      at: moment, wanted: wanted, after: lines.isEmpty ? [] : [notice(.information, lines)])
  }

  /// Takes what the learner chose of a backlog.
  mutating func choose(_ line: String, _ offer: BacklogOffer, at moment: Moment) -> StudyStep {
    let screen = ChoiceScreen(offer)
    guard let number = screen.choice(typed: line) else {
      return resume(with: .problem, [screen.advice], at: moment)
    }
    guard number <= offer.paces.count else { return advance(at: moment) }
    state = .refilling(wanted: nil)
    return StudyStep(effect: .refill(offer.paces[number - 1]))
  }
}
