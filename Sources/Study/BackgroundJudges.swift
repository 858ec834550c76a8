import Dispatch
import Foundation
import RabbleFilters
import RabbleJudging
import RabbleParallel
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

/// The indexes of decks that were read. Those of decks that are new are made while the next ones are read and
/// while they are written into the log; of others only the questions that have changed need any.
final class BackgroundIndexes: Sendable {
  private let queue = DispatchQueue(label: "indexes of decks", qos: .userInitiated)
  private let indexes = Mutex<[String: [[Made]]]>([:])

  /// By what the cards of a part of a group are found: when they are answered, and by filters.
  private struct Made {
    let answers: [(kind: DirectionKind, bytes: Data)]
    let text: FilterText

    init(of group: QuestionGroup) {
      answers = AnswerIndex.all(of: group).map { ($0.kind, $0.index.bytes) }
      text = FilterText(of: group.questions)
    }
  }

  /// Begins to make the indexes of a new deck.
  func make(of deck: StoredDeck, _ groups: [QuestionGroup]) {
    queue.async { [self] in
      let parts = groups.enumerated().flatMap { number, group in
        AnswerIndexStore.parts(of: group.questions.count).map { (group: number, range: $0) }
      }
      let made = Parallel.map(parts.count) {
        Made(of: groups[parts[$0].group].part(parts[$0].range))
      }
      var byGroup = groups.map { _ in [Made]() }
      for (part, made) in zip(parts, made) { byGroup[part.group].append(made) }
      indexes.withLock { [byGroup] in $0[deck.path] = byGroup }
    }
  }

  /// Keeps the indexes with the decks that were read, once they are made; makes those that are missing.
  func keep(with decks: [(deck: StoredDeck, groups: [QuestionGroup])], _ tx: Transaction) throws {
    queue.sync {}
    let indexes = indexes.withLock { indexes in
      defer { indexes = [:] }
      return indexes
    }
    for (deck, groups) in decks {
      for (index, stored) in try tx.decks.groups(of: [deck.path]).prefix(groups.count).enumerated()
      {
        try keep(groups[index], as: stored, indexes[deck.path]?[index], tx)
      }
    }
  }

  private func keep(
    _ group: QuestionGroup, as stored: StoredGroup, _ ready: [Made]?, _ tx: Transaction
  ) throws {
    let parts = AnswerIndexStore.parts(of: group.questions.count)
    let missing = try parts.indices.filter {
      try !tx.answerIndexes.hasBytes(of: stored, .recognition, part: $0)
    }
    if missing.isEmpty { return }
    let made =
      ready ?? Parallel.map(missing.count) { Made(of: group.part(parts[missing[$0]])) }
    for (index, part) in missing.enumerated() {
      let made = ready == nil ? made[index] : made[part]
      for (kind, bytes) in made.answers {
        try tx.answerIndexes.keep(bytes, of: stored, kind, part: part)
      }
      try tx.filters.keep(made.text, of: stored, part: part)
    }
    try tx.filters.keepCards(of: stored)
  }
}
