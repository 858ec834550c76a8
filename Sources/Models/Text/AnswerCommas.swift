/// Which commas separate answers, and which belong to one: those of a sentence, of a date and before
/// a tag such as "please".
enum AnswerCommas {
  /// The answers that commas separate in a text without other separators.
  static func parts(of text: String) -> [String] {
    guard text.unicodeScalars.contains(where: isComma) else { return [text] }
    let isSentence = isSentence(text)
    return AnswerList.parts(of: text) { index, letters in
      isComma(letters[index]) && !AnswerList.isBetweenDigits(index, of: letters)
        && (!isSentence || isAfterSentence(index, letters))
        && !isInDate(index, letters) && !isBeforeTag(index, letters)
    }
  }

  /// Whether a letter is a comma, of any width.
  static func isComma(_ letter: Unicode.Scalar) -> Bool {
    letter == "," || letter == "，" || letter == "、"
  }

  // MARK: - Sentences

  /// Whether a text ends like a sentence. A full stop behind a small first letter is that of a list, and
  /// one behind an abbreviation is the abbreviation's.
  static func isSentence(_ text: String) -> Bool {
    var words = withoutRemark(text)
    var marks: [Character] = []
    while let last = words.last, isMark(last) || closing.contains(last) {
      if isMark(last) { marks.append(last) }
      words.removeLast()
    }
    guard !marks.isEmpty, let last = words.last, last.isLetter || last.isNumber else {
      return false
    }
    if marks.contains(where: { $0 != "." && $0 != "…" }) { return true }
    if words.first(where: \.isLetter)?.isLowercase == true { return false }
    return marks != ["."] || !endsInAbbreviation(words)
  }

  private static let closing = "\"'”’»」』"

  private static func isMark(_ letter: Character) -> Bool { ".!?…。！？".contains(letter) }

  /// A text without the remark in brackets at its end.
  private static func withoutRemark(_ text: String) -> Substring {
    let scalars = text.unicodeScalars
    guard scalars.last?.closesBracket(.remark) == true,
      let start = scalars.lastIndex(where: { $0.opensBracket(.remark) }), start != text.startIndex
    else { return text[...] }
    var words = text[..<start]
    while words.last?.isWhitespace == true { words.removeLast() }
    return words
  }

  private static func endsInAbbreviation(_ words: Substring) -> Bool {
    let part = words.split { ",，、".contains($0) }.last ?? words
    let partWords = part.split(whereSeparator: \.isWhitespace)
    guard let word = partWords.last?.lowercased() else { return false }
    // A "no" by itself is no number.
    if word == "no" { return partWords.count > 1 }
    let isInitial = word.count == 1 && word != "i" && word.allSatisfy(\.isLetter)
    return isInitial || abbreviations.contains(word) || word.contains(".")
  }

  private static let abbreviations: Set<String> = [
    "etc", "sb", "sth", "smb", "smth", "sby", "esp", "vs", "mr", "mrs", "ms", "dr", "prof", "st",
    "jr", "sr", "approx", "adj", "adv", "pl", "inc", "ltd", "corp", "cf", "ca", "abbr",
  ]

  /// Whether the comma follows a sentence: `what?, huh?`
  private static func isAfterSentence(_ index: Int, _ letters: [Unicode.Scalar]) -> Bool {
    index > 0 && ["!", "?", "！", "？", "。"].contains(letters[index - 1])
  }

  // MARK: - Dates

  /// Whether the comma stands before a year, or between the day of the week and the date.
  private static func isInDate(_ index: Int, _ letters: [Unicode.Scalar]) -> Bool {
    let rest = letters[(index + 1)...].drop { $0.properties.isWhitespace }
    let isBeforeNumber = rest.first.map { ("0"..."9").contains($0) } ?? false
    let isAfterY = index > 0 && (letters[index - 1] == "y" || letters[index - 1] == "Y")
    guard isBeforeNumber || isAfterY else { return false }
    let before = words(letters[..<index].suffix(longestDate))
    let after = words(rest.prefix(longestDate)).prefix(2)
    guard let last = before.last, let next = after.first else { return false }
    return (isYear(next) && before.suffix(2).contains(where: months.contains))
      || (weekdays.contains(last) && after.contains(where: months.contains))
  }

  /// The most letters on each side of a comma that are looked at.
  private static let longestDate = 30

  private static func isYear(_ word: Substring) -> Bool {
    word.utf8.count == 4 && (Int(word).map { (1000...2999).contains($0) } ?? false)
  }

  private static func words(_ letters: ArraySlice<Unicode.Scalar>) -> [Substring] {
    TextFold.strict(text(letters)).split(separator: " ")
  }

  private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(letters))
  }

  private static let weekdays: Set<Substring> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months: Set<Substring> = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec",
  ]

  // MARK: - Tags

  /// Whether what follows the last comma is said with what precedes it: `water, please`,
  /// `it's cold, isn't it`. Between two courtesies it is an answer: `thanks, thank you`.
  private static func isBeforeTag(_ index: Int, _ letters: [Unicode.Scalar]) -> Bool {
    let rest = letters[(index + 1)...]
    guard rest.count <= 24, !rest.contains(where: isComma) else { return false }
    let tag = TextFold.strict(text(rest))
    let isCourtesy = courtesies.contains(tag)
    guard isCourtesy || isTagQuestion(tag) else { return false }
    let before = TextFold.strict(text(letters[..<index]))
    guard !before.isEmpty, !courtesies.contains(before), !phrases.contains(before),
      !isTagQuestion(before)
    else { return false }
    return !isCourtesy || !(before.hasPrefix("to ") || letters[..<index].contains(where: isComma))
  }

  /// Whether a folded text is a question such as `isn't it` or `don't you`.
  private static func isTagQuestion(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return words.count == 2 && words[0].hasSuffix("nt") && verbs.contains(words[0].dropLast(2))
      && ["i", "you", "he", "she", "it", "we", "they", "there"].contains(words[1])
  }

  private static let verbs: Set<Substring> = [
    "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "ca", "could", "wo",
    "would", "should", "must", "might",
  ]
  private static let courtesies: Set<String> = ["please", "thanks", "thank you"]
  /// What a courtesy may be another translation for.
  private static let phrases: Set<String> = [
    "sorry", "im sorry", "excuse me", "pardon", "pardon me", "kindly", "here you are",
    "here you go", "go ahead", "by all means", "be my guest", "request", "favor", "favour",
    "cheers", "much obliged", "hello", "goodbye", "right", "you know", "isnt that so",
  ]
}
