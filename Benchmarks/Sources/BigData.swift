import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// A data folder with 100,000 cards in one own deck and 1,000,000 reviews in the log, made once and
/// kept for the next time.
struct BigLog {
  static let reviews = 1_000_000
  static let now = "2026-11-21T09:00:00+09:00"

  let folder: String
  let deck: BigDeck
  /// How long it took to make; `nil` when it was there.
  let making: Duration?

  var path: String { folder + "/study.sqlite" }
  var deckPath: String { folder + "/decks/Words.json" }

  /// The cards in the order of the deck.
  var cards: [Card] { Self.cards(of: deck) }

  /// Finds the folder made under this key, or makes it. `store` must bring the decks into the log
  /// of a folder.
  init(in parent: String, key: String, store: (String) throws -> Void) throws {
    let folder = "\(parent)/big-\(key)"
    let deck = BigDeck()
    if FileManager.default.fileExists(atPath: folder) {
      making = nil
    } else {
      let draft = "\(parent)/draft"
      making = try ContinuousClock().measure {
        try? FileManager.default.removeItem(atPath: draft)
        for old in try FileManager.default.contentsOfDirectory(atPath: parent)
        where old.hasPrefix("big-") {
          try FileManager.default.removeItem(atPath: "\(parent)/\(old)")
        }
        try FileManager.default.createDirectory(
          atPath: draft + "/decks", withIntermediateDirectories: true)
        try Data(deck.json.utf8).write(to: URL(fileURLWithPath: draft + "/decks/Words.json"))
        try Self.writeLog(draft + "/study.sqlite", Self.cards(of: deck))
        try FileManager.default.moveItem(atPath: draft, toPath: folder)
        // A file that has just been made is read again at the next start.
        usleep(2_500_000)
        try store(folder)
      }
    }
    self.folder = folder
    self.deck = deck
  }

  private static func cards(of deck: BigDeck) -> [Card] {
    deck.groups.flatMap { group in
      group.questions.enumerated().map { position, question in
        Card(
          id: CardID(question: QuestionID(of: question, inGroup: group.title)),
          question: question, group: group.title, position: position)
      }
    }
  }

  private static func writeLog(_ path: String, _ cards: [Card]) throws {
    guard let now = Moment(iso8601: Self.now) else { throw Failure("\(Self.now) is no time") }
    let log = try openLog(path)
    let history = BigHistory(count: reviews, cards: cards.map(\.id), now: now)
    try BigLogWriter(path: path).write(history, of: cards)
    _ = try log.rebuild()
  }

  /// Opens a study log as the program does.
  static func openLog(_ path: String) throws -> StudyLog {
    try StudyLog(path: path) {
      UInt128.random(in: .min ... .max)
    }
  }
}

/// Puts a synthetic history into a log's tables of events, all in one transaction.
private struct BigLogWriter {
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

/// The answers of a learner who has studied a deck every day for three years, but not in the last four
/// days: each card was answered when it was due, at times a few days late.
struct BigHistory {
  /// One answer.
  struct Entry {
    let time: Int64
    let card: Int32
    let grade: Grade
    let isFirst: Bool
  }

  /// The learner's offset from UTC in seconds.
  static let utcOffset = 9 * 3600
  private static let days = 1_095
  private static let pause = 4

  /// All answers, oldest first.
  let entries: [Entry]
  /// How many cards were answered; the rest of the deck is new.
  let cards: Int

  /// Generates answers to card after card until there are `count`.
  init(count: Int, cards ids: [CardID], now: Moment) {
    var generator = SeededGenerator(seed: 2)
    let scheduler = Scheduler()
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var cards = 0
    for (index, id) in ids.enumerated() where entries.count < count {
      cards += 1
      var schedule: Schedule?
      var day = now.day.number - Int.random(in: Self.pause...Self.days, using: &generator)
      var time = Self.time(on: day, using: &generator)
      while day <= now.day.number - Self.pause, entries.count < count {
        let grade = Self.grade(isFirst: schedule == nil, using: &generator)
        entries.append(
          Entry(time: time, card: Int32(index), grade: grade, isFirst: schedule == nil))
        let next = scheduler.schedule(
          schedule, grade: grade, at: Moment(milliseconds: time, utcOffset: Self.utcOffset),
          card: id)
        switch next.due {
        case .at(let due):
          time = due + Int64.random(in: 0..<60_000, using: &generator)
        case .on(let due):
          let delay = Int.random(in: 0..<10, using: &generator) == 0 ? 2 : 0
          day = due.number + delay
          time = Self.time(on: day, using: &generator)
        }
        schedule = next
      }
    }
    self.entries = entries.sorted { $0.time < $1.time }
    self.cards = cards
  }

  private static func grade(isFirst: Bool, using generator: inout SeededGenerator) -> Grade {
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<(isFirst ? 25 : 12): .again
    case ..<(isFirst ? 35 : 27): .hard
    case ..<92: .good
    default: .easy
    }
  }

  /// Some time of a day between 6:00 and 23:00 of the learner's clock, in Unix milliseconds.
  private static func time(on day: Int, using generator: inout SeededGenerator) -> Int64 {
    let local = day * 86_400_000 + Int.random(in: 6 * 3_600_000..<23 * 3_600_000, using: &generator)
    return Int64(local - utcOffset * 1000)
  }
}

/// A deck of 100 groups with 1,000 made-up words each, about 10 MB of JSON; the same every time.
struct BigDeck {
  static let questions = 100_000
  private static let groupSize = 1_000

  let groups: [QuestionGroup]

  init() {
    var generator = SeededGenerator(seed: 1)
    groups = (0..<Self.questions / Self.groupSize).map { group in
      QuestionGroup(
        title: "Words \(group + 1)",
        questions: (0..<Self.groupSize).map { position in
          Self.question(number: group * Self.groupSize + position, using: &generator)
        })
    }
  }

  /// The deck file. No text in it needs an escape.
  var json: String {
    var text = "[\n"
    for (index, group) in groups.enumerated() {
      text += index == 0 ? "" : ",\n"
      text += #"{"title": "\#(group.title)", "questions": ["#
      for (index, question) in group.questions.enumerated() {
        text += index == 0 ? "\n" : ",\n"
        text += #"  {"prompt": "\#(question.prompt)", "hint": "\#(question.hint ?? "")", "#
        text += #""answer": "\#(question.answer)"}"#
      }
      text += "\n]}"
    }
    return text + "\n]\n"
  }

  private static func question(
    number: Int, using generator: inout SeededGenerator
  ) -> Question {
    let kana = Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもらりるれろ")
    let syllables = ["ba", "den", "ki", "lor", "mi", "nes", "po", "ran", "su", "tel", "vi", "wo"]
    let word = String((0..<4).map { _ in generator.element(of: kana) })
    let meaning = (0..<3).map { _ in generator.element(of: syllables) }.joined()
    return Question(
      prompt: "\(word)\(number)", hint: "the one after \(meaning.prefix(3))",
      answer: "the \(meaning) of \(generator.element(of: syllables))\(number)")
  }
}

/// A deck of 100,000 made-up Japanese words with all that a question can have, about 45 MB of JSON;
/// the same every time, and without a mistake.
struct RichDeck {
  static let questions = 100_000
  private static let groupSize = 1_000

  /// The deck file. No text in it needs an escape.
  var json: String {
    var generator = SeededGenerator(seed: 2)
    var text = "[\n"
    for group in 0..<Self.questions / Self.groupSize {
      text += group == 0 ? "" : ",\n"
      text += #"{"title": "Words \#(group + 1)", "language": "ja", "questions": ["#
      for position in 0..<Self.groupSize {
        text += position == 0 ? "\n" : ",\n"
        text += Self.question(group * Self.groupSize + position, using: &generator)
      }
      text += "\n]}"
    }
    return text + "\n]\n"
  }

  private static func question(_ number: Int, using generator: inout SeededGenerator) -> String {
    let kanji = Array("日月火水木金土山川田人口目耳手足力男女子学校先生年時分半上下左右中外")
    let kana = Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもらりるれろ")
    let syllables = ["ba", "den", "ki", "lor", "mi", "nes", "po", "ran", "su", "tel", "vi", "wo"]
    // Ten digits of kanji for the number: no two prompts are the same.
    var stem = ""
    var rest = number
    for _ in 0..<4 {
      stem.append(kanji[rest % kanji.count])
      rest /= kanji.count
    }
    let reading = String((0..<5).map { _ in generator.element(of: kana) })
    let meaning = (0..<4).map { _ in generator.element(of: syllables) }.joined() + "\(number)"
    return """
        {"id": "word-\(number)", "prompt": "\(stem)る", "hint": "the one before \(number + 1)",
         "answer": "\(meaning); to \(meaning)", "reading": "\(reading)る",
         "furigana": "\(stem)[\(reading)]る", "alternatives": ["the \(meaning)ing"],
         "blocked": ["not \(meaning)"], "part_of_speech": "verb", "pitch": \(number % 6),
         "example": {"text": "毎日\(stem)ります。", "meaning": "I \(meaning) every day."},
         "note": "Said of people and of things.", "tags": ["verb", "N\(number % 5 + 1)"]}
      """
  }
}
