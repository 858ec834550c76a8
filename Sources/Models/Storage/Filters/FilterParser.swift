import Foundation
import RabbleJudging
import RabbleMemory
import RabbleScheduling
import RabbleText

/// Reads filters by recursive descent:
///
///     filter = all ("or" all)*
///     all    = single (["and"] single)*
///     single = "-"* ("(" filter ")" | term)
///     term   = text | name (":" | "<" | "<=" | ">" | ">=" | "=" | "!=") text
///     text   = (character | "\" character | '"' character* '"')+
///
/// `*` in a text stands for any characters, unless `\` is before it. What an input method types in
/// full width (：（）＂－＜＞＝ and the space) means the same as in ASCII.
struct FilterParser {
  /// The most characters of a filter.
  static let mostCharacters = 5_000
  /// The deepest nesting of brackets.
  static let mostNesting = 100
  /// The most days that can be counted back or ahead.
  static let mostDays = 36_500
  /// The years of dates. Other numbers of four digits are refused where a year may be meant: 3650.
  static let years = 1900...2199

  private let text: String
  private let characters: [Character]
  private var place = 0
  private var depth = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text.prefix(Self.mostCharacters + 1))
  }

  /// Reads the whole filter.
  mutating func filter() throws(FilterError) -> CardFilter.Condition {
    if characters.count > Self.mostCharacters {
      throw error(.tooLong(limit: Self.mostCharacters), at: Self.mostCharacters)
    }
    skipSpace()
    if isAtEnd { throw error(.empty, at: 0) }
    let condition = try alternatives()
    if !isAtEnd { throw error(.strayBracket, at: place) }
    return condition
  }

  // MARK: - Structure

  private mutating func alternatives() throws(FilterError) -> CardFilter.Condition {
    var found = [try conjunction()]
    while let start = takeWord("or") {
      if isAtEnd || next == ")" || peekWord("or") { throw error(.nothingToJoin("or"), at: start) }
      found.append(try conjunction())
    }
    return found.count == 1 ? found[0] : .any(found)
  }

  private mutating func conjunction() throws(FilterError) -> CardFilter.Condition {
    for word in ["or", "and"] where peekWord(word) {
      throw error(.nothingToJoin(word), at: place)
    }
    var found: [CardFilter.Condition] = [try single()]
    skipSpace()
    while !isAtEnd, next != ")", !peekWord("or") {
      if let start = takeWord("and"),
        isAtEnd || next == ")" || peekWord("or") || peekWord("and")
      {
        throw error(.nothingToJoin("and"), at: start)
      }
      found.append(try single())
      skipSpace()
    }
    return found.count == 1 ? found[0] : .all(found)
  }

  private mutating func single() throws(FilterError) -> CardFilter.Condition {
    skipSpace()
    var isNegated = false
    while next == "-" {
      place += 1
      isNegated.toggle()
      if isAtEnd || next == " " || next == ")" { throw error(.loneMinus, at: place - 1) }
    }
    if next == "!" { try refuseExclamationMark() }
    let condition = next == "(" ? try brackets() : .term(try term())
    return isNegated ? .not(condition) : condition
  }

  /// Refuses `!` before parentheses or a name that a filter has; before another word it is part of a text.
  private mutating func refuseExclamationMark() throws(FilterError) {
    let start = place
    place += 1
    let isFilter = takeName().map { FilterKey(rawValue: $0.name.lowercased()) != nil }
    if isFilter ?? (next == "(") { throw error(.exclamationMark, at: start) }
    place = start
  }

  private mutating func brackets() throws(FilterError) -> CardFilter.Condition {
    let start = place
    depth += 1
    if depth > Self.mostNesting { throw error(.tooDeep(limit: Self.mostNesting), at: start) }
    place += 1
    skipSpace()
    if next == ")" { throw error(.emptyBrackets, at: start) }
    if isAtEnd { throw error(.openBracket, at: start) }
    let condition = try alternatives()
    guard next == ")" else { throw error(.openBracket, at: start) }
    place += 1
    depth -= 1
    return condition
  }

  // MARK: - Terms

  private mutating func term() throws(FilterError) -> CardFilter.Term {
    if next == ")" { throw error(.strayBracket, at: place) }
    let start = place
    if let sign = takeSign() { throw error(.noName(sign), at: start) }
    if let (name, sign) = takeName() {
      guard let key = FilterKey(rawValue: name.lowercased()) else {
        throw error(.unknownName(name, nearest: Self.nearestName(to: name)), at: start)
      }
      let valueStart = place
      let value = try takeText(isValue: true)
      if value.isEmpty { throw error(.noValue(key), at: valueStart) }
      return try term(key, sign, Value(value), at: valueStart)
    }
    return .text(FilterPattern(try takeText(isValue: false)), in: nil)
  }

  /// What stands behind a name.
  private struct Value {
    let elements: [FilterPattern.Element]
    /// As it was typed, without quotation marks.
    let text: String

    init(_ elements: [FilterPattern.Element]) {
      self.elements = elements
      text = elements.map { if case .character(let letter) = $0 { String(letter) } else { "*" } }
        .joined()
    }

    var pattern: FilterPattern { FilterPattern(elements) }
    /// The value as a word: in lower case and ordinary width.
    var word: String { String(TextFold.title(text)) }
  }

  private func term(_ key: FilterKey, _ sign: String, _ value: Value, at start: Int)
    throws(FilterError) -> CardFilter.Term
  {
    if let quantity = key.quantity {
      if key == .due, sign == ":" {
        if let days = Self.dates(value.word) { return .dueOn(.days(days)) }
        try expectNoYear(key, value.word, at: start)
      }
      return .number(quantity, try comparison(key, sign, value, at: start))
    }
    guard sign == ":" || sign == "=" else { throw error(.noComparison(key, sign), at: start) }
    switch key {
    case .deck: return .deck(value.pattern)
    case .group: return .group(value.pattern)
    case .tag: return .tag(value.pattern)
    case .note: return .note(value.pattern)
    case .prompt: return .text(value.pattern, in: .prompt)
    case .answer: return .text(value.pattern, in: .answer)
    case .reading: return .text(value.pattern, in: .reading)
    case .hint: return .text(value.pattern, in: .hint)
    case .is:
      guard let state = CardState(rawValue: value.word) else { throw unknown(key, value, start) }
      return .state(state)
    case .direction:
      guard let kind = DirectionKind(rawValue: value.word) else {
        throw unknown(key, value, start)
      }
      return .direction(kind)
    case .mistake:
      if value.word == "*" { return .mistake("") }
      let bare = value.word.filter { $0.isLetter }
      guard let found = Self.mistakes.first(where: { $0.filter(\.isLetter) == bare }) else {
        throw unknown(key, value, start)
      }
      return .mistake(found)
    case .rated:
      let parts = value.word.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count > 2 { throw error(.noDays(key, value.text), at: start) }
      let days = try range(key, String(parts[0]), at: start)
      guard parts.count == 2 else { return .rated(days, nil) }
      let gradeStart = start + parts[0].count + 1
      let grade =
        Grade.allCases.first { $0.name == parts[1] }
        ?? Int(parts[1]).flatMap(Grade.init(rawValue:))
      guard let grade else {
        let names = Grade.allCases.map(\.name)
        throw error(
          .unknownValue(
            key, String(parts[1]), nearest: Self.nearest(to: String(parts[1]), among: names)),
          at: gradeStart)
      }
      return .rated(days, grade)
    case .added: return .added(try range(key, value.word, at: start))
    case .introduced: return .introduced(try range(key, value.word, at: start))
    case .due, .stability, .difficulty, .retrievability, .lapses, .interval, .reviews:
      throw error(.noComparison(key, sign), at: start)
    }
  }

  private func unknown(_ key: FilterKey, _ value: Value, _ start: Int) -> FilterError {
    error(
      .unknownValue(
        key, value.text, nearest: Self.nearest(to: value.word, among: key.values ?? [])),
      at: start)
  }

  private func comparison(_ key: FilterKey, _ sign: String, _ value: Value, at start: Int)
    throws(FilterError) -> CardFilter.Comparison
  {
    let isShare = key == .retrievability && value.word.hasSuffix("%")
    var digits = isShare ? value.word.dropLast() : value.word[...]
    let isNegative = key == .due && digits.first == "-"
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber =
      digits.count <= 12 && parts.count <= 2 && digits.contains(where: \.isNumber)
      && digits.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
    let source = digits.first == "." ? "0" + digits : String(digits)
    guard isNumber, let number = Double(source.last == "." ? source + "0" : source) else {
      let isDate = key == .due && sign == ":"
      throw error(isDate ? .noDays(key, value.text) : .noNumber(key, value.text), at: start)
    }
    if key == .retrievability, number > (isShare ? 100 : 1) {
      throw error(.noShare(value.text), at: start)
    }
    // `due:3` is what is due by then; of other numbers, a colon is an equals sign.
    let relation =
      sign == ":"
      ? (key == .due ? .atMost : .equal)
      : CardFilter.Comparison.Relation(rawValue: sign) ?? .equal
    return CardFilter.Comparison(
      relation, (isNegative ? -number : number) / (isShare ? 100 : 1),
      decimals: (parts.count == 2 ? parts[1].count : 0) + (isShare ? 2 : 0))
  }

  // MARK: - Days

  private func range(_ key: FilterKey, _ word: String, at start: Int) throws(FilterError)
    -> CardFilter.DayRange
  {
    if let dates = Self.dates(word) { return .days(dates) }
    try expectNoYear(key, word, at: start)
    guard let days = Self.days(word[...]) else { throw error(.noDays(key, word), at: start) }
    return .last(days)
  }

  /// Refuses a number of four digits, which may be meant as a year or as days.
  private func expectNoYear(_ key: FilterKey, _ word: String, at start: Int) throws(FilterError) {
    if word.count == 4, word.allSatisfy({ ("0"..."9").contains($0) }) {
      throw error(.noYear(key, word), at: start)
    }
  }

  /// A number of days: `30`, `30d` or `4w`. What may be a year is one: see ``dates(_:)``.
  private static func days(_ word: Substring) -> Int? {
    let unit = word.last.flatMap { ["d": 1, "w": 7][$0] }
    let digits = unit == nil ? word : word.dropLast()
    guard !digits.isEmpty, digits.count <= 6, digits.allSatisfy({ ("0"..."9").contains($0) }),
      let number = Int(digits), (1...mostDays).contains(number * (unit ?? 1))
    else { return nil }
    return number * (unit ?? 1)
  }

  /// A year, a month, a day, or two of them with `..` between.
  private static func dates(_ word: String) -> ClosedRange<StudyDay>? {
    let ends = word.components(separatedBy: "..")
    guard ends.count <= 2, let first = period(ends[0]), let last = period(ends[ends.count - 1]),
      first.lowerBound <= last.upperBound
    else { return nil }
    return first.lowerBound...last.upperBound
  }

  /// Whether two dates with `..` between stand the wrong way round.
  static func isReversed(_ word: String) -> Bool {
    let ends = word.components(separatedBy: "..")
    return ends.count == 2 && dates("\(ends[1])..\(ends[0])") != nil
  }

  private static func period(_ word: String) -> ClosedRange<StudyDay>? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let widths = [4, 2, 2]
    guard (1...3).contains(parts.count), zip(parts, widths).allSatisfy({ $0.count == $1 }) else {
      return nil
    }
    let numbers = parts.compactMap { part in
      part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, years.contains(numbers[0]) else { return nil }
    func day(_ year: Int, _ month: Int, _ day: Int) -> StudyDay? {
      func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return Moment(iso8601: "\(year)-\(padded(month))-\(padded(day))T12:00:00Z")?.day
    }
    let (year, month) = (numbers[0], numbers.count > 1 ? numbers[1] : nil)
    if numbers.count == 3 { return day(year, numbers[1], numbers[2]).map { $0...$0 } }
    let following = month.map { $0 == 12 ? (year + 1, 1) : (year, $0 + 1) } ?? (year + 1, 1)
    guard let first = day(year, month ?? 1, 1), let end = day(following.0, following.1, 1) else {
      return nil
    }
    return first...end.advanced(byDays: -1)
  }

  // MARK: - Names

  /// The mistakes by their names in the log, which may be typed with other signs between the words.
  static let mistakes = MistakeKind.allCases.map(\.rawValue)

  private static func nearestName(to name: String) -> String? {
    nearest(to: name.lowercased(), among: FilterKey.allCases.map(\.rawValue))
  }

  /// The word that was misspelled, or the only one it is a beginning of.
  private static func nearest(to word: String, among words: [String]) -> String? {
    if let nearest = Nearest.to(word, among: words) { return nearest }
    let begun = words.filter { !word.isEmpty && $0.hasPrefix(word) }
    return begun.count == 1 ? begun[0] : nil
  }

  // MARK: - Characters

  private var isAtEnd: Bool { place >= characters.count }

  /// The next character, in ASCII where it is a sign of the language; `nil` at the end.
  private var next: Character? { sign(at: place) }

  private func sign(at place: Int) -> Character? {
    guard place < characters.count else { return nil }
    let character = characters[place]
    if character.isWhitespace { return " " }
    return Self.wide[character] ?? character
  }

  private static let wide: [Character: Character] = [
    "：": ":", "（": "(", "）": ")", "＂": "\"", "“": "\"", "”": "\"", "－": "-", "−": "-",
    "＜": "<", "＞": ">", "＝": "=", "！": "!", "＊": "*", "\u{a0}": " ",
  ]

  private mutating func skipSpace() { while next == " " { place += 1 } }

  /// Whether this word stands here by itself.
  private func peekWord(_ word: String) -> Bool {
    let end = place + word.count
    guard end <= characters.count, String(characters[place..<end]).lowercased() == word else {
      return false
    }
    return [nil, " ", "(", ")"].contains(sign(at: end))
  }

  /// Takes a word that stands here by itself, and the space behind it.
  ///
  /// - Returns: where it began; `nil` when it does not stand here.
  private mutating func takeWord(_ word: String) -> Int? {
    skipSpace()
    guard peekWord(word) else { return nil }
    let start = place
    place += word.count
    skipSpace()
    return start
  }

  /// Takes `:` or a sign of comparison.
  private mutating func takeSign() -> String? {
    guard let first = next else { return nil }
    let isFollowed = sign(at: place + 1) == "="
    switch first {
    case ":":
      place += 1
      return ":"
    case "=":
      place += isFollowed ? 2 : 1
      return "="
    case "<", ">", "!":
      if first == "!", !isFollowed { return nil }
      place += isFollowed ? 2 : 1
      return String(first) + (isFollowed ? "=" : "")
    default: return nil
    }
  }

  /// Takes a name with the sign behind it; `nil` where there is none.
  private mutating func takeName() -> (name: String, sign: String)? {
    let start = place
    while let character = next, !" ()\":<>=!*\\".contains(character) { place += 1 }
    let name = String(characters[start..<place])
    if !name.isEmpty, let sign = takeSign() { return (name, sign) }
    place = start
    return nil
  }

  /// Takes a text up to the next space, bracket, or, if it is a term by itself, closing quotation mark.
  private mutating func takeText(isValue: Bool) throws(FilterError) -> [FilterPattern.Element] {
    var elements: [FilterPattern.Element] = []
    while let character = next, !" ()".contains(character) {
      if character == "\"" {
        let start = place
        if !isValue, !elements.isEmpty { break }
        place += 1
        while let inner = next, inner != "\"" { elements.append(take(inner, inQuotes: true)) }
        if isAtEnd { throw error(.openQuote, at: start) }
        place += 1
        if elements.isEmpty { elements.append(.any) }
        if !isValue { break }
      } else {
        elements.append(take(character, inQuotes: false))
      }
    }
    return elements
  }

  private mutating func take(_ character: Character, inQuotes: Bool) -> FilterPattern.Element {
    defer { place += 1 }
    if character == "\\", place + 1 < characters.count {
      place += 1
      return .character(characters[place])
    }
    return character == "*" ? .any : .character(characters[place])
  }

  private func error(_ problem: FilterError.Problem, at place: Int) -> FilterError {
    FilterError(problem, at: place + 1, of: text)
  }
}
