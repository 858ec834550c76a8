/// An ending that makes another form of the word before it: the `a` of `bonito/a`, the `-euse` of
/// `chanteur/-euse`.
struct WordEnding {
  private let letters: [Character]
  /// Whether a hyphen or a bracket marks it as an ending, so that it is no word of its own.
  private let isMarked: Bool

  /// Takes what may be one; `nil` for what is none in any case.
  init?(_ text: String, isMarked: Bool = false) {
    let hasHyphen = text.first == "-"
    letters = Array(hasHyphen ? text.dropFirst() : text[...])
    self.isMarked = isMarked || hasHyphen
    guard (1...5).contains(letters.count), letters.allSatisfy({ $0.isLetter && $0.isLowercase })
    else { return nil }
  }

  /// The word with the ending; `nil` where it is no ending of the word.
  func form(of word: String) -> String? {
    let stem = Array(word)
    guard stem.count >= 3 || word.lowercased() == "un",
      stem.allSatisfy({ $0.isLetter || "'’-".contains($0) }), isMarked || isEnding(of: word)
    else { return nil }
    let form = String(stem.prefix(kept(of: stem)) + letters)
    return form == word ? nil : Self.withoutAccent(form, stem)
  }

  /// How many letters of a word stay before the ending.
  private func kept(of stem: [Character]) -> Int {
    let ending = String(letters)
    let word = String(stem)
    let endsInVowel = stem.last.map { "aeo".contains($0) } ?? false
    if ["ый", "ий", "ой"].contains(where: { word.hasSuffix($0) }), "аяоеыи".contains(letters[0]) {
      return stem.count - 2
    }
    if ending == "ã", word.hasSuffix("ão") { return stem.count - 2 }
    if letters.count == 1 {
      return endsInVowel && Self.isVowel(letters[0]) ? stem.count - 1 : stem.count
    }
    if ["as", "os"].contains(ending), ["os", "as", "es"].contains(where: { word.hasSuffix($0) }) {
      return stem.count - 2
    }
    if Self.added.contains(ending) {
      return endsInVowel && Self.isVowel(letters[0]) ? stem.count - 1 : stem.count
    }
    // The ending begins with the last letter of its kind: chant-eur, chant-euse.
    let nearEnd = stem.indices.suffix(letters.count + 1).dropFirst(
      stem.count > letters.count ? 0 : 1)
    let place = nearEnd.last { Self.plain(stem[$0]) == Self.plain(letters[0]) }
    return place ?? (endsInVowel && Self.isVowel(letters[0]) ? stem.count - 1 : stem.count)
  }

  /// Whether letters without a mark are an ending of the word rather than a word beside it.
  private func isEnding(of word: String) -> Bool {
    let ending = String(letters)
    if letters.count == 1 {
      return "aeiosrmnãаяоеы".contains(ending)
        && !(ending == "a" && Self.determiners.contains(word.lowercased()))
    }
    if ending == "in" || ending == "innen" { return word.first?.isUppercase == true }
    let plain = TextFold.strict(word)
    return Self.endings[ending]?.contains(where: { plain.hasSuffix($0) }) ?? false
  }

  /// `inglesa` for `inglésa`: an accent that the longer word doesn't have.
  private static func withoutAccent(_ form: String, _ stem: [Character]) -> String {
    guard stem.count > 2, let last = stem.last, last == "n" || last == "s", form.hasSuffix("a"),
      "áéíóú".contains(stem[stem.count - 2]), form.hasPrefix(String(stem.dropLast()))
    else { return form }
    var letters = Array(form)
    letters[stem.count - 2] = plain(letters[stem.count - 2])
    return String(letters)
  }

  private static func isVowel(_ letter: Character) -> Bool { "aeiou".contains(plain(letter)) }

  private static func plain(_ letter: Character) -> Character {
    TextFold.strict(String(letter)).first ?? letter
  }

  /// Endings that take the place of no letter but a last vowel.
  private static let added: Set<String> = [
    "in", "innen", "er", "es", "en", "em", "ne", "te", "se", "le", "ing", "ed",
  ]

  /// English words after which `a` is a word.
  private static let determiners: Set<String> = [
    "the", "one", "any", "some", "per", "each", "every", "this", "that", "and",
  ]

  /// Endings by the plain endings of the words that take them.
  private static let endings: [String: [String]] = [
    "as": ["os", "es"], "os": ["as", "es"], "ra": ["r"], "na": ["n"], "sa": ["s"],
    "ne": ["n"], "se": ["s"], "te": ["et", "at", "ot"], "le": ["el", "eil"],
    "ora": ["or"], "ona": ["on"], "esa": ["es"], "euse": ["eur", "eux"], "trice": ["teur", "tore"],
    "ère": ["er"], "ive": ["if"], "enne": ["en"], "onne": ["on"], "essa": ["ore", "nte"],
    "ая": ["ый", "ий", "ой"], "яя": ["ий"], "ое": ["ый", "ий", "ой"], "ее": ["ий"],
    "ые": ["ый", "ой"], "ие": ["ий", "ой"],
  ]
}
