/// What a letter is written in, as far as judging a Japanese answer needs to know.
public enum Script: Hashable, Sendable {
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
  public init(of scalar: Unicode.Scalar) {
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
  public var isKana: Bool {
    self == .hiragana || self == .katakana || self == .longMark
  }
}
