import Dispatch
import Foundation
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
    let indexes = try indexes(of: groups, kind)
    let counted = groups.indices.filter {
      groups[$0].isStarted && studied.contains(groups[$0].stored.id)
    }
    let source = StoredQuestions(log, groups, failure)
    return Judge(
      vocabulary: Vocabulary(
        indexes, kind: kind, studied: Set(counted), from: source))
  }

  /// By what the cards of groups are found. What is missing of it, or was made by another version, is made now, and
  /// kept: of all decks when the first judge is made, later of the parts of groups that were changed.
  private func indexes(of groups: [AnswerIndexStore.Group], _ kind: DirectionKind) throws
    -> [AnswerIndex]
  {
    var parts = try log.read { tx in
      try groups.map { group in
        try group.parts.enumerated().map { part, questions in
          try tx.answerIndexes.bytes(of: group.stored, kind, part: part)
            .flatMap { AnswerIndex(bytes: $0) }
            .flatMap { $0.isSound(for: questions.count) ? $0 : nil }
        }
      }
    }
    var missing = parts.indices.filter { parts[$0].contains { $0 == nil } }[...]
    while !missing.isEmpty {
      var questions = 0
      let some = missing.prefix { number in
        questions += groups[number].stored.questions
        return questions <= Self.mostInMemory || questions == groups[number].stored.questions
      }
      missing = missing.dropFirst(some.count)
      for (number, made) in zip(some, try made(some.map { (groups[$0], parts[$0]) }, kind)) {
        parts[number] = made
      }
    }
    return zip(parts, groups).map { parts, group in
      AnswerIndex(
        joining: zip(parts, group.parts).compactMap { part, range in
          part.map { ($0, range.count) }
        })
    }
  }

  /// The most questions that are read at once, unless one group has more.
  private static let mostInMemory = 50_000

  /// Makes the parts of groups that are missing, and keeps them.
  private func made(
    _ groups: [(group: AnswerIndexStore.Group, parts: [AnswerIndex?])], _ kind: DirectionKind
  ) throws -> [[AnswerIndex?]] {
    let contents = try log.read { try $0.decks.content(of: groups.map(\.group.stored)) }
    let places = groups.indices.flatMap { number in
      groups[number].parts.indices.filter { groups[number].parts[$0] == nil }.map { (number, $0) }
    }
    let made = AnswerIndex.all(
      of: places.map { contents[$0].part(groups[$0].group.parts[$1]) }, kinds: [kind]
    ).map { $0[0] }
    // Where nothing can be written, they are made again next time.
    try? log.write { tx in
      let current = try tx.answerIndexes.groups(groups.map(\.group.stored))
      let signatures = Dictionary(
        current.map { ($0.stored.id, $0.signature) }, uniquingKeysWith: { first, _ in first })
      for ((number, part), index) in zip(places, made) {
        let group = groups[number].group
        guard signatures[group.stored.id] == group.signature else { continue }
        try tx.answerIndexes.keep(index.bytes, of: group.stored, kind, part: part)
      }
    }
    var parts = groups.map(\.parts)
    for ((number, part), index) in zip(places, made) { parts[number][part] = index }
    return parts
  }
}

extension QuestionGroup {
  /// The group with some of its questions.
  fileprivate func part(_ range: Range<Int>) -> QuestionGroup {
    var part = self
    part.questions = Array(questions[range.clamped(to: questions.indices)])
    return part
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
