/// What a text has in it, found in one pass over its bytes, so that most rules need not look.
struct TextTraits: OptionSet, Hashable {
  let rawValue: UInt32

  static let edgeSpace = TextTraits(rawValue: 1 << 0)
  static let doubleSpace = TextTraits(rawValue: 1 << 1)
  /// Control characters but for line breaks.
  static let control = TextTraits(rawValue: 1 << 2)
  static let bidi = TextTraits(rawValue: 1 << 3)
  /// Format characters that nobody sees and no script needs.
  static let invisible = TextTraits(rawValue: 1 << 4)
  /// Marks that join the letter before them, or letters that NFC writes otherwise.
  static let combining = TextTraits(rawValue: 1 << 5)
  static let fullWidth = TextTraits(rawValue: 1 << 6)
  static let halfWidthKana = TextTraits(rawValue: 1 << 7)
  static let bracket = TextTraits(rawValue: 1 << 8)
  /// `&` or `<`.
  static let markup = TextTraits(rawValue: 1 << 9)
  /// U+FFFD, private use or no character at all.
  static let broken = TextTraits(rawValue: 1 << 10)
  static let hiragana = TextTraits(rawValue: 1 << 11)
  static let katakana = TextTraits(rawValue: 1 << 12)
  static let kanji = TextTraits(rawValue: 1 << 13)
  /// A…Z and a…z.
  static let latin = TextTraits(rawValue: 1 << 14)
  static let digit = TextTraits(rawValue: 1 << 15)
  /// Cyrillic and Greek.
  static let otherAlphabet = TextTraits(rawValue: 1 << 16)
  /// Radicals, which look like kanji and are none.
  static let radical = TextTraits(rawValue: 1 << 17)
  static let lineBreak = TextTraits(rawValue: 1 << 18)
  static let brace = TextTraits(rawValue: 1 << 19)
  static let separator = TextTraits(rawValue: 1 << 20)
  static let blank = TextTraits(rawValue: 1 << 21)
  /// Letters of Latin with accents.
  static let accented = TextTraits(rawValue: 1 << 22)

  /// More than 48 columns.
  static let long = TextTraits(rawValue: 1 << 23)

  static let kana: TextTraits = [.hiragana, .katakana]
  static let japanese: TextTraits = [.hiragana, .katakana, .kanji]
}
