import GRDB
import RabbleScheduling
import RabbleStatistics

/// What was true of a card when it was answered, and what came of it: kept with the answer, so that no report replays
/// the log. It follows from the events of the card (`FactReplay.swift`), and is computed again where something older
/// than its newest answer is undone, redone or comes from elsewhere.
struct AnswerFacts: Equatable, Sendable {
  /// What the answer was to its card.
  let kind: AnswerKind
  /// Whether it is the day's first answer to its card in the schedule.
  let isFirstOfDay: Bool
  // A million are in memory at once where all cards are replayed, 28 bytes each.
  private let phase: ReplayedState.Phase
  /// The retention that the due day was chosen for, 0…1.
  let target: Float
  private let shortInterval, shortLapses: Int32
  private let predicted, stability, difficulty: Float

  /// The days from the answer before to the due day; 0 where there was none.
  var interval: Int { Int(shortInterval) }
  /// The state of the card after it, and what was predicted.
  var state: ReplayedState {
    ReplayedState(
      predicted: predicted, stability: stability, difficulty: difficulty, lapses: Int(shortLapses),
      phase: phase)
  }

  /// What is kept until it is known: as long as most facts are, so that the row is written in place then.
  static let pending = AnswerFacts(
    kind: .new, isFirstOfDay: false, interval: 0, target: 0.1,
    state: ReplayedState(predicted: 0.1, stability: 0.1, difficulty: 0.1))

  /// The columns that have them, one behind the other.
  static let columns = [
    "state", "first_of_day", "interval_before", "recall", "target", "stability", "difficulty",
    "phase", "lapses",
  ]

  /// The values of ``columns``.
  var values: [EventValue] {
    [
      .init(kind.rawValue), .integer(isFirstOfDay ? 1 : 0), .init(interval),
      state.predicted.isNaN ? .null : .real(Double(state.predicted)), .real(Double(target)),
      .real(Double(state.stability)), .real(Double(state.difficulty)), .init(state.phase.rawValue),
      .init(state.lapses),
    ]
  }

  /// Reads ``columns``, which begin with the column at a place.
  init(_ row: RawRow, at first: CInt) throws {
    guard let kind = AnswerKind(rawValue: Int(try row.integer(first, in: 0...5))),
      let phase = ReplayedState.Phase(rawValue: Int(try row.integer(first + 7, in: 0...3)))
    else { throw LogFault("the facts of an answer") }
    self.init(
      kind: kind, isFirstOfDay: row.integer(first + 1) != 0,
      interval: try row.integer(first + 2, in: LogBounds.interval),
      target: Float(try row.number(first + 4, in: 0...1)),
      state: ReplayedState(
        predicted: row.isNull(first + 3) ? .nan : Float(try row.number(first + 3, in: 0...1)),
        stability: Float(try row.number(first + 5, in: 0...LogBounds.stability.upperBound)),
        difficulty: Float(try row.number(first + 6, in: 0...LogBounds.difficulty.upperBound)),
        lapses: try row.integer(first + 8, in: LogBounds.count), phase: phase))
  }

  init(
    kind: AnswerKind, isFirstOfDay: Bool, interval: Int, target: Float, state: ReplayedState
  ) {
    self.kind = kind
    self.isFirstOfDay = isFirstOfDay
    self.target = target
    phase = state.phase
    shortInterval = Int32(clamping: interval)
    shortLapses = Int32(clamping: state.lapses)
    (predicted, stability, difficulty) = (state.predicted, state.stability, state.difficulty)
  }

  static func == (left: AnswerFacts, right: AnswerFacts) -> Bool {
    left.kind == right.kind && left.isFirstOfDay == right.isFirstOfDay
      && left.shortInterval == right.shortInterval && left.target == right.target
      && (left.predicted == right.predicted || left.predicted.isNaN && right.predicted.isNaN)
      && left.stability == right.stability && left.difficulty == right.difficulty
      && left.shortLapses == right.shortLapses && left.phase == right.phase
  }
}
