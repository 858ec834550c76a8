import RabbleText

/// The words of a meaning as far as a learner must know them: in full instead of contracted, numbers
/// spelled out, without articles and a leading "to". Their ``key(of:)`` is the same for a noun and
/// its plural, and for the spellings of several countries.
extension SharedLanguage {
  /// The words of a text as an author or a learner writes it.
  package func words(in text: String) -> [Substring] {
    words(ofFolded: TextFold.strict(inFull(text)))
  }

  /// The words of a text with their accents.
  package func accentedWords(in text: String) -> [Substring] {
    words(ofFolded: TextFold.accented(inFull(text)))
  }

  /// The words of a folded text, in which apostrophes are lost: `I'll` is `ill`.
  package func words(ofFolded folded: String) -> [Substring] {
    guard folded.utf8.contains(0x20) else { return spelledOut(inFull(folded[...])) }
    return spelledOut(withoutArticles(folded.split(separator: " ").flatMap(inFull)))
  }

  /// Lower-case words without a leading "to" and articles, unless nothing else is there.
  package func withoutArticles(_ words: [Substring]) -> [Substring] {
    var withoutTo = words
    if words.count > 1, let marker = value.infinitiveMarker, words[0] == marker {
      withoutTo.removeFirst()
    }
    let plain = withoutTo.filter { !isArticle($0) }
    return plain.isEmpty ? withoutTo : plain
  }

  /// A text with the signs of its numbers, and the like, in words.
  package func readOut(_ text: String) -> String { value.readOut?(text) ?? text }

  private func isArticle(_ word: Substring) -> Bool {
    word.utf8.count <= longestArticle && value.articles.contains(word)
  }

  /// Words with their numbers spelled out in one way.
  package func spelledOut(_ words: [Substring]) -> [Substring] {
    value.numbers?.spelledOut(words) ?? words
  }

  /// One key for all texts that are forgiven as the same words.
  package func key(of words: [Substring]) -> String {
    guard value.singular != nil || value.usualSpelling != nil else { return words.joined() }
    return words.reduce(into: "") { $0 += usualSpelling(of: singular($1)) }
  }

  /// Whether two texts of one key are spelled alike too, so that nothing needs to be said.
  package func areSpelledAlike(_ one: [Substring], _ other: [Substring]) -> Bool {
    one.map(singular).joined() == other.map(singular).joined()
  }

  /// The word that a noun and its plural share.
  package func singular(_ word: Substring) -> String { value.singular?(word) ?? String(word) }

  /// A word in the singular, in its usual spelling.
  package func usualSpelling(of word: String) -> String { value.usualSpelling?(word) ?? word }

  /// Words in lower case in their usual spelling; the s of a plural or a verb stays one.
  package func usualSpelling(of words: [Substring]) -> [String] {
    words.map { word in
      let singular = singular(word)
      guard word.hasPrefix(singular) else { return usualSpelling(of: String(word)) }
      return usualSpelling(of: singular) + String(word.dropFirst(singular.count))
    }
  }

  /// A folded text in the usual one of the writings that count as one. What has no letter but Latin ones
  /// stays: only beside a letter of the language can another one's stand by mistake.
  package func inUsualLetters(_ folded: String) -> String {
    guard !value.oneLetter.isEmpty, folded.unicodeScalars.contains(where: { !$0.isASCII }) else {
      return folded
    }
    // By scalars: a mark in another place is within one character.
    let scalars = value.oneLetter.reduce(Array(folded.unicodeScalars)) {
      $0.replacing($1.other.unicodeScalars, with: $1.usual.unicodeScalars)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private func inFull(_ word: Substring) -> [Substring] {
    fullWords[word] ?? [word]
  }

  private func isInFull(_ word: Substring) -> Bool {
    fullWords[word] == nil
  }
}

/// The keys of many texts, of which many have the same words.
package struct MeaningKeys {
  private let language: SharedLanguage
  /// The key of a word, by itself; `nil` where the words beside it make a difference.
  private var known: [Substring: String?] = [:]
  private static let most = 20_000

  package init(_ language: SharedLanguage) { self.language = language }

  /// The key of the words of a text as an author writes it, and as it is strictly folded.
  package mutating func key(of text: String, folded: String) -> String {
    guard !language.mayHaveContractions(text) else {
      return language.key(of: language.words(in: text))
    }
    let words = folded.split(separator: " ")
    var key = ""
    for word in words.count > 1 ? language.withoutArticles(words) : words {
      guard let more = self.key(of: word) else {
        return language.key(of: language.words(ofFolded: folded))
      }
      key += more
    }
    return key
  }

  private mutating func key(of word: Substring) -> String? {
    if let key = known[word] { return key }
    let isAlone = language.isAlone(word)
    let key: String? = isAlone ? language.key(of: [word]) : nil
    if known.count == Self.most { known = [:] }
    known[word] = .some(key)
    return key
  }
}

extension SharedLanguage {
  /// Whether a word is in full, and no number or part of one that words beside it spell.
  fileprivate func isAlone(_ word: Substring) -> Bool {
    value.numbers?.isNoPart(word) != false && isInFull(word)
  }

  // MARK: - Contractions

  /// Whether a text has an apostrophe, without which no contraction can be told from another word.
  package func mayHaveContractions(_ text: String) -> Bool {
    value.contraction != nil && Apostrophe.isIn(text)
  }

  /// A text with its contractions written out, where an apostrophe tells that they are some. What
  /// may be a genitive, `the cat's`, stays.
  package func inFull(_ text: String) -> String {
    guard mayHaveContractions(text) else { return text }
    return wordsInFull(of: text).map { $0[0] }.joined(separator: " ")
  }

  /// All that a text may stand for with its contractions written out, the likeliest first: `he's here`
  /// is `he is here`, and `he has here`.
  package func allInFull(_ text: String) -> [String] {
    guard mayHaveContractions(text) else { return [text] }
    var texts: [[String]] = [[]]
    for words in wordsInFull(of: text) {
      texts = Array(texts.flatMap { text in words.map { text + [$0] } }.prefix(Self.mostTexts))
    }
    return texts.map { $0.joined(separator: " ") }
  }

  private static let mostTexts = 16

  /// What each word of a text may stand for, the likeliest first.
  private func wordsInFull(of text: String) -> [[String]] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.indices.map { index in
      let next = index + 1 < words.count ? words[index + 1].lowercased() : ""
      return value.contraction?(words[index], next) ?? [String(words[index])]
    }
  }
}

/// An apostrophe, as it is typed and as it is printed.
enum Apostrophe {
  static func isIn(_ text: String) -> Bool { text.unicodeScalars.contains(where: isOne) }

  static func isOne(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’" || scalar == "＇" || scalar == "ʼ"
  }
}
