import RabbleText

/// How much of a mistyped meaning in the learner's own language is forgiven: one typo where both texts have
/// at least five letters, or in a word of four where nothing else is near. A word of the
/// language is no typo; numbers, signs, negations and function words must be right.
enum TypoTolerance {
  /// Whether a typo is forgiven.
  enum Answer: Sendable {
    case refused
    case forgiven
    /// Forgiven if no other answer comes as close.
    case forgivenUnlessNear(Typo)
  }

  /// The fewest letters, spaces not counted, from which a typo is forgiven.
  static let fewestLetters = 5
  /// The letters of a word in which a typo is forgiven where nothing else is near.
  static let shortWord = 4
  /// The fewest letters from which a letter may stand two places off.
  private static let fewestLettersOfMove = 8

  /// Whether one line may be a typo of the other, both as words of a meaning. It knows neither the
  /// words of a language nor the answers of other cards.
  static func allows(_ typed: [Substring], for right: [Substring]) -> Bool {
    typo(typed, for: right).map { min($0.typed.count, $0.right.count) >= fewestLetters } ?? false
  }

  /// Whether a line is a typo of the right words.
  ///
  /// - Parameters:
  ///   - typed: The typed words.
  ///   - right: The right words.
  ///   - isEnglish: Whether they may be English, so that a word of English is no typo.
  /// - Returns: Whether it is forgiven.
  static func answer(_ typed: [Substring], for right: [Substring], isEnglish: Bool) -> Answer {
    guard let (typo, typedLetters, rightLetters) = typo(typed, for: right) else { return .refused }
    let isShort = typedLetters.count == shortWord && rightLetters.count <= fewestLetters
    guard isShort || min(typedLetters.count, rightLetters.count) >= fewestLetters else {
      return .refused
    }
    let exchanged = Exchanged(typed, right)
    guard !exchanged.typed.isEmpty, !exchanged.right.isEmpty,
      !exchanged.isTooShort, !StrictWords.areUnclear(exchanged.typed, exchanged.right, typo)
    else { return .refused }
    if isEnglish, exchanged.isOfEnglishWords(typo) { return .refused }
    guard isShort else { return .forgiven }
    if right.contains(where: StrictWords.contains) { return .refused }
    // Without a list of a language's words only letters in the wrong order are no other word.
    guard isEnglish else { return typo.kind == .swap ? .forgivenUnlessNear(typo) : .refused }
    return hasWordsNear(typedLetters, besides: rightLetters, typo)
      ? .refused : .forgivenUnlessNear(typo)
  }

  private static func typo(_ typed: [Substring], for right: [Substring]) -> (
    typo: Typo, typed: [Character], right: [Character]
  )? {
    let typedLetters = typed.flatMap { Array($0) }
    let rightLetters = right.flatMap { Array($0) }
    guard let typo = Typo(from: typedLetters, to: rightLetters),
      typo.isOfLetters(typedLetters, rightLetters),
      typo.kind != .move || rightLetters.count >= fewestLettersOfMove,
      !StrictWords.differ(typed, right)
    else { return nil }
    return (typo, typedLetters, rightLetters)
  }

  /// Whether a common word is another typo away from a typed one, and as likely meant.
  private static func hasWordsNear(
    _ typed: [Character], besides right: [Character], _ typo: Typo
  ) -> Bool {
    Neighbors(of: typed, upTo: typo.rank).contains {
      $0 != right && EnglishWords.isCommon(String($0))
    }
  }
}

/// The texts that are one typo away from a text in Latin letters.
struct Neighbors: Sequence {
  private let texts: [[Character]]

  /// Makes those of which a typo with this rank or a lower one would have made the text.
  init(of text: [Character], upTo rank: Int) {
    var texts: [[Character]] = []
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    for index in text.indices.dropLast() where text[index] != text[index + 1] {
      var swapped = text
      swapped.swapAt(index, index + 1)
      texts.append(swapped)
    }
    for index in 0...text.count where rank >= 1 {
      for letter in alphabet { texts.append(text[..<index] + [letter] + text[index...]) }
    }
    for index in text.indices where rank >= 2 {
      texts.append(Array(text[..<index] + text[(index + 1)...]))
      for letter in alphabet where letter != text[index] {
        texts.append(text[..<index] + [letter] + text[(index + 1)...])
      }
    }
    self.texts = texts
  }

  func makeIterator() -> [[Character]].Iterator { texts.makeIterator() }
}

/// The words in which two lines differ: what stands between their common beginning and end.
private struct Exchanged {
  let typed: ArraySlice<Substring>
  let right: ArraySlice<Substring>

  init(_ typed: [Substring], _ right: [Substring]) {
    let differing = EditDistance.differing(typed, right)
    self.typed = typed[differing.first]
    self.right = right[differing.second]
  }

  /// Whether what was typed for a word among others is too short to be told from another word.
  var isTooShort: Bool {
    typed.count == 1 && right.count == 1 && typed[typed.startIndex].count <= 2
  }

  /// Whether what was typed are words of English or contractions, so that they were meant. Letters
  /// of a long word in the wrong order are meant for the right one, unless they make a common word.
  func isOfEnglishWords(_ typo: Typo) -> Bool {
    let isReordered = typo.kind == .swap || typo.kind == .move
    func isWord(_ word: some StringProtocol) -> Bool {
      if EnglishWords.isCommon(word) || Contractions.withoutApostrophe[Substring(word)] != nil {
        return true
      }
      return !(isReordered && word.count >= 6) && EnglishWords.contains(word)
    }
    return typed.allSatisfy(isWord) || (typed.count > 1 && isWord(typed.joined()))
  }
}

/// Words and signs that are never a typo of another one.
enum StrictWords {
  /// Words of one kind, each kind by itself.
  private static let kinds: [[Substring]] = [
    "no not never none nothing nobody nowhere neither nor without non cannot",
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety \
    hundred thousand million billion once twice thrice
    """,
    """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth \
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
    """,
    """
    i you he she it we they me him her us them my your his hers its our ours their theirs yours \
    mine myself yourself himself herself itself ourselves themselves this that these those
    """,
    """
    in on at of off to up by for from with into onto out over under before after here there where \
    when then what who how why and or but if so as
    """,
    "sunday monday tuesday wednesday thursday friday saturday",
    """
    january february march april may june july august september october november december
    """,
    """
    man men woman women boy girl mother father brother sister son daughter uncle aunt nephew niece \
    grandmother grandfather husband wife mr mrs ms miss
    """,
  ].map { $0.split(separator: " ") }
  private static let words = Set(kinds.joined())
  /// Those that are strict against every other word, not only against their own kind.
  private static let functionWords = Set(kinds.prefix(6).joined())
  private static let prefixes = ["un", "in", "im", "il", "ir", "dis", "non", "mis", "a"]

  /// Whether a word is one of them.
  static func contains(_ word: Substring) -> Bool { words.contains(word) }

  /// Whether one of two lists of words has a number, a negation or a function word that the other
  /// has not, so that they mean different things however few letters differ.
  static func differ(_ typed: [Substring], _ right: [Substring]) -> Bool {
    if digits(typed) != digits(right) { return true }
    // A strict word that was itself mistyped, `thre`, is none and so no difference.
    if typed.contains(where: { functionWords.contains($0) && !right.contains($0) }) { return true }
    if typed.count < right.count,
      right.contains(where: { functionWords.contains($0) && !typed.contains($0) })
    {
      return true
    }
    return typed.count == right.count && zip(typed, right).contains(where: isNegation)
  }

  /// Whether a mistyped strict word is as near to another one of its kind: `sonday`.
  static func areUnclear(
    _ typed: ArraySlice<Substring>, _ right: ArraySlice<Substring>, _ typo: Typo
  ) -> Bool {
    right.contains { word in
      words.contains(word)
        && kinds.filter { $0.contains(word) }.joined().contains { other in
          other != word
            && typed.contains {
              $0 == other
                || Typo(from: Array($0), to: Array(other)).map { $0.rank <= typo.rank } ?? false
            }
        }
    }
  }

  /// The numbers in the words, with their signs.
  static func digits(_ text: [Substring]) -> [Substring] {
    text.flatMap { word in
      word.contains(where: \.isNumber) ? word.split { $0.isLetter } : []
    }
  }

  private static func isNegation(_ one: Substring, _ other: Substring) -> Bool {
    let (longer, shorter) = one.utf8.count > other.utf8.count ? (one, other) : (other, one)
    return longer != shorter && longer.hasSuffix(shorter)
      && prefixes.contains(String(longer.dropLast(shorter.count)))
  }
}
