import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

extension ImportStore {
  /// Adds what was studied in another program, as events that are undone with the import. What an
  /// earlier import has brought is not added again; what was answered here counts beside it, by time.
  ///
  /// - Parameters:
  ///   - progress: what was studied.
  ///   - event: the import.
  ///   - moment: the present.
  ///   - report: is told the share that is done, 0…1.
  /// - Returns: what was new.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func add(
    _ progress: ImportedProgress, because event: EventID, at moment: Moment,
    report: (Double) -> Void = { _ in }
  ) throws -> ImportedProgress.Added {
    var added = ImportedProgress.Added()
    try add(progress.presets, because: event, at: moment, &added)
    let known = try KnownCards(self)
    var answers: [NewAnswer] = []
    var cards: [CardNews] = []
    var rounds = try ImportedRounds(tx.db, isFirst: !known.hasImports)
    for (number, item) in progress.cards.enumerated() {
      cards.append(try news(of: item, number, known, &rounds, because: event, &answers, &added))
    }
    added.answers = answers.count
    let facts = try facts(of: answers, of: progress.cards, cards, known, because: event)
    try add(answers, facts, of: progress.cards, &cards, because: event, at: moment) {
      report($0 * 0.5)
    }
    try settle(
      progress.cards, cards, answers, known, because: event, at: moment, &added
    ) { report(0.6 + $0 * 0.4) }
    tx.afterCommit { $0.forgetSchedules() }
    return added
  }

  /// Adds the presets that the log has none of that name of, and gives groups without one theirs.
  private func add(
    _ presets: [(preset: Preset, groups: [GroupName])], because event: EventID, at moment: Moment,
    _ added: inout ImportedProgress.Added
  ) throws {
    let before = try tx.presets.book()
    for (preset, groups) in presets {
      if before.presets.allSatisfy({ $0.name != preset.name }) {
        try tx.presets.apply(.set(preset, .learner), with: event, at: moment)
        added.presets += 1
      }
      let free = groups.filter { before.name(forGroup: $0) == nil }
      if !free.isEmpty {
        try tx.presets.apply(
          .use(preset: preset.name, retention: nil, groups: free), with: event, at: moment)
        added.groups += free.count
      }
    }
  }

  /// An answer that the log does not have.
  struct NewAnswer {
    let id: EventID
    /// The numbers of its card and of the answer among the card's.
    let card: Int32
    let answer: Int32
  }

  /// What of a card's progress is new to the log.
  struct CardNews {
    /// Whether the log has answers or changes of it that were not imported.
    let hasOwn: Bool
    /// Its new answers among those of all cards.
    var answers: Range<Int>
    /// Whether it has changes that are no answers and that the log does not have.
    var hasChanges = false
    /// What it showed, where that was kept already.
    var wording: LoggedWording?
  }

  /// What the log has that an import must respect, so that most cards need not be looked up one by one. Answers of
  /// imports that were undone are passed over, run by run (``ReviewBlocks/runsThatMayCount(_:)``).
  struct KnownCards {
    let started, flagged, held: Set<CardID>
    /// Those with adjustments that count or were made here.
    let adjusted: Set<CardID>
    /// Whether an import has ever brought an answer or a change.
    let hasImports: Bool
    private var numbers: [CardID: Int64] = [:]
    /// The cards with answers that count or were given here.
    private var answeredNumbers: Set<Int64> = []
    /// The times of the imported answers that count.
    private var imported: Set<Imported> = []
    /// The times of the answers that were given here.
    private var own: [Int64: [Int64]] = [:]

    private struct Imported: Hashable {
      let card, time: Int64
    }

    init(_ imports: ImportStore) throws {
      let db = imports.tx.db
      started = try imports.cards("schedule")
      adjusted = try imports.cards(
        "adjustment e", "e.command IS NOT 'imported' OR \(AdjustmentEvent.counts("e"))")
      flagged = try imports.flaggedCards()
      held = try imports.cards("suspension")
      hasImports =
        try Bool.fetchOne(
          db,
          sql: """
            SELECT EXISTS (SELECT 1 FROM review WHERE cause IS NOT NULL)
              OR EXISTS (SELECT 1 FROM foreign_change)
            """) ?? false
      let counted = try CountedReviews(db)
      for run in try ReviewBlocks(imports.tx).runsThatMayCount(counted) {
        try RawRows(
          db, cached: "SELECT card, time, id, cause FROM review WHERE seq BETWEEN ? AND ?",
          [run.lowerBound, run.upperBound]
        ).forEach { row in
          let (card, time) = (row.integer(0), row.integer(1))
          if row.isNull(3) {
            own[card, default: []].append(time)
          } else if counted.contains(try row.identity(2), try row.identity(3)) {
            imported.insert(Imported(card: card, time: time))
          } else {
            return
          }
          answeredNumbers.insert(card)
        }
      }
      if answeredNumbers.isEmpty { return }
      var directions = DirectionNumbers()
      try RawRows(db, "SELECT question, direction, n FROM card").forEach { row in
        if answeredNumbers.contains(row.integer(2)) {
          numbers[try directions.card(row, 0)] = row.integer(2)
        }
      }
    }

    /// Whether the log has answers to a card that count or were given here.
    func isAnswered(_ card: CardID) -> Bool { numbers[card] != nil }

    /// Whether the log has neither such answers to a card nor such changes of its schedule.
    func isNew(_ card: CardID) -> Bool { !isAnswered(card) && !adjusted.contains(card) }

    /// When a card was answered here.
    func ownAnswers(to card: CardID) -> [Int64] { numbers[card].flatMap { own[$0] } ?? [] }

    /// Whether an answer that counts was imported.
    func hasImported(_ card: CardID, at moment: Moment) -> Bool {
      guard let number = numbers[card] else { return false }
      return imported.contains(Imported(card: number, time: moment.milliseconds))
    }
  }

  /// The cards that were ever flagged, suspended or buried.
  ///
  /// - Throws: ``StorageError``.
  package func markedCards() throws -> Set<CardID> {
    try flaggedCards().union(cards("suspension"))
  }

  private func flaggedCards() throws -> Set<CardID> { try cards("mark", "kind = 'flag'") }

  private func cards(_ table: String, _ condition: String = "1") throws -> Set<CardID> {
    let rows = try Row.fetchCursor(
      tx.db, sql: "SELECT DISTINCT question, direction FROM \(table) WHERE \(condition)")
    var cards: Set<CardID> = []
    while let row = try rows.next() { cards.insert(try CardID(row)) }
    return cards
  }

  /// Finds the answers to a card that the log does not have, and adds the changes of it that are none.
  private func news(
    of item: ImportedProgress.OfCard, _ number: Int, _ known: KnownCards,
    _ rounds: inout ImportedRounds, because event: EventID, _ answers: inout [NewAnswer],
    _ added: inout ImportedProgress.Added
  ) throws -> CardNews {
    let card = item.card
    let own = OwnTimes(
      times: known.ownAnswers(to: card)
        + (known.adjusted.contains(card) ? try ownAdjustments(of: card) : []))
    let first = answers.count
    var last: EventID?
    rounds.begin(card)
    for (index, answer) in item.answers.enumerated() {
      // What was exported from here comes back as it went.
      if own.has(answer.moment) || known.hasImported(card, at: answer.moment) { continue }
      guard let id = try rounds.free(at: answer.moment), id != last else { continue }
      last = id
      answers.append(NewAnswer(id: id, card: Int32(number), answer: Int32(index)))
    }
    var news = CardNews(hasOwn: !own.times.isEmpty, answers: first..<answers.count)
    for change in item.changes {
      if own.has(change.moment) { continue }
      let id = try identity(of: card, at: change.moment, in: ForeignChangeEvent.self)
      guard let id, id != last else { continue }
      last = id
      try tx.append(
        to: ForeignChangeEvent.table, at: change.moment, as: id,
        [
          "utc_offset": change.moment.utcOffset, "question": card.question,
          "direction": card.direction, "kind": change.kind.rawValue, "interval": change.interval,
          "cause": event,
        ])
      added.changes += 1
      news.hasChanges = true
    }
    return news
  }

  /// The facts of new answers. Those to cards that the log knows are pending: what they were to their cards
  /// follows from all that the log has of them then.
  private func facts(
    of answers: [NewAnswer], of cards: [ImportedProgress.OfCard], _ news: [CardNews],
    _ known: KnownCards, because event: EventID
  ) throws -> [AnswerFacts] {
    var facts = Array(repeating: AnswerFacts.pending, count: answers.count)
    var replay = FactReplay(try tx.presets.history())
    // After all changes of presets, as the wordings of the answers will be.
    let wording = EventID(bits: .max)
    for (item, news) in zip(cards, news) where !news.answers.isEmpty && known.isNew(item.card) {
      let shown = LoggedWording(id: wording, content: item.shown.content, group: item.shown.group)
      let events = news.answers.map { place in
        let new = answers[place]
        return item.answers[Int(new.answer)].logged(
          as: new.id, place, showing: shown, because: event)
      }
      replay.replay(LoggedEvent.merged(events.sorted { $0.id < $1.id }, []), of: item.card) {
        facts[Int($0.answer.seq)] = $0.facts
      }
    }
    return facts
  }

  /// Adds answers in the order in which the log keeps them, by time: card by card, as they come, each
  /// would be written elsewhere.
  private func add(
    _ answers: [NewAnswer], _ facts: [AnswerFacts], of cards: [ImportedProgress.OfCard],
    _ news: inout [CardNews], because event: EventID, at moment: Moment, report: (Double) -> Void
  ) throws {
    let paused = try PausedIndexes(
      tx, of: [ReviewEvent.table, WordingEvent.table], adding: answers.count)
    // In kibibytes: where the indexes stay, each answer is added to another place of them.
    if paused == nil { try tx.db.execute(sql: "PRAGMA cache_size = -96000") }
    var wordings = try WordingWriter(tx, at: moment)
    var writer = try EventWriter(
      tx, of: ReviewEvent.table,
      [
        "utc_offset", "question", "direction", "wording", "grade", "hint_used", "duration", "place",
        "occasion", "kind", "cause",
      ], at: moment)
    var order = answers.indices.map { Int32($0) }
    order.sort { answers[Int($0)].id < answers[Int($1)].id }
    for (done, place) in order.enumerated() {
      if done.isMultiple(of: 4096) { report(Double(done) / Double(order.count)) }
      let new = answers[Int(place)]
      let item = cards[Int(new.card)]
      let answer = item.answers[Int(new.answer)]
      let wording = try news[Int(new.card)].wording ?? wordings.add(item.shown)
      news[Int(new.card)].wording = wording
      try writer.add(
        new.id, at: answer.moment,
        [
          .integer(Int64(answer.moment.utcOffset)), .init(item.card.question),
          .text(item.card.direction.rawValue), .init(wording.id),
          .integer(Int64(answer.grade.rawValue)), .integer(0), .integer(Int64(answer.duration)),
          .init(answer.fuzzPosition), .init(answer.occasion?.rawValue),
          .text(answer.kind.rawValue), .init(event),
        ], facts: facts[Int(place)])
    }
    if let paused { try paused.make() } else { try tx.db.execute(sql: "PRAGMA cache_size = -8000") }
  }

  /// When the schedule of a card was changed here.
  private func ownAdjustments(of card: CardID) throws -> [Int64] {
    try Int64.fetchAll(
      tx.db.cachedStatement(
        sql: """
          SELECT e.time FROM adjustment e WHERE e.question = ? AND e.direction = ?
            AND e.command IS NOT 'imported'
          """), arguments: [card.question, card.direction])
  }

  /// Times in milliseconds since 1970. In another program each answer has a time of its own, so that of
  /// several at the same time all but one are some milliseconds later there; nobody answers a card twice
  /// in a second.
  private struct OwnTimes {
    let times: [Int64]

    func has(_ moment: Moment) -> Bool {
      times.contains { (0..<1000).contains(moment.milliseconds - $0) }
    }
  }

  /// The identity of an answer or a change of another program: the same on every device, so that
  /// importing it twice adds it once. `nil` where the log has it, and its import was not undone.
  func identity<Kind: EventKind>(
    of card: CardID, at moment: Moment, in kind: Kind.Type
  ) throws -> EventID? {
    let statement = try tx.db.cachedStatement(
      sql: "SELECT \(Kind.counts("e")) FROM \(Kind.table) e WHERE e.id = ?")
    for round in 0..<ImportedIdentity.rounds {
      let id = ImportedIdentity(of: card, in: Kind.table, round: round).id(at: moment)
      guard let counts = try Bool.fetchOne(statement, arguments: [id]) else { return id }
      if counts { return nil }
    }
    return nil
  }
}

/// The identities of the answers that another program has given to a card: their bits behind the time are
/// made of the card, so that they are the same wherever they are imported.
struct ImportedIdentity {
  /// How many there are for an answer: each import that was undone has used one.
  static let rounds = 1000

  private let bits: UInt128

  init(of card: CardID, in kind: String, round: Int = 0) {
    var hash = card.question.bits
    for byte in "\(kind) \(card.direction.rawValue) \(round)".utf8 {
      hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    bits = hash
  }

  /// The identity of the answer at a time.
  func id(at moment: Moment) -> EventID {
    EventID(after: nil, milliseconds: moment.milliseconds, random: bits)
  }
}

/// Finds the identities of answers that no import has used yet. Most answers of an import were in the same imports
/// before it, so that the round of one is nearly always that of the next.
struct ImportedRounds {
  private let statement: Statement
  private let isFirst: Bool
  private var card: CardID?
  /// The identities of the card by round, as far as they were asked for.
  private var identities: [ImportedIdentity] = []
  private var likely = 0

  /// Begins.
  ///
  /// - Parameters:
  ///   - db: the log.
  ///   - isFirst: whether no import has brought anything yet.
  /// - Throws: ``StorageError``.
  init(_ db: Database, isFirst: Bool) throws {
    statement = try db.cachedStatement(sql: "SELECT 1 FROM review WHERE id = ?")
    self.isFirst = isFirst
  }

  /// Goes to a card.
  mutating func begin(_ card: CardID) {
    self.card = card
    identities.removeAll(keepingCapacity: true)
  }

  /// The first identity of an answer at a time that the log does not have; `nil` where it has all.
  mutating func free(at moment: Moment) throws -> EventID? {
    if isFirst { return id(0, at: moment) }
    // Where a round was used, so were all before it.
    var (low, high) = (0, ImportedIdentity.rounds)
    if try isUsed(likely, at: moment) {
      low = likely + 1
    } else {
      high = likely
      if try likely == 0 || isUsed(likely - 1, at: moment) { low = likely }
    }
    // It is near its beginning: few answers were in more imports than the others.
    var step = 1
    while low < high {
      let round = min(low + step - 1, high - 1)
      if try isUsed(round, at: moment) {
        low = round + 1
        step *= 2
      } else {
        high = round
        step = 1
      }
    }
    likely = min(low, ImportedIdentity.rounds - 1)
    return low < ImportedIdentity.rounds ? id(low, at: moment) : nil
  }

  private mutating func isUsed(_ round: Int, at moment: Moment) throws -> Bool {
    guard let id = id(round, at: moment) else { return false }
    statement.bind(.identity(id.bits), at: 0)
    let row = statement.sqliteStatement
    let code = sqlite3_step(row)
    sqlite3_reset(row)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
    return code == SQLITE_ROW
  }

  private mutating func id(_ round: Int, at moment: Moment) -> EventID? {
    guard let card else { return nil }
    while identities.count <= round {
      identities.append(
        ImportedIdentity(of: card, in: ReviewEvent.table, round: identities.count))
    }
    return identities[round].id(at: moment)
  }
}
