import RabbleText

/// A way to write kana in Latin letters.
public enum Romanization: String, Hashable, Sendable, CaseIterable {
  /// Modified Hepburn, long vowels letter by letter: gakkou, matcha, kon'ya, suupaa.
  case hepburn
  /// Modified Hepburn, long vowels under a macron: gakkō, sūpā.
  case hepburnWithMacrons
  /// The keys that make exactly these kana again: du for づ, xtu for a lone っ, - for ー.
  case wapuro
  /// ISO 3602: si, ti, tu, hu, zya; ぢ and づ like じ and ず.
  case kunrei
  /// ISO 3602 strict: like kunrei, with di, du and wo.
  case nihonShiki

  /// The text with its kana romanized; whatever has no romanization passes through.
  public func romanized(_ text: String) -> String {
    var romanizer = Romanizer(style: self, letters: Array(text.withWholeKana.unicodeScalars))
    let plain = romanizer.romanized()
    return self == .hepburnWithMacrons ? Self.contracted(plain) : plain
  }

  /// The romanization of one chunk of kana in hiragana, or `nil` if it has none.
  func keys(for chunk: Reading) -> String? {
    guard let exact = KeyTable.standard.spellings[chunk]?.first else { return nil }
    // ゟ, ヷ and their kin have a sound, but no keys that make exactly them.
    if self == .wapuro { return KeyTable.standard.kana[exact] == chunk ? exact : nil }
    // ヵ and ヶ are read か, が or こ, as the word has it.
    if chunk == ["ヵ"] || chunk == ["ヶ"] { return nil }
    let kana = String(chunk)
    switch self {
    case .nihonShiki: return Spellings.nihonShiki[kana] ?? Self.kunrei.keys(for: chunk)
    case .kunrei: return Spellings.kunrei[kana] ?? Self.hepburn.keys(for: chunk)
    default: return Spellings.hepburn[kana] ?? exact
    }
  }

  private static func contracted(_ romaji: String) -> String {
    var result = ""
    for letter in romaji {
      if let last = result.last, let long = Macron.long(last),
        letter == last || (last == "o" && letter == "u")
      {
        result.removeLast()
        result.append(long)
      } else {
        result.append(letter)
      }
    }
    return result
  }
}

/// Where a romanization differs from the one it builds on: nihon-shiki on kunrei, kunrei on Hepburn,
/// Hepburn on the exact keys.
private enum Spellings {
  static let hepburn = [
    "ぢ": "ji", "づ": "zu", "ぢゃ": "ja", "ぢゅ": "ju", "ぢょ": "jo", "ぢぇ": "je",
    "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o", "ゃ": "ya", "ゅ": "yu", "ょ": "yo",
    "ゎ": "wa", "ゐ": "wi", "ゑ": "we", "うぉ": "wo",
    "てぃ": "ti", "でぃ": "di", "とぅ": "tu", "どぅ": "du", "てゅ": "tyu", "でゅ": "dyu",
  ]
  static let kunrei = [
    "し": "si", "ち": "ti", "つ": "tu", "ふ": "hu", "じ": "zi", "ぢ": "zi", "づ": "zu", "を": "o",
    "しゃ": "sya", "しゅ": "syu", "しょ": "syo", "ちゃ": "tya", "ちゅ": "tyu", "ちょ": "tyo",
    "じゃ": "zya", "じゅ": "zyu", "じょ": "zyo", "ぢゃ": "zya", "ぢゅ": "zyu", "ぢょ": "zyo",
  ]
  static let nihonShiki = [
    "ぢ": "di", "づ": "du", "を": "wo", "ぢゃ": "dya", "ぢゅ": "dyu", "ぢょ": "dyo",
  ]
}

/// One walk over a text whose kana are being romanized.
struct Romanizer {
  let style: Romanization
  let letters: [Unicode.Scalar]
  private var index = 0

  init(style: Romanization, letters: [Unicode.Scalar]) {
    self.style = style
    self.letters = letters
  }

  /// The whole text; nothing is left to walk afterwards.
  mutating func romanized() -> String {
    var result = ""
    while index < letters.count {
      let letter = letters[index]
      switch letter.asHiragana {
      case "っ" where isKana(at: index + 1) || style != .wapuro:
        result += smallTsu(before: keys(at: index + 1)?.keys)
        index += 1
      case "ん":
        let next = keys(at: index + 1)?.keys.first
        result += next.map("aiueoy".contains) == true ? "n'" : "n"
        index += 1
      case .longMark:
        result += longMark(after: result.last)
        index += 1
      default:
        if let (keys, length) = keys(at: index) {
          result += keys
          index += length
        } else {
          let sign = Punctuation.roman[Character(letter)]
          result.append(sign ?? Character(letter))
          index += 1
        }
      }
    }
    return result
  }

  private func isKana(at place: Int) -> Bool {
    place < letters.count && Script(of: letters[place]).isKana
  }

  /// The keys of the longest chunk at a place that belongs together, and how many kana it has.
  private func keys(at place: Int) -> (keys: String, length: Int)? {
    for length in [2, 1] where place + length <= letters.count {
      let chunk = letters[place..<place + length]
      let script = Script(of: letters[place])
      guard script.isKana, chunk.allSatisfy({ Script(of: $0) == script }) else { continue }
      if let keys = style.keys(for: chunk.map(\.asHiragana)) { return (keys, length) }
    }
    return nil
  }

  private func smallTsu(before next: String?) -> String {
    guard let next, let consonant = next.first, !"aiueo-'".contains(consonant) else {
      return style == .wapuro ? "xtu" : ""
    }
    switch style {
    case .wapuro where consonant == "n" || consonant == "x": return "xtu"
    case .hepburn where consonant == "c", .hepburnWithMacrons where consonant == "c": return "t"
    default: return String(consonant)
    }
  }

  private func longMark(after last: Character?) -> String {
    let followsKatakana = index > 0 && Script(of: letters[index - 1]) == .katakana
    if let last, "aiueo".contains(last), style != .wapuro,
      followsKatakana || style == .hepburnWithMacrons
    {
      return String(last)
    }
    return "-"
  }
}
