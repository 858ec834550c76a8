/// English numbers, so that `20`, `twenty` and, of a day, `20th` and `twentieth` are the same words.
enum EnglishNumbers {
  /// Words with their numbers spelled out in one way: digits as words, no `and` within a number, no
  /// `one` before `hundred` and `thousand`.
  static func spelledOut(_ words: [Substring]) -> [Substring] {
    guard words.contains(where: { mayBeNumber($0) }), !words.allSatisfy(isNoPart) else {
      return words
    }
    let parts = joinedThousands(words.flatMap(parted))
    let spelled = parts.flatMap { part in
      ordinal(part) ?? cardinal(part) ?? [part]
    }
    return spelled.indices.compactMap { index in
      let word = spelled[index]
      let previous = index > 0 ? spelled[index - 1] : ""
      let next = index + 1 < spelled.count ? spelled[index + 1] : ""
      if word == "and", scales.contains(previous), all.contains(next) { return nil }
      if word == "one", scales.contains(next) || next == "hundredth" || next == "thousandth",
        !tens.contains(previous)
      {
        return nil
      }
      return word
    }
  }

  /// Whether a spelled-out word is a number, or part of one.
  static func isSpelledNumber(_ word: Substring) -> Bool {
    all.contains(word) || ["first", "second", "third"].contains(word)
  }

  /// Whether a word, wherever it stands, is no number, and no part of one that words beside it spell.
  static func isNoPart(_ word: Substring) -> Bool {
    guard let first = word.utf8.first, !isDigit(first), first != UInt8(ascii: "-") else {
      return false
    }
    return !scales.contains(word) && !word.endsIn("dth")
  }

  private static func mayBeNumber(_ word: Substring) -> Bool {
    word.utf8.contains { isDigit($0) } || scales.contains(word)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNumber(_ word: Substring) -> Bool { word.utf8.allSatisfy(isDigit) }

  /// A number and the letters or the sign beside it apart: `20minutes`, `7pm`, `100%`, `-5`.
  private static func parted(_ word: Substring) -> [Substring] {
    if word.utf8.first == UInt8(ascii: "-"), word.dropFirst().utf8.first.map(isDigit) == true {
      return ["minus"] + parted(word.dropFirst())
    }
    guard let first = word.utf8.first, isDigit(first), !isNumber(word),
      let end = word.utf8.firstIndex(where: { !isDigit($0) }),
      word.utf8[end...].allSatisfy({ !isDigit($0) && $0 != 0x2E })
    else { return [word] }
    let unit = word[end...]
    if unit == ":00" { return [word[..<end], "oclock"] }
    guard unit == "%" || unit.allSatisfy(\.isLetter), !ordinalEndings.contains(unit) else {
      return [word]
    }
    return [word[..<end], unit]
  }

  /// `10 000`, which `10,000` folds to, as one number.
  private static func joinedThousands(_ words: [Substring]) -> [Substring] {
    var result: [Substring] = []
    var mayGrow = false
    for word in words {
      let isGroup = word.utf8.count == 3 && isNumber(word)
      if mayGrow, isGroup, let last = result.popLast() {
        result.append(last + word)
      } else {
        result.append(word)
        mayGrow = word.utf8.count <= 3 && isNumber(word) && word.utf8.first != 0x30
      }
    }
    return result
  }

  private static func ordinal(_ word: Substring) -> [Substring]? {
    guard word.utf8.count > 2, ordinalEndings.contains(word.suffix(2)),
      var words = cardinal(word.dropLast(2)), let last = words.popLast()
    else { return nil }
    return words + [irregularOrdinals[last] ?? regularOrdinal(last)]
  }

  private static func regularOrdinal(_ word: Substring) -> Substring {
    word.hasSuffix("y") ? word.dropLast() + "ieth" : word + "th"
  }

  /// The words of a number in digits; `nil` for anything else, and from a billion on.
  private static func cardinal(_ word: Substring) -> [Substring]? {
    guard (1...9).contains(word.utf8.count), isNumber(word), let number = Int(word),
      word.utf8.first != 0x30 || word.utf8.count == 1
    else { return nil }
    return words(of: number)
  }

  private static func words(of number: Int) -> [Substring] {
    switch number {
    case 0..<20: return [ones[number]]
    case 20..<100: return [tenWords[number / 10]] + (number % 10 == 0 ? [] : [ones[number % 10]])
    case 100..<1000: return scaled(number, by: 100, "hundred")
    case 1000..<1_000_000: return scaled(number, by: 1000, "thousand")
    default: return scaled(number, by: 1_000_000, "million")
    }
  }

  private static func scaled(_ number: Int, by unit: Int, _ name: Substring) -> [Substring] {
    let rest = number % unit
    return words(of: number / unit) + [name] + (rest == 0 ? [] : words(of: rest))
  }

  private static let ones: [Substring] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  private static let tenWords: [Substring] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  private static let tens = Set(tenWords.dropFirst(2))
  private static let scales: Set<Substring> = ["hundred", "thousand", "million", "billion"]
  private static let all = Set(ones).union(tens).union(scales)
  private static let ordinalEndings: Set<Substring> = ["st", "nd", "rd", "th"]
  private static let irregularOrdinals: [Substring: Substring] = [
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
  ]
}
