import RabbleText

/// What no Japanese reading has, and what the kana in a prompt say about its reading.
package enum ReadingRules {
  /// Whether kana can stand in this order: no ん, ー or small kana first, no っ before a vowel, no two
  /// small kana together, ゃ, ゅ and ょ only after kana that carry them.
  package static func isPossible(_ reading: Reading) -> Bool {
    guard let first = reading.first else { return false }
    if first == "ん" || first == .longMark || first.isSmallKana { return false }
    return zip(reading, reading.dropFirst()).allSatisfy { previous, kana in
      if previous == "っ" { return !"あいうえおっ".unicodeScalars.contains(kana) }
      guard kana.isSmallKana else { return true }
      if previous.isSmallKana || previous == "ん" { return false }
      return !"ゃゅょ".unicodeScalars.contains(kana)
        || "きぎしじちぢにひびぴみりてでふゔくとど".unicodeScalars.contains(previous)
    }
  }

  /// Whether a reading is right under the kanji of its prompt and wrong only in the kana before or
  /// after them that the prompt shows.
  static func differsInOkuriganaOnly(_ typed: Reading, right: Reading, prompt: String) -> Bool {
    let shown = Okurigana(of: prompt)
    let stem = right.dropFirst(shown.leading.count).dropLast(shown.trailing.count)
    guard typed != right, !stem.isEmpty, right.starts(with: shown.leading),
      right.ends(with: shown.trailing)
    else { return false }
    if !shown.trailing.isEmpty, typed.starts(with: shown.leading + stem) {
      let ending = typed.dropFirst(shown.leading.count + stem.count)
      return ending.count <= shown.trailing.count + 1
        && (stem.count > 1 || ending.contains(where: shown.trailing.contains)
          || (ending.count == 1 && shown.trailing.count == 1))
    }
    return !shown.leading.isEmpty && typed.ends(with: Array(stem + shown.trailing))
      && typed.count <= right.count + 1
  }

  /// Whether two texts have the same kanji in the same order and differ in their kana only.
  static func haveSameKanji(_ one: String, _ other: String) -> Bool {
    let kanji = [one, other].map { $0.unicodeScalars.filter { Script(of: $0) == .kanji } }
    return !kanji[0].isEmpty && Array(kanji[0]) == Array(kanji[1])
  }
}

/// The kana that a text with kanji shows before its first and after its last one: お and い of お祝い.
struct Okurigana {
  /// The kana before the first kanji, in hiragana.
  let leading: Reading
  /// The kana after the last kanji, in hiragana.
  let trailing: Reading

  /// Looks at a text; one without kanji, or that does not begin or end in kana, has none there.
  init(of text: String) {
    let letters = text.inOrdinaryWidth.unicodeScalars.filter { !$0.isIgnorable }
    let hasKanji = letters.contains { Script(of: $0) == .kanji }
    let isKana = { (letter: Unicode.Scalar) in Script(of: letter).isKana }
    leading = hasKanji ? letters.prefix(while: isKana).map(\.asHiragana) : []
    let end = letters.reversed().prefix(while: isKana)
    trailing = hasKanji ? end.reversed().map(\.asHiragana) : []
  }
}

/// Kana that learners take for one another by their looks.
enum LookAlikes {
  private static let hiragana = [
    "はほけ", "ぬめ", "ねれわ", "るろ", "さきち", "あおめ", "いり", "たな", "くへ", "もし", "よま",
    "すむ", "らろう", "てそ", "こに",
  ]
  private static let katakana = [
    "シツソンノ", "クケタワ", "ウワフヲ", "コユヨロ", "アマム", "ナメ", "スヌ", "チテ", "ルレ",
    "セサ", "フラヲ", "ミニ", "エユ", "ハヘ", "カヤ", "ソリン", "オホネ",
  ]

  /// Whether two kana, both given in hiragana, look alike in the kana they were shown in.
  static func areAlike(_ one: Unicode.Scalar, _ other: Unicode.Scalar, inKatakana: Bool) -> Bool {
    let groups = inKatakana ? katakana : hiragana
    let (first, second) =
      inKatakana ? (one.asKatakana, other.asKatakana) : (one, other)
    return groups.contains {
      $0.unicodeScalars.contains(first) && $0.unicodeScalars.contains(second)
    }
  }
}

extension Array where Element: Equatable {
  /// Whether the last elements are these.
  func ends(with end: [Element]) -> Bool {
    suffix(end.count) == end[...]
  }
}
