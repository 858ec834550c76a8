import RabbleControllers
import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage

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

  /// Who knows the answers of all groups: none of them passes for a typo of another.
  private var judge: JudgeInWaiting

  private var log: StudyLog { library.log }
  private var groups: [StoredGroup] { library.groups }

  init(
    _ library: Library, author: SessionAuthor, newPerDay: Int, clock: Clock, view: any StudyView
  ) {
    self.library = library
    self.author = author
    self.newPerDay = newPerDay
    suggestsByTime = library.settings.suggestsByTime
    self.clock = clock
    self.view = view
    judge = Self.judge(of: library)
  }

  private static func judge(of library: Library) -> JudgeInWaiting {
    JudgeInWaiting { [log = library.log, loaded = library.loaded] in
      Judge(vocabulary: Vocabulary(groups: try log.content(of: loaded)))
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
        judge.begin()
        let action = try view.nextAction()
        step = controller.handle(action, at: clock.now())
      }
    }
  }

  private mutating func carryOut(_ effect: StudyEffect) -> StudyOutcome {
    do {
      switch effect {
      case .prepareJudge:
        let durations = suggestsByTime ? try log.durationsOfRightAnswers(latest: 200) : []
        return .prepared(try judge.judge(), Pace(durations: durations))
      case .fetch(let id):
        guard let found = try log.card(id, in: groups) else { return .vanished(id) }
        return .fetched(found.card, found.schedule, accepted: found.accepted)
      case .record(let review, let card, let other):
        let recorded = try log.record(review, of: card, mistakenFor: other)
        return .recorded(recorded.id, recorded.schedule, mixUps: recorded.mixUps)
      case .retract(let id):
        guard let taken = try log.retract(id, at: clock.now()) else { return .nothingToRetract }
        return .retracted(taken.id, taken.review, prompt: taken.prompt)
      case .revise(let id, let grade, let accepts):
        let revised = try log.revise(id, to: grade, accepting: accepts, at: clock.now())
        return revised.map { .revised($0.id, $0.review, $0.schedule) } ?? .nothingToRevise
      case .edit(let card): return try changed(author.edit(card, in: groups))
      case .addQuestions(let card): return try changed(author.add(toGroupOf: card, in: groups))
      case .findNextDue:
        return .nextDue(try log.nextDue(of: groups, newPerDay: newPerDay, at: clock.now()))
      }
    } catch {
      return .failed("\(error)")
    }
  }

  /// Goes on with the decks as they are now.
  private mutating func changed(_ outcome: StudyOutcome) throws -> StudyOutcome {
    guard case .decksChanged = outcome else { return outcome }
    library = try library.reloaded(author.options)
    judge = Self.judge(of: library)
    return outcome
  }
}
