/// A dakuten or a handakuten: the mark that turns は into ば or ぱ.
enum VoicingMark: Sendable {
  case dakuten
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
  func applied(to kana: Unicode.Scalar) -> Unicode.Scalar? {
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
  static func removed(from hiragana: Unicode.Scalar) -> Unicode.Scalar {
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
