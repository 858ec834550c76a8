import RabbleText

/// The words of a meaning as far as a learner must know them: in full instead of contracted, numbers
/// spelled out, without articles and a leading "to". Their ``key(of:)`` is the same for a noun and
/// its plural, and for British and American spellings.
enum MeaningFold {
  /// The words of a text as an author or a learner writes it.
  static func words(in text: String) -> [Substring] {
    words(of: TextFold.strict(Contractions.inFull(text)))
  }

  /// The words of a text with their accents.
  static func accentedWords(in text: String) -> [Substring] {
    words(of: TextFold.accented(Contractions.inFull(text)))
  }

  /// The words of a folded text, in which apostrophes are lost: `I'll` is `ill`.
  static func words(of folded: String) -> [Substring] {
    guard folded.utf8.contains(0x20) else {
      return EnglishNumbers.spelledOut(inFull(folded[...]))
    }
    return EnglishNumbers.spelledOut(
      withoutToAndArticles(folded.split(separator: " ").flatMap(inFull)))
  }

  /// Lower-case words without a leading "to" and articles, unless nothing else is there.
  static func withoutToAndArticles(_ words: [Substring]) -> [Substring] {
    let withoutTo = words.first == "to" && words.count > 1 ? Array(words.dropFirst()) : words
    let plain = withoutTo.filter { $0 != "a" && $0 != "an" && $0 != "the" }
    return plain.isEmpty ? withoutTo : plain
  }

  /// One key for all texts that are forgiven as the same words.
  static func key(of words: [Substring]) -> String {
    words.reduce(into: "") { $0 += AmericanSpelling.of(EnglishNouns.singular($1)) }
  }

  /// The keys of many texts, of which many have the same words.
  struct Keys {
    /// The key of a word, by itself; `nil` where the words beside it make a difference.
    private var known: [Substring: String?] = [:]
    private static let most = 20_000

    /// The key of the words of a text; of a strictly folded one without apostrophes.
    mutating func key(ofFolded folded: String) -> String {
      let words = folded.split(separator: " ")
      var key = ""
      for word in words.count > 1 ? MeaningFold.withoutToAndArticles(words) : words {
        guard let more = self.key(of: word) else {
          return MeaningFold.key(of: MeaningFold.words(of: folded))
        }
        key += more
      }
      return key
    }

    private mutating func key(of word: Substring) -> String? {
      if let key = known[word] { return key }
      let isAlone = EnglishNumbers.isNoPart(word) && MeaningFold.isInFull(word)
      let key: String? = isAlone ? MeaningFold.key(of: [word]) : nil
      if known.count == Self.most { known = [:] }
      known[word] = .some(key)
      return key
    }
  }

  /// Whether two texts of one key are spelled alike too, so that nothing needs to be said.
  static func areSpelledAlike(_ one: [Substring], _ other: [Substring]) -> Bool {
    one.map(EnglishNouns.singular).joined() == other.map(EnglishNouns.singular).joined()
  }

  private static func isInFull(_ word: Substring) -> Bool {
    let words = inFull(word)
    return words.count == 1 && words[0] == word
  }

  private static func inFull(_ word: Substring) -> [Substring] {
    if let words = Contractions.withoutApostrophe[word] { return words }
    switch word {
    case "somebody", "sb", "smb": return ["someone"]
    // Typed without the apostrophe, after which "someone's" may be a verb.
    case "someones", "somebodys", "sbs", "smbs": return ["someone", "is"]
    case "anybody": return ["anyone"]
    case "everybody": return ["everyone"]
    case "nobody": return ["no", "one"]
    case "sth", "smth": return ["something"]
    case "gonna": return ["going", "to"]
    case "wanna": return ["want", "to"]
    case "percent": return ["%"]
    default: return [word]
    }
  }
}

/// English contractions and what they stand for.
enum Contractions {
  /// A text with its contractions written out, where an apostrophe tells that they are some. What
  /// may be a genitive, `the cat's`, stays.
  static func inFull(_ text: String) -> String {
    guard mayBe(in: text) else { return text }
    return wordsInFull(of: text).map { $0[0] }.joined(separator: " ")
  }

  /// All that a text may stand for with its contractions written out, the likeliest first: `he's here`
  /// is `he is here`, and `he has here`.
  static func allInFull(_ text: String) -> [String] {
    guard mayBe(in: text) else { return [text] }
    var texts: [[String]] = [[]]
    for words in wordsInFull(of: text) {
      texts = Array(texts.flatMap { text in words.map { text + [$0] } }.prefix(mostTexts))
    }
    return texts.map { $0.joined(separator: " ") }
  }

  private static let mostTexts = 16

  /// What each word of a text may stand for, the likeliest first.
  private static func wordsInFull(of text: String) -> [[String]] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.indices.map { index in
      let next = index + 1 < words.count ? words[index + 1].lowercased() : ""
      return inFull(words[index], before: next)
    }
  }

  /// Whether a text has an apostrophe, without which no contraction can be told from another word.
  static func mayBe(in text: String) -> Bool { text.unicodeScalars.contains(where: isApostrophe) }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’" || scalar == "＇" || scalar == "ʼ"
  }

  private static func inFull(_ word: Substring, before next: String) -> [String] {
    guard let place = word.unicodeScalars.lastIndex(where: isApostrophe) else {
      return [String(word)]
    }
    let letters = word.unicodeScalars
    let end =
      letters[letters.index(after: place)...].firstIndex { !$0.properties.isAlphabetic }
      ?? letters.endIndex
    let stem = String(letters[..<place])
    let ending = String(letters[letters.index(after: place)..<end]).lowercased()
    let rest = String(letters[end...])
    let subject = stem.lowercased().drop { !$0.isLetter }
    switch ending {
    case "t" where subject.hasSuffix("n"):
      switch subject {
      case "can": return [stem + " not" + rest]
      case "won": return [stem.dropLast(3) + "will not" + rest]
      case "shan": return [stem.dropLast(4) + "shall not" + rest]
      default: return [stem.dropLast() + " not" + rest]
      }
    case "m" where subject == "i": return [stem + " am" + rest]
    case "re": return [stem + " are" + rest]
    case "ve": return [stem + " have" + rest]
    case "ll": return [stem + " will" + rest]
    case "d":
      let verbs = next.hasPrefix("better") ? ["had"] : ["would", "had"]
      return verbs.map { "\(stem) \($0)\(rest)" }
    case "s" where subject == "let": return [stem + " us" + rest]
    case "s" where subjects.contains(String(subject)):
      let verbs = ["been", "got"].contains(next) ? ["has"] : ["is", "has"]
      return verbs.map { "\(stem) \($0)\(rest)" }
    default: return [String(word)]
    }
  }

  /// The words after which `'s` is a verb.
  private static let subjects: Set<String> = [
    "he", "she", "it", "that", "this", "what", "who", "where", "when", "why", "how", "here",
    "there", "everything", "something", "nothing", "someone", "somebody", "sb", "sb.", "smb",
    "smb.", "everyone", "everybody",
  ]

  /// Contractions that are no other word when their apostrophe is left out. (`ill`, `well`, `were`,
  /// `its`, `lets`, `id`, `wed` are.)
  static let withoutApostrophe: [Substring: [Substring]] = {
    var known: [Substring: [Substring]] = [
      "cannot": ["can", "not"], "cant": ["can", "not"], "wont": ["will", "not"],
      "shant": ["shall", "not"], "im": ["i", "am"],
    ]
    for verb in [
      "do", "does", "did", "is", "are", "was", "were", "have", "has", "had", "would", "could",
      "should", "must", "need", "might", "ought",
    ] as [Substring] {
      known[verb + "nt"] = [verb, "not"]
    }
    for word in ["you", "they", "we", "i"] as [Substring] { known[word + "ve"] = [word, "have"] }
    for word in ["you", "they"] as [Substring] {
      known[word + "re"] = [word, "are"]
      known[word + "ll"] = [word, "will"]
      known[word + "d"] = [word, "would"]
    }
    for word in ["he", "she", "that", "what", "who", "where", "here", "there"] as [Substring] {
      known[word + "s"] = [word, "is"]
    }
    return known
  }()
}
