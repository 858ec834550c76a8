import RabbleQuestions
import RabbleStorage
import RabbleTestSupport
import Testing

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

  private func found(_ text: String, in kind: FilterText.Kind? = nil) throws -> [Int] {
    guard case .term(.text(let pattern, _)) = try CardFilter("\(text)").condition else { return [] }
    var found: Set<Int> = []
    FilterText(of: questions).forEachQuestion(with: pattern, in: kind) { found.insert($0) }
    return found.sorted()
  }

  @Test(arguments: [
    ("食べる", [0]), ("たべる", [0]), ("タベ", [0]), ("ﾀﾍﾞ", [0]), ("taberu", [0]),
    ("ＴＡＢＥＲＵ", [0]), ("ｋｏｏｈｉｉ", [1]), ("Ｋａｇｉ", [2]),
    ("\"to eat\"", [0]), ("\"TO  EAT\"", [0]), ("Eat", [0]), ("コーヒ", [1]), ("こーひー", [1]),
    ("koohii", [1]), ("こおひい", [1]), ("ｃｏｆｆｅｅ", [1]), ("nino", [3]), ("NIÑO", [3]), ("chico", [3]),
    ("cle", [2]), ("かぎ", [2]), ("kagi", [2]), ("錠", [2]), ("\"to *\"", [0, 2]),
    ("\"lock up\"", [2]),
    ("verb", []), ("k*y", [1, 2].filter { $0 == 2 }), ("*", [0, 1, 2, 3]), ("\"l*k up\"", [2]),
    ("食*る", [0]), ("る*食", []), ("zzz", []), ("o", [0, 1, 2, 3]),
  ])
  func `kana, width, case, accents and furigana make no difference`(text: String, places: [Int])
    throws
  {
    #expect(try found(text) == places)
  }

  @Test(arguments: [
    ("verb", [0]), ("verb*", [0, 3]), ("*verb", [0]), ("n5", [0]), ("noun", []), ("noun*", [1]),
    ("\"noun::drink\"", [1]), ("*", [0, 1, 3]), ("*o*", [1, 3]),
  ])
  func `a tag is meant whole, unless there are stars`(text: String, places: [Int]) throws {
    #expect(try found(text, in: .tag) == places)
  }

  @Test func `texts of one kind can be searched alone`() throws {
    #expect(try found("lock", in: .answer) == [2])
    #expect(try found("lock", in: .prompt) == [])
    #expect(try found("black", in: .hint) == [1])
    #expect(try found("*", in: .hint) == [1])
    #expect(try found("*", in: .note) == [2])
  }

  @Test func `names fit whole`() {
    let pattern = FilterPattern([.character("N"), .character("5"), .any])
    #expect(pattern.fits("N5: Time") && pattern.fits("n5") && pattern.fits("Ｎ５ 動詞"))
    #expect(!pattern.fits("The N5") && !pattern.fits("N4"))
    #expect(FilterPattern("hiragana").fits("ひらがな"))
    #expect(!FilterPattern("N5").fits("N5: Time"))
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
    let questions = (0..<500).map { _ in
      Question(prompt: word(6), answer: word(6), tags: [word(2)])
    }
    let text = FilterText(of: questions)
    #expect(FilterText(bytes: text.bytes) == text)
    #expect(FilterText(bytes: []) == nil)
    for _ in 0..<300 {
      let wanted = word(3)
      var found: Set<Int> = []
      text.forEachQuestion(with: FilterPattern(wanted), in: .prompt) { found.insert($0) }
      let expected = questions.indices.filter { questions[$0].prompt.contains(wanted) }
      #expect(found.sorted() == expected, "\(wanted)")
    }
  }
}
