import RabbleText

/// How much of a mistyped meaning is forgiven: one insertion, deletion, substitution or swap where
/// both texts have at least five letters, nothing below; numbers, negations and function words must
/// be right.
enum TypoTolerance {
  /// The fewest letters, spaces not counted, from which a typo is forgiven.
  static let fewestLetters = 5

  /// Whether one line may be a typo of the other, both as words of a meaning. It does not know
  /// whether it is the answer of another card.
  static func allows(_ typed: [Substring], for right: [Substring]) -> Bool {
    let typedLetters = typed.joined()
    let rightLetters = right.joined()
    guard min(typedLetters.count, rightLetters.count) >= fewestLetters else { return false }
    return EditDistance.isOne(typedLetters, rightLetters)
      && !StrictWords.differ(typed, right)
  }
}

/// Words and signs that are never a typo of another one.
enum StrictWords {
  private static let words: Set<Substring> = Set(
    ("no not never none nothing without non "
      + "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
      + "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
      + "ninety hundred thousand million billion first second third fourth fifth sixth seventh "
      + "eighth ninth tenth "
      + "i you he she it we they me him her us them my your his its our their this that these those "
      + "in on at of off to up by for from with into onto out over under before after "
      + "here there where when then what who how why and or but if so as "
      + "sunday monday tuesday wednesday thursday friday saturday").split(separator: " ")
  )
  private static let prefixes = ["un", "in", "im", "il", "ir", "dis", "non", "mis", "a"]

  /// Whether one of two lists of words has a number, a negation or a function word that the other
  /// has not, so that they mean different things however few letters differ.
  static func differ(_ typed: [Substring], _ right: [Substring]) -> Bool {
    if digits(typed) != digits(right) { return true }
    // A strict word that was itself mistyped, `thre`, is none and so no difference.
    if typed.contains(where: { words.contains($0) && !right.contains($0) }) { return true }
    if typed.count < right.count,
      right.contains(where: { words.contains($0) && !typed.contains($0) })
    {
      return true
    }
    return typed.count == right.count && zip(typed, right).contains(where: isNegation)
  }

  /// The numbers in the words.
  static func digits(_ text: [Substring]) -> [Substring] {
    text.flatMap { $0.split { !$0.isNumber && $0 != "." } }
  }

  private static func isNegation(_ one: Substring, _ other: Substring) -> Bool {
    let (longer, shorter) = one.utf8.count > other.utf8.count ? (one, other) : (other, one)
    return longer != shorter && longer.hasSuffix(shorter)
      && prefixes.contains(String(longer.dropLast(shorter.count)))
  }
}
