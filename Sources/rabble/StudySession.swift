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
  let log: StudyLog
  /// The groups that are studied.
  let groups: [StoredGroup]
  /// Who know the answers of all groups: none of them passes for a typo of another.
  let judges: JudgesInWaiting
  let newPerDay: Int
  /// Whether slow and fast answers are told.
  let suggestsByTime: Bool
  let clock: Clock
  let view: any StudyView

  /// Runs until the session is over.
  func run(_ controller: inout QuestionController) throws {
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
        step = controller.handle(action, at: clock.now())
      }
    }
  }

  private func carryOut(_ effect: StudyEffect) -> StudyOutcome {
    do {
      switch effect {
      case .prepareJudge(let kind):
        let durations = suggestsByTime ? try log.durationsOfRightAnswers(latest: 200) : []
        return .prepared(try judges.judge(of: kind), Pace(durations: durations), of: kind)
      case .fetch(let id):
        guard let found = try log.card(id, in: groups, at: clock.now()) else {
          return .vanished(id)
        }
        return .fetched(
          found.card, found.schedule, accepted: found.accepted, isHeld: found.isHeld)
      case .record(let review, let card, let other):
        let recorded = try log.record(review, of: card, mistakenFor: other)
        return .recorded(recorded.id, recorded.schedule, mixUps: recorded.mixUps)
      case .retract(let id):
        guard let taken = try log.retract(id, at: clock.now()) else { return .nothingToRetract }
        return .retracted(taken.id, taken.review, prompt: taken.asked)
      case .revise(let id, let grade, let accepts):
        let revised = try log.revise(id, to: grade, accepting: accepts, at: clock.now())
        return revised.map { .revised($0.id, $0.review, $0.schedule) } ?? .nothingToRevise
      case .findNextDue:
        return .nextDue(try log.nextDue(of: groups, newPerDay: newPerDay, at: clock.now()))
      }
    } catch {
      return .failed("\(error)")
    }
  }
}
