import RabbleText

/// Words of a language that make another question of a text when they come, go or change.
package struct Contrasts: Sendable {
  /// Words between spaces; those of one meaning are joined by bars, and don't contrast. The first of them
  /// names the meaning in all languages, unless another name stands before a colon: `2:dos`. A line that
  /// begins with # is none.
  package var words = ""
  /// The meanings that deny something.
  package var denials: Set<String> = []
  /// Words that mean something else with a capital.
  package var capitonyms: Set<String> = []
  /// Words that make no difference when they come or go.
  package var unimportant: Set<String> = []
  /// The verb of a word that is written together with its negation: `can` of `can't`.
  package var denied: (@Sendable (_ word: String) -> String?)?
  /// Endings of regular forms, and what the words without a form may have in their place.
  package var endings: [(ending: String, rests: [String])] = []
  /// Lines of beginnings that contrast, as `im ex` of import and export; synonyms are joined by bars.
  package var oppositeBeginnings = ""
  /// The same of endings.
  package var oppositeEndings = ""

  /// What many languages have from Latin and Greek.
  fileprivate static let international = Contrasts {
    $0.oppositeBeginnings = """
      in|im ex de|des|dis
      in|im e
      a|ac|at de|des
      en|em de|des
      over|sobre|super|hyper|hiper under|sub|infra|hypo|hipo
      pre|ante pos|post
      anter poster inter exter
      intra inter extra
      pro|pre re con|com anti|contra
      max|máx|maj|may min|mín
      macro mega micro
      mono|uni bi|di tri multi|poly|poli
      homo hetero
      opti|optim pesi|pesim|pessi|pessim
      ben|bene|bien mal|male
      """
    $0.oppositeEndings = "er|or ee"
  }

  package init(_ describe: (inout Contrasts) -> Void = { _ in }) { describe(&self) }
}

/// Words that make another question of a text when they come, go or change: a negation, a number, a
/// person, a time, a direction. A corrected typo never touches them, and yet they are often only a
/// letter apart: he and she, Monday and Sunday, can and can't, 暑い and 熱い. So are words that begin or end
/// the opposite way: import and export, employer and employee.
///
/// A text may be in any language: those of all are looked for together.
package struct ContrastingWords: Sendable {
  /// Those of all languages that the program comes with.
  package static let shipped = ContrastingWords(Languages.shipped)

  /// The meaning of a word that is one of these; words of one meaning don't contrast.
  fileprivate let meanings: [String: String]
  /// Those of them that are written without spaces, by their first letter, the longest first.
  fileprivate let unspaced: [Character: [[Character]]]
  fileprivate let capitonyms: Set<String>
  fileprivate let unimportant: Set<String>
  private let denials: Set<String>
  private let denied: [@Sendable (String) -> String?]
  private let regularEndings: [(ending: String, rests: [String])]
  private let beginnings: [Family]
  private let endings: [Family]

  /// Joins those of languages.
  package init(_ languages: Languages) {
    let all = [Contrasts.international] + languages.all.map(\.value.contrasts)
    let meanings = Self.meanings(all.map(\.words))
    self.meanings = meanings
    unspaced = Dictionary(
      grouping: meanings.keys.filter(\.hasJapanese).map(Array.init)
        .sorted { ($0.count, String($1)) > ($1.count, String($0)) },
      by: { $0[0] })
    capitonyms = all.reduce(into: []) { $0.formUnion($1.capitonyms) }
    unimportant = all.reduce(into: []) { $0.formUnion($1.unimportant) }
    denials = all.reduce(into: []) { $0.formUnion($1.denials) }
    denied = all.compactMap(\.denied)
    regularEndings = all.flatMap(\.endings)
    beginnings = all.flatMap { Self.families($0.oppositeBeginnings) }
    endings = all.flatMap { Self.families($0.oppositeEndings) }
  }

  private static func meanings(_ tables: [String]) -> [String: String] {
    var meanings: [String: String] = [:]
    for line in tables.flatMap({ $0.split(separator: "\n") }) where !line.hasPrefix("#") {
      for synonyms in line.split(separator: " ") {
        let parts = synonyms.split(separator: ":")
        let words = (parts.last ?? "").split(separator: "|").map(String.init)
        let meaning = parts.count > 1 ? String(parts[0]) : words[0]
        for word in words where meanings[word] == nil { meanings[word] = meaning }
      }
    }
    return meanings
  }

  /// Whether more than the spelling may have changed from one text to another: a contrasting word or a
  /// number is there, or in a place, where it was not; a kanji gave way to another; a word gave way to
  /// one that is not spelled like it; a sign such as < came, went or changed.
  ///
  /// Kana that became kanji, or kanji that became kana, are a matter of spelling.
  ///
  /// - Complexity: O(n) in the letters, with an edit distance of at most ``EditDistance/mostOfTexts``
  package func differ(_ first: String, _ second: String) -> Bool {
    if first.isSame(as: second) { return false }
    if first.filter(Self.signs.contains) != second.filter(Self.signs.contains) { return true }
    let (first, second) = (Words(first, self), Words(second, self))
    let gone = first.kanji.without(second.kanji)
    let come = second.kanji.without(first.kanji)
    if gone.isEmpty, come.isEmpty {
      if first.kanji != second.kanji { return true }
    } else if gone.isEmpty {
      if first.kana.without(second.kana).isEmpty { return true }
    } else if !come.isEmpty || second.kana.without(first.kana).isEmpty {
      return true
    }
    return Words.areExchanged(first, second, self)
  }

  private static let signs: Set<Character> = ["<", ">", "=", "≠", "≤", "≥", "+", "×", "÷", "±"]

  /// Whether a text denies something.
  package func deny(_ text: String) -> Bool {
    Words(text, self).words.contains { $0.meaning.map(denials.contains) ?? false }
  }

  /// The verb of a word that is written together with its negation.
  fileprivate func verb(deniedBy word: String) -> String? {
    denied.lazy.compactMap { $0(word) }.first
  }

  /// The meaning of a word in any of its regular forms.
  fileprivate func meaning(of word: String) -> String? {
    if let meaning = meanings[word] { return meaning }
    for (ending, rests) in regularEndings
    where word.hasSuffix(ending) && word.count > ending.count + 2 {
      for rest in rests {
        if let meaning = meanings[word.dropLast(ending.count) + rest] { return meaning }
      }
    }
    return nil
  }

  /// Whether one word gave way to another that begins or ends the opposite way: import and export,
  /// emigrante and inmigrante, login and logout.
  fileprivate func areOpposites(_ first: String, _ second: String) -> Bool {
    beginnings.contains { family in
      family.contains { own, group in
        guard first.count >= own.count + 3, first.hasPrefix(own) else { return false }
        let rest = first.dropFirst(own.count)
        return family.contains { $1 != group && second == $0 + String(rest) }
      }
    }
      || endings.contains { family in
        family.contains { own, group in
          guard first.count >= own.count + 3, first.hasSuffix(own) else { return false }
          let rest = first.dropLast(own.count)
          return family.contains { $1 != group && second == String(rest) + $0 }
        }
      }
  }

  private typealias Family = [(affix: String, group: Int)]

  /// Affixes of which those in a line contrast; synonyms are joined by bars.
  private static func families(_ table: String) -> [Family] {
    table.split(separator: "\n").map { line in
      line.split(separator: " ").enumerated().flatMap { group, synonyms in
        synonyms.split(separator: "|").map { (affix: String($0), group: group) }
      }
    }
  }
}

/// A text as its words, kanji and kana.
private struct Words {
  /// A word, with its meaning if it is a contrasting one.
  struct Word {
    let text: String
    var meaning: String?
  }

  private(set) var words: [Word] = []
  /// Its kanji in order.
  private(set) var kanji: [Character] = []
  /// Its kana in order, in hiragana.
  private(set) var kana: [Character] = []
  /// Words that only a capital tells from another: you and she are both "sie".
  private var capitals: [String] = []
  private let contrasting: ContrastingWords

  init(_ text: String, _ contrasting: ContrastingWords) {
    self.contrasting = contrasting
    let whole = text.inOrdinaryWidth.replacing("’", with: "'")
    let letters = Array(whole.lowercased()).map(Self.hiragana)
    let written = Array(whole)
    let isLower = written.count == letters.count
    var index = 0
    while index < letters.count {
      let letter = letters[index]
      if letter.isASCII && letter.isNumber {
        let end = Self.endOfNumber(letters, from: index)
        let isNegative =
          index > 0 && "-−".contains(letters[index - 1])
          && (index == 1 || letters[index - 2].isWhitespace)
        var digits = String(letters[index..<end].filter { $0 != "," })
        if isNegative { digits = "-" + digits }
        words.append(Word(text: digits, meaning: digits))
        index = end
      } else if Self.isOfWord(letter) {
        var end = index + 1
        while end < letters.count, Self.isOfWord(letters[end]) || Self.joins(letters, end) {
          end += 1
        }
        let word = String(letters[index..<end])
        if isLower, written[index].isUppercase, contrasting.capitonyms.contains(word) {
          capitals.append(word)
        }
        add(word)
        index = end
      } else {
        index = addJapanese(letters, from: index)
      }
    }
  }

  private static func hiragana(_ letter: Character) -> Character {
    guard let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1 else {
      return letter
    }
    return Character(scalar.asHiragana)
  }

  /// Whether it is a letter of a script that writes words: any but kanji and kana.
  private static func isOfWord(_ letter: Character) -> Bool {
    guard let scalar = letter.unicodeScalars.first else { return false }
    return switch Script(of: scalar) {
    case .latin: true
    case .wide, .other: letter.isLetter
    case .hiragana, .katakana, .longMark, .kanji: false
    }
  }

  /// Whether an apostrophe or the dot of "a.m." stands within a word.
  private static func joins(_ letters: [Character], _ index: Int) -> Bool {
    (letters[index] == "'" || letters[index] == ".") && index + 1 < letters.count
      && isOfWord(letters[index + 1])
  }

  private static func endOfNumber(_ letters: [Character], from start: Int) -> Int {
    func isDigit(_ index: Int) -> Bool {
      index < letters.count && letters[index].isASCII && letters[index].isNumber
    }
    var end = start
    while isDigit(end) || end < letters.count && ".,".contains(letters[end]) && isDigit(end + 1) {
      end += 1
    }
    return end
  }

  private mutating func add(_ word: String) {
    if let verb = contrasting.verb(deniedBy: word) {
      words += [Word(text: verb, meaning: contrasting.meanings[verb]), Self.not]
    } else {
      for part in word.split(separator: "'") {
        words.append(Word(text: String(part), meaning: contrasting.meaning(of: String(part))))
      }
    }
  }

  private static let not = Word(text: "not", meaning: "not")

  /// Adds a contrasting word that begins here, else a letter; returns where the next one begins.
  private mutating func addJapanese(_ letters: [Character], from index: Int) -> Int {
    let found = contrasting.unspaced[letters[index]]?.first {
      letters[index...].starts(with: $0)
    }
    let end = index + (found?.count ?? 1)
    for letter in letters[index..<end] {
      switch letter.unicodeScalars.first.map(Script.init) {
      case .kanji: kanji.append(letter)
      case .hiragana, .katakana, .longMark: kana.append(letter)
      default: break
      }
    }
    if let found {
      let text = String(found)
      words.append(Word(text: text, meaning: contrasting.meanings[text]))
    }
    return end
  }

  /// Whether a word of one text gave way to another word in the other.
  static func areExchanged(_ first: Words, _ second: Words, _ contrasting: ContrastingWords)
    -> Bool
  {
    if first.capitals != second.capitals { return true }
    var (first, second) = (first.words, second.words)
    forgiveTypos(in: &first, of: second)
    forgiveTypos(in: &second, of: first)
    if first.compactMap(\.meaning) != second.compactMap(\.meaning) { return true }
    func plain(_ words: [Word]) -> [String] {
      words.filter { $0.meaning == nil && !contrasting.unimportant.contains($0.text) }.map(\.text)
    }
    let gone = plain(first).without(plain(second))
    let come = plain(second).without(plain(first))
    if gone.isEmpty || come.isEmpty { return false }
    let (old, new) = (gone.joined(), come.joined())
    if old == new { return false }
    let (short, long) = old.count < new.count ? (old, new) : (new, old)
    if long.hasSuffix(short) {
      if long.count >= short.count + 2, short.count > 1 { return true }
      // Legal and ilegal, moral and amoral.
      if short.count >= 4, long.hasPrefix("a") || long.hasPrefix("i") { return true }
    }
    // That many words are another text.
    guard gone.count * come.count <= mostPairs else { return true }
    if gone.contains(where: { word in come.contains { contrasting.areOpposites(word, $0) } }) {
      return true
    }
    let most = long.count < 3 ? 0 : min(max(1, long.count / 3), EditDistance.mostOfTexts)
    return EditDistance.between(Array(old), Array(new), atMost: most) > most
  }

  /// The most pairs of words that are compared.
  private static let mostPairs = 10_000

  /// Gives a misspelled word the meaning of the long word in the other text that it is a letter away
  /// from.
  private static func forgiveTypos(in words: inout [Word], of others: [Word]) {
    let known = Set(words.map(\.text))
    var seen: Set<String> = []
    let meant = others.filter {
      $0.meaning != nil && $0.text.count >= 6 && !known.contains($0.text)
        && seen.insert($0.text).inserted
    }
    if meant.isEmpty { return }
    for (index, word) in words.enumerated() where word.meaning == nil {
      words[index].meaning =
        meant.first {
          $0.text.first == word.text.first && EditDistance.isOne($0.text, word.text)
        }?.meaning
    }
  }
}

extension Array where Element: Hashable {
  /// What is left when each element of another array has taken one of its kind.
  fileprivate func without(_ others: [Element]) -> [Element] {
    var counts: [Element: Int] = [:]
    for element in others { counts[element, default: 0] += 1 }
    return filter { element in
      guard let count = counts[element], count > 0 else { return true }
      counts[element] = count - 1
      return false
    }
  }
}
