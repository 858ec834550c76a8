import RabbleText

/// How much of a mistyped word in the language that is learned is forgiven: a typo that can make no other form
/// of it, and no article.
///
/// Endings, articles and vowels are what is learned: `hablas` is no typo of hablo, `den Tisch` none of
/// der Tisch, `pude` none of puede. So is which of two consonants that sound alike is written, and where an h
/// stands that nobody hears. What is left are two letters in the wrong order, and another consonant missing,
/// doubled or struck beside its key, well inside a long word.
enum LearnedForms {
  /// The fewest letters of a word in which letters may be in the wrong order.
  private static let fewestLetters = 5
  /// The fewest letters of a word in which a letter may be missing, added or another one.
  private static let fewestLettersOfOthers = 7
  /// The letters at the end of a word that must be in order.
  private static let ending = 2
  /// The letters at the end of a word of which none may be missing, added or another one.
  private static let longEnding = 4
  /// Consonants that make tenses and moods of some language: querían and querrían, casado and
  /// cansado, mache and machte. Of an h, whether it is written is what is learned: zanahoria, Wohnung.
  private static let telling = Set("rnmsth")
  /// Consonants on neighboring keys that sound alike in some language or beside some letter: trabajar,
  /// habitación, izquierda, cumpleaños, extranjero, Vater.
  private static let soundAlike: [Set<Character>] = [
    ["b", "v"], ["s", "z"], ["m", "n"], ["s", "x"], ["f", "v"],
  ]

  /// Whether the typed words are the right ones but for such a typo.
  ///
  /// - Parameters:
  ///   - typed: The typed words.
  ///   - right: The right words.
  ///   - articles: The articles of the language.
  ///   - isKnown: Whether the loaded decks know a word.
  /// - Returns: Whether they are.
  static func forgives(
    _ typed: [Substring], for right: [Substring], articles: Set<Substring>,
    isKnown: (Substring) -> Bool
  ) -> Bool {
    guard typed.count == right.count else { return false }
    let differing = zip(typed, right).filter { $0 != $1 }
    guard differing.count == 1, let (typedWord, rightWord) = differing.first,
      !articles.contains(typedWord), !articles.contains(rightWord), !isKnown(typedWord)
    else { return false }
    return isForgivable(Array(typedWord), Array(rightWord))
  }

  private static func isForgivable(_ typed: [Character], _ right: [Character]) -> Bool {
    guard right.allSatisfy(isLetterOfAlphabet), typed.allSatisfy(isLetterOfAlphabet),
      let typo = Typo(from: typed, to: right), typo.right.lowerBound > 0
    else { return false }
    let shorter = min(typed.count, right.count)
    let afterTyped = typed.count - typo.typed.upperBound
    let afterRight = right.count - typo.right.upperBound
    switch typo.kind {
    case .move: return false
    case .swap:
      return shorter >= fewestLetters && min(afterTyped, afterRight) >= ending
        && right[typo.right].contains { !isVowel($0) }
    case .omission, .insertion:
      let letters = typo.kind == .omission ? right[typo.right] : typed[typo.typed]
      return shorter >= fewestLettersOfOthers && min(afterTyped, afterRight) >= longEnding
        && letters.allSatisfy { !isVowel($0) && !telling.contains($0) }
    case .substitution:
      let (come, gone) = (typed[typo.typed.lowerBound], right[typo.right.lowerBound])
      return shorter >= fewestLettersOfOthers && min(afterTyped, afterRight) >= longEnding
        && !(isVowel(come) && isVowel(gone)) && !soundAlike.contains([come, gone])
        && Keyboard.areNeighbors(come, gone)
    }
  }

  private static func isVowel(_ letter: Character) -> Bool {
    "aeiouyäöüåæøœаеёиоуыэюяіїєαεηιουω".contains(letter)
  }

  /// Whether a letter is of an alphabet whose letters stand for sounds one by one: Latin, Greek or
  /// Cyrillic.
  private static func isLetterOfAlphabet(_ letter: Character) -> Bool {
    guard let scalar = letter.unicodeScalars.first else { return false }
    return Script(of: scalar) == .latin || (0x370...0x52F).contains(scalar.value)
  }
}

/// Keys that lie beside each other.
private enum Keyboard {
  private static let rows = [Array("qwertyuiop"), Array("asdfghjkl"), Array("zxcvbnm")]

  static func areNeighbors(_ one: Character, _ other: Character) -> Bool {
    guard let first = place(of: one), let second = place(of: other) else { return false }
    let (rows, columns) = (second.row - first.row, second.column - first.column)
    switch rows {
    case 0: return abs(columns) == 1
    case 1: return columns == 0 || columns == -1
    case -1: return columns == 0 || columns == 1
    default: return false
    }
  }

  private static func place(of letter: Character) -> (row: Int, column: Int)? {
    for (row, keys) in rows.enumerated() {
      if let column = keys.firstIndex(of: letter) { return (row, column) }
    }
    return nil
  }
}
