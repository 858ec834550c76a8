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
