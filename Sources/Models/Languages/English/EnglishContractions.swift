/// English contractions and what they stand for.
enum EnglishContractions {
  /// What a word with an apostrophe may stand for before the next word, the likeliest first.
  static func inFull(_ word: Substring, before next: String) -> [String] {
    guard let place = word.unicodeScalars.lastIndex(where: Apostrophe.isOne) else {
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
