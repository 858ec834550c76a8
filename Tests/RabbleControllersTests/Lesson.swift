import RabbleControllers
import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage

/// A session over a log in memory: takes lines, carries out the effects, keeps the screens.
struct Lesson {
  var controller: QuestionController
  let log: StudyLog
  let groups: [StoredGroup]
  var now: Moment
  private(set) var isOver = false
  private(set) var effects: [StudyEffect] = []

  static let start =
    Moment(iso8601: "2026-11-21T09:00:00+09:00") ?? Moment(milliseconds: 0, utcOffset: 0)

  init(
    _ questions: [Question], on log: StudyLog? = nil, at now: Moment = Lesson.start,
    newPerDay: Int = 20, settings: GroupSettings = GroupSettings()
  ) throws {
    self.now = now
    self.log =
      try log
      ?? StudyLog(path: nil) { UInt128.random(in: .min ... .max) }
    let deck = StoredDeck(path: "/deck.json", signature: "", faults: [])
    if log == nil {
      _ = try self.log.store(
        [(deck, [QuestionGroup(title: "Kana", settings: settings, questions: questions)])],
        removed: [], at: now)
    }
    groups = try self.log.groups(of: ["/deck.json"])
    let entries = try self.log.queue(of: groups, newPerDay: newPerDay, at: now)
    controller = QuestionController(
      queue: ReviewQueue(entries: entries, order: .sequential, at: now),
      localTime: .fixed(offset: 9 * 3600))
  }

  mutating func begin() -> [StudyScreen] {
    follow(controller.start(at: now))
  }

  mutating func type(_ line: String, after seconds: Int64 = 0) -> [StudyScreen] {
    now = now.advanced(byMilliseconds: seconds * 1000)
    return follow(controller.handle(StudyAction(line: line), at: now))
  }

  /// What comes of editing a deck.
  var authored = StudyOutcome.decksUnchanged(["Nothing was changed."])

  /// Carries out the effects until the learner is asked; `refusing` makes every effect fail.
  mutating func follow(_ step: StudyStep, refusing reason: String? = nil) -> [StudyScreen] {
    var screens = step.screens
    var step = step
    while let effect = step.effect {
      effects.append(effect)
      step = controller.receive(reason.map { .failed($0) } ?? outcome(of: effect), at: now)
      screens += step.screens
    }
    isOver = isOver || step.isOver
    return screens
  }

  private func outcome(of effect: StudyEffect) -> StudyOutcome {
    do {
      switch effect {
      case .prepareJudge(let kind):
        return .prepared(
          Judge(groups: try log.content(of: groups), kind: kind),
          Pace(durations: try log.durationsOfRightAnswers(latest: 200)), of: kind)
      case .fetch(let id):
        return try log.card(id, in: groups, at: now).map { .fetched($0) } ?? .vanished(id)
      case .record(let review, let card, let other, let load):
        return .recorded(try log.record(review, of: card, mistakenFor: other, load: load))
      case .suspend(let card, let state):
        return .suspended(try log.suspend(card, state, at: now), card, state)
      case .retractSuspension(let id):
        let card = try log.retractSuspension(id, at: now)
        return card.map { .suspensionRetracted(id, $0) } ?? .nothingToRetract
      case .retractLast:
        if case .suspension(let id, _, _, _) = try log.lastEvent() {
          return self.outcome(of: .retractSuspension(id))
        }
        return self.outcome(of: .retract(nil))
      case .retract(let id):
        let taken = try log.retract(id, at: now)
        return taken.map { .retracted($0.id, $0.review, prompt: $0.asked) } ?? .nothingToRetract
      case .revise(let id, let grade, let accepts):
        let revised = try log.revise(id, to: grade, accepting: accepts, at: now)
        return revised.map { .revised($0.answer, $0.review) } ?? .nothingToRevise
      case .edit, .addQuestions:
        return authored
      case .explain(let card): return .explained(try log.history(of: card))
      case .findNextDue:
        return .nextDue(try log.nextDue(of: groups, newPerDay: 20, at: now))
      }
    } catch {
      return .failed("\(error)")
    }
  }
}

let a = Question(prompt: "あ", hint: "as in father", answer: "a")
let i = Question(prompt: "い", answer: "i")

extension [StudyScreen] {
  var questions: [QuestionScreen] {
    compactMap { if case .question(let screen) = $0 { screen } else { nil } }
  }
  var verdicts: [VerdictScreen] {
    compactMap { if case .verdict(let screen) = $0 { screen } else { nil } }
  }
  var notices: [NoticeScreen] {
    compactMap { if case .notice(let screen) = $0 { screen } else { nil } }
  }
  var revealed: [RevealedScreen] {
    compactMap { if case .revealed(let screen) = $0 { screen } else { nil } }
  }
  var summaries: [SummaryScreen] {
    compactMap { if case .summary(let screen) = $0 { screen } else { nil } }
  }
}
