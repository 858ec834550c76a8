import RabbleJudging

/// What the kana of a text with kanji say about how it is read: they stand in the reading, in order.
struct ReadingPattern {
  private enum Part {
    /// A kana that is read as itself.
    case kana(Unicode.Scalar)
    /// Kanji, of which so many kana are read at least.
    case unknown(atLeast: Int)
  }

  private var parts: [Part] = []

  /// Takes a text apart; `nil` if it says nothing, or too much to tell.
  init?(_ text: String) {
    var hasLetter = false
    for scalar in text.unicodeScalars {
      switch Script(of: scalar) {
      case .kanji:
        hasLetter = true
        if case .unknown(0)? = parts.last {
          parts[parts.count - 1] = .unknown(atLeast: 1)
        } else if case .unknown? = parts.last {
          break
        } else {
          parts.append(.unknown(atLeast: 1))
        }
      case .hiragana, .katakana, .longMark:
        hasLetter = true
        if "ヶヵゕゖヽヾゝゞ々".unicodeScalars.contains(scalar) {
          appendAnything()
        } else {
          parts.append(.kana(scalar.asHiragana))
        }
      case .wide, .other, .latin:
        if "()（）[]［］{}｛｝/／;；,，、".unicodeScalars.contains(scalar) { return nil }
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .otherSymbol
          || scalar.properties.generalCategory == .mathSymbol
          || scalar.properties.generalCategory == .currencySymbol
          || scalar == "&" || scalar == "%" || scalar == "@" || scalar == "#"
        {
          appendAnything()
        }
      }
    }
    if !hasLetter || parts.count > 120 { return nil }
  }

  private mutating func appendAnything() {
    if case .unknown? = parts.last { return }
    parts.append(.unknown(atLeast: 0))
  }

  /// Whether a reading fits.
  func fits(_ reading: Reading) -> Bool {
    // reachable[index]: the parts so far can end after `index` kana.
    var reachable = [Bool](repeating: false, count: reading.count + 1)
    reachable[0] = true
    for part in parts {
      var next = [Bool](repeating: false, count: reading.count + 1)
      switch part {
      case .kana(let kana):
        for index in reading.indices where reachable[index] {
          let before = index > 0 ? reading[index - 1] : nil
          if Self.isRead(kana, as: reading[index], after: before) { next[index + 1] = true }
        }
      case .unknown(let least):
        if let first = reachable.firstIndex(of: true), first + least <= reading.count {
          for index in (first + least)...reading.count { next[index] = true }
        }
      }
      reachable = next
    }
    return reachable[reading.count]
  }

  /// Whether a kana of the text can be this one of the reading: itself, a particle as it is said, or
  /// ー as the vowel it lengthens.
  private static func isRead(
    _ kana: Unicode.Scalar, as other: Unicode.Scalar, after before: Unicode.Scalar?
  ) -> Bool {
    if kana == other { return true }
    switch (kana, other) {
    case ("は", "わ"), ("へ", "え"), ("を", "お"), ("ぢ", "じ"), ("づ", "ず"), ("ゐ", "い"), ("ゑ", "え"):
      return true
    case ("ー", _):
      guard let vowel = before?.vowel else { return false }
      return other == vowel || (vowel == "お" && other == "う") || (vowel == "え" && other == "い")
    case (_, "ー"): return before?.vowel == kana || kana == "う" || kana == "い"
    default: return false
    }
  }
}
