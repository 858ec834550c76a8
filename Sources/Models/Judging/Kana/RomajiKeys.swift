/// A line of romaji, letter by letter as it was typed: in small letters, without spaces and
/// punctuation, the length of ō kept as a key of its own.
struct RomajiKeys: Hashable, Sendable {
  /// Stands after a vowel that was written with a macron or a circumflex.
  static let long: Character = "\u{304}"

  /// The keys: a–z, the apostrophe, the hyphen, and `long`.
  let letters: [Character]

  /// The keys of a line, or `nil` if something in it is no key, or if it has no letter.
  init?(_ line: String) {
    var letters: [Character] = []
    for letter in line.inOrdinaryWidth.lowercased() {
      switch letter {
      case "a"..."z" where letter.isASCII: letters.append(letter)
      case "'", "’", "‘", "`": letters.append("'")
      case "-", "ー", "‐", "–": letters.append("-")
      default:
        if let vowel = Macron.vowel(letter) {
          letters += [vowel, Self.long]
        } else if !letter.unicodeScalars.allSatisfy(\.isIgnorable) {
          return nil
        }
      }
    }
    guard letters.contains(where: \.isLetter) else { return nil }
    self.letters = letters
  }

  /// The keys as text, ō in full again.
  var text: String {
    String(letters)
  }
}
