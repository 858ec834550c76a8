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

  /// Whether a reading is right under the kanji of its prompt and wrong only in the okurigana that the
  /// prompt shows, or in the お or ご before the first kanji.
  static func differsInOkuriganaOnly(_ typed: Reading, right: Reading, prompt: String) -> Bool {
    let shown = Okurigana(of: prompt)
    let stem = right.dropFirst(shown.leading.count).dropLast(shown.trailing.count)
    guard typed != right, !stem.isEmpty, right.starts(with: shown.leading),
      right.ends(with: shown.trailing)
    else { return false }
    if !shown.trailing.isEmpty, typed.starts(with: shown.leading + stem) {
      let ending = Reading(typed.dropFirst(shown.leading.count + stem.count))
      return Okurigana.isPossible(shown.trailing) && Okurigana.isPossible(ending)
        && ending.count <= shown.trailing.count + 1
        && (stem.count > 1 || ending.contains(where: shown.trailing.contains)
          || (ending.count == 1 && shown.trailing.count == 1))
    }
    let beginning = Reading(typed.dropLast(stem.count + shown.trailing.count))
    return Okurigana.prefixes.contains(shown.leading)
      && (beginning.isEmpty || Okurigana.prefixes.contains(beginning))
      && typed.ends(with: Array(stem + shown.trailing))
  }
}

/// The hiragana that a text with kanji shows before its first and after its last one: お and い of お祝い.
struct Okurigana {
  /// The hiragana before the first kanji.
  let leading: Reading
  /// The hiragana after the last kanji.
  let trailing: Reading

  /// Looks at a text; one without kanji, or that does not begin or end in hiragana, has none there.
  init(of text: String) {
    let letters = text.inOrdinaryWidth.unicodeScalars.filter { !$0.isIgnorable }
    let hasKanji = letters.contains { Script(of: $0) == .kanji }
    let isHiragana = { (letter: Unicode.Scalar) in Script(of: letter) == .hiragana }
    let end = letters.reversed().prefix(while: isHiragana)
    leading = hasKanji ? Reading(letters.prefix(while: isHiragana)) : []
    trailing = hasKanji ? Reading(end.reversed()) : []
  }

  /// The polite beginnings of a word.
  static let prefixes: [Reading] = [["お"], ["ご"]]

  /// Whether hiragana after a kanji can be the rest of its word: no particle and no form of だ begins
  /// them, and they are few.
  static func isPossible(_ kana: Reading) -> Bool {
    guard let first = kana.first else { return true }
    guard kana.count <= 6, !others.contains(where: { kana.starts(with: $0) }) else { return false }
    // が and に are okurigana in 上がる and 死にます.
    guard particles.contains(first) else { return true }
    return kana.count > 1 && "らりるれろっまむめ".unicodeScalars.contains(kana[1])
  }

  /// The particles that okurigana may begin with as well.
  static let particles: [Unicode.Scalar] = ["が", "に", "と", "も", "で", "や"]
  /// What may follow a word, and begins no okurigana.
  static let others: [Reading] = [
    ["は"], ["を"], ["へ"], ["の"], ["だ"], ["じ", "ゃ"], ["ま", "で"], ["か", "ら"], ["さ", "ん"],
    ["た", "ち"],
  ]
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
