import Dispatch
import RabbleJudging
import RabbleQuestions
import Synchronization

/// Makes the judges in the background, each while the learner reads the first prompt of its kind: a
/// moment after it was begun, or as soon as it is needed.
final class JudgesInWaiting: Sendable {
  private let load: @Sendable () throws -> [QuestionGroup]
  private let groups = Mutex<[QuestionGroup]?>(nil)
  private let judges = Mutex<[Direction.Kind: Waiting]>([:])

  /// How long the making waits for the prompt to be drawn, with all the processor's help.
  private static let courtesy = DispatchTimeInterval.milliseconds(10)

  private final class Waiting: Sendable {
    let group = DispatchGroup()
    /// Signalled by who needs the judge now.
    let need = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Judge, any Error>?>(nil)
  }

  /// Takes what reads the groups whose answers the judges must know; it is called once, unless it
  /// fails.
  init(_ load: @escaping @Sendable () throws -> [QuestionGroup]) {
    self.load = load
  }

  /// Begins to make a judge, unless that was begun before.
  func begin(_ kind: Direction.Kind) { _ = waiting(kind) }

  /// The judge of a kind of card, as soon as it is there. When it could not be made, the next call
  /// tries again.
  func judge(of kind: Direction.Kind) throws -> Judge {
    let waiting = waiting(kind)
    waiting.need.signal()
    waiting.group.wait()
    do {
      return try waiting.result.withLock { try $0?.get() } ?? make(kind)
    } catch {
      judges.withLock { $0[kind] = nil }
      throw error
    }
  }

  private func waiting(_ kind: Direction.Kind) -> Waiting {
    judges.withLock { judges in
      if let waiting = judges[kind] { return waiting }
      let waiting = Waiting()
      judges[kind] = waiting
      DispatchQueue.global(qos: .userInitiated).async(group: waiting.group) { [self] in
        _ = waiting.need.wait(timeout: .now() + Self.courtesy)
        let made = Result { try make(kind) }
        waiting.result.withLock { $0 = made }
      }
      return waiting
    }
  }

  private func make(_ kind: Direction.Kind) throws -> Judge {
    let groups = try groups.withLock { known in
      if let known { return known }
      let loaded = try load()
      known = loaded
      return loaded
    }
    return Judge(vocabulary: Vocabulary(groups: groups, kind: kind))
  }
}
