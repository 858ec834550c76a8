import GRDB
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Texts as filters find them.
@Suite struct FilterTextTests {
  private let questions = [
    Question(prompt: "食[た]べる", answer: "to eat", tags: ["verb", "N5"]),
    Question(prompt: "コーヒー", hint: "black", answer: "coffee", tags: ["noun::drink"]),
    Question(
      prompt: "鍵", answer: "key; lock", reading: "かぎ", alternatives: ["clé"],
      example: Example(text: "鍵[かぎ]をかける", meaning: "to lock up"), note: "Not 錠."),
    Question(prompt: "niño", answer: "boy", spellings: ["chico"], tags: ["Verbose"]),
  ]
  private let log: StudyLog
  private let groups: [StoredGroup]

  init() throws {
    log = try openLog()
    try log.store([QuestionGroup(title: "Words", questions: questions)])
    groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
  }

  /// The places of the questions that a filter selects.
  private func found(_ filter: String, names: [String] = []) throws -> [Int] {
    try log.read { tx in
      let ids = try tx.decks.questions(of: groups).map(\.id)
      return try tx.filters.cards(
        CardFilter(filter), in: groups.map { FilterStore.Group($0, names: names) },
        localTime: .fixed(offset: 0), at: morning
      ).cards.compactMap { ids.firstIndex(of: $0.question) }
    }
  }

  @Test(arguments: [
    ("食べる", [0]), ("たべる", [0]), ("タベ", [0]), ("ﾀﾍﾞ", [0]), ("taberu", [0]),
    ("ＴＡＢＥＲＵ", [0]), ("ｋｏｏｈｉｉ", [1]), ("Ｋａｇｉ", [2]),
    ("\"to eat\"", [0]), ("\"TO  EAT\"", [0]), ("Eat", [0]), ("コーヒ", [1]), ("こーひー", [1]),
    ("koohii", [1]), ("こおひい", [1]), ("ｃｏｆｆｅｅ", [1]), ("nino", [3]), ("NIÑO", [3]), ("chico", [3]),
    ("cle", [2]), ("かぎ", [2]), ("kagi", [2]), ("錠", [2]), ("\"to *\"", [0, 2]),
    ("\"lock up\"", [2]),
    ("verb", []), ("k*y", [1, 2].filter { $0 == 2 }), ("*", [0, 1, 2, 3]), ("\"l*k up\"", [2]),
    ("食*る", [0]), ("る*食", []), ("zzz", []), ("o", [0, 1, 2, 3]), ("eat*taberu", []),
    ("e*e*e", []),
  ])
  func `kana, width, case, accents and furigana make no difference`(text: String, places: [Int])
    throws
  {
    #expect(try found(text) == places)
  }

  @Test(arguments: [
    ("verb", [0]), ("verb*", [0, 3]), ("*verb", [0]), ("n5", [0]), ("noun", []), ("noun*", [1]),
    ("\"noun::drink\"", [1]), ("*", [0, 1, 3]), ("*o*", [1, 3]), ("v*b", [0]), ("v*e", [3]),
    ("verb*verb", []),
  ])
  func `a tag is meant whole, unless there are stars`(text: String, places: [Int]) throws {
    #expect(try found("tag:\(text)") == places)
  }

  @Test func `texts of one kind can be searched alone`() throws {
    #expect(try found("answer:lock") == [2])
    #expect(try found("prompt:lock") == [])
    #expect(try found("hint:black") == [1])
    #expect(try found("hint:*") == [1])
    #expect(try found("note:*") == [2])
  }

  @Test(arguments: [
    ("N5*", "N5: Time", true), ("N5*", "n5", true), ("N5*", "Ｎ５ 動詞", true),
    ("N5*", "The N5", false), ("N5*", "N4", false), ("hiragana", "ひらがな", true),
    ("N5", "N5: Time", false), ("*", "N4", true),
  ])
  func `names fit whole`(pattern: String, name: String, fits: Bool) throws {
    #expect(try found("deck:\"\(pattern)\"", names: ["other", name]).count == (fits ? 4 : 0))
  }

  /// Against a search question by question, with `contains`.
  @Test func `a search over all finds what a search one by one does`() throws {
    var generator = SeededGenerator(seed: 4)
    let letters = Array("bcdあいう")
    func word(_ most: Int) -> String {
      String(
        (0..<Int.random(in: 1...most, using: &generator)).map { _ in
          generator.element(of: letters)
        })
    }
    func fits(_ fields: String, _ kind: UInt8, _ parts: String...) throws -> Bool {
      try log.inspect {
        try Bool.fetchOne(
          $0, sql: "SELECT fits(?, ?, ?)",
          arguments: [fields, kind, parts.joined(separator: "\u{1f}")]) ?? false
      }
    }
    for _ in 0..<2_000 {
      let question = Question(prompt: word(6), answer: word(6), tags: [word(2)])
      let fields = FilterText.fields(of: question)
      let (one, other) = (word(2), word(2))
      let ofPrompt = question.prompt.firstRange(of: one).map {
        question.prompt[$0.upperBound...].contains(other)
      }
      #expect(
        try fits(fields, FilterText.Kind.prompt.rawValue, one, other) == (ofPrompt ?? false),
        "\(question.prompt): \(one)*\(other)")
      let texts = [question.prompt, question.answer]
      #expect(try fits(fields, 0, one) == texts.contains { $0.contains(one) })
    }
  }
}
