import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport

/// Puts a made-up history into a log's tables of events, all in one transaction.
struct BigLogWriter {
  private let database: BareDatabase
  private let wording: BareStatement
  private let review: BareStatement

  init(path: String) throws {
    database = try BareDatabase(path: path)
    try database.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
    wording = try database.statement(
      """
      INSERT INTO wording (id, device, time, question, content, group_title, position, prompt, answer)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    review = try database.statement(ReviewRow.insertion)
  }

  func write(_ history: BigHistory, of cards: [Card]) throws {
    var generator = SeededGenerator(seed: 3)
    func chance() -> UInt128 { UInt128(generator.next()) << 64 | UInt128(generator.next()) }
    let device = EventID(after: nil, milliseconds: history.entries[0].time, random: chance())
    var wordings: [Int32: EventID] = [:]
    var last = device
    try database.execute("BEGIN")
    let insertion = try database.statement("INSERT INTO device (id) VALUES (?)")
    insertion.bind(1, device.bits)
    try insertion.run()
    for entry in history.entries {
      let card = cards[Int(entry.card)]
      if entry.isFirst {
        last = EventID(after: last, milliseconds: entry.time, random: chance())
        wordings[entry.card] = last
        try write(last, device, entry.time, card)
      }
      last = EventID(after: last, milliseconds: entry.time, random: chance())
      let isWrong = entry.grade == .again
      try ReviewRow(
        id: last, device: device, wording: wordings[entry.card] ?? last,
        review: Review(
          card: card.id, grade: entry.grade,
          moment: Moment(milliseconds: entry.time, utcOffset: BigHistory.utcOffset),
          typed: isWrong ? "something else" : card.question.answer,
          verdict: isWrong ? "wrong" : "correct", hintUsed: entry.grade == .hard,
          duration: Int.random(in: 1_000..<9_000, using: &generator))
      ).insert(with: review)
    }
    try database.execute("COMMIT")
  }

  private func write(
    _ id: EventID, _ device: EventID, _ time: Int64, _ card: Card
  ) throws {
    wording.bind(1, id.bits)
    wording.bind(2, device.bits)
    wording.bind(3, Int(time))
    wording.bind(4, card.id.question.bits)
    wording.bind(5, QuestionID(ofWordingOf: card.question, inGroup: card.group).bits)
    wording.bind(6, card.group)
    wording.bind(7, card.position)
    wording.bind(8, card.question.prompt)
    wording.bind(9, card.question.answer)
    try wording.run()
  }
}
