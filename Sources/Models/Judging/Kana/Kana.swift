/// Kana letters as values: what they sound and look like, in hiragana.
///
/// Everywhere in this module a reading is an array of scalars in hiragana, with one scalar a letter
/// and ー kept as it is.
package typealias Reading = [Unicode.Scalar]

extension Unicode.Scalar {
  /// The long mark ー.
  static let longMark: Unicode.Scalar = "ー"

  /// The hiragana of a katakana that has one in use; ヵ, ヶ and everything else as it is.
  package var asHiragana: Unicode.Scalar {
    switch value {
    case 0x30A1...0x30F4, 0x30FD...0x30FE: Unicode.Scalar(value - 0x60) ?? self
    default: self
    }
  }

  /// The katakana of a hiragana; everything else as it is.
  var asKatakana: Unicode.Scalar {
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
  var asLargeKana: Unicode.Scalar {
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

  /// Whether the text has kana or kanji in it.
  package var hasJapanese: Bool {
    unicodeScalars.contains { Script(of: $0) == .kanji || Script(of: $0).isKana }
  }

  /// The text of a reading.
  package init(_ reading: Reading) {
    var view = UnicodeScalarView()
    view.append(contentsOf: reading)
    self.init(view)
  }
}
