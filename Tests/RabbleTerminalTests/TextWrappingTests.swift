import RabbleTerminal
import RabbleText
import Testing

@Suite struct WrappingTests {
  @Test func `latin text breaks at spaces, which disappear`() {
    #expect(
      "the quick brown fox".wrapped(to: 10) == ["the quick", "brown fox"]
    )
  }

  @Test func `japanese breaks between any two characters`() {
    #expect("ひらがなをよむ".wrapped(to: 6) == ["ひらが", "なをよ", "む"])
  }

  @Test func `no line begins with a stop or a small kana, nor ends with an opening bracket`() {
    #expect("はい。そう".wrapped(to: 4) == ["は", "い。", "そう"])
    #expect("あきゃく".wrapped(to: 4) == ["あ", "きゃ", "く"])
    #expect("ああ「い」".wrapped(to: 6) == ["ああ", "「い」"])
  }

  @Test func `latin words stay whole inside japanese`() {
    #expect("これはSwiftです".wrapped(to: 10) == ["これは", "Swiftです"])
  }

  @Test func `a word longer than a line is cut where the line is full`() {
    #expect("abcdefgh".wrapped(to: 3) == ["abc", "def", "gh"])
    #expect("xy abcdefgh".wrapped(to: 4, hanging: 1) == ["xy", "abc", "def", "gh"])
  }

  @Test func `a path stays whole, whatever stands around it`() {
    #expect(
      "see “/home/me/words.json”: no".wrapped(to: 8) == ["see", "“/home/me/words.json”:", "no"])
    #expect("and/or/not".wrapped(to: 4) == ["and/", "or/n", "ot"])
  }

  @Test func `later lines leave room for what hangs before them`() {
    #expect("aa bb cc dd".wrapped(to: 5, hanging: 3) == ["aa bb", "cc", "dd"])
  }

  @Test func `a short text and an empty one are one line`() {
    #expect("short".wrapped(to: 10) == ["short"])
    #expect("".wrapped(to: 10) == [""])
  }

  @Test(arguments: 1...40) func `no line is too wide and no character but spaces is lost`(seed: Int)
  {
    var generator = SeededGenerator(seed: UInt64(seed))
    let alphabet = Array("ab c, だ。「」っー漢ｶﾞ👨‍👩‍👧e\u{301} ")
    for columns in [2, 3, 7, 20] {
      let text = String(
        (0..<60).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
      )
      let lines = text.wrapped(to: columns)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}

/// Vigna's SplitMix64.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct ColumnTests {
  @Test func `padding counts columns, not characters`() {
    let rows = ["かな", "ｶﾅ", "漢字か\u{3099}", "kana", "e\u{301}", "👨‍👩‍👧"].map { $0.padded(to: 8) }
    #expect(rows.map { DisplayWidth.columns(of: $0) } == Array(repeating: 8, count: rows.count))
    #expect("かな".padded(to: 6) + "|" == "かな  |")
    #expect("7".leftPadded(to: 3) == "  7")
    #expect("かな".padded(to: 2) == "かな")
  }

  @Test(arguments: [
    ("ひらがな", 8, "ひらがな"), ("ひらがな", 7, "ひらが…"), ("ひらがな", 6, "ひら…"), ("kana", 3, "ka…"),
    ("kana", 1, "…"), ("kana", 0, ""), ("か\u{3099}き", 3, "か\u{3099}…"),
  ])
  func `truncation ends in an ellipsis and stays within its columns`(
    text: String,
    columns: Int,
    expected: String
  ) {
    let result = text.truncated(to: columns)
    #expect(result == expected)
    #expect(DisplayWidth.columns(of: result) <= columns)
  }
}
