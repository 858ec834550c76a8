/// What a letter is written in, as far as judging a Japanese answer needs to know.
package enum Script: Hashable, Sendable {
  /// Hiragana, and the iteration marks ゝ and ゞ.
  case hiragana
  /// Katakana in either width, and the iteration marks ヽ and ヾ.
  case katakana
  /// The long mark ー, at home in both kana.
  case longMark
  /// Chinese characters, 々 and 〇 among them.
  case kanji
  /// Latin letters, with or without accents.
  case latin
  /// Full-width letters, digits and signs, and Japanese punctuation.
  case wide
  /// Anything else: spaces, digits, punctuation, other scripts.
  case other

  /// The script of one scalar (blocks of Unicode 16).
  package init(of scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF:
      self = .latin
    case 0x3041...0x3096, 0x309D...0x309F: self = .hiragana
    case 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF6F, 0xFF71...0xFF9D:
      self = .katakana
    case 0x30FC, 0xFF70: self = .longMark
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF:
      self = .kanji
    case 0x3000...0x303F, 0x30FB, 0xFF00...0xFFEF: self = .wide
    default: self = .other
    }
  }

  /// Whether this is either kana or the long mark.
  package var isKana: Bool {
    self == .hiragana || self == .katakana || self == .longMark
  }
}

/// Kana letters as values: what they sound and look like, in hiragana.
///
/// Everywhere in this program a reading is an array of scalars in hiragana, with one scalar a letter
/// and ー kept as it is.
package typealias Reading = [Unicode.Scalar]

extension String {
  /// The kana that spell it, each in full size; the long mark is none.
  package var spelledKana: Set<Character> {
    Set(
      unicodeScalars.compactMap { scalar in
        switch Script(of: scalar) {
        case .hiragana: Character(scalar.asLargeKana)
        case .katakana: Character(scalar.asHiragana.asLargeKana.asKatakana)
        default: nil
        }
      })
  }
}

extension Unicode.Scalar {
  /// The long mark ー.
  package static let longMark: Unicode.Scalar = "ー"

  /// The hiragana of a katakana that has one in use; ヵ, ヶ and everything else as it is.
  package var asHiragana: Unicode.Scalar {
    switch value {
    case 0x30A1...0x30F4, 0x30FD...0x30FE: Unicode.Scalar(value - 0x60) ?? self
    default: self
    }
  }

  /// The katakana of a hiragana; everything else as it is.
  package var asKatakana: Unicode.Scalar {
    switch value {
    case 0x3041...0x3096, 0x309D...0x309E: Unicode.Scalar(value + 0x60) ?? self
    default: self
    }
  }

  /// The hiragana of its vowel (あ, い, う, え or お) if this is a hiragana that ends in one.
  package var vowel: Unicode.Scalar? {
    switch self {
    case "ん", "っ": nil
    case "や", "ゃ", "わ", "ゎ", "ら": "あ"
    case "ゆ", "ゅ", "る": "う"
    case "よ", "ょ", "ろ", "を": "お"
    case "ゐ", "り": "い"
    case "ゑ", "れ": "え"
    case "ゔ": "う"
    case "ヵ": "あ"
    case "ヶ": "え"
    default: vowelByColumn
    }
  }

  private var vowelByColumn: Unicode.Scalar? {
    let vowels: [Unicode.Scalar] = ["あ", "い", "う", "え", "お"]
    let place: UInt32? =
      switch value {
      case 0x3041...0x304A: (value - 0x3041) / 2
      case 0x304B...0x3062: (value - 0x304B) / 2 % 5
      case 0x3064...0x3065: 2
      case 0x3066...0x3067: 3
      case 0x3068...0x3069: 4
      case 0x306A...0x306E: value - 0x306A
      case 0x306F...0x307D: (value - 0x306F) / 3
      case 0x307E...0x3082: value - 0x307E
      default: nil
      }
    return place.map { vowels[Int($0)] }
  }

  /// The full-size kana of a small one; everything else as it is.
  package var asLargeKana: Unicode.Scalar {
    switch self {
    case "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ゎ":
      Unicode.Scalar(value + 1) ?? self
    case "ヵ", "ゕ": "か"
    case "ヶ", "ゖ": "け"
    default: self
    }
  }

  /// Whether this is a small hiragana that joins the letter before it; っ does not.
  package var isSmallKana: Bool {
    self != "っ" && asLargeKana != self
  }
}

extension String {
  /// The reading a text in kana spells, or `nil` if it has another letter than kana. Width, script,
  /// spaces, punctuation and 〜 make no difference; an empty text has no reading.
  package var kanaReading: Reading? {
    // Most texts have a letter that no kana is near to.
    guard !utf8.contains(where: Self.isLetterOrDigit) else { return nil }
    var reading = Reading()
    for scalar in inOrdinaryWidth.unicodeScalars {
      switch Script(of: scalar) {
      case .hiragana, .katakana, .longMark:
        reading.append(scalar == "ゕ" ? "ヵ" : scalar == "ゖ" ? "ヶ" : scalar.asHiragana)
      default:
        guard scalar.isIgnorable else { return nil }
      }
    }
    return reading.isEmpty ? nil : reading
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// Whether the text has kana or kanji in it.
  package var hasJapanese: Bool {
    // The first kanji is U+3005, in UTF-8 E3 80 85.
    utf8.contains { $0 >= 0xE3 }
      && unicodeScalars.contains { Script(of: $0) == .kanji || Script(of: $0).isKana }
  }

  /// The text of a reading.
  package init(_ reading: Reading) {
    var view = UnicodeScalarView()
    view.append(contentsOf: reading)
    self.init(view)
  }
}

extension String {
  /// The text with half-width katakana in full width, and every kana and its voicing mark as one
  /// letter.
  package var withWholeKana: String {
    withScalarsReplaced(by: Width.wholeKatakana)
  }

  /// The text as Unicode's compatibility forms fold width: full-width letters, digits and signs as
  /// ASCII, half-width katakana in full width; every kana and its voicing mark are one letter.
  package var inOrdinaryWidth: String {
    withScalarsReplaced(by: Width.ordinary)
  }

  private func withScalarsReplaced(by replacement: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let mark = VoicingMark(scalar), let kana = result.last,
        let whole = mark.applied(to: kana)
      {
        result.removeLast()
        result.append(whole)
      } else {
        result.append(replacement(scalar))
      }
    }
    return String(result)
  }
}

/// The two widths in which Japanese text encodes the same letter.
private enum Width {
  private static let halfWidth: [Unicode.Scalar] = Array(
    ("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノ"
      + "ハヒフヘホマミムメモヤユヨラリルレロワン").unicodeScalars
  )

  static func wholeKatakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF61...0xFF9D).contains(scalar.value) else { return scalar }
    return halfWidth[Int(scalar.value - 0xFF61)]
  }

  static func ordinary(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x3000: " "
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: wholeKatakana(scalar)
    }
  }
}

/// A dakuten or a handakuten: the mark that turns は into ば or ぱ.
package enum VoicingMark: Sendable {
  /// ゛
  case dakuten
  /// ゜
  case handakuten

  /// The mark a scalar stands for: combining, standing alone, or half-width.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x3099, 0x309B, 0xFF9E: self = .dakuten
    case 0x309A, 0x309C, 0xFF9F: self = .handakuten
    default: return nil
    }
  }

  /// The one letter that a kana and this mark make, or `nil` where there is none.
  package func applied(to kana: Unicode.Scalar) -> Unicode.Scalar? {
    switch (self, kana.value) {
    case (.dakuten, 0x30EF...0x30F2): return Unicode.Scalar(kana.value + 8)
    case (.dakuten, 0x3046), (.dakuten, 0x30A6): return Unicode.Scalar(kana.value + 0x4E)
    case (.dakuten, 0x309D), (.dakuten, 0x30FD): return Unicode.Scalar(kana.value + 1)
    default: break
    }
    let isKatakana = (0x30A1...0x30FA).contains(kana.value)
    let hiragana = isKatakana ? kana.value - 0x60 : kana.value
    switch (self, hiragana) {
    case (.dakuten, 0x304B...0x3061) where hiragana % 2 == 1,
      (.dakuten, 0x3064...0x3068) where hiragana % 2 == 0,
      (.dakuten, 0x306F...0x307B) where hiragana % 3 == 0:
      return Unicode.Scalar(kana.value + 1)
    case (.handakuten, 0x306F...0x307B) where hiragana % 3 == 0:
      return Unicode.Scalar(kana.value + 2)
    default: return nil
    }
  }

  /// A hiragana without its mark: か for が, は for ば and ぱ; any other scalar as it is.
  package static func removed(from hiragana: Unicode.Scalar) -> Unicode.Scalar {
    let value = hiragana.value
    let base: UInt32 =
      switch value {
      case 0x304C...0x3062 where value % 2 == 0: value - 1
      case 0x3065...0x3069 where value % 2 == 1: value - 1
      case 0x3070...0x307D: value - value % 3
      case 0x3094: 0x3046
      default: value
      }
    return Unicode.Scalar(base) ?? hiragana
  }
}

extension Script {
  /// The name of a script that is neither Latin nor Japanese, by one of its letters (blocks of Unicode 16).
  package static func nameOfAnother(_ letter: Unicode.Scalar) -> String? {
    switch letter.value {
    case 0x370...0x3FF, 0x1F00...0x1FFF: "Greek"
    case 0x400...0x52F: "Cyrillic"
    case 0x530...0x58F: "Armenian"
    case 0x590...0x5FF: "Hebrew"
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: "Arabic"
    case 0x900...0x97F: "Devanagari"
    case 0x980...0x9FF: "Bengali"
    case 0xB80...0xBFF: "Tamil"
    case 0xE00...0xE7F: "Thai"
    case 0x10A0...0x10FF: "Georgian"
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: "Korean"
    default: nil
    }
  }
}
