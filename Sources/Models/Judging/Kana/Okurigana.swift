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
