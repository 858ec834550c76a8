import Dispatch
import RabbleControllers
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleText
import Synchronization

/// Runs a session: hands the view's actions to the controller, carries out the effects it asks for
/// on the study log, and has the view draw what comes of it.
struct StudySession {
  /// The log, and the groups that are studied.
  private(set) var library: Library
  /// What edits decks on the way.
  let author: SessionAuthor
  let newPerDay: Int
  /// Whether slow and fast answers are told.
  let suggestsByTime: Bool
  let clock: Clock
  let view: any StudyView

  /// The titles of the groups whose cards were answered.
  private(set) var answeredGroups: Set<String> = []

  /// Who know the answers of all groups: none of them passes for a typo of another.
  private var judges: JudgesInWaiting

  private var log: StudyLog { library.log }
  private var groups: [StoredGroup] { library.plan.groups }

  init(
    _ library: Library, author: SessionAuthor, newPerDay: Int, clock: Clock, view: any StudyView
  ) {
    self.library = library
    self.author = author
    self.newPerDay = newPerDay
    suggestsByTime = library.settings.suggestsByTime
    self.clock = clock
    self.view = view
    judges = Self.judges(of: library, clock)
  }

  /// Makes them while the learner thinks, and counts what is due on the days to come before, which
  /// the first answer needs as well.
  private static func judges(of library: Library, _ clock: Clock) -> JudgesInWaiting {
    JudgesInWaiting { [log = library.log, loaded = library.loaded] in
      try log.countLoad(at: clock.now())
      return try log.content(of: loaded)
    }
  }

  /// Runs until the session is over.
  mutating func run(_ controller: inout QuestionController) throws {
    var step = controller.start(at: clock.now())
    while true {
      for screen in step.screens { try view.draw(screen) }
      if let effect = step.effect {
        step = controller.receive(carryOut(effect), at: clock.now())
      } else if step.isOver {
        return
      } else {
        if let card = controller.currentCard { judges.begin(card.id.direction.kind) }
        let action = try view.nextAction()
        if let card = controller.currentCard { plan(&controller, for: card.id) }
        step = controller.handle(action, at: clock.now())
      }
    }
  }

  /// Tells the controller what the days to come hold, which no prompt waits for.
  private func plan(_ controller: inout QuestionController, for card: CardID) {
    // Chance chooses the day where the days can't be counted.
    if let load = try? log.dueLoad(besides: card, at: clock.now()) { controller.plan(with: load) }
  }

  private mutating func carryOut(_ effect: StudyEffect) -> StudyOutcome {
    do {
      switch effect {
      case .prepareJudge(let kind):
        let durations = suggestsByTime ? try log.durationsOfRightAnswers(latest: 200) : []
        return .prepared(try judges.judge(of: kind), Pace(durations: durations), of: kind)
      case .fetch(let id):
        return try log.card(id, in: groups, at: clock.now()).map { .fetched($0) } ?? .vanished(id)
      case .record(let review, let card, let other, let load):
        let recorded = try log.record(review, of: card, mistakenFor: other, load: load)
        answeredGroups.insert(card.group)
        return .recorded(recorded)
      case .suspend(let card, let state):
        return .suspended(try log.suspend(card, state, at: clock.now()), card, state)
      case .retractSuspension(let id):
        let card = try log.retractSuspension(id, at: clock.now())
        return card.map { .suspensionRetracted(id, $0) } ?? .nothingToRetract
      case .retract(let id):
        guard let taken = try log.retract(id, at: clock.now()) else { return .nothingToRetract }
        return .retracted(taken.id, taken.review, prompt: taken.asked)
      case .retractLast:
        if case .suspension(let id, _, _, _) = try log.lastEvent() {
          return carryOut(.retractSuspension(id))
        }
        return carryOut(.retract(nil))
      case .revise(let id, let grade, let accepts):
        let revised = try log.revise(id, to: grade, accepting: accepts, at: clock.now())
        return revised.map { .revised($0.answer, $0.review) } ?? .nothingToRevise
      case .edit(let card): return try changed(author.edit(card, in: groups))
      case .addQuestions(let card): return try changed(author.add(toGroupOf: card, in: groups))
      case .explain(let card): return .explained(try log.history(of: card))
      case .findNextDue:
        return .nextDue(
          try log.nextDue(
            of: groups, after: library.plan.prerequisites, newPerDay: newPerDay,
            at: clock.now()))
      }
    } catch {
      return .failed("\(error)")
    }
  }

  /// Goes on with the decks as they are now.
  private mutating func changed(_ outcome: StudyOutcome) throws -> StudyOutcome {
    guard case .decksChanged = outcome else { return outcome }
    library = try library.reloaded(author.options)
    judges = Self.judges(of: library, clock)
    return outcome
  }
}

/// Makes the judges in the background, each while the learner reads the first prompt of its kind: a
/// moment after it was begun, or as soon as it is needed.
final class JudgesInWaiting: Sendable {
  private let load: @Sendable () throws -> [QuestionGroup]
  private let groups = Mutex<[QuestionGroup]?>(nil)
  private let judges = Mutex<[DirectionKind: Waiting]>([:])

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
  func begin(_ kind: DirectionKind) { _ = waiting(kind) }

  /// The judge of a kind of card, as soon as it is there. When it could not be made, the next call
  /// tries again.
  func judge(of kind: DirectionKind) throws -> Judge {
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

  private func waiting(_ kind: DirectionKind) -> Waiting {
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

  private func make(_ kind: DirectionKind) throws -> Judge {
    let groups = try groups.withLock { known in
      if let known { return known }
      let loaded = try load()
      known = loaded
      return loaded
    }
    return Judge(groups: groups, kind: kind)
  }
}

/// Asks the learner, before a session, which question is which where an edit left it unclear.
struct IdentityQuestions {
  let log: StudyLog
  let clock: Clock
  let view: any StudyView

  /// Asks until all is decided or put off.
  ///
  /// - Returns: whether the session goes on.
  func ask() throws -> Bool {
    var controller = IdentityController(try log.unclearIdentities())
    var step = controller.start()
    while true {
      if let decision = step.decision {
        try log.settle(decision.unclear, as: decision.candidate, at: clock.now())
      }
      for screen in step.screens { try view.draw(screen) }
      if step.isOver { return !step.isLeaving }
      step = controller.handle(try view.nextAction())
    }
  }
}
