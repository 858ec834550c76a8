/// A line as the learner typed it, and all that it may stand for.
struct TypedLine: Sendable {
  /// The line without white space around it.
  let text: String
  /// Its words without case, width and punctuation.
  let plain: String
  /// `plain` without accents and the difference of hiragana and katakana.
  let strict: String
  /// The raw keys, folded like `strict`; the same if none are known.
  let strictKeys: String
  /// Whether the raw keys are known.
  let hasRawKeys: Bool
  /// The kana it is written in, if it is kana only.
  let kana: Reading?
  /// The keys it was typed with, if they are romaji.
  let keys: RomajiKeys?
  /// Every reading it may stand for, the likeliest first.
  let readings: [Reading]

  /// Looks at a line, and at the raw keys it was made with if those are known.
  init(_ typed: String, keys rawKeys: String? = nil) {
    text = typed.trimmed
    plain = TextFold.plain(text)
    strict = TextFold.strict(text)
    hasRawKeys = rawKeys != nil
    strictKeys = rawKeys.map(TextFold.strict) ?? strict
    let kana = text.kanaReading
    let keys = (rawKeys ?? (kana == nil ? text : nil)).flatMap(RomajiKeys.init)
    let keyed = keys.map { KeyReadings($0).all } ?? []
    readings = (kana.map { [$0] } ?? []) + keyed.filter { $0 != kana }
    self.kana = kana
    self.keys = keys
  }

  /// Whether nothing was typed that could answer anything.
  var isBlank: Bool { text.unicodeScalars.allSatisfy { $0.properties.isWhitespace } }

  /// Whether it has a letter of Japanese.
  var hasJapanese: Bool { text.hasJapanese }

  /// Whether it has a Chinese character.
  var hasKanji: Bool { text.unicodeScalars.contains { Script(of: $0) == .kanji } }

  /// Its words as a meaning is compared, their accents kept.
  var accented: [Substring] { MeaningFold.words(of: TextFold.accented(text)) }

  /// The words, as a meaning is compared.
  var words: [Substring] { MeaningFold.words(of: strict) }
}
