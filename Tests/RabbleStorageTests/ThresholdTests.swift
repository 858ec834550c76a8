import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Where the log is read or written in one way for few and in another for many, both come to the same.
@Suite struct ThresholdTests {
  /// All thresholds, with the numbers that the program has and that `Documentation/performance.md` gives.
  private static let shipped = [
    "rescheduledCards": 500, "rowsWithoutIndexes": 10_000, "growthWithoutIndexes": 10,
    "cardsFromElsewhere": 5_000, "comparedQuestions": 2_000, "answersOfBlock": 1_024,
    "namedCards": 5_000, "percentOfGroup": 25,
    "scannedDirections": 64,
  ]

  private static func numbers(of thresholds: Thresholds) -> [String: Int] {
    let children = Mirror(reflecting: thresholds).children
    return Dictionary(children.map { ($0.label ?? "", $0.value as? Int ?? -1) }) { first, _ in first
    }
  }

  @Test func `the list of thresholds is complete, and the documentation gives their numbers`()
    throws
  {
    #expect(Self.numbers(of: .shipped) == Self.shipped)
    #expect(Self.numbers(of: .always) == Self.shipped.mapValues { _ in 0 })
    #expect(Self.numbers(of: .never) == Self.shipped.mapValues { _ in .max })
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath)
        .appending(path: "../../../Documentation/performance.md").standardized, encoding: .utf8)
    let rows = page.split(separator: "\n").compactMap { line -> (String, Int)? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].hasPrefix("`"), cells[0].hasSuffix("`"),
        let number = Int(cells[1].filter { $0 != "," })
      else { return nil }
      return (String(cells[0].dropFirst().dropLast()), number)
    }
    #expect(Dictionary(rows) { first, _ in first } == Self.shipped)
  }

  /// Under such a name, a number that stands beside the code which compares with it escapes the histories.
  @Test func `no store has a threshold of its own`() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .appending(path: "../../../Sources/Models/Storage").standardized
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let name = try Regex("static let (many|few|worthwhile|enough|threshold)[A-Za-z]* *[:=]")
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: name) == nil, "\(file.lastPathComponent)")
    }
  }

  // MARK: - Histories

  private static let histories = LongForm.rounds(usually: 6)

  @Test func `any history comes to the same at 0, at the largest number and as shipped`()
    async throws
  {
    var reached: Set<String> = []
    for seed in 0..<Self.histories {
      let expected = try History.play(seed: UInt64(seed), at: .shipped)
      reached.formUnion(expected.reached)
      for (name, thresholds) in [("0", Thresholds.always), ("∞", .never)] {
        // Other tests wait for the thread, some of them with a limit.
        await Task.yield()
        let found = try History.play(seed: UInt64(seed), at: thresholds)
        Self.compare(expected.lines, found.lines, "\(seed) at \(name)")
      }
    }
    #expect(reached == Set(Self.shipped.keys))
  }

  private static func compare(_ expected: [String], _ found: [String], _ name: String) {
    let first = zip(expected, found).first { $0 != $1 }
    if let first {
      Issue.record("history at \(name):\nshipped: \(first.0)\nfound:   \(first.1)")
    } else {
      #expect(expected.count == found.count, "history at \(name)")
    }
  }
}

/// What a learner does on two devices, by chance, and what is read of both logs meanwhile.
private struct History {
  private let thresholds: Thresholds
  private var generator: SeededGenerator
  private var devices: [Device]
  /// The state of the first log at some time, which may be restored.
  private var backup: DatabaseQueue?
  private var title = "Words"
  private var sentence = 0
  private var step = 0
  /// What was read.
  private(set) var lines: [String] = []
  /// The thresholds that something was compared with.
  private(set) var reached: Set<String> = []

  /// Plays the history of a seed.
  static func play(seed: UInt64, at thresholds: Thresholds) throws -> History {
    var history = try History(seed, thresholds)
    for step in 1...36 {
      history.step = step
      try history.act()
      if step % 6 == 0 { try history.read() }
    }
    return history
  }

  private init(_ seed: UInt64, _ thresholds: Thresholds) throws {
    self.thresholds = thresholds
    generator = SeededGenerator(seed: seed + 40)
    devices = []
    for number in 0..<2 {
      let random = identities(seed: seed * 2 + UInt64(number))
      devices.append(Device(try openLog(thresholds: thresholds, random: random), &generator))
    }
    for device in devices {
      try device.store()
      try store(in: device)
    }
  }

  private mutating func chance(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private func moment(days: Int = 0) -> Moment {
    morning.advanced(byMilliseconds: Int64(step) * 50_000_000 + Int64(days) * 86_400_000)
  }

  // MARK: The decks

  private static let sentences = ["You {{recieve}} it.", "You {{receive}} it."]

  /// Reads the deck of words as it is now.
  private func store(in device: Device) throws {
    let words = [("犬", "dog"), ("猫", "cat"), ("鳥", "bird"), ("魚", "fish")].map {
      Question(id: $0.1, prompt: $0.0, answer: $0.1, directions: [.recognition, .production])
    }
    let cloze = Question(id: "s", prompt: "p", answer: "a", cloze: Self.sentences[sentence])
    try device.log.store(
      [QuestionGroup(title: title, questions: words + [cloze])], as: "/words.json")
  }

  private func cards(of device: Device) throws -> [Card] {
    try device.log.cards() + device.log.cards("/words.json")
  }

  /// Cards of questions that no deck has.
  private static let others = (0..<3).map { number in
    let question = Question(id: "o\(number)", prompt: "p\(number)", answer: "a\(number)")
    return Card(
      id: CardID(question: QuestionID(of: question, inGroup: "Others")), question: question,
      group: "Others", position: number)
  }

  // MARK: Acting

  private mutating func act() throws {
    let number = chance(0..<2)
    let log = devices[number].log
    switch chance(0..<24) {
    case 0..<6: try devices[number].act(&generator)
    case 6..<10:
      // Among them answers that make a leech of a card.
      for _ in 0..<6 {
        let card = generator.element(of: try cards(of: devices[number]))
        let grade = generator.element(of: [Grade.again, .good, .easy])
        try log.answer(card, grade, at: moment(days: -chance(0..<2)))
      }
    case 10, 11: try importProgress(on: number)
    case 12: try undo(on: number) { if case .import = $0 { true } else { false } }
    case 13: try undo(on: number) { _ in true }
    case 14:
      if let event = try log.read({ try $0.history.lastUndone() }) {
        _ = try log.write { try $0.history.redo(event, at: moment()) }
        try reread(number)
      }
    case 15:
      let preset = Preset(
        desiredRetention: Double(chance(80..<96)) / 100,
        leech: LeechRule(threshold: chance(1..<4), action: .suspend))
      if try log.read({ try $0.schedules.count() }) > 0 { reached.insert("rescheduledCards") }
      try log.write { _ = try $0.presets.apply(.set(preset, .learner), at: moment()) }
    case 16:
      let known = try cards(of: devices[number]).map {
        (card: $0, memory: MemoryState(stability: 9, difficulty: 5), interval: 9)
      }
      try log.write { _ = try $0.adjustments.takeAsKnown(known, .placement, at: moment()) }
    case 17:
      let days = try cards(of: devices[number]).map {
        ($0.id, moment(days: chance(1..<9)).day)
      }
      try log.write { _ = try $0.adjustments.move(days, .spread(days: 9), at: moment()) }
    case 18: try rename(on: number)
    case 19:
      sentence = 1 - sentence
      try store(in: devices[number])
      reached.insert("percentOfGroup")
    case 20, 21: try synchronize(from: number, to: 1 - number)
    case 22:
      let other = try devices[1 - number].log.lines()
      let report = try log.join(other, at: moment(days: 1))
      lines.append("joined: \(report.added) \(report.known) \(report.leftOut) \(report.undone)")
    default: try backUpOrRestore()
    }
  }

  /// What another program has of all cards, and of some that no deck has.
  private mutating func importProgress(on number: Int) throws {
    let all = try cards(of: devices[number]) + Self.others
    let progress = all.filter { _ in chance(0..<4) > 0 }.map { card in
      let answers = (0..<chance(0..<4)).map { answer in
        ImportedProgress.Answer(
          moment: moment(days: answer * 9 - 60).advanced(byMilliseconds: Int64(chance(0..<2))),
          grade: generator.element(of: Grade.allCases), duration: 1000,
          occasion: chance(0..<9) == 0 ? .cram : nil,
          kind: generator.element(of: [.learn, .review, .relearn]))
      }
      let standing = ImportedProgress.Standing(
        due: moment(days: chance(-3..<20)).day, interval: 7,
        memory: MemoryState(stability: 7, difficulty: 5))
      let change = ImportedProgress.Change(
        moment: moment(days: -61), kind: .rescheduled, interval: 3)
      return ImportedProgress.OfCard(
        card: card, answers: answers, changes: chance(0..<3) == 0 ? [change] : [],
        standing: chance(0..<2) == 0 ? standing : nil, flag: chance(0..<5) == 0 ? .red : nil,
        suspension: chance(0..<6) == 0 ? .suspended : .active)
    }
    let presets =
      chance(0..<2) == 0 ? [(Preset(name: "own", desiredRetention: 0.8), [GroupName(title)])] : []
    let change = DeckFileChange(path: "/words.json", before: [1], after: [2])
    let added = try devices[number].log.write { tx in
      let event = try tx.imports.record("x.apkg", into: change, taken: 1, updated: 0, at: moment())
      return try tx.imports.add(
        ImportedProgress(cards: progress, presets: presets), because: event, at: moment())
    }
    if added.answers > 0 { reached.formUnion(["rowsWithoutIndexes", "growthWithoutIndexes"]) }
    lines.append("imported: \(added)")
  }

  private mutating func undo(on number: Int, _ isMeant: (UndoableEvent) -> Bool) throws {
    let log = devices[number].log
    let entries = try log.read { try $0.history.entries(limit: 12) }
      .filter { $0.state == .counts && isMeant($0.event) }
    guard !entries.isEmpty else { return }
    let undone = try log.undo(generator.element(of: entries).event.id, at: moment())
    lines.append("undone: \(undone?.moved ?? -1)")
    try reread(number)
  }

  /// Reads both decks again, as after an undo, which may have changed them.
  private func reread(_ number: Int) throws {
    try devices[number].store()
    try store(in: devices[number])
  }

  private mutating func rename(on number: Int) throws {
    let old = title
    title = old == "Words" ? "Nouns" : "Words"
    let change = DeckFileChange(path: "/words.json", before: [1], after: [2])
    try devices[number].log.write { tx in
      let edit = try tx.deckEdits.record([change], "renamed", at: moment())
      try tx.presets.rename(group: GroupName(old), to: GroupName(title), with: edit, at: moment())
    }
    try store(in: devices[number])
  }

  /// Has a device take in all events of another, of which it is told how many bytes they are.
  private mutating func synchronize(from: Int, to: Int) throws {
    let events = try devices[from].log.lines().utf8.split(separator: UInt8(ascii: "\n")).map(
      Array.init)
    let log = devices[to].log
    let news = try log.write { tx in
      let exchange = try SyncExchange(tx, "/sync", record: nil, name: nil, at: moment(days: 1))
      try exchange.expect(bytes: Int64(events.reduce(0) { $0 + $1.count }))
      for event in events { try event.withUnsafeBytes { try exchange.take($0) } }
      let news = try exchange.finishTaking()
      try exchange.keep([:])
      return news
    }
    let apart = try log.read { try $0.syncs.apart(news.questions) }
    if !news.questions.isEmpty, news.shares.contains(where: { $0.reviews > 0 }) {
      reached.formUnion(["cardsFromElsewhere", "comparedQuestions", "scannedDirections"])
    }
    lines.append(
      "synchronized: \(news.moved) \(news.questions.count) \(apart) \(news.presets.map(\.name))")
  }

  /// Copies the first log, or puts the last copy in its place.
  private mutating func backUpOrRestore() throws {
    if let backup {
      let log = try openLog(
        thresholds: thresholds, random: identities(seed: UInt64(step) << 32))
      try backup.backup(to: log.database)
      log.caches.withLock { $0 = Caches() }
      devices[0].log = log
      self.backup = nil
      try reread(0)
    } else {
      let copy = try DatabaseQueue()
      try devices[0].log.database.backup(to: copy)
      backup = copy
    }
  }

  // MARK: Reading

  private mutating func read() throws {
    for number in devices.indices {
      let log = devices[number].log
      let findings = try log.check().filter { !$0.isRemark }
      lines.append("step \(step), device \(number): \(findings.map(\.description))")
      #expect(findings == [], "step \(step), device \(number)")
      if try log.read({ try $0.days.first() }) != nil { reached.insert("answersOfBlock") }
      let cards = try (cards(of: devices[number]) + Self.others).map(\.id)
        .shuffled(using: &generator)
      let some = Array(cards.prefix(chance(0..<cards.count)))
      if !some.isEmpty { reached.insert("namedCards") }
      lines += try log.read { try read($0, cards, some) }
      lines += try log.inspect {
        try String.fetchAll(
          $0, sql: "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name")
      }
    }
  }

  /// What reports, sessions and the optimizer read of a log.
  private func read(_ tx: Transaction, _ cards: [CardID], _ some: [CardID]) throws -> [String] {
    let now = moment()
    let groups = try tx.decks.groups(of: ["/kana.json", "/words.json"])
    var lines = try tx.queue.entries(of: groups, newPerDay: 3, at: now).map { "\($0)" }.sorted()
    func read(_ among: [CardID]?) throws {
      try tx.statistics.forEachCard(
        among: among, andNewOf: groups, withGroups: true, findsDecks: true
      ) { lines.append("\($0)") }
    }
    try read(nil)
    try read(some + some)
    for cards in [cards, some] {
      let texts = try tx.statistics.texts(of: cards)
      lines += texts.map { "\($0.key) \($0.value)" }.sorted()
    }
    for card in cards.sorted(by: { $0.precedes($1) }) {
      lines.append("\(try tx.marks.marks(of: card)) \(try tx.suspensions.state(of: card))")
    }
    lines += try AnswerFactTests.replayed(tx)
    let (habits, reviews) = try tx.optimizerInput.habits()
    let counts = try tx.optimizerInput.reviewCounts().sorted { $0.key < $1.key }
    lines.append("\(habits) \(reviews) \(counts) \(try tx.optimizerInput.histories())")
    lines += try tx.optimizerInput.knownCards(
      of: groups, oneIn: 2, under: MemoryModel(), at: now
    ).map { "\($0)" }
    lines.append("\(try tx.groups.counts(of: groups, at: now))")
    lines.append("\(try tx.days.streak(on: now.day)) \(try tx.days.answers(inLast: 90).count)")
    let filter = try CardFilter("rated:60")
    lines += try tx.filters.cards(
      filter, in: groups.map { FilterStore.Group($0, names: [$0.title]) },
      localTime: .fixed(offset: 9 * 3600), at: now
    ).cards.map { "rated \($0)" }
    lines += try tx.history.entries().map { "\($0.number) \($0.state) \($0.isAutomatic)" }
    return lines
  }
}
