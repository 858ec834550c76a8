import Foundation
import RabbleTestSupport
import RabbleText

@testable import RabbleJudging

/// Readings that a Japanese word could have, and the ways to type them.
struct RandomReading {
  private static let syllables = [
    "あ", "い", "う", "え", "お", "か", "き", "く", "け", "こ", "が", "ぎ", "ぐ", "げ", "ご", "さ", "し", "す",
    "せ", "そ", "ざ", "じ", "ず", "ぜ", "ぞ", "た", "ち", "つ", "て", "と", "だ", "ぢ", "づ", "で", "ど", "な",
    "に", "ぬ", "ね", "の", "は", "ひ", "ふ", "へ", "ほ", "ば", "び", "ぶ", "べ", "ぼ", "ぱ", "ぴ", "ぷ", "ぺ",
    "ぽ", "ま", "み", "む", "め", "も", "や", "ゆ", "よ", "ら", "り", "る", "れ", "ろ", "わ", "きゃ", "きゅ",
    "きょ", "ぎょ", "しゃ", "しゅ", "しょ", "じゃ", "じゅ", "じょ", "ちゃ", "ちゅ", "ちょ", "にゅ", "ひゃ",
    "びょ", "ぴゅ", "みょ", "りゃ", "りょ",
  ]

  /// A word of two to six syllables, with っ, ん and long vowels where they can stand.
  static func word(_ generator: inout SeededGenerator) -> Reading {
    var text = ""
    let count = Int.random(in: 2...6, using: &generator)
    for index in 0..<count {
      let syllable = syllables.randomElement(using: &generator) ?? "あ"
      let carriesTsu = syllable.first.map("かきくけこさしすせそたちつてとぱぴぷぺぽ".contains) == true
      if index > 0, carriesTsu, text.last != "ん", Bool.random(using: &generator) { text += "っ" }
      text += syllable
      if let last = text.unicodeScalars.last?.vowel, Int.random(in: 0..<5, using: &generator) == 0 {
        text += last == "お" ? "う" : last == "え" ? "い" : String([last])
      }
      if Int.random(in: 0..<5, using: &generator) == 0 { text += "ん" }
    }
    return Reading(text.unicodeScalars)
  }

  /// One of the ways to write a reading that must make no difference.
  static func typed(_ reading: Reading, _ generator: inout SeededGenerator) -> String {
    let hiragana = String(reading)
    let katakana = KanaConversion(to: .katakana).converted(hiragana)
    let style = Romanization.allCases.randomElement(using: &generator) ?? .hepburn
    let ways = [
      hiragana, katakana, hiragana.decomposedKana, katakana.inHalfWidth,
      style.romanized(hiragana), style.romanized(hiragana).uppercased(),
      style.romanized(hiragana).inFullWidth, style.romanized(hiragana),
    ]
    var line = ways.randomElement(using: &generator) ?? hiragana
    if Bool.random(using: &generator) { line = " " + line + "　" }
    if Int.random(in: 0..<4, using: &generator) == 0 { line += "。" }
    if Int.random(in: 0..<4, using: &generator) == 0 { line = "「" + line + "」" }
    return line
  }
}

extension String {
  /// The text with every voiced kana as two scalars.
  var decomposedKana: String { decomposedStringWithCanonicalMapping }

  /// Full-width forms of the ASCII letters.
  var inFullWidth: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          (0x21...0x7E).contains(scalar.value)
            ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar
        }
      )
    )
  }

  /// Half-width forms of the katakana: JIS X 0201 has the marks as letters of their own.
  var inHalfWidth: String {
    let whole = Array("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン")
    let half = Array("ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ")
    let forms = Dictionary(uniqueKeysWithValues: zip(whole, half))
    return decomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
      switch scalar {
      case "\u{3099}": "ﾞ"
      case "\u{309A}": "ﾟ"
      default: String(forms[Character(scalar)] ?? Character(scalar))
      }
    }.joined()
  }
}
