import Dispatch
import RabbleJudging
import Synchronization

/// Makes the judge in the background, while the learner reads the first prompt.
final class JudgeInWaiting: Sendable {
  private let make: @Sendable () throws -> Judge
  private let isBegun = Atomic(false)
  private let result = Mutex<Result<Judge, any Error>?>(nil)
  private let group = DispatchGroup()

  init(_ make: @escaping @Sendable () throws -> Judge) {
    self.make = make
  }

  /// Begins to make the judge, unless that was begun before.
  func begin() {
    guard !isBegun.exchange(true, ordering: .sequentiallyConsistent) else { return }
    DispatchQueue.global(qos: .userInitiated).async(group: group) { [self] in
      let made = Result { try make() }
      result.withLock { $0 = made }
    }
  }

  /// The judge, as soon as it is there. When it could not be made, the next call tries again.
  func judge() throws -> Judge {
    begin()
    group.wait()
    do {
      return try result.withLock { try $0?.get() } ?? make()
    } catch {
      isBegun.store(false, ordering: .sequentiallyConsistent)
      throw error
    }
  }
}
