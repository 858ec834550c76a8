/// Tells whether a hint says what is asked for.
struct HintCheck {
  private let folded: String
  private let words: [String]

  init(_ hint: String) {
    folded = TextFold.strict(hint)
    words = [hint] + hint.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether a text stands in the hint: Japanese anywhere, in either kana or spelled in romaji;
  /// anything else as whole words.
  func tells(_ text: String) -> Bool {
    let strict = TextFold.strict(text)
    guard text.hasJapanese else { return " \(folded) ".contains(" \(strict) ") }
    if folded.contains(strict) { return true }
    guard let reading = text.kanaReading else { return false }
    let target = ReadingTarget(reading: reading, repeatsVowels: true)
    return words.contains { word in RomajiKeys(word).map(target.isSpelled) == true }
  }
}
