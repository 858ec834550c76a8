import RabbleMemory
import RabbleQuestions

/// Spreads cards over days, so that they do not all come back at once.
///
/// Each card gets the least busy day of those it may have, counting what is due there already and what
/// was put there before it; easy days count as busier. Of equals, card and seed decide, the same way in
/// every run. A day with another card of its question is taken only where there is no other.
package struct DaySpread: Sendable {
  private var counts: [StudyDay: Int]
  private let week: StudyWeek
  private let seed: UInt64
  private var taken: [QuestionID: Set<StudyDay>] = [:]

  /// Begins with what is due already.
  package init(_ counts: [StudyDay: Int], week: StudyWeek = StudyWeek(), seed: UInt64 = 0) {
    self.counts = counts
    self.week = week
    self.seed = seed
  }

  /// Chooses a day for a card and counts it there.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - days: the days it may have.
  ///   - siblings: the days on which other cards of its question are due.
  /// - Returns: the day.
  package mutating func place(
    _ card: CardID, on days: ClosedRange<StudyDay>, besides siblings: Set<StudyDay> = []
  ) -> StudyDay {
    let all = (days.lowerBound.number...days.upperBound.number).map { StudyDay(number: $0) }
    let avoided = siblings.union(taken[card.question] ?? [])
    let free = all.filter { !avoided.contains($0) }
    func busyness(_ day: StudyDay) -> (Double, UInt64) {
      let salt = seed &+ UInt64(bitPattern: Int64(day.number))
      return (
        Double((counts[day] ?? 0) + 1) / week[day].capacity, UInt64(mixing: card, with: salt)
      )
    }
    let ranked = (free.isEmpty ? all : free).map { (day: $0, rank: busyness($0)) }
    let day = ranked.min { $0.rank < $1.rank }?.day ?? days.lowerBound
    counts[day, default: 0] += 1
    taken[card.question, default: []].insert(day)
    return day
  }
}

extension StudyWeek.Load {
  /// How many cards it holds where a normal day holds one.
  fileprivate var capacity: Double {
    switch self {
    case .normal: 1
    case .half: 0.5
    case .least: 0.01
    }
  }
}

extension Scheduler {
  /// The memory of a card that is known without a review: such that the model has it due after this
  /// many days, and as difficult as a card whose first answer is good.
  ///
  /// - Parameter days: the interval in days, 1 or more.
  /// - Returns: the memory state.
  package func memory(dueAfter days: Int) -> MemoryState {
    MemoryState(
      stability: stability(ofInterval: Double(days)),
      difficulty: model.initialState(.good).difficulty)
  }
}

/// Moves cards to other days: spreads a backlog, postpones what is due, or has cards come earlier.
package struct Rescheduling: Sendable {
  /// A card that has left its steps and is not suspended.
  package struct Candidate: Hashable, Sendable {
    package let card: CardID
    package let schedule: Schedule
    package let due: StudyDay
    /// How it is scheduled.
    fileprivate let preset: Preset

    /// Makes a candidate; `nil` for a card that is due at a minute.
    package init?(card: CardID, schedule: Schedule, preset: Preset) {
      guard case .on(let due) = schedule.due else { return nil }
      self.card = card
      self.schedule = schedule
      self.due = due
      self.preset = preset
    }
  }

  /// What a card moves to.
  package struct Move: Hashable, Sendable {
    package let card: CardID
    /// When it was due.
    package let from: StudyDay
    /// When it is due now.
    package let to: StudyDay
  }

  /// The days after today whose cards a command may move: those of an advance.
  package static func horizon(of command: Adjustment.Command) -> Int {
    if case .advance(let days) = command { days } else { 0 }
  }

  /// Chooses the days.
  ///
  /// An advance has the cards of the coming days due today; a postponement has all cards that are due
  /// or overdue due that many days from now. Spreading fills the coming days, today among them, evenly
  /// with the overdue cards, counting what is due there already. The first days get the cards whose
  /// recall falls most while they wait: those that are nearly sure to be remembered, or to be
  /// forgotten, until the last day can wait.
  ///
  /// - Parameters:
  ///   - candidates: the cards that may be moved.
  ///   - command: the command; `known` and `placement` move nothing.
  ///   - counts: how many cards are due on each day, those of `candidates` that are overdue left out.
  ///   - moment: the present.
  /// - Returns: the cards that get another day.
  package static func moves(
    of candidates: [Candidate], _ command: Adjustment.Command, counts: [StudyDay: Int] = [:],
    at moment: Moment
  ) -> [Move] {
    let today = moment.day
    switch command {
    case .known, .placement, .set, .forget, .imported: return []
    case .advance(let days):
      return candidates.filter { today < $0.due && $0.due <= today.advanced(byDays: days) }
        .map { Move(card: $0.card, from: $0.due, to: today) }
    case .postpone(let days):
      return candidates.filter { $0.due <= today }
        .map { Move(card: $0.card, from: $0.due, to: today.advanced(byDays: days)) }
    case .spread(let days):
      return spread(candidates.filter { $0.due < today }, over: days, counts, at: moment)
    }
  }

  private static func spread(
    _ overdue: [Candidate], over days: Int, _ counts: [StudyDay: Int], at moment: Moment
  ) -> [Move] {
    let week = overdue.first?.preset.week ?? StudyWeek()
    let window = (0..<max(days, 1)).map { moment.day.advanced(byDays: $0) }
    var room = rooms(for: overdue.count, on: window.map { (counts[$0] ?? 0, week[$0].capacity) })
    var assignment = Assignment()
    let urgent = overdue.map { ($0, loss(of: $0, waiting: days, at: moment)) }
      .sorted { ($0.1, $1.0.card.description) > ($1.1, $0.0.card.description) }
    for (candidate, _) in urgent {
      let free = window.indices.filter { room[$0] > 0 }
      guard let last = free.last else { break }
      let card = candidate.card
      let place = free.first { !assignment.has(card.question, on: window[$0]) }
      room[place ?? last] -= 1
      assignment.add(candidate, on: window[place ?? last])
      if place == nil { assignment.separateLast() }
    }
    return assignment.moves.filter { $0.from != $0.to }
  }

  /// The days that cards have got so far.
  private struct Assignment {
    private(set) var moves: [Move] = []
    private var days: [QuestionID: [StudyDay]] = [:]

    func has(_ question: QuestionID, on day: StudyDay) -> Bool {
      days[question]?.contains(day) ?? false
    }

    mutating func add(_ candidate: Candidate, on day: StudyDay) {
      moves.append(Move(card: candidate.card, from: candidate.due, to: day))
      days[candidate.card.question, default: []].append(day)
    }

    /// Swaps the day of the last card, which it shares with another card of its question, for that of a
    /// card, so that neither shares its day any more.
    mutating func separateLast() {
      guard let last = moves.last else { return }
      let other = moves.indices.last { index in
        let move = moves[index]
        return move.to != last.to && !has(last.card.question, on: move.to)
          && !has(move.card.question, on: last.to)
      }
      guard let other else { return }
      let day = moves[other].to
      setDay(of: other, to: last.to)
      setDay(of: moves.count - 1, to: day)
    }

    private mutating func setDay(of index: Int, to day: StudyDay) {
      let move = moves[index]
      let question = move.card.question
      if let place = days[question]?.firstIndex(of: move.to) { days[question]?[place] = day }
      moves[index] = Move(card: move.card, from: move.from, to: day)
    }
  }

  /// How much the probability of recall falls in this many more days.
  private static func loss(of candidate: Candidate, waiting days: Int, at moment: Moment) -> Double
  {
    let scheduler = Scheduler(candidate.preset)
    let schedule = candidate.schedule
    func recall(_ later: Int) -> Double {
      scheduler.retrievability(
        of: schedule.memory, since: schedule.lastReview,
        at: moment.advanced(byMilliseconds: Int64(later) * 86_400_000))
    }
    return recall(0) - recall(days)
  }

  /// How many cards each day gets, so that all days with theirs are filled to one level.
  private static func rooms(for cards: Int, on days: [(due: Int, capacity: Double)]) -> [Int] {
    var rooms = days.map { _ in 0 }
    for _ in 0..<cards {
      let fullness = days.indices.map { Double(days[$0].due + rooms[$0] + 1) / days[$0].capacity }
      let least = days.indices.min { fullness[$0] < fullness[$1] } ?? 0
      rooms[least] += 1
    }
    return rooms
  }
}
