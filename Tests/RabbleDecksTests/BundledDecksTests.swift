import Foundation
import RabbleQuestions
import Testing

/// What must be true of the decks that come with the program. The kana are derived from Unicode,
/// their romaji from the rows and columns of the table, the numbers from how Japanese counts.
struct BundledDecksTests {
  private static let files = ["Hiragana", "Katakana", "Phrases", "Numbers"]

  @Test func `every deck file reads as groups of Japanese`() throws {
    let titles = try Self.files.map { file in
      let groups = try deck(file)
      #expect(groups.allSatisfy { $0.language == "ja" && $0.description != nil })
      return groups.map(\.title)
    }
    #expect(
      titles == [
        [
          "Hiragana", "Hiragana with marks", "Hiragana combinations",
          "Hiragana long sounds and small っ",
        ],
        [
          "Katakana", "Katakana with marks", "Katakana combinations", "Katakana for loanwords",
          "Katakana for loanwords, rarer", "Katakana long sounds",
        ],
        [
          "First phrases", "Meeting and parting", "Basic phrases", "Yes and no", "First questions",
          "Asking and answering", "More greetings and courtesies", "Getting by",
        ],
        [
          "Numbers", "Hundreds and thousands", "Large numbers", "Numbers with counters",
          "Numbers in kana",
        ],
      ]
    )
  }

  @Test(arguments: ["Hiragana", "Katakana"])
  func `each kana group is complete and in gojūon order`(file: String) throws {
    let table = file == "Hiragana" ? KanaTable.hiragana : KanaTable.katakana
    let groups = try deck(file)
    for (index, expected) in [table.base, table.marked, table.combined].enumerated() {
      #expect(groups[index].questions.map(\.prompt) == expected.map(\.kana))
      #expect(groups[index].questions.map(\.answer) == expected.map(\.romaji))
    }
    #expect(groups.prefix(3).map(\.questions.count) == [46, 25, 36])
  }

  @Test func `the loanword kana are those of the official list, in gojūon order`() throws {
    // Cabinet notice 2 of 1991, 外来語の表記: the combinations of its two tables.
    let official =
      "シェ チェ ツァ ツェ ツォ ティ ファ フィ フェ フォ ジェ ディ デュ "
      + "イェ ウィ ウェ ウォ クァ クィ クェ クォ ツィ トゥ グァ ドゥ ヴァ ヴィ ヴ ヴェ ヴォ テュ フュ ヴュ"
    let groups = try ["Katakana for loanwords", "Katakana for loanwords, rarer"].map {
      try group($0, in: "Katakana").questions.map(\.prompt)
    }
    let prompts = groups.flatMap(\.self)
    #expect(Set(prompts) == Set(official.split(separator: " ").map(String.init)))
    #expect(prompts.count == 33)
    for prompts in groups {
      #expect(
        prompts
          == prompts.sorted { left, right in
            gojuonKey(left).lexicographicallyPrecedes(gojuonKey(right))
          }
      )
    }
  }

  @Test func `a loanword kana joins its first consonant to its small vowel`() throws {
    let consonants = [
      "イ": "y", "ウ": "w", "ヴ": "v", "ク": "kw", "グ": "gw", "シ": "sh", "ジ": "j", "チ": "ch",
      "ツ": "ts", "テ": "t", "ト": "t", "デ": "d", "ド": "d", "フ": "f",
    ]
    let vowels = ["ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o", "ュ": "yu", "": "u"]
    for question in try group("Katakana for loanwords", in: "Katakana").questions {
      let consonant = try #require(consonants[String(question.prompt.prefix(1))])
      let vowel = try #require(vowels[String(question.prompt.dropFirst())])
      #expect(question.answer == consonant + vowel)
    }
  }

  @Test(arguments: [
    ("し", ["si"]), ("ち", ["ti"]), ("つ", ["tu"]), ("ふ", ["hu"]), ("じ", ["zi"]),
    ("を", ["wo"]), ("ん", ["nn", "n'"]), ("ぢ", ["di", "zi"]), ("づ", ["du", "dzu"]),
    ("しゃ", ["sya"]), ("ちゅ", ["tyu"]), ("じょ", ["zyo", "jyo"]), ("ぢゃ", ["dya"]),
  ])
  func `the other usual romanisations are accepted`(kana: String, romaji: [String]) throws {
    for file in ["Hiragana", "Katakana"] {
      let prompt = file == "Hiragana" ? kana : katakana(kana)
      let question = try #require(
        deck(file).flatMap(\.questions).first { $0.prompt == prompt }
      )
      #expect(Set(romaji).isSubset(of: question.alternatives), "\(prompt)")
    }
  }

  @Test func `an example shows its kana`() throws {
    for question in try (deck("Hiragana") + deck("Katakana")).flatMap(\.questions) {
      guard let example = question.example else { continue }
      #expect(example.text.contains(question.prompt), "\(question.prompt): \(example)")
    }
  }

  @Test func `there are 154 phrases, each with its reading, and the first in romaji`()
    throws
  {
    let groups = try deck("Phrases")
    #expect(groups.reduce(0) { $0 + $1.questions.count } == 154)
    for question in groups.flatMap(\.questions) {
      let reading = try #require(question.reading).filter { !"…？".contains($0) }
      #expect(reading.unicodeScalars.allSatisfy { (0x3041...0x30FC).contains($0.value) })
      let accepted = [question.answer] + question.alternatives
      #expect(!accepted.contains { $0.contains(where: ",/".contains) }, "\(accepted) is split")
    }
    for question in groups.prefix(6).flatMap(\.questions) {
      let romaji = try #require(question.romaji)
      #expect(!romaji.isEmpty && romaji.allSatisfy { $0.isASCII || "āīūēōĀĪŪĒŌ".contains($0) })
    }
  }

  @Test func `the numbers are 1 to 10, tens, 0, hundreds, thousands, and those with 万 and 億`()
    throws
  {
    let questions = try deck("Numbers").prefix(3).flatMap(\.questions)
    let values = try questions.map { question in
      let hint = try #require(question.hint)
      return try #require(Int(hint.filter { $0 != "," }))
    }
    let tens = (2...9).map { $0 * 10 }
    let hundreds = (1...9).map { $0 * 100 }
    let thousands = (1...9).map { $0 * 1000 }
    let small = [Array(1...10), tens, [0], hundreds, thousands].flatMap { $0 }
    #expect(Array(values.prefix(small.count)) == small)
    let others = values.filter { $0 > 0 }
    #expect(others == others.sorted())
    #expect(values.count >= 50 && values.contains(10_000) && values.contains(100_000_000))
    for (question, value) in zip(questions, values) where value > 0 {
      #expect(question.prompt == JapaneseNumber(value).kanji)
      #expect(readings(question).first == JapaneseNumber(value).kana, "\(question.prompt)")
      #expect(question.reading == question.answer)
    }
  }

  @Test(arguments: [
    ("零", ["れい", "ゼロ"]), ("四", ["よん", "し"]), ("七", ["なな", "しち"]), ("九", ["きゅう", "く"]),
  ])
  func `a number with two readings has both, and says when`(
    kanji: String,
    both: [String]
  ) throws {
    let question = try #require(
      group("Numbers", in: "Numbers").questions.first { $0.prompt == kanji }
    )
    #expect(readings(question) == both)
    #expect(question.note != nil)
  }

  @Test func `the numbers in kana are read as Japanese counts`() throws {
    for question in try group("Numbers in kana", in: "Numbers").questions {
      let value = try #require(Int(question.answer))
      let number = JapaneseNumber(value)
      #expect(question.prompt == number.kana)
      #expect(question.hint == number.kanji)
    }
  }

  @Test func `every question has an id of its own`() throws {
    let ids = try Self.files.flatMap(deck).flatMap(\.questions).map(\.id)
    #expect(!ids.contains(nil))
    #expect(Set(ids).count == ids.count)
  }

  @Test func `no group asks the same prompt twice`() throws {
    for group in try Self.files.flatMap(deck) {
      #expect(Set(group.questions.map(\.prompt)).count == group.questions.count, "\(group.title)")
    }
  }

  @Test func `a hint never contains the answer, and kana and numbers all have one`() throws {
    for file in ["Hiragana", "Katakana", "Numbers"] {
      #expect(try deck(file).flatMap(\.questions).allSatisfy { $0.hint != nil })
    }
    for question in try Self.files.flatMap(deck).flatMap(\.questions) {
      guard let hint = question.hint?.lowercased() else { continue }
      for answer in readings(question) {
        #expect(!hint.contains(answer.lowercased()), "\(question.prompt): \(hint)")
      }
    }
  }

  @Test func `an alternative says something else than the answers`() throws {
    for question in try Self.files.flatMap(deck).flatMap(\.questions) {
      let accepted = (readings(question) + question.alternatives).map { $0.lowercased() }
      #expect(Set(accepted).count == accepted.count, "\(question.prompt)")
      #expect(!accepted.contains { $0.allSatisfy(\.isWhitespace) }, "\(question.prompt)")
    }
  }

  @Test(arguments: files)
  func `a deck file is normalised to composed characters`(file: String) throws {
    let text = try String(contentsOf: url(file), encoding: .utf8)
    let composed = text.precomposedStringWithCanonicalMapping
    #expect(text.unicodeScalars.elementsEqual(composed.unicodeScalars))
  }

  // MARK: - Reading the decks

  private func url(_ file: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Decks/Japanese/\(file).json").standardizedFileURL
  }

  private func deck(_ file: String) throws -> [QuestionGroup] {
    try JSONDecoder().decode([QuestionGroup].self, from: Data(contentsOf: url(file)))
  }

  private func group(_ title: String, in file: String) throws -> QuestionGroup {
    try #require(deck(file).first { $0.title == title })
  }

  private func readings(_ question: Question) -> [String] {
    question.answer.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func katakana(_ hiragana: String) -> String {
    String(String.UnicodeScalarView(hiragana.unicodeScalars.compactMap { .init($0.value + 0x60) }))
  }

  /// Sorts by the first kana without its mark, then by the mark, then by the small kana.
  private func gojuonKey(_ kana: String) -> [UInt32] {
    let first = String(kana.prefix(1)).decomposedStringWithCanonicalMapping.unicodeScalars
    let key = first.map(\.value) + (first.count == 1 ? [0] : [])
    return key + kana.unicodeScalars.dropFirst().map(\.value)
  }
}

/// The kana of one script in gojūon order with their Hepburn romaji: the kana taken from their
/// Unicode block, the romaji from row and column.
struct KanaTable: Sendable {
  typealias Entry = (kana: String, romaji: String)

  static let hiragana = KanaTable(from: 0x3041)
  static let katakana = KanaTable(from: 0x30A1)

  /// The 46 without a mark.
  let base: [Entry]
  /// The 20 with dakuten, then the 5 with handakuten.
  let marked: [Entry]
  /// The 36 with a small ya, yu or yo, those of unmarked kana first.
  let combined: [Entry]

  /// Reads the 83 code points from small a to n, the same places in both scripts.
  private init(from first: UInt32) {
    func kana(_ place: UInt32) -> String { Unicode.Scalar(first + place).map(String.init) ?? "" }
    let small: Set<UInt32> = [0, 2, 4, 6, 8, 34, 66, 68, 70, 77]
    let obsolete: Set<UInt32> = [79, 80]
    let letters = (0...82).filter { !small.union(obsolete).contains($0) }.map(kana)
    func kana(markedBy mark: Unicode.Scalar?) -> [String] {
      letters.filter {
        $0.decomposedStringWithCanonicalMapping.unicodeScalars.dropFirst().first == mark
      }
    }
    let columns = ["a", "i", "u", "e", "o"]
    let rows = ["", "k", "s", "t", "n", "h", "m", "y", "r", "w"].flatMap { row in
      columns.map { row + $0 }.filter { !["yi", "ye", "wi", "wu", "we"].contains($0) }
    }
    let voiced = ["g", "z", "d", "b", "p"].flatMap { row in columns.map { row + $0 } }
    base = Array(zip(kana(markedBy: nil), rows.map(Self.hepburn) + ["n"]))
    marked = Array(
      zip(kana(markedBy: "\u{3099}") + kana(markedBy: "\u{309A}"), voiced.map(Self.hepburn))
    )
    combined = (base + marked).filter { $0.romaji.hasSuffix("i") && $0.romaji != "i" }.flatMap {
      entry -> [Entry] in
      let stem = entry.romaji.dropLast()
      let glide = ["sh", "ch", "j"].contains(stem) ? "" : "y"
      return zip([66, 68, 70].map(kana), ["a", "u", "o"]).map { small, vowel in
        (entry.kana + small, stem + glide + vowel)
      }
    }
  }

  /// A syllable of the table, as Hepburn writes it for an English ear.
  private static func hepburn(_ syllable: String) -> String {
    let heard = [
      "si": "shi", "ti": "chi", "tu": "tsu", "hu": "fu", "zi": "ji", "di": "ji", "du": "zu",
      "wo": "o",
    ]
    return heard[syllable] ?? syllable
  }
}

/// How a number from 1 to 9,999,999,999,999 is written in kanji, and how it is read.
struct JapaneseNumber {
  private(set) var kanji = ""
  private(set) var kana = ""

  init(_ value: Int) {
    for (size, name, reading) in [(100_000_000, "億", "おく"), (10_000, "万", "まん"), (1, "", "")] {
      let part = value / size % 10_000
      guard part > 0 else { continue }
      append(part, oneIsSaid: size > 1)
      kanji += name
      kana += reading
    }
  }

  /// Appends 1…9999; `oneIsSaid` when a lone thousand says its one, as it does before 万.
  private mutating func append(_ value: Int, oneIsSaid: Bool) {
    let digits = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
    let readings = ["", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"]
    let changes = [
      "いちせん": "いっせん", "さんせん": "さんぜん", "はちせん": "はっせん",
      "さんひゃく": "さんびゃく", "ろくひゃく": "ろっぴゃく", "はちひゃく": "はっぴゃく",
    ]
    for (size, name, reading) in [(1000, "千", "せん"), (100, "百", "ひゃく"), (10, "十", "じゅう")] {
      let digit = value / size % 10
      guard digit > 0 else { continue }
      let said = digit > 1 || (size == 1000 && oneIsSaid) ? digit : 0
      kanji += digits[said] + name
      kana += changes[readings[said] + reading] ?? readings[said] + reading
    }
    kanji += digits[value % 10]
    kana += readings[value % 10]
  }
}
