import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// An answer made durable by the study log, against one that SQLite alone commits to a table of as many answers,
/// in turn: the first of a session, and those after a thousand. Then the answers of sessions of the program.
///
/// By the clock the quickest tenth of the commits is compared, since the others wait for whatever else the
/// machine does; the medians are printed too.
struct AnswerBenchmark {
  let logs: BigLogs
  let runs: Int
  /// A folder for what is written.
  let scratch: String
  private static let session = 25
  private static let before = 1_000

  /// A log and the cards that are answered in it.
  private struct Studied {
    let name: String
    let path: String
    let cards: [Card]
    let reviews: Int
    /// The program with this log.
    var rabble: Subject?
  }

  /// What answers took, in microseconds.
  private struct Times {
    var clock = Sample()
    var processor = Sample()

    mutating func measure(_ work: () throws -> Void) rethrows {
      let start = (clock: ContinuousClock.now, processor: ProcessorTime.now)
      try work()
      processor.add((ProcessorTime.now - start.processor) * 1e6)
      clock.add((ContinuousClock.now - start.clock).inMicroseconds)
    }
  }

  /// What answers took the log and SQLite alone.
  private struct Pair {
    var ours = Times()
    var bare = Times()
  }

  /// The first answers of sessions, and those after a thousand.
  private struct Measured {
    let early: Pair
    let late: Pair
  }

  func run(_ report: inout Report) throws {
    let small = try smallLog()
    let studied = try [small] + logs.all().map { try self.studied($0) }
    let measured = try studied.map { try measure($0) }
    let kinds: [(String, KeyPath<Measured, Pair>)] = [
      ("The first \(Self.session) answers of a session", \.early),
      ("Answers after \(Report.count(Self.before)) in one session", \.late),
    ]
    for (title, kind) in kinds {
      report.section("\(title), durable (\(runs), interleaved, after warm-up)")
      report.columns(studied.map(\.name))
      show(measured.map { $0[keyPath: kind] }, &report)
    }
    try sessions(studied, measured, &report)
    try measureLooking(small.path, &report)
  }

  private func show(_ pairs: [Pair], _ report: inout Report) {
    func cell(_ value: Double, peer: Double? = nil) -> Cell {
      Cell("\(Report.number(value)) µs", ratio: peer.map { value / $0 })
    }
    let quick = pairs.map { (ours: $0.ours.clock.quantile(0.1), bare: $0.bare.clock.quantile(0.1)) }
    report.row("SQLite alone, by the clock: the quickest tenth", quick.map { cell($0.bare) })
    report.row(
      "the study log", quick.map { cell($0.ours, peer: $0.bare) }, Cell.Target(ratio: 2))
    report.row("SQLite alone, by the clock: the median", pairs.map { cell($0.bare.clock.median) })
    report.row(
      "the study log", pairs.map { cell($0.ours.clock.median, peer: $0.bare.clock.median) })
    report.row(
      "SQLite alone, processor time: the average", pairs.map { cell($0.bare.processor.mean) })
    report.row(
      "the study log", pairs.map { cell($0.ours.processor.mean, peer: $0.bare.processor.mean) })
  }

  // MARK: - Logs

  /// A log of 500 cards, each answered once.
  private func smallLog() throws -> Studied {
    let path = scratch + "/small.sqlite"
    let cards = Array(logs.deck.cards.prefix(500))
    let log = try BigLog.open(path)
    let moment = try BigLogs.moment(BigLogs.evening)
    try log.write { transaction in
      for card in cards {
        let review = Review(
          card: card.id, grade: .good, moment: moment, typed: nil, verdict: nil, hintUsed: false,
          duration: 0)
        try transaction.reviews.record(review, of: card)
      }
    }
    try log.close()
    return Studied(name: "500 cards", path: path, cards: cards, reviews: cards.count)
  }

  private func studied(_ log: BigLog) throws -> Studied {
    let rabble = try log.restored()
    let decks = DeckFolder.files(in: log.decks).files.map { DeckLoader().load(path: $0) }
    return Studied(
      name: log.name, path: log.path, cards: BigDeck.cards(of: decks.flatMap(\.groups)),
      reviews: log.reviews, rabble: rabble)
  }

  // MARK: - Answers

  private func measure(_ studied: Studied) throws -> Measured {
    let bare = scratch + "/bare.sqlite"
    defer { for ending in ["", "-wal", "-shm"] { unlink(bare + ending) } }
    try BareAnswers.make(bare, answers: studied.reviews, cards: studied.cards.count)
    var answers = Answers(cards: studied.cards, moment: try BigLogs.moment(BigLogs.now))
    var early = Pair()
    for _ in 0..<(max(runs, Self.session) / Self.session) {
      try answer(&early, &answers, studied.path, bare, skipped: 5, measured: Self.session)
    }
    var late = Pair()
    try answer(&late, &answers, studied.path, bare, skipped: Self.before, measured: runs)
    return Measured(early: early, late: late)
  }

  /// Gives answers in one session, each to the log and to SQLite alone.
  private func answer(
    _ pair: inout Pair, _ answers: inout Answers, _ path: String, _ bare: String, skipped: Int,
    measured: Int
  ) throws {
    let log = try BigLog.open(path)
    let peer = try BareAnswers(path: bare)
    var ignored = Pair()
    func give(_ pair: inout Pair, isOursFirst: Bool) throws {
      let (number, card, review) = answers.next()
      func ours() throws {
        try pair.ours.measure {
          try log.write { tx in _ = try tx.reviews.record(review, of: card) }
        }
      }
      if isOursFirst { try ours() }
      try pair.bare.measure { try peer.commit([(number, review)]) }
      if !isOursFirst { try ours() }
    }
    for run in 0..<skipped { try give(&ignored, isOursFirst: run.isMultiple(of: 2)) }
    for run in 0..<measured { try give(&pair, isOursFirst: run.isMultiple(of: 2)) }
    try log.close()
  }

  /// Answers to any cards, five seconds after each other; one of eight is wrong.
  private struct Answers {
    let cards: [Card]
    let moment: Moment
    private var generator = SeededGenerator(seed: 4)
    private var count = 0

    init(cards: [Card], moment: Moment) {
      (self.cards, self.moment) = (cards, moment)
    }

    mutating func next() -> (number: Int, card: Card, review: Review) {
      let number = Int.random(in: cards.indices, using: &generator)
      let isRight = !count.isMultiple(of: 8)
      count += 1
      let review = Review(
        card: cards[number].id, grade: isRight ? .good : .again,
        moment: moment.advanced(byMilliseconds: Int64(count) * 5_000),
        typed: cards[number].question.answer, verdict: isRight ? "correct" : "wrong",
        hintUsed: false, duration: 3_000)
      return (number, cards[number], review)
    }
  }

  // MARK: - Sessions

  /// How many microseconds of the processor an answer takes a session of the program, from the line that grades a
  /// card to the next card.
  private func sessions(_ studied: [Studied], _ measured: [Measured], _ report: inout Report) throws
  {
    report.section(
      "An answer in a session of the program, until the next card (processor time, averages,"
        + " beside SQLite alone)")
    let sessions = try studied.map { try $0.rabble.map { try session($0) } }
    func cells(_ time: KeyPath<Session, Double?>, _ peer: KeyPath<Measured, Pair>) -> [Cell?] {
      zip(sessions, measured).map { session, measured in
        session?[keyPath: time].map { time in
          Cell(
            "\(Report.number(time)) µs",
            ratio: time / measured[keyPath: peer].bare.processor.mean)
        }
      }
    }
    report.columns(studied.map(\.name))
    report.row("the first \(Self.session)", cells(\.early, \.early))
    report.row("after \(Report.count(Self.before))", cells(\.late, \.late))
  }

  /// Microseconds of the processor; `nil` where fewer cards are due.
  private struct Session {
    let early: Double?
    let late: Double?
  }

  private func session(_ rabble: Subject) throws -> Session {
    // A limit of its own, so that it asks at once although there is a backlog.
    let child = try rabble.start(
      ["study", "--format", "json", "--reviews", "1000000"], streams: .pipes)
    _ = try child.wait(forOneOf: [Self.question])
    /// Reveals cards and grades them as good.
    func answer(_ count: Int) throws -> Double? {
      let start = try child.processorTime()
      for _ in 0..<count {
        child.send("\n3\n")
        guard try child.wait(forOneOf: [Self.question, Self.summary]) == 0 else { return nil }
      }
      return (try child.processorTime() - start) / Double(count) * 1e6
    }
    defer { child.kill() }
    guard try answer(5) != nil else { return Session(early: nil, late: nil) }
    // What is made while the first card is answered is no part of an answer.
    usleep(500_000)
    let early = try answer(Self.session)
    guard early != nil, try answer(Self.before) != nil else {
      return Session(early: early, late: nil)
    }
    return Session(early: early, late: try answer(Self.session * 4))
  }

  private static let question = "\"kind\":\"question\""
  private static let summary = "\"kind\":\"summary\""

  // MARK: - Looking

  /// Every answer looks twice whether the files are still at their path: before it is written and
  /// before its verdict is drawn.
  private func measureLooking(_ path: String, _ report: inout Report) throws {
    let log = try BigLog.open(path)
    var times = Sample()
    for _ in 0..<10_000 {
      times.add(
        try ContinuousClock().measure {
          try log.requireInPlace()
          try log.requireInPlace()
        }.inMicroseconds)
    }
    report.line("looking whether the log was moved", times.median, "µs", atMost: 20)
  }
}
