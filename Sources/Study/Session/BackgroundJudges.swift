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
    let kept = try log.read { tx in
      try groups.map { group in
        try group.parts.enumerated().map { part, questions in
          try tx.answerIndexes.bytes(of: group.stored, kind, part: part)
            .flatMap { AnswerIndex(bytes: $0) }
            .flatMap { $0.isSound(for: questions.count) ? $0 : nil }
        }
      }
    }
    let indexes = try zip(groups, kept).map { try index(of: $0, kind, $1) }
    let counted = groups.indices.filter {
      groups[$0].isStarted && studied.contains(groups[$0].stored.id)
    }
    let source = StoredQuestions(log, groups, failure)
    return Judge(
      vocabulary: Vocabulary(
        indexes, kind: kind, studied: Set(counted), from: source))
  }

  /// Joins the parts of the index of a group. Makes those that are missing, or of another version, and keeps
  /// them.
  private func index(
    of group: AnswerIndexStore.Group, _ kind: DirectionKind, _ kept: [AnswerIndex?]
  ) throws -> AnswerIndex {
    var parts = kept
    let missing = parts.indices.filter { parts[$0] == nil }
    if !missing.isEmpty {
      let content = try log.read { try $0.decks.content(of: [group.stored]) }[0]
      let made = Parallel.map(missing.count) {
        AnswerIndex(of: content.part(group.parts[missing[$0]]), kind: kind)
      }
      for (part, index) in zip(missing, made) { parts[part] = index }
      // Where nothing can be written, it is made again next time.
      try? log.write { tx in
        if try tx.answerIndexes.groups([group.stored]).first?.signature == group.signature {
          for (part, index) in zip(missing, made) {
            try tx.answerIndexes.keep(index.bytes, of: group.stored, kind, part: part)
          }
        }
      }
    }
    return AnswerIndex(
      joining: zip(parts, group.parts).compactMap { part, range in
        part.map { ($0, range.count) }
      })
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

/// The indexes of decks that were read. Those of a new deck are made while it is written into the log and
/// the next one is read; of others only the questions that have changed need any.
final class BackgroundIndexes: Sendable {
  /// By what the cards of a part of a group are found when they are answered.
  private typealias Made = [(kind: DirectionKind, bytes: Data)]

  private let queue = DispatchQueue(label: "indexes of decks", qos: .userInitiated)
  /// The parts of the groups of each new deck.
  private let decks = Mutex<[(path: String, groups: [[Made]])]>([])

  /// Begins to make the indexes of a new deck, once those of the one before are made: two decks at most are
  /// in memory.
  func make(of deck: StoredDeck, _ groups: [QuestionGroup]) {
    queue.sync {}
    queue.async { [self] in
      let parts = groups.map { group in
        AnswerIndexStore.parts(of: group.questions.count).map { group.part($0) }
      }
      var made = Self.made(of: parts.flatMap { $0 })[...]
      let byGroup = parts.map { parts in
        defer { made = made.dropFirst(parts.count) }
        return Array(made.prefix(parts.count))
      }
      decks.withLock { $0.append((deck.path, byGroup)) }
    }
  }

  private static func made(of parts: [QuestionGroup]) -> [Made] {
    AnswerIndex.all(of: parts).map { $0.map { ($0.kind, $0.index.bytes) } }
  }

  /// Keeps the indexes of the new decks that were written, once they are made; makes those that are missing of
  /// others.
  func keep(with changed: [(deck: StoredDeck, groups: [QuestionGroup])], _ tx: Transaction) throws {
    queue.sync {}
    let decks = decks.withLock { decks in
      defer { decks = [] }
      return decks
    }
    for (path, groups) in decks {
      for (stored, made) in zip(try tx.decks.groups(of: [path]), groups) {
        try keep(stored, made.count, tx) { $0.map { made[$0] } }
      }
    }
    for (deck, groups) in changed {
      for (stored, group) in zip(try tx.decks.groups(of: [deck.path]), groups) {
        let parts = AnswerIndexStore.parts(of: group.questions.count)
        try keep(stored, parts.count, tx) { Self.made(of: $0.map { group.part(parts[$0]) }) }
      }
    }
  }

  /// Keeps the indexes of those parts of a group of which none are kept; `make` has those of some parts.
  private func keep(
    _ group: StoredGroup, _ parts: Int, _ tx: Transaction, make: ([Int]) -> [Made]
  ) throws {
    let missing = try (0..<parts).filter {
      try !tx.answerIndexes.hasBytes(of: group, .recognition, part: $0)
    }
    if missing.isEmpty { return }
    for (part, made) in zip(missing, make(missing)) {
      for (kind, bytes) in made {
        try tx.answerIndexes.keep(bytes, of: group, kind, part: part)
      }
    }
    try tx.filters.keepCards(of: group)
  }
}
