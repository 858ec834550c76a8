import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging

struct RomanizationTests {
  /// The blocks Hiragana and Katakana of Unicode 16, and Katakana Phonetic Extensions.
  private static let everyKana: [String] =
    [0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF]
    .flatMap { $0.compactMap { UInt32($0) }.compactMap(Unicode.Scalar.init).map(String.init) }

  /// Two kana that make one sound, in hiragana.
  private static let everyPair: [String] = {
    let small = ["ゃ", "ゅ", "ょ", "ぁ", "ぃ", "ぅ", "ぇ", "ぉ"]
    return "きぎしじちぢにひびぴみりてでとどふうゔくぐすつ".flatMap { kana in small.map { "\(kana)\($0)" } }
  }()

  @Test func `every kana comes back from its keys`() {
    #expect(Self.everyKana.count == 86 + 3 + 90 + 4 + 16)
    for kana in Self.everyKana {
      let keys = Romanization.wapuro.romanized(kana)
      let script = kana.unicodeScalars.first.map { Script(of: $0) }
      let back = KanaConversion(to: script == .katakana ? .katakana : .hiragana).converted(keys)
      #expect(back == kana, "\(kana) → \(keys) → \(back)")
    }
  }

  @Test func `every pair of kana comes back from its keys, in either kana`() {
    for pair in Self.everyPair {
      let keys = Romanization.wapuro.romanized(pair)
      #expect(KanaConversion(to: .hiragana).converted(keys) == pair, "\(pair) → \(keys)")
      let katakana = KanaConversion(to: .katakana).converted(pair)
      let katakanaKeys = Romanization.wapuro.romanized(katakana)
      #expect(KanaConversion(to: .katakana).converted(katakanaKeys) == katakana)
    }
  }

  @Test(arguments: 0..<10)
  func `every word comes back from its keys`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let word = String(RandomReading.word(&generator))
      let keys = Romanization.wapuro.romanized(word)
      #expect(KanaConversion(to: .hiragana).converted(keys) == word, "\(word) → \(keys)")
    }
  }

  @Test(arguments: [
    ("ちぢめる", ["chijimeru", "chijimeru", "chidimeru", "tizimeru", "tidimeru"]),
    ("つづく", ["tsuzuku", "tsuzuku", "tsuduku", "tuzuku", "tuduku"]),
    ("まっちゃ", ["matcha", "matcha", "maccha", "mattya", "mattya"]),
    ("しゅっちょう", ["shutchou", "shutchō", "shucchou", "syuttyou", "syuttyou"]),
    ("こんや", ["kon'ya"]), ("しんぶん", ["shinbun"]), ("スーパー", ["suupaa", "sūpā", "su-pa-"]),
    ("とうきょう", ["toukyou", "tōkyō", "toukyou"]), ("おおきい", ["ookii", "ōkī", "ookii"]),
    ("ﾗｰﾒﾝ", ["raamen", "rāmen", "ra-men"]), ("パーティー", ["paatii", "pātī", "pa-thi-"]),
  ])
  func `each romanisation spells as its standard says`(kana: String, expected: [String]) {
    for (style, romaji) in zip(Romanization.inOrder, expected) {
      #expect(style.romanized(kana) == romaji)
    }
  }

  @Test func `what is no kana passes through`() {
    #expect(Romanization.hepburn.romanized("漢字 & 한글 👍") == "漢字 & 한글 👍")
    #expect(KanaConversion(to: .hiragana).converted("漢字 & 한글 👍") == "漢字 & 한글 👍")
  }
}

extension Romanization {
  /// The order in which the table of spellings has them.
  fileprivate static let inOrder: [Romanization] = [
    .hepburn, .hepburnWithMacrons, .wapuro, .kunrei, .nihonShiki,
  ]
}
