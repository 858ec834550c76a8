import RabbleLanguages
import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging

struct EnglishWordTests {
  private static let english = Languages.shipped["en"]

  /// Whether a text is a word of English.
  private static func isWord(_ text: String) -> Bool {
    english.value.wordList?.contains(text[...]) == true
  }

  private static func isCommon(_ text: String) -> Bool {
    english.value.wordList?.hasCommon(text[...]) == true
  }

  private func verdict(_ typed: String, _ answer: String) -> Verdict {
    Judge().judge(typed, against: Question(prompt: "言葉", answer: answer, reading: "ことば"))
  }

  @Test func `the list knows words of every kind, and no others`() {
    for word in ["a", "aardvark", "quite", "quiet", "desert", "tanaka", "japan", "zoom", "website"]
    {
      #expect(Self.isWord(word) == (word != "tanaka"), "\(word)")
    }
    #expect(Self.isCommon("house"))
    #expect(!Self.isCommon("minuet"))
    for text in ["", "hosue", "libary", "zzz", "café", "House", "a b", "ab-", "\u{0}"] {
      #expect(!Self.isWord(text), "\(text)")
    }
    #expect(!Self.isWord(String(repeating: "a", count: 10_000)))
  }

  @Test(arguments: [
    ("night", "fight"), ("river", "driver"), ("quiet", "quite"), ("desert", "dessert"),
    ("does not go", "does now go"), ("Mr. Tanaka", "Ms. Tanaka"), ("mother", "other"),
    ("heavy", "heaven"), ("to go out", "to go our"), ("that's right", "that's light"),
    ("in the morning", "in the mourning"), ("every day", "every bay"),
    ("the green tea", "the green sea"),
    ("forty", "forth"), ("Monday", "Sunday"), ("Sunday", "Sonday"), ("June", "Juni"),
    ("without milk", "with milk"), ("uncle", "uncles wife"),
    ("she is here", "he is here"), ("unhappy", "happy"), ("birth", "birch"),
  ])
  func `a word of the language is no typo`(answer: String, typed: String) {
    #expect(verdict(typed, answer).kind == .wrong)
  }

  @Test(arguments: [
    ("Japan", "Japn"), ("China", "Chna"), ("time", "tmie"), ("glass", "glas"), ("book", "boko"),
    ("20 minutes", "20 minuets"), ("library", "libary"), ("birthday", "bithrday"),
    ("inconvenient", "inconvienent"), ("Monday", "Moday"), ("somebody", "somebdoy"),
    ("thirteen", "thirtee"),
    ("one hundred and ten", "one hundred adn ten"), ("your grandmother", "yoru grandmother"),
  ])
  func `what is no word is one`(answer: String, typed: String) {
    let verdict = verdict(typed, answer)
    #expect(verdict.kind == .remark)
    #expect(verdict.mistakes == [.typo])
  }

  @Test(arguments: [
    ("man", "mna"), ("June", "Junw"), ("to eat", "to aet"), ("cafe", "caffe"),
    ("birthday", "brthdy"),
    ("university", "unversty"), ("of", "fo"),
  ])
  func `a short word, or one of which little is left, has none`(answer: String, typed: String) {
    #expect(verdict(typed, answer).kind == .wrong)
  }

  @Test func `a word of four letters is no typo beside an answer that is as near`() {
    let glass = Question(prompt: "グラス", answer: "glass")
    let glad = Question(prompt: "嬉しい", answer: "glad", reading: "うれしい")
    #expect(Judge().judge("glas", against: glass).kind == .remark)
    let judge = Judge(vocabulary: Vocabulary([glass, glad]))
    #expect(judge.judge("glas", against: glass).kind == .wrong)
  }

  /// Glosses of at least five letters, which a typo is forgiven in.
  private static let glosses = BeginnerGlosses.all.filter {
    english.words(in: $0).joined().count >= TypoTolerance.fewestLetters
  }

  @Test func `hardly ever does another common word pass for a typo`() throws {
    var generator = SeededGenerator(seed: 1)
    var count = 0
    var accepted: [String] = []
    for gloss in Self.glosses.shuffled(using: &generator).prefix(LongForm.rounds(usually: 150)) {
      let words = gloss.split(separator: " ").map(String.init)
      for (index, word) in words.enumerated() where word.allSatisfy(\.isLetter) {
        for neighbor in Neighbors(of: Array(word), upTo: 2).map({ String($0) })
        where neighbor != word && Self.isCommon(neighbor) {
          var typed = words
          typed[index] = neighbor
          let line = typed.joined(separator: " ")
          count += 1
          let verdict = verdict(line, gloss)
          if verdict.kind.isAccepted, verdict.mistakes == [.typo] {
            accepted.append("\(line) for \(gloss)")
          }
        }
      }
    }
    #expect(count > 500)
    #expect(accepted.count * 100 < count, "\(accepted)")
  }

  @Test(arguments: 0..<4)
  func `nearly every slip that makes no word is forgiven`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var count = 0
    var refused: [String] = []
    while count < LongForm.rounds(usually: 300) {
      let gloss = try #require(Self.glosses.randomElement(using: &generator))
      let words = gloss.split(separator: " ").map(String.init)
      let index = try #require(words.indices.randomElement(using: &generator))
      guard words[index].count > 2, words[index].allSatisfy(\.isLetter) else { continue }
      let neighbors = Neighbors(of: Array(words[index]), upTo: 2).map { String($0) }
      let slip = try #require(neighbors.randomElement(using: &generator))
      guard slip != words[index], !Self.isWord(slip) else { continue }
      var typed = words
      typed[index] = slip
      let line = typed.joined(separator: " ")
      count += 1
      if !verdict(line, gloss).kind.isAccepted { refused.append("\(line) for \(gloss)") }
    }
    #expect(refused.count * 20 < count, "\(refused)")
  }
}
