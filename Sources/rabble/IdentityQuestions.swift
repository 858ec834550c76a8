import RabbleControllers
import RabbleScreens
import RabbleStorage

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
