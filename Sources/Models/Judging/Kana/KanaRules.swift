import RabbleQuestions
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

/// Where は and へ are written for wa and e.
enum Particles {
  private static let endings = [
    "んにちは", "んばんは", "では", "には", "とは", "または", "あるいは", "じつは", "もしくは",
    "これは", "それは", "あれは",
  ].map { Reading($0.unicodeScalars) }

  /// The places of particles in a reading, as far as its text and the prompt tell them: alone in the
  /// gap of a sentence, at the end of a set phrase, alone between spaces, or standing free between the
  /// prompt's kanji.
  static func places(in reading: Reading, of text: String, prompt: String) -> Set<Int> {
    var places: Set<Int> = []
    if reading == ["は"] || reading == ["へ"], hasGap(prompt) { places.insert(0) }
    let isPhrase = endings.contains { reading.count > $0.count - 1 && reading.ends(with: $0) }
    if isPhrase { places.insert(reading.count - 1) }
    var position = 0
    let words = text.split(whereSeparator: \.isWhitespace)
    for word in words {
      let kana = String(word).kanaReading ?? []
      if words.count > 1, kana == ["は"] || kana == ["へ"] { places.insert(position) }
      position += kana.count
    }
    for particle: Unicode.Scalar in ["は", "へ"] {
      let inReading = reading.indices.filter { reading[$0] == particle }
      let inPrompt = free(particle, in: Array(prompt.unicodeScalars))
      if inReading.count == inPrompt.count {
        for (place, isFree) in zip(inReading, inPrompt) where isFree { places.insert(place) }
      }
    }
    return places
  }

  /// Whether a prompt is a sentence with an open blank, or one with its hint in the blank's place.
  private static func hasGap(_ prompt: String) -> Bool {
    prompt.contains(ClozeText.gap) || prompt.contains { $0 == "[" }
  }

  /// For every occurrence in the prompt, whether the letters around it are not hiragana.
  private static func free(_ particle: Unicode.Scalar, in prompt: [Unicode.Scalar]) -> [Bool] {
    prompt.indices.filter { prompt[$0] == particle }.map { place in
      let isAfterWord = place > 0 && Script(of: prompt[place - 1]) != .hiragana
      let next = place + 1 < prompt.count ? Script(of: prompt[place + 1]) : .other
      return isAfterWord && next != .hiragana
    }
  }
}

extension Array where Element: Equatable {
  /// Whether the last elements are these.
  func ends(with end: [Element]) -> Bool {
    suffix(end.count) == end[...]
  }
}
