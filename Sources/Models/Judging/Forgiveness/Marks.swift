import RabbleLanguages
import RabbleText

/// The marks on the letters of the language that is learned: the accents of año, nǐ and за́мок.
///
/// A mark that was not typed is missing; one that was typed and is another, or stands on another letter,
/// is wrong. What is printed for learners alone, such as vowel points, counts only if it was typed.
enum Marks {
  enum Comparison {
    case same, missing, wrong
  }

  /// How a line differs in its marks from a text with the same letters.
  static func compare(
    _ typed: String, with right: String, in language: SharedLanguage
  ) -> Comparison {
    let hasPoints = !TextFold.unpointed(typed).isSame(as: typed)
    let one = letters(typed, language)
    let other = letters(hasPoints ? right : TextFold.unpointed(right), language)
    guard one.count == other.count else { return .same }
    var isMissing = false
    for (typed, right) in zip(one, other) where typed != right {
      let plain = TextFold.strict(String(typed))
      guard plain == TextFold.strict(String(right)) else { return .same }
      // ё is usually printed as е.
      if TextFold.unpointed(String(right)) == String(typed) { continue }
      guard plain == String(typed) else { return .wrong }
      isMissing = true
    }
    // In capitals many languages write none.
    let isInCapitals = typed == typed.uppercased()
    return isMissing && !isInCapitals ? .missing : .same
  }

  private static func letters(_ text: String, _ language: SharedLanguage) -> [Character] {
    language.inUsualLetters(TextFold.accented(text)).filter { $0 != " " }
  }
}
