import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Synchronization
import Testing

@testable import RabbleStorage

let morning = Moment(iso8601: "2026-11-21T09:00:00+09:00") ?? Moment(milliseconds: 0, utcOffset: 0)

func openLog(
  _ path: String? = nil, for access: StudyLog.Access = .creating, temporary: String = "/tmp",
  patience: Double = 10, thresholds: Thresholds = .shipped,
  random: @escaping @Sendable () -> UInt128 = { .random(in: .min ... .max) }
) throws -> StudyLog {
  try StudyLog(
    path: path, for: access, temporary: temporary, patience: patience, thresholds: thresholds,
    random: random)
}

/// Random bits for the identities of events, the same for the same seed.
func identities(seed: UInt64) -> @Sendable () -> UInt128 {
  let generator = SharedGenerator(seed)
  return { generator.next() }
}

private final class SharedGenerator: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(_ seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  func next() -> UInt128 { generator.withLock { .random(in: .min ... .max, using: &$0) } }
}

func group(_ title: String, _ pairs: [(String, String)]) -> QuestionGroup {
  QuestionGroup(
    title: title, questions: pairs.map { Question(prompt: $0.0, answer: $0.1) })
}

let kana = group("Kana", [("あ", "a"), ("い", "i"), ("う", "u"), ("え", "e"), ("お", "o")])

extension StudyLog {
  /// Looks into the database through the log's own connection.
  func inspect<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.inDatabase(body)
  }

  /// Puts these groups into the log as the deck file `path`.
  @discardableResult
  func store(_ groups: [QuestionGroup], as path: String = "/kana.json") throws -> IdentityMatch {
    let deck = StoredDeck(path: path, signature: UUID().uuidString, faults: [])
    return try write { try $0.decks.store([(deck, groups)], removed: [], at: morning) }.match
  }

  /// The cards of the deck `path`, in order.
  func cards(_ path: String = "/kana.json") throws -> [Card] {
    let end = Moment(milliseconds: .max, utcOffset: 0)
    return try read { tx in
      let groups = try tx.decks.groups(of: [path])
      return try tx.queue.entries(of: groups, newPerDay: 1000, at: end)
        .sorted { $0.deckPosition < $1.deckPosition }
        .compactMap { try tx.cards.standing(of: $0.card, in: groups, at: end)?.card }
    }
  }

  /// The rows of a table as text.
  func dump(_ table: String) throws -> [String] {
    try inspect { try Row.fetchAll($0, sql: "SELECT * FROM \(table)").map(\.description) }
  }

  /// The events of a kind as text, in their order.
  func events(of kind: String) throws -> [String] {
    try inspect { try Row.fetchAll($0, sql: EventForm.of(kind).query()).map(\.description) }
  }

  /// All events as text.
  func allEvents() throws -> Set<String> {
    try EventForm.all.keys.reduce(into: []) { all, kind in
      all.formUnion(try events(of: kind).map { "\(kind) \($0)" })
    }
  }

  /// Answers a card.
  @discardableResult
  func answer(_ card: Card, _ grade: Grade = .good, at moment: Moment = morning) throws -> (
    id: EventID, schedule: Schedule
  ) {
    let review = Review(
      card: card.id, grade: grade, moment: moment, typed: "typed", verdict: "correct",
      hintUsed: false, duration: 1500)
    let recorded = try write { try $0.reviews.record(review, of: card) }
    return (recorded.id, try #require(recorded.schedule))
  }

  /// Undoes an event.
  func undo(_ id: EventID, at moment: Moment) throws -> (event: UndoableEvent, moved: Int)? {
    try write { try $0.history.undo(id, at: moment) }
  }
}

extension ReviewStore {
  /// Undoes a review; its card gets the schedule it would have without it.
  ///
  /// - Returns: the review, by default the last one; `nil` when there is none or it was undone already.
  func undo(_ id: EventID? = nil, at moment: Moment) throws -> RecordedReview? {
    guard let id = try id ?? last()?.id,
      case .review(let review) = try tx.history.undo(id, at: moment)?.event
    else { return nil }
    return review
  }
}

/// A log in which everything was done that makes an event.
func eventfulLog(_ path: String? = nil) throws -> StudyLog {
  let log = try openLog(path)
  try log.store([kana])
  let cards = try log.cards()
  let first = try log.answer(cards[0]).id
  let second = try log.answer(cards[1], .again).id
  try log.write { tx in
    _ = try tx.reviews.undo(first, at: morning)
    _ = try tx.reviews.revise(second, to: .good, accepting: true, at: morning)
    _ = try tx.acceptances.withdraw("typed", from: cards[1].id, at: morning)
    try tx.suspensions.suspend(cards[2].id, .buried(until: morning.day), at: morning)
    let known = (card: cards[4], memory: MemoryState(stability: 9, difficulty: 5), interval: 9)
    try tx.adjustments.takeAsKnown([known], .known, at: morning)
    try tx.adjustments.forget([cards[4].id], at: morning)
    try tx.marks.put(.flag(true), on: [cards[4].id], at: morning)
    try tx.marks.put(.tag("hard", true), on: [cards[4].id], at: morning)
    try tx.marks.put(.note("a mnemonic"), on: [cards[4].id], at: morning)
    let preset = Preset(name: "own", desiredRetention: 0.85)
    try tx.presets.apply(.set(preset, .learner), at: morning)
    let use = try tx.presets.apply(
      .use(preset: "own", retention: 0.9, groups: ["Kana"]), at: morning)
    _ = try tx.history.undo(use.id, at: morning)
    let change = DeckFileChange(
      path: "/kana.json", before: Array("[]".utf8), after: Array("[1]".utf8))
    let imported = try tx.imports.record(
      "words.csv", into: change, taken: 1, updated: 0, at: morning)
    let rescheduled = ImportedProgress.Change(
      moment: morning.advanced(byMilliseconds: -10_000), kind: .rescheduled, interval: 3)
    let progress = ImportedProgress.OfCard(
      card: cards[4], answers: [], changes: [rescheduled], standing: nil, suspension: .active)
    _ = try tx.imports.add(
      ImportedProgress(cards: [progress], presets: []), because: imported, at: morning)
    _ = try tx.history.undo(imported, at: morning)
    _ = try tx.history.redo(imported, at: morning)
    try tx.presets.apply(.rename(from: "Kanji", to: "Hanzi"), at: morning)
    let question = cards[3].id.question
    try tx.identities.reidentify([(question, QuestionID(bits: 7))], at: morning)
    try tx.devices.name("desk", at: morning)
  }
  let other = try openLog()
  try other.store([kana])
  try other.answer(try other.cards()[2])
  try log.join(try other.lines(), at: morning)
  return log
}

extension StudyLog {
  /// The log's events of these kinds as text.
  func lines(_ kinds: Set<String> = ["all"]) throws -> String {
    var bytes: [UInt8] = []
    try read { try $0.events.export(kinds) { bytes += $0 } }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Joins lines of another log with this one.
  @discardableResult
  func join(_ lines: String, at moment: Moment) throws -> LogUnion.Report {
    try write { tx in
      var union = try LogUnion(tx, of: "other.jsonl", at: moment)
      let bytes = Array(lines.utf8)
      try union.expect(bytes: Int64(bytes.count))
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        try line.withUnsafeBytes { try union.add($0) }
      }
      return try union.finish()
    }
  }
}

extension Database {
  /// The first event of a kind, and what its check value would be.
  func event(_ form: EventForm) throws -> (values: [EventValue], check: Int64) {
    let statement = try makeStatement(sql: form.query() + " LIMIT 1")
    let rows = try Row.fetchCursor(statement)
    guard try rows.next() != nil else { throw LogFault("no event") }
    let values = form.values(statement.sqliteStatement)
    var sum = EventCheck(form)
    return (values, sum.value(values))
  }
}

extension StoredDeck {
  /// A deck without a name, so that its groups are known by their titles alone.
  init(path: String, signature: String, faults: [String]) {
    self.init(path: path, name: "", signature: signature, faults: faults)
  }
}
