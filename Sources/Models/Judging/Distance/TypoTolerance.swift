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
    return AlignmentDistance.isOne(typedLetters, rightLetters)
      && !StrictWords.differ(typed, right)
  }
}
