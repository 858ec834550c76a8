import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// A log with decks and a history made by chance, for filters made by chance; the same for the same seed.
struct FilterLog {
  static let localTime = LocalTime.fixed(offset: 9 * 3600)

  let log: StudyLog
  let groups: [FilterStore.Group]
  private(set) var now = morning.advanced(byMilliseconds: -80 * 86_400_000)
  private var generator: SeededGenerator

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    log = try openLog(random: identities(seed: seed))
    try log.store(
      [
        QuestionGroup(title: "N5: one", questions: (0..<40).map(Self.question)),
        QuestionGroup(title: "N4: two", questions: (40..<90).map(Self.question)),
      ], as: "/a.json")
    // Some questions of the other deck once more.
    try log.store(
      [QuestionGroup(title: "Others", questions: (70..<110).map(Self.question))], as: "/b.md")
    let stored = try log.read { try $0.decks.groups(of: ["/a.json", "/b.md"]) }
    groups = stored.map {
      FilterStore.Group($0, names: [$0.title, $0.deck == "/b.md" ? "b" : "ラーメン"])
    }
    try answer()
  }

  /// Which question and direction a card is: 12 for recognition, else 12:production.
  func name(_ card: CardID) -> String {
    let number =
      (0..<110).first {
        QuestionID(of: Self.question($0), inGroup: "") == card.question
      } ?? -1
    return card.direction == .recognition ? "\(number)" : "\(number):\(card.direction.rawValue)"
  }

  private static func question(_ number: Int) -> Question {
    var question = Question(
      id: "q\(number)", prompt: "Word \(number)", hint: number % 3 == 0 ? "a hint, \(number)" : nil,
      answer: "答え \(number % 7)", reading: number % 4 == 0 ? "かな\(number)" : nil,
      tags: number % 5 == 0 ? ["verb"] : number % 7 == 0 ? ["noun", "N\(number % 3)"] : [],
      directions: number % 2 == 0 ? [.recognition, .production] : nil)
    switch number % 11 {
    case 1: question.furigana = "食[た]べる\(number)"
    case 2: question.note = "Ein ähnliches Wort"
    case 3: question.alternatives = ["コーヒー", "café \(number)"]
    case 4:
      question.cloze = "I {{eat}} bread {{daily}} \(number)."
      question.directions = nil
    case 5:
      question.example = Example(text: "毎日食[た]べる", meaning: "I eat every day.")
    default: break
    }
    return question
  }

  private mutating func answer() throws {
    let cards = try log.cards("/a.json") + log.cards("/b.md")
    let model = try MemoryModel.random(using: &generator)
    func write(_ body: (Transaction) throws -> Void) throws { try log.write(body) }
    for step in 0..<700 {
      now = now.advanced(byMilliseconds: .random(in: 1...20_000_000, using: &generator))
      // Few cards are answered often, others not at all.
      let card = cards[
        min(
          .random(in: 0..<cards.count, using: &generator), .random(in: 0..<150, using: &generator))]
      let grade = generator.element(of: [Grade.again, .hard, .good, .good, .easy])
      let review = Review(
        card: card.id, grade: grade, moment: now, typed: "x",
        verdict: grade == .again ? "wrong" : "correct",
        mistake: grade == .again ? generator.element(of: ["long_vowel", "typo"]) : nil,
        hintUsed: false, duration: 1500,
        occasion: Int.random(in: 0..<12, using: &generator) == 0 ? .cram : nil)
      let id = try log.write { try $0.reviews.record(review, of: card) }.id
      let moment = now
      switch Int.random(in: 0..<50, using: &generator) {
      case 0: _ = try log.undo(id, at: moment)
      case 1: try write { try $0.suspensions.suspend(card.id, .suspended, at: moment) }
      case 2:
        let end = moment.day.advanced(byDays: 40)
        try write { try $0.suspensions.suspend(card.id, .buried(until: end), at: moment) }
      case 3, 4: try write { try $0.marks.put(.flag(true), on: [card.id], at: moment) }
      case 5: try write { try $0.marks.put(.tag("My tag", true), on: [card.id], at: moment) }
      case 6: try write { try $0.marks.put(.note("Eselsbrücke"), on: [card.id], at: moment) }
      case 7: try write { _ = try $0.adjustments.forget([card.id], at: moment) }
      case 8: try write { try $0.marks.put(.flag(false), on: [card.id], at: moment) }
      case 9 where step > 300:
        try write {
          let preset = Preset(name: "own", model: model, leech: LeechRule(threshold: 2))
          try $0.presets.apply(.set(preset, .learner), at: moment)
          try $0.presets.apply(
            .use(preset: "own", retention: 0.8, groups: ["N5: one"]), at: moment)
        }
      default: break
      }
    }
    let moment = now
    let fresh = try log.read {
      try $0.cards.new(in: $0.decks.groups(of: ["/a.json"])[1], at: moment)
    }
    try log.write { tx in
      _ = try tx.adjustments.takeAsKnown(
        fresh.prefix(5).map { ($0, MemoryState(stability: 30, difficulty: 5), 30) }, .known,
        at: moment)
    }
  }
}

/// Filters made by chance.
struct RandomFilters {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next(depth: Int = 3) -> String { filter(depth: depth) }

  private static let words = [
    "is:new", "is:due", "is:overdue", "is:learning", "is:review", "is:young", "is:leech",
    "is:flagged", "is:suspended", "is:buried", "is:known", "is:mature", "tag:verb", "tag:*",
    "tag:n*", "tag:*1", "tag:n*n", "tag:\"my tag\"", "deck:N5*", "deck:Others", "deck:*",
    "deck:raamen", "direction:production", "direction:recognition", "direction:cloze",
    "direction:reading", "mistake:typo", "mistake:long-vowel", "mistake:*", "added:1", "added:400",
    "added:2026-10", "word", "\"word 4\"", "w*d*1", "かな", "kana", "ﾀﾍﾞ", "tabe", "koohii", "cafe",
    "ahnlich", "eat", "bread*daily", "*", "note:*", "note:wort", "note:esel*ke", "hint:*",
    "hint:\"a hint\"", "prompt:答え", "answer:答え", "answer:\"答え 3\"", "reading:かな*", "prompt:食べ",
    "reading:*", "zzz", "prompt:1*2", "every", "eselsbrucke",
  ]

  private mutating func filter(depth: Int) -> String {
    func joined(_ sign: String) -> String {
      (0..<Int.random(in: 2...3, using: &generator)).map { _ in "(\(filter(depth: depth - 1)))" }
        .joined(separator: sign)
    }
    switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &generator) {
    case 0, 1: return generator.element(of: Self.words)
    case 2: return comparison()
    case 3: return "-(\(filter(depth: depth - 1)))"
    case 4: return joined(" ")
    default: return joined(" or ")
    }
  }

  private mutating func comparison() -> String {
    func any(_ values: [String]) -> String { generator.element(of: values) }
    let sign = any(["<", "<=", ">", ">=", "=", "!="])
    func whole(_ range: ClosedRange<Int>) -> String {
      "\(Int.random(in: range, using: &generator))"
    }
    let grade = any(["", ":again", ":hard", ":good", ":4"])
    switch Int.random(in: 0..<11, using: &generator) {
    case 0: return "due\(sign)\(whole(-30...30))"
    case 1: return "stability\(sign)\(whole(0...40)).\(whole(0...9))"
    case 2: return "difficulty\(sign)\(whole(1...9))\(any(["", ".5"]))"
    case 3:
      return "retrievability\(sign)\(any([".5", ".8", ".87", "90%", "1", "0", ".95", "99.5%"]))"
    case 4: return "lapses\(sign)\(whole(0...4))"
    case 5: return "interval\(sign)\(whole(0...40))"
    case 6: return "reviews\(sign)\(whole(0...9))"
    case 7: return "rated:\(whole(1...60))\(grade)"
    case 8:
      return
        "rated:"
        + any(["2026-09", "2026-10", "2026-10-20..2026-11", "2026-09..2026-10-31", "2026"])
        + grade
    case 9: return "introduced:\(any(["30", "2026-10", "2026-09-15..2026-10-05", "7d"]))"
    default: return any(["due:3", "due:2026-12", "due:2026-11-01..2026-12-31", "due:0"])
    }
  }
}
