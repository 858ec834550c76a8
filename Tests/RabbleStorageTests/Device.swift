import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport

@testable import RabbleStorage

/// A device on which somebody studies now and then, with a clock that may be wrong by hours.
struct Device {
  var log: StudyLog
  private let skew: Int64
  private var clock: Int64 = 0
  /// What its deck reads.
  private var questions = Device.questions

  static let questions = [
    ("あ", "a"), ("い", "i"), ("う", "u"), ("え", "e"), ("お", "o"), ("apple", "ringo"),
  ]

  init(_ log: StudyLog, _ generator: inout SeededGenerator) {
    self.log = log
    skew = Int64.random(in: -6 * 3_600_000...6 * 3_600_000, using: &generator)
  }

  /// Reads the deck that all have in the end.
  func store() throws { try log.store([group("Kana", Self.questions)]) }

  func lines() throws -> [String] { try log.lines().split(separator: "\n").map(String.init) }

  /// Takes in lines in any order, in pieces, some of them twice.
  func take(_ lines: [String], _ generator: inout SeededGenerator) throws {
    var rest = lines.shuffled(using: &generator)[...]
    let end = morning.advanced(byMilliseconds: 60 * 86_400_000)
    while !rest.isEmpty {
      let count = Int.random(in: (lines.count + 2) / 3...max(1, lines.count), using: &generator)
      try log.exchange(Array(rest.prefix(count)), at: end)
      rest = rest.dropFirst(Bool.random(using: &generator) ? count : (count + 1) / 2)
    }
  }

  /// What is computed from the events.
  func caches() throws -> [String: [String]] {
    var caches: [String: [String]] = [:]
    for table in ["held", "marked", "undone"] { caches[table] = try log.dump(table).sorted() }
    let columns = """
      question, direction, phase, step, stability, difficulty, due_day, due_time, interval, last_time,
      last_offset, repetitions, lapses, introduced_day, correct, incorrect, wording, content,
      again_time, hard_time, good_time, easy_time, position
      """
    for (name, sql) in [
      "schedule": "SELECT \(columns) FROM schedule",
      "question": "SELECT content, id FROM question",
      "card": "SELECT position, ordinal, direction, is_new FROM deck_card",
    ] {
      caches[name] = try log.inspect {
        try Row.fetchAll($0, sql: sql).map(\.description).sorted()
      }
    }
    return caches
  }

  mutating func act(_ generator: inout SeededGenerator) throws {
    clock += Int64.random(in: 1000...40_000_000, using: &generator)
    let moment = morning.advanced(byMilliseconds: clock + skew)
    let cards = try log.cards()
    guard !cards.isEmpty else { return }
    let card = generator.element(of: cards)
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<10: try log.answer(card, generator.element(of: Grade.allCases), at: moment)
    case 10:
      let state = generator.element(of: [Suspension.suspended, .active, .buried(until: moment.day)])
      try log.write { try $0.suspensions.suspend(card.id, state, at: moment) }
    case 11:
      let mark = generator.element(of: [
        Mark.Change.flag(true), .flag(false), .tag("t", true), .note("n"), .note(nil),
      ])
      try log.write { try $0.marks.put(mark, on: [card.id, cards[0].id], at: moment) }
    case 12, 13:
      let items = try log.read { try $0.history.entries(limit: 8) }.filter { $0.state == .counts }
      if !items.isEmpty { _ = try log.undo(generator.element(of: items).event.id, at: moment) }
    case 14:
      let items = try log.read { try $0.history.entries(limit: 8) }.filter { $0.state == .undone }
      if !items.isEmpty {
        let id = generator.element(of: items).event.id
        _ = try log.write { try $0.history.redo(id, at: moment) }
      }
    case 15:
      let preset = Preset(
        name: generator.element(of: [Preset.defaultName, "own"]),
        desiredRetention: generator.element(of: [0.8, 0.85, 0.95]))
      try log.write { _ = try $0.presets.apply(.set(preset, .learner), at: moment) }
    case 16:
      guard try log.read({ try $0.presets.book() }).presets.contains(where: { $0.name == "own" })
      else { return }
      try log.write {
        _ = try $0.presets.apply(.use(preset: "own", retention: nil, groups: ["Kana"]), at: moment)
      }
    case 17:
      let known = (card: card, memory: MemoryState(stability: 9, difficulty: 5), interval: 9)
      try log.write { _ = try $0.adjustments.takeAsKnown([known], .known, at: moment) }
    case 18: try log.write { _ = try $0.adjustments.forget([card.id], at: moment) }
    case 19:
      if let last = try log.read({ try $0.reviews.last(of: card.id) }) {
        _ = try log.write {
          try $0.reviews.revise(last.id, to: .hard, accepting: true, at: moment)
        }
      }
    case 20:
      let change = DeckFileChange(
        path: "/kana.json", before: Array("[]".utf8), after: Array("[1]".utf8))
      let progress = ImportedProgress.OfCard(
        card: card,
        answers: [
          ImportedProgress.Answer(
            moment: moment.advanced(byMilliseconds: -90_000_000), grade: .good, duration: 1000,
            kind: .review)
        ],
        changes: [], standing: nil, suspension: .active)
      try log.write { tx in
        let imported = try tx.imports.record(
          "words.csv", into: change, taken: 1, updated: 0, at: moment)
        _ = try tx.imports.add(
          ImportedProgress(cards: [progress], presets: []), because: imported, at: moment)
      }
    case 21:
      let other = QuestionID(bits: UInt128(Int.random(in: 1...3, using: &generator)))
      try log.write { try $0.identities.reidentify([(card.id.question, other)], at: moment) }
    case 22:
      let place = Int.random(in: 0..<questions.count, using: &generator)
      questions[place].1 += generator.element(of: ["!", "; other", "x"])
      try log.store([group("Kana", questions)])
    default:
      try log.write { try $0.devices.name("device \(clock % 7)", at: moment) }
    }
  }
}

extension StudyLog {
  /// Takes in lines as a sync does that reads a folder for the first time.
  @discardableResult
  func exchange(_ lines: String, at moment: Moment? = nil) throws -> SyncNews {
    try exchange(
      lines.split(separator: "\n").map(String.init),
      at: moment ?? morning.advanced(byMilliseconds: 30 * 86_400_000))
  }

  @discardableResult
  func exchange(_ lines: [String], at moment: Moment) throws -> SyncNews {
    try write { tx in
      let exchange = try SyncExchange(tx, "/sync", record: nil, name: nil, at: moment)
      for line in lines { try Array(line.utf8).withUnsafeBytes { try exchange.take($0) } }
      let news = try exchange.finishTaking()
      try exchange.keep([:])
      return news
    }
  }
}
