import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport

/// The answers of a learner who has studied a deck every day for three years, but not in the last four
/// days: each card was answered when it was due, at times a few days late.
struct BigHistory {
  /// One answer.
  struct Entry {
    let time: Int64
    let card: Int32
    let grade: Grade
  }

  /// The learner's offset from UTC in seconds.
  static let utcOffset = 9 * 3600
  private static let days = 1_095
  private static let pause = 4

  /// All answers, oldest first.
  let entries: [Entry]

  /// Generates answers to card after card until there are `count`.
  ///
  /// - Throws: ``Failure`` when nobody answers so few cards so often.
  init(count: Int, cards ids: [CardID], now: Moment) throws {
    var generator = SeededGenerator(seed: 2)
    let scheduler = Scheduler()
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for (index, id) in ids.enumerated() where entries.count < count {
      var schedule: Schedule?
      var day = now.day.number - Int.random(in: Self.pause...Self.days, using: &generator)
      var time = Self.time(on: day, using: &generator)
      while day <= now.day.number - Self.pause, entries.count < count {
        let grade = Self.grade(isFirst: schedule == nil, using: &generator)
        entries.append(Entry(time: time, card: Int32(index), grade: grade))
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
    guard entries.count == count else {
      throw Failure("\(ids.count) cards are too few for \(count) reviews")
    }
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

/// A deck of 100 groups of made-up words, of 100,000 about 10 MB of JSON; the same every time.
struct BigDeck {
  private static let count = 100

  let groups: [QuestionGroup]

  init(questions: Int = 100_000) {
    var generator = SeededGenerator(seed: 1)
    groups = (0..<Self.count).map { group in
      let numbers = (group * questions / Self.count)..<((group + 1) * questions / Self.count)
      return QuestionGroup(
        title: "Words \(group + 1)",
        questions: numbers.map { Self.question(number: $0, using: &generator) })
    }
  }

  /// The cards in the order of the deck.
  var cards: [Card] { Self.cards(of: groups) }

  /// The cards of groups that a deck file of this name has, in its order.
  static func cards(of groups: [QuestionGroup], inDeck deck: String = "Words") -> [Card] {
    groups.flatMap { group in
      group.questions.enumerated().map { position, question in
        Card(
          id: CardID(question: QuestionID(of: question, inGroup: group.title)),
          question: question, group: GroupName(deck: deck, title: group.title), position: position)
      }
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
