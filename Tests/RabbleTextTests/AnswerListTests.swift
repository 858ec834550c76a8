import RabbleText
import Testing

@Suite struct AnswerListTests {
  @Test(arguments: [
    ("to eat; to consume", ["to eat", "to consume"]),
    ("one, two / three", ["one", "two", "three"]),
    ("Hello,\nGood Morning", ["Hello", "Good Morning"]), ("10,000", ["10,000"]),
    ("to go (by car; by bus)", ["to go (by car; by bus)"]), ("；、", ["；、"]),
    ("one's/my ways", ["one's", "my ways", "one's ways", "my ways"]),
  ])
  func `separators outside of brackets and numbers separate answers`(
    text: String, answers: [String]
  ) {
    #expect(AnswerList.alternatives(of: text) == answers)
  }

  @Test func `what stands in brackets may be left out`() {
    #expect(AnswerList.variants(of: "start(ing)") == ["start", "starting"])
    #expect(AnswerList.variants(of: "a (b") == ["a b"])
  }

  @Test func `pieces know their bytes`() {
    let pieces = AnswerList.pieces(of: "犬; dog")
    #expect(pieces.map(\.text) == ["犬", "dog"])
    #expect(pieces.map(\.range) == [0..<3, 4..<8])
  }

  @Test func `semicolons separate the texts of a blank`() {
    #expect(AnswerList.semicolonSeparated("は ；が;") == ["は", "が"])
  }
}
