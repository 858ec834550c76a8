/// One walk over a text whose kana are being romanised.
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
