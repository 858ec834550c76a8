import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleText

/// Trimming, quoting, folding, and the nearest word.
@Suite struct SmallTextTests {
  @Test func `white space of every kind is trimmed`() {
    #expect(" \u{3000}a b\n".trimmed == "a b")
    #expect("\t ".trimmed.isEmpty)
    #expect("\t\u{3000}".isBlank && "".isBlank && !"\u{200B}".isBlank)
  }

  @Test func `every white space of Unicode is trimmed, and nothing else`() {
    let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
    #expect(scalars.filter { "\($0)".isBlank != $0.properties.isWhitespace } == [])
  }

  @Test func `lines end where characters are line breaks`() {
    var generator = SeededGenerator(seed: 19)
    let parts = [
      "\n", "\r", "\r\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}", "a", "é", "\u{301}",
      "\u{200D}", "“", "\u{2027}", "\u{C2}", "犬", "👩‍👩‍👧", " ",
    ]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...8, using: &generator)
      let text = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &generator)] }
        .joined()
      let split = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      #expect(text.lines == split && text.lines.joined().isSame(as: split.joined()))
    }
  }

  @Test func `the same letters in other scalars are another text`() {
    #expect("が".isSame(as: "が"))
    #expect(!"が".isSame(as: "か\u{3099}"))
    #expect(!"".isSame(as: nil))
  }

  @Test func `a quoted text shows what is invisible and ends after forty letters`() {
    #expect(Quoting.quoted("a\u{200B}b") == "\"a\\u{200B}b\"")
    for scalar: Unicode.Scalar in [
      "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{115F}", "\u{3164}", "\u{E0041}", "\u{34F}",
      "\u{206A}", "\u{FFF9}", "\u{17B4}", "\u{1D173}", "\u{1BCA0}",
    ] {
      let number = String(scalar.value, radix: 16, uppercase: true)
      #expect(Quoting.quoted("a\(scalar)") == "\"a\\u{\(number)}\"")
      #expect(
        Quoting.showingInvisible("a\(scalar)b") == "a[\(Quoting.codePoint(of: scalar))]b")
    }
    #expect(Quoting.quoted(String(repeating: "a", count: 40)).count == 42)
    #expect(Quoting.quoted(String(repeating: "a", count: 41)).hasSuffix("a…\""))
    #expect(Quoting.codePoint(of: "\u{9}") == "U+0009")
  }

  @Test func `an emoji of several characters is shown as it is, and a lone joiner is not`() {
    for emoji in ["👨‍👩‍👧", "❤️‍🔥", "👩🏽‍🦰", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇪🇸", "1️⃣"] {
      #expect(Quoting.visible("\(emoji) a") == "\(emoji) a")
    }
    #expect(Quoting.visible("👨\u{200D}") == "👨\\u{200D}")
    #expect(Quoting.visible("👨\u{200D}a") == "👨\\u{200D}a")
    #expect(Quoting.visible("a\u{200D}👨") == "a\\u{200D}👨")
  }

  /// The vectors of draft-eastlake-fnv, appendix C.
  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func `a hash is that of FNV-1a, in parts as well`(text: String, hash: UInt64) {
    #expect(FNV1a.hash(text.utf8) == hash)
    let half = text.utf8.count / 2
    #expect(
      FNV1a.hash(text.utf8.dropFirst(half), after: FNV1a.hash(text.utf8.prefix(half))) == hash)
  }

  @Test func `halving finds the first place from which on a condition holds`() {
    for count in 0...40 {
      let numbers = (0..<count).map { $0 / 3 }[...].dropFirst(min(count, 2))
      for limit in -1...15 {
        #expect(
          numbers.partitioningIndex { $0 >= limit }
            == numbers.firstIndex { $0 >= limit } ?? numbers.endIndex)
      }
    }
  }

  @Test func `titles that look the same have the same fold`() {
    #expect(TextFold.title("ﾊﾞｽ  Ａ") == TextFold.title("バス a"))
    #expect(TextFold.title("は") != TextFold.title("ば"))
  }

  @Test func `stress, vowel points and Greek accents are folded, other letters are not`() {
    for (marked, bare) in [
      ("спаси́бо", "спасибо"), ("самолёт", "самолет"), ("е\u{308}ж", "еж"), ("كِتَاب", "كتاب"),
      ("שָׁלוֹם", "שלום"), ("λόγος", "ΛΟΓΟΣ"), ("ἄνθρωπος", "ανθρωποσ"), ("α\u{301}", "α"),
    ] {
      #expect(TextFold.strict(marked) == TextFold.strict(bare), "\(marked)")
    }
    #expect(TextFold.plain("λόγος") == TextFold.plain("ΛΌΓΟΣ"))
    #expect(TextFold.accented("λόγος") != TextFold.accented("λογος"))
    for (one, other) in [("й", "и"), ("и\u{306}", "и"), ("ї", "і"), ("أ", "ا"), ("ば", "は")] {
      #expect(TextFold.strict(one) != TextFold.strict(other), "\(one)")
    }
    #expect(TextFold.unpointed("Ёж, спаси́бо") == "Еж, спасибо")
    #expect(TextFold.unpointed("café λόγος") == "café λόγος")
  }

  @Test func `the nearest word is one or two letters away, and the only one`() {
    #expect(Nearest.to("promt", among: ["prompt", "answer"]) == "prompt")
    #expect(Nearest.to("Part-Of-Speach", among: ["part_of_speech"]) == "part_of_speech")
    #expect(Nearest.to("cat", among: ["bat", "hat"]) == nil)
    #expect(Nearest.to("question", among: ["prompt"]) == nil)
  }

  @Test func `a mistyped name means the closest, or the only one that it abbreviates`() {
    let options = ["--count", "--color", "--now", "--no-color"]
    #expect(Nearest.name("--cnt", among: options) == "--count")
    #expect(Nearest.name("--cuont", among: options) == "--count")
    #expect(Nearest.name("--co", among: options) == nil)
    #expect(Nearest.name("--col", among: options) == "--color")
    #expect(Nearest.name("--ount", among: ["--recount"]) == nil)
    #expect(Nearest.name("clr", among: ["color", "caller"]) == nil)
  }

  @Test func `a record is written as it is read`() {
    let cells = ["a", "b,c", "say \"so\"", " d", "two\nlines", ""]
    var writer = TableWriter(guardsFormulas: false)
    var reader = TableReader(writer.line(cells.map { .text($0) }), separator: ",")
    #expect(reader.next()?.fields == cells)
    var tabs = TableWriter(separator: "\t", guardsFormulas: false)
    #expect(tabs.line([.text("a\tb"), .text("c,d")]) == "\"a\tb\"\tc,d\r\n")
  }

  @Test func `raised and lowered characters are those that Unicode says stand for the others`() {
    let usual = "0123456789+−=()abcdefghijklmnopqrstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχρ, あ"
    for (shift, sign) in [(ShiftedText.above, "^"), (.below, "_")] {
      var count = 0
      for character in usual where character != " " {
        let shifted = shift.text(of: String(character))
        if shifted.hasPrefix(sign) {
          #expect(shifted == "\(sign)(\(character))")
        } else {
          count += 1
          #expect(shifted.precomposedStringWithCompatibilityMapping == String(character))
          #expect(shifted != String(character))
        }
      }
      #expect(count > 30)
    }
    #expect(ShiftedText.above.text(of: "-1") == "⁻¹")
    #expect(ShiftedText.below.text(of: "  ") == "  ")
  }

  @Test func `raised and lowered characters are what people type for them`() {
    let same = [
      ("H₂O", "h2o"), ("1ᵉʳ", "1er"), ("10²³", "10^23"), ("10⁻⁵ m", "10^-5 m"), ("x²", "x^2"),
      ("x²", "x2"), ("5 km²", "5 km2"), ("10⁶–10⁹", "10^6-10^9"), ("Cᴬ", "CA"),
    ]
    for (text, typed) in same {
      #expect(TextFold.plain(text) == TextFold.plain(typed))
      #expect(TextFold.strict(text) == TextFold.strict(typed))
    }
    for (text, other) in [("10²³", "1023"), ("10⁻⁵", "10^5"), ("2³", "23"), ("10^23", "1023")] {
      #expect(TextFold.plain(text) != TextFold.plain(other))
    }
  }
}
