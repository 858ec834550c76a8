import RabbleText

/// Turns text into kana: keys by Hepburn, wāpuro, kunrei or nihon-shiki, either kana into the other.
///
///     KanaConversion(to: .hiragana).converted("gakkou")    // がっこう
///     KanaConversion(to: .katakana).converted("らーめん")  // ラーメン
///     KanaConversion().converted("BASU tei")               // バス てい
///
/// Keys that can be read in several ways are read in the usual one (`KeyReadings` has them all);
/// what is neither kana nor keys passes through.
public struct KanaConversion: Hashable, Sendable {
  /// The kana to write.
  public enum Target: Hashable, Sendable {
    /// Keys in capitals become katakana, other keys hiragana; kana stay what they are.
    case byCase
    /// Everything becomes hiragana.
    case hiragana
    /// Everything becomes katakana.
    case katakana
  }

  /// The kana to write.
  public let target: Target
  /// Whether keys are left as they are, so that only kana are converted.
  public let keepsKeys: Bool
  /// Whether ー of katakana stays ー in hiragana, as in らーめん, or is written as the vowel it
  /// repeats, as in らあめん.
  public let keepsLongMarks: Bool
  /// Whether `wi` and `we` make ゐ and ゑ.
  public let usesObsoleteKana: Bool

  /// Makes a conversion.
  public init(
    to target: Target = .byCase,
    keepingKeys keepsKeys: Bool = false,
    keepingLongMarks keepsLongMarks: Bool = true,
    usingObsoleteKana usesObsoleteKana: Bool = false
  ) {
    self.target = target
    self.keepsKeys = keepsKeys
    self.keepsLongMarks = keepsLongMarks
    self.usesObsoleteKana = usesObsoleteKana
  }

  /// The text in kana.
  public func converted(_ text: String) -> String {
    let letters = Array(text.withWholeKana)
    var result = ""
    var index = 0
    while index < letters.count {
      if !keepsKeys, let (reading, length) = reading(at: index, of: letters) {
        let keys = letters[index..<index + length]
        result += String(reading.map { inTarget($0, from: String(keys)[...]) })
        index += length
      } else {
        result.append(
          contentsOf: passed(letters[index], after: index > 0 ? letters[index - 1] : nil)
        )
        index += 1
      }
    }
    return result
  }

  /// What the keys at a place make, and how many they are; `nil` if they make nothing.
  private func reading(at start: Int, of letters: [Character]) -> (Reading, length: Int)? {
    guard letters[start].isASCII || Macron.vowel(letters[start]) != nil else { return nil }
    let table = KeyTable.standard
    for length in stride(from: min(KeyTable.longestKeys, letters.count - start), to: 0, by: -1) {
      var keys = String(letters[start..<start + length]).lowercased()
      let macron = letters[start + length - 1]
      if let vowel = Macron.vowel(macron) { keys = String(keys.dropLast()) + String(vowel) }
      guard var reading = obsolete(keys) ?? table.kana[keys] else { continue }
      if Macron.vowel(macron) != nil {
        reading.append(target == .katakana ? .longMark : Macron.lengthening(keys.last))
      }
      return (reading, length)
    }
    guard start + 1 < letters.count, Self.startsSyllable(letters, at: start + 1) else { return nil }
    let pair = (letters[start].lowercased(), letters[start + 1].lowercased())
    if Self.makesSmallTsu(pair.0, before: pair.1) { return (["っ"], 1) }
    if pair.0 == "m", pair.1 == "b" || pair.1 == "p" { return (["ん"], 1) }
    return nil
  }

  /// Whether a consonant key before another is っ: doubled, or the t of `tch`.
  static func makesSmallTsu(_ key: String, before next: String) -> Bool {
    guard let consonant = key.first, "bcdfghjklmpqrstvwxyz".contains(consonant) else {
      return false
    }
    return key == next || (key == "t" && next == "c")
  }

  private static func startsSyllable(_ letters: [Character], at start: Int) -> Bool {
    (1...KeyTable.longestKeys).contains { length in
      guard start + length <= letters.count else { return false }
      var keys = String(letters[start..<start + length]).lowercased()
      if let vowel = keys.last.flatMap(Macron.vowel) {
        keys = String(keys.dropLast()) + String(vowel)
      }
      return KeyTable.standard.kana[keys] != nil
    }
  }

  private func obsolete(_ keys: String) -> Reading? {
    guard usesObsoleteKana else { return nil }
    return keys == "wi" ? ["ゐ"] : keys == "we" ? ["ゑ"] : nil
  }

  /// A hiragana in the kana that its keys ask for.
  func inTarget(_ kana: Unicode.Scalar, from keys: Substring) -> Unicode.Scalar {
    switch target {
    case .hiragana: kana
    case .katakana: kana.asKatakana
    case .byCase:
      keys.allSatisfy { !$0.isLowercase } && keys.contains(where: \.isUppercase)
        ? kana.asKatakana : kana
    }
  }

  /// What a letter that is no key becomes.
  private func passed(_ letter: Character, after previous: Character?) -> String {
    if !keepsKeys, let sign = Punctuation.japanese[letter] { return String(sign) }
    switch target {
    case .byCase: return String(letter)
    case .katakana: return String(letter.unicodeScalars.map(\.asKatakana))
    case .hiragana:
      if letter == "ー", !keepsLongMarks, let katakana = previous?.unicodeScalars.first,
        Script(of: katakana) == .katakana, let vowel = katakana.asHiragana.vowel
      {
        return String(vowel)
      }
      return String(letter.unicodeScalars.map(\.asHiragana))
    }
  }
}
