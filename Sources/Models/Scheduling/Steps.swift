import RabbleMemory

/// The short waits, seconds each, that a new or a forgotten card passes before days are counted.
public struct Steps: Hashable, Sendable {
  /// The seconds of each step, 1 second to 36,500 days.
  public let seconds: [Int]

  /// Makes steps; one out of range becomes the nearest within.
  public init(_ seconds: [Int]) {
    self.seconds = seconds.map { min(max($0, 1), 36_500 * 86_400) }
  }

  /// A step to wait in, and how long.
  struct Wait {
    let step: Int
    let seconds: Int
  }

  /// What follows an answer in a step: again goes back to the first step, hard stays, good goes
  /// on, easy leaves. `nil` when the card leaves its steps.
  ///
  /// A step that is no longer there, because the learner has fewer now, reads as the last one.
  func wait(after grade: Grade, in step: Int) -> Wait? {
    guard !seconds.isEmpty else { return nil }
    let current = min(max(step, 0), seconds.count - 1)
    switch grade {
    case .again: return Wait(step: 0, seconds: seconds[0])
    case .hard: return Wait(step: current, seconds: current == 0 ? firstHard : seconds[current])
    case .good:
      guard current + 1 < seconds.count else { return nil }
      return Wait(step: current + 1, seconds: seconds[current + 1])
    case .easy: return nil
    }
  }

  /// Between again and good: the mean of the first two steps, or one and a half times a single
  /// step, at most a day more.
  private var firstHard: Int {
    seconds.count > 1
      ? (seconds[0] + seconds[1]) / 2
      : min(seconds[0] * 3 / 2, seconds[0] + 86_400)
  }
}
