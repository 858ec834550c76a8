import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

@testable import RabbleControllers

/// A world of a few cards in memory, which can fail: it notes each call, and what it was asked to keep.
final class SmallWorld: SessionWorld {
  /// What a call throws.
  struct Failure: Error, CustomStringConvertible {
    var description: String { "The disk is full." }
  }

  var now = Moment(milliseconds: 1_790_000_000_000, utcOffset: 0)
  /// The call that fails, and whether a failure ends the session.
  var failing: String?
  var isFatal = false
  private(set) var calls: [String] = []
  private(set) var screens: [StudyScreen] = []
  private(set) var kept: [(id: EventID, review: Review)] = []
  private(set) var undone: [(id: EventID, review: Review)] = []
  private(set) var held: Set<CardID> = []
  private(set) var adjusted: Set<CardID> = []
  var news: [String] = []
  /// How often each card was forgotten that is answered wrongly, which then is marked as a leech.
  var lapses: Int?
  /// How many answers the log had before the session; `nil` where nobody asks.
  var earlierReviews: Int?
  var questions = [("犬", "dog"), ("猫", "cat"), ("鳥", "bird"), ("魚", "fish")].map {
    Question(prompt: $0, hint: "an animal", answer: $1)
  }
  private var nextID: UInt128 = 1

  private func call(_ name: String) throws {
    calls.append(name)
    if name == failing { throw Failure() }
  }

  func card(_ number: Int) -> Card {
    let id = CardID(question: QuestionID(bits: UInt128(number)))
    return Card(id: id, question: questions[number], group: "Animals", position: number)
  }

  private func schedule(_ card: CardID) -> Schedule? {
    kept.filter { $0.review.card == card }.reduce(nil) { schedule, answer in
      let review = answer.review
      return Scheduler(Preset()).preview(
        schedule, at: review.moment, card: card, load: DueLoad())[review.grade.rawValue - 1]
    }
  }

  func show(_ screen: StudyScreen) throws {
    do { try call("show") } catch { throw ViewFailure(error) }
    screens.append(screen)
  }
  func say(_ text: String) {}
  func endsSession(_ error: any Error) -> Bool { isFatal }

  func rereadDecks() throws -> [String] {
    try call("rereadDecks")
    defer { news = [] }
    return news
  }
  func queue(at pace: BacklogOffer.Pace?) throws -> (queue: ReviewQueue, lines: [String]) {
    try call("queue")
    return (queue, [])
  }
  var queue: ReviewQueue {
    let entries = questions.indices.map(card).filter { !held.contains($0.id) }.map {
      QueueEntry(card: $0.id, deckPosition: $0.position, due: schedule($0.id)?.due)
    }
    return ReviewQueue(entries: entries, order: .sequential, at: now)
  }
  func cards(beyondLimits count: Int, besides new: Int) throws -> [QueueEntry] {
    try call("cards")
    return []
  }
  func asking(_ card: CardID) throws -> CardStanding? {
    try call("asking")
    return standing(card)
  }
  private func standing(_ card: CardID) -> CardStanding? {
    CardStanding(
      card: self.card(Int(card.question.bits)), schedule: schedule(card),
      suspension: held.contains(card) ? .suspended : .active)
  }
  func alike(to card: Card) throws -> [String] {
    try call("alike")
    return []
  }
  func load(besides card: CardID) -> DueLoad { DueLoad() }
  func outlook(withDay: Bool) throws -> Outlook {
    try call("outlook")
    return Outlook(due: nil, reviews: earlierReviews.map { $0 + kept.count })
  }

  func judge(of kind: DirectionKind) throws -> (judge: Judge, pace: Pace?) {
    try call("judge")
    return (Judge(groups: [QuestionGroup(title: "Animals", questions: questions)]), nil)
  }
  func record(_ review: Review, of card: Card, mistakenFor other: Question?, load: DueLoad) throws
    -> RecordedAnswer
  {
    try call("record")
    return keep(review)
  }
  private func keep(_ review: Review) -> RecordedAnswer {
    let before = schedule(review.card)
    nextID += 1
    kept.append((EventID(bits: nextID), review))
    let after = schedule(review.card)
    guard let lapses, let after, review.grade == .again else {
      return RecordedAnswer(
        id: EventID(bits: nextID), schedule: after, before: before, mixUps: 0, leech: nil)
    }
    let forgotten = Schedule(
      phase: after.phase, memory: after.memory, due: after.due, interval: after.interval,
      lastReview: after.lastReview, repetitions: after.repetitions, lapses: lapses)
    return RecordedAnswer(
      id: EventID(bits: nextID), schedule: forgotten, before: before, mixUps: 0, leech: .tag)
  }
  func revise(_ answer: EventID?, to grade: Grade, accepting: Bool) throws -> Revision {
    try call("revise")
    guard let last = kept.last, answer == nil || answer == last.id else {
      return .refused(["There is no answer to change."])
    }
    kept.removeLast()
    let (old, review) = (last.id, last.review.regraded(grade))
    return .done(RevisedAnswer(old: old, keep(review), to: review, of: "犬 → dog", nil))
  }
  func change(_ way: HistoryWay, asked: Card?) throws -> ChangedHistory {
    try call("change")
    guard let last = way == .undo ? kept.popLast() : undone.popLast() else {
      return .nothing(["There is nothing to \(way.rawValue)."])
    }
    if way == .undo { undone.append(last) } else { kept.append(last) }
    return .answer(
      last.id, last.review, prompt: "犬", due: schedule(last.review.card)?.due)
  }

  func standing(of card: CardID) throws -> CardStanding? {
    try call("standing")
    return standing(card)
  }
  func standing(for request: StudyRequest, asked: Card?) throws -> CardStanding? {
    try call("standingForRequest")
    return asked.flatMap { standing($0.id) }
  }
  func history(of card: Card) throws -> CardHistory {
    try call("history")
    return CardHistory()
  }
  func mark(_ card: CardID, _ change: Mark.Change) throws -> (marks: CardMarks, isNews: Bool) {
    try call("mark")
    return (CardMarks(), true)
  }
  func adjust(_ card: CardID, _ adjustment: CardAdjustment) throws -> AdjustedCard {
    try call("adjust")
    adjusted.insert(card)
    return .done(firstDue: now.day)
  }
  func suspend(_ card: CardID, _ state: Suspension) throws {
    try call("suspend")
    if state == .active { held.remove(card) } else { held.insert(card) }
  }
  func edit(_ edit: SessionEdit) throws -> EditedDecks {
    try call("edit")
    return .changed(["Saved."])
  }
}
