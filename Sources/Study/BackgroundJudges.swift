import Dispatch
import Foundation
import RabbleFilters
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText
import Synchronization

/// Makes judges in the background, each while the learner reads the first prompt of its kind. They know
/// the answers of all groups: by the indexes that are kept with the decks.
final class BackgroundJudges: Sendable {
  private let log: StudyLog
  private let groups: [StoredGroup]
  private let studied: Set<Int64>
  private let now: @Sendable () -> Moment
  private let judges = Mutex<[DirectionKind: Work]>([:])
  private let failure = Failure()

  /// How long the work waits, so that the prompt is drawn first, with all of the processor's help.
  private static let delay = DispatchTimeInterval.milliseconds(10)

  private final class Work: Sendable {
    let group = DispatchGroup()
    /// Signalled when the judge is needed now.
    let need = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Judge, any Error>?>(nil)
  }

  /// Why a question could not be read. The judges share it instead of what made them, which
  /// would stay in memory with them.
  fileprivate final class Failure: Sendable {
    let error = Mutex<(any Error)?>(nil)
  }

  /// Judges who know the groups of a library, of which those of a plan are studied.
  init(_ library: Library, _ plan: StudyPlan) {
    log = library.log
    groups = library.groups
    studied = Set(plan.groups.map(\.id))
    now = library.surroundings.now
  }

  /// Starts to make a judge, unless that was started before.
  func prepare(_ kind: DirectionKind) { _ = work(on: kind) }

  /// The judge of a kind of card, as soon as it is made. When it could not be made, the next call
  /// tries again.
  func judge(of kind: DirectionKind) throws -> Judge {
    let work = work(on: kind)
    work.need.signal()
    work.group.wait()
    do {
      return try work.result.withLock { try $0?.get() } ?? make(kind)
    } catch {
      judges.withLock { $0[kind] = nil }
      throw error
    }
  }

  /// Makes sure that the judges could read what they needed for their last verdict.
  ///
  /// - Throws: why they could not.
  func requireSound() throws {
    let error = failure.error.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let error { throw error }
  }

  private func work(on kind: DirectionKind) -> Work {
    judges.withLock { judges in
      if let work = judges[kind] { return work }
      let work = Work()
      judges[kind] = work
      DispatchQueue.global(qos: .userInitiated).async(group: work.group) { [self] in
        _ = work.need.wait(timeout: .now() + Self.delay)
        let made = Result { try make(kind) }
        work.result.withLock { $0 = made }
      }
      return work
    }
  }

  /// Before the first judge is made, the load of the coming days is counted, which the first answer
  /// needs as well.
  private func make(_ kind: DirectionKind) throws -> Judge {
    try log.read { try $0.dueLoad.count(at: now()) }
    let groups = try log.read { try $0.answerIndexes.groups(self.groups) }
    var indexes = try log.read { tx in
      try groups.map { group in
        try tx.answerIndexes.bytes(of: group.stored, kind).flatMap { AnswerIndex(bytes: $0) }
      }
    }
    for (number, group) in groups.enumerated() where indexes[number] == nil {
      indexes[number] = try index(of: group, kind)
    }
    let counted = groups.indices.filter {
      groups[$0].isStarted && studied.contains(groups[$0].stored.id)
    }
    let source = StoredQuestions(log, groups, failure)
    return Judge(
      vocabulary: Vocabulary(
        indexes.compactMap(\.self), kind: kind, studied: Set(counted), from: source))
  }

  /// Makes the index of a group that has none, or one of another version, and keeps it.
  private func index(of group: AnswerIndexStore.Group, _ kind: DirectionKind) throws -> AnswerIndex
  {
    let content = try log.read { try $0.decks.content(of: [group.stored]) }
    let index = AnswerIndex(of: content[0], kind: kind)
    // Where nothing can be written, it is made again next time.
    try? log.write { tx in
      if try tx.answerIndexes.groups([group.stored]).first?.signature == group.signature {
        try tx.answerIndexes.keep(index.bytes, of: group.stored, kind)
      }
    }
    return index
  }
}

/// The questions of decks as the log keeps them. Those that were looked at last are remembered.
private final class StoredQuestions: VocabularySource {
  private struct Place: Hashable {
    let position: Int
    let group: Int
  }

  private let log: StudyLog
  private let groups: [AnswerIndexStore.Group]
  private let failure: BackgroundJudges.Failure
  private let known = Mutex<[Place: KnownQuestion]>([:])
  private static let most = 512

  init(
    _ log: StudyLog, _ groups: [AnswerIndexStore.Group],
    _ failure: BackgroundJudges.Failure
  ) {
    self.log = log
    self.groups = groups
    self.failure = failure
  }

  func question(at position: Int, inGroup number: Int) -> KnownQuestion? {
    let place = Place(position: position, group: number)
    if let question = known.withLock({ $0[place] }) { return question }
    do {
      let found = try log.read { try $0.answerIndexes.question(at: position, of: groups[number]) }
      guard let found else { return nil }
      let question = KnownQuestion(found.question, of: found.group, started: found.started)
      known.withLock { known in
        if known.count == Self.most { known = [:] }
        known[place] = question
      }
      return question
    } catch {
      failure.error.withLock { $0 = error }
      return nil
    }
  }
}

/// The indexes of decks that were read. Those of decks that are new are made while they are written into
/// the log; of others only the groups that have changed need any.
final class BackgroundIndexes: Sendable {
  private let work = DispatchGroup()
  private let indexes = Mutex<[String: [Made]]>([:])

  /// By what the cards of a group are found: when they are answered, and by filters.
  private struct Made {
    let answers: [(kind: DirectionKind, bytes: Data)]
    let text: FilterText

    init(of group: QuestionGroup) {
      answers = AnswerIndex.all(of: group).map { ($0.kind, $0.index.bytes) }
      text = FilterText(of: group.questions)
    }
  }

  /// Begins to make the indexes of the groups of new decks.
  init(of decks: [(deck: StoredDeck, groups: [QuestionGroup])]) {
    DispatchQueue.global(qos: .userInitiated).async(group: work) { [self] in
      for (deck, groups) in decks {
        let made = groups.map(Made.init)
        indexes.withLock { $0[deck.path] = made }
      }
    }
  }

  /// Keeps the indexes with the decks that were read, once they are made; makes those that are missing.
  func keep(with decks: [(deck: StoredDeck, groups: [QuestionGroup])], _ tx: Transaction) throws {
    work.wait()
    let indexes = indexes.withLock { $0 }
    for (deck, groups) in decks {
      for (index, stored) in try tx.decks.groups(of: [deck.path]).prefix(groups.count).enumerated()
      where try !tx.answerIndexes.hasBytes(of: stored) {
        let made = indexes[deck.path]?[index] ?? Made(of: groups[index])
        for (kind, bytes) in made.answers { try tx.answerIndexes.keep(bytes, of: stored, kind) }
        try tx.filters.keep(made.text, of: stored)
        try tx.filters.keepCards(of: stored)
      }
    }
  }
}
