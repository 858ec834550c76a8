import RabbleLanguages
import RabbleText

/// How much of a mistyped meaning in the learner's own language is forgiven: one typo where both texts have
/// at least five letters, or in a word of four where nothing else is near. A word of the
/// language is no typo; numbers, signs, negations and function words must be right.
struct TypoTolerance {
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

  private let language: SharedLanguage

  /// Takes the learner's own language.
  init(_ language: SharedLanguage) { self.language = language }

  /// Whether one line may be a typo of the other, both as words of a meaning, whatever the words of the
  /// language and the answers of other cards are.
  func allows(_ typed: [Substring], for right: [Substring]) -> Bool {
    typo(typed, for: right).map { min($0.typed.count, $0.right.count) >= Self.fewestLetters }
      ?? false
  }

  /// Whether a line is a typo of the right words.
  ///
  /// - Parameters:
  ///   - typed: The typed words.
  ///   - right: The right words.
  /// - Returns: Whether it is forgiven.
  func answer(_ typed: [Substring], for right: [Substring]) -> Answer {
    guard let (typo, typedLetters, rightLetters) = typo(typed, for: right) else { return .refused }
    let isShort = typedLetters.count == Self.shortWord && rightLetters.count <= Self.fewestLetters
    guard isShort || min(typedLetters.count, rightLetters.count) >= Self.fewestLetters else {
      return .refused
    }
    let exchanged = Exchanged(typed, right)
    guard !exchanged.typed.isEmpty, !exchanged.right.isEmpty,
      !exchanged.isTooShort, !areUnclear(exchanged.typed, exchanged.right, typo)
    else { return .refused }
    let words = language.value.wordList
    if let words, exchanged.areWords(of: language, in: words, typo) { return .refused }
    guard isShort else { return .forgiven }
    if right.contains(where: language.value.strictWords.contains) { return .refused }
    // Without a list of a language's words only letters in the wrong order are no other word.
    guard let words else { return typo.kind == .swap ? .forgivenUnlessNear(typo) : .refused }
    return hasWords(words, near: typedLetters, besides: rightLetters, typo)
      ? .refused : .forgivenUnlessNear(typo)
  }

  /// The fewest letters of a word in which two slips are forgiven.
  private static let fewestLettersOfTwo = 9

  /// Whether a line has two slips in one long word, each a letter doubled or not: acomodation, neccesary.
  ///
  /// - Parameters:
  ///   - typed: The typed words.
  ///   - right: The right words.
  /// - Returns: Whether they are forgiven.
  func areTwoSlips(_ typed: [Substring], for right: [Substring]) -> Bool {
    guard let words = language.value.wordList, typed.count == right.count else { return false }
    let differing = zip(typed, right).filter { $0 != $1 }
    guard differing.count == 1, let (word, meant) = differing.first,
      meant.count >= Self.fewestLettersOfTwo, meant.allSatisfy(\.isLetter),
      Self.withoutDoubles(word) == Self.withoutDoubles(meant), !words.contains(word)
    else { return false }
    return EditDistance.between(String(word), String(meant), atMost: 2) == 2
  }

  private static func withoutDoubles(_ word: Substring) -> [Character] {
    word.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private func typo(_ typed: [Substring], for right: [Substring]) -> (
    typo: Typo, typed: [Character], right: [Character]
  )? {
    let typedLetters = typed.flatMap { Array($0) }
    let rightLetters = right.flatMap { Array($0) }
    guard let typo = Typo(from: typedLetters, to: rightLetters),
      typo.isOfLetters(typedLetters, rightLetters),
      typo.kind != .move || rightLetters.count >= Self.fewestLettersOfMove,
      Self.digits(typed) == Self.digits(right), !language.value.strictWords.differ(typed, right)
    else { return nil }
    return (typo, typedLetters, rightLetters)
  }

  /// Whether a common word is another typo away from a typed one, and as likely meant.
  private func hasWords(
    _ words: WordList, near typed: [Character], besides right: [Character], _ typo: Typo
  ) -> Bool {
    Neighbors(of: typed, upTo: typo.rank).contains {
      $0 != right && words.hasCommon(Substring($0))
    }
  }

  /// Whether a mistyped strict word is as near to another one of its kind: `sonday`.
  private func areUnclear(
    _ typed: ArraySlice<Substring>, _ right: ArraySlice<Substring>, _ typo: Typo
  ) -> Bool {
    right.contains { word in
      language.value.strictWords.others(of: word).contains { other in
        typed.contains {
          $0 == other
            || Typo(from: Array($0), to: Array(other)).map { $0.rank <= typo.rank } ?? false
        }
      }
    }
  }

  /// The numbers in words, with their signs.
  static func digits(_ words: [Substring]) -> [Substring] {
    words.flatMap { word in
      word.contains(where: \.isNumber) ? word.split { $0.isLetter } : []
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

  /// Whether what was typed are words of the language or contractions, so that they were meant. Letters
  /// of a long word in the wrong order are meant for the right one, unless they make a common word.
  func areWords(of language: SharedLanguage, in words: WordList, _ typo: Typo) -> Bool {
    let isReordered = typo.kind == .swap || typo.kind == .move
    func isWord(_ word: Substring) -> Bool {
      if words.hasCommon(word) || language.value.contractedWords[word] != nil { return true }
      return !(isReordered && word.count >= 6) && words.contains(word)
    }
    return typed.allSatisfy(isWord) || (typed.count > 1 && isWord(Substring(typed.joined())))
  }
}
