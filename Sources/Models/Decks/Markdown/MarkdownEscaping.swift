/// Writes texts so that ``MarkdownScanner`` reads them again as they are, with as few escapes as
/// that takes.
enum MarkdownText {
  /// Where a text goes, which tells what would be misread in it.
  struct Place: OptionSet {
    let rawValue: Int

    /// On the line of a question: `::`, `==`, ` #` and ` ^` mean something.
    static let question = Place(rawValue: 1)
    /// At the left margin: `#`, `Q:`, `A:` and the bullets of lists mean something.
    static let margin = Place(rawValue: 2)
    /// Before a `[reading]`: brackets after a space mean something at the end.
    static let prompt = Place(rawValue: 4)
    /// Between brackets.
    static let brackets = Place(rawValue: 8)
    /// In a list: `|` means something.
    static let list = Place(rawValue: 16)
    /// In a list of words: `,` means something too.
    static let words = Place(rawValue: 32)
    /// Beside or in a blank: every `=` means something.
    static let cloze = Place(rawValue: 64)
    /// A line of a note, where `hint:` and its kin mean something.
    static let note = Place(rawValue: 128)
    /// A line of a description, where `language:` and its kin mean something.
    static let description = Place(rawValue: 256)
    /// At the end of a heading: number signs after a space mean nothing.
    static let heading = Place(rawValue: 512)
    /// A single word: a space ends it.
    static let word = Place(rawValue: 1024)
    /// Something stands before it on its line, so that spaces at its beginning are read.
    static let followsText = Place(rawValue: 2048)
    /// Something stands after it on its line, so that spaces at its end are read.
    static let precedesText = Place(rawValue: 4096)

    /// Anywhere a value of one line can stand.
    static let anywhere: Place = [.question, .margin, .prompt, .brackets, .words, .cloze, .note]
  }

  /// A text on one line; line breaks are written as `&#10;`.
  static func line(_ text: String, _ place: Place = []) -> String {
    let scalars = Array(text.unicodeScalars)
    let key = place.isDisjoint(with: [.note, .description]) ? nil : colon(in: text, place)
    let first =
      place.contains(.followsText) ? 0 : scalars.firstIndex { !isSpace($0) } ?? scalars.count
    let last =
      place.contains(.precedesText)
      ? scalars.count : scalars.lastIndex { !isSpace($0) } ?? -1
    let fullWidthColon = scalars.firstIndex(of: "：")
      .flatMap { endsFullWidthKey(scalars, colon: $0, place) ? $0 : nil }
    var result = ""
    result.reserveCapacity(text.utf8.count + 8)
    for (index, scalar) in scalars.enumerated() {
      if index < first || index > last || scalar.isUnseen
        || (isSpace(scalar) && place.contains(.word))
        || index == fullWidthColon || (scalar == "：" && isSlip(at: index, in: scalars, place))
      {
        result += "&#\(scalar.value);"
        continue
      }
      if index == key || isMisread(scalar, at: index, in: scalars, place) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A text on as many lines as it has; those that are empty between others stay so if they may.
  static func lines(_ text: String, _ place: Place, keepsBlankLines: Bool = true) -> [String] {
    var lines = text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    // Blank lines at an end would not be read: their breaks go to the line beside them.
    var leading = 0
    while lines.count > 1, lines[0].isEmpty {
      lines.removeFirst()
      leading += 1
    }
    var trailing = 0
    while lines.count > 1, lines[lines.count - 1].isEmpty {
      lines.removeLast()
      trailing += 1
    }
    var written = lines.map { line($0, place) }
    written[0] = String(repeating: "&#10;", count: leading) + written[0]
    written[written.count - 1] += String(repeating: "&#10;", count: trailing)
    if keepsBlankLines { return written }
    return written.reduce(into: []) { result, line in
      if line.isEmpty, let last = result.popLast() {
        result.append(last + "&#10;")
      } else {
        result.append(line)
      }
    }
  }

  /// A text that goes into a line whose rest stays as it is written.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - before: what is read before it; the last three scalars tell enough.
  ///   - rest: what is read after it.
  ///   - isPlain: whether the first scalar of the rest is written without an escape.
  /// - Returns: the text as it is written, with the escape that the rest needs after it.
  static func part(
    _ text: String, after before: [Unicode.Scalar], before rest: [Unicode.Scalar], isPlain: Bool
  ) -> String {
    let scalars = before + Array(text.unicodeScalars) + rest
    let end = scalars.count - rest.count
    var result = ""
    for index in before.count..<end {
      let scalar = scalars[index]
      let isAtEdge = index == 0 || index == scalars.count - 1
      let endsSeparator =
        index > 1 && scalars[index - 1] == ":"
        && isMisread(":", at: index - 2, in: scalars, .question) && scalars[index - 2] == ":"
      if scalar.isUnseen || (isSpace(scalar) && (isAtEdge || endsSeparator)) {
        result += "&#\(scalar.value);"
        continue
      }
      if isMisread(scalar, at: index, in: scalars, .anywhere) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    // Whatever stands before the rest may go in the same round, so that a space is before it.
    if isPlain, let next = rest.first, "#^{[:".unicodeScalars.contains(next),
      isMisread(next, at: 1, in: [" "] + rest, [.question, .prompt])
    {
      result += "\\"
    }
    return result
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " }

  /// The place of the colon of a line that would be read as a key and its value.
  private static func colon(in text: String, _ place: Place) -> Int? {
    // What is written by its number could make a key of it.
    if text.hasPrefix("x-") { return text.unicodeScalars.enumerated().first { $1 == ":" }?.offset }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      let scanner = MarkdownScanner(bytes: bytes)
      guard let (name, _) = scanner.key(of: 0..<bytes.count) else { return nil }
      let key = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      let isKey =
        place.contains(.note)
        ? MarkdownKey<QuestionKey>(ofQuestion: key[...]) != nil
        : MarkdownKey<GroupKey>(ofGroup: key[...]) != nil
      return isKey ? key.unicodeScalars.count : nil
    }
  }

  /// Whether a scalar would mean something where it stands.
  private static func isMisread(
    _ scalar: Unicode.Scalar, at index: Int, in scalars: [Unicode.Scalar], _ place: Place
  ) -> Bool {
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    let isAtStart = index == 0
    let isAfterSpace = isAtStart || isSpace(scalars[index - 1])
    switch scalar {
    case "\\": return next.map { !isSafeAfterBackslash($0) } ?? true
    case "&": return next == "#"
    case "<": return next == "!"
    case "#":
      return (place.contains(.question) && isAfterSpace) || (place.contains(.margin) && isAtStart)
        || (place.contains(.heading) && endsHeading(scalars, from: index))
    case "^": return place.contains(.question) && isAfterSpace
    case "{": return place.contains(.question) && isAfterSpace && next == "#"
    case "=":
      if place.contains(.cloze) || isSingleSeparator(at: index, in: scalars, place) {
        return true
      }
      return place.contains(.question)
        && (next == "=" || (!isAtStart && scalars[index - 1] == "="))
    case ":":
      if place.contains(.margin), isKeyAtMargin(scalars, colon: index) { return true }
      if isSlip(at: index, in: scalars, place) { return true }
      if isSingleSeparator(at: index, in: scalars, place) { return true }
      guard !place.isDisjoint(with: [.question, .note]), next == ":", isAfterSpace else {
        return false
      }
      return index + 2 >= scalars.count || isSpace(scalars[index + 2])
    case "-", "*", "+":
      guard place.contains(.margin), isAtStart, next.map(isSpace) ?? true else { return false }
      guard place.contains(.description) else { return true }
      // The bullet of a list is part of a description, but for one before a key.
      let rest = scalars.dropFirst().drop(while: isSpace)
      return colon(in: String(String.UnicodeScalarView(rest)), place) != nil
    case "[":
      return place.contains(.brackets)
        || (place.contains(.prompt) && isAfterSpace && scalars.last == "]")
    case "]": return place.contains(.brackets)
    case "|":
      return !place.isDisjoint(with: [.list, .words])
        || (place.contains(.description) && isAtStart && scalars.last == "|")
    case ",": return place.contains(.words)
    default: return false
    }
  }

  /// Whether two colons of a description, of either width, look like a question's separator.
  private static func isSlip(
    at index: Int, in scalars: [Unicode.Scalar], _ place: Place
  ) -> Bool {
    guard place.contains(.description), index + 1 < scalars.count else { return false }
    return scalars[index + 1] == ":" || scalars[index + 1] == "："
  }

  /// Whether a mark of a description between two spaces looks like a question's separator.
  private static func isSingleSeparator(
    at index: Int, in scalars: [Unicode.Scalar], _ place: Place
  ) -> Bool {
    place.contains(.description) && index > 0 && index + 1 < scalars.count
      && isSpace(scalars[index - 1]) && isSpace(scalars[index + 1])
  }

  /// Whether a full-width colon ends `Q`, `A` or what would be a key with one of half width.
  private static func endsFullWidthKey(
    _ scalars: [Unicode.Scalar], colon: Int, _ place: Place
  ) -> Bool {
    guard !place.isDisjoint(with: [.note, .description]) else { return false }
    var name = scalars[..<colon]
    // The bullet of a list is part of a description.
    if place.contains(.description), let first = name.first, "-*+".unicodeScalars.contains(first) {
      name = name.dropFirst()
    }
    let text = String(String.UnicodeScalarView(name.drop(while: isSpace)))
    if place.contains(.note) { return MarkdownKey<QuestionKey>(ofQuestion: text[...]) != nil }
    return text == "Q" || text == "A" || MarkdownKey<GroupKey>(ofGroup: text[...]) != nil
  }

  /// Whether a colon ends `Q`, `A` or the first word of a line `x-…`.
  private static func isKeyAtMargin(_ scalars: [Unicode.Scalar], colon: Int) -> Bool {
    if colon == 1, scalars[0] == "Q" || scalars[0] == "A" { return true }
    return scalars.starts(with: ["x", "-"]) && !scalars[..<colon].contains(":")
  }

  /// Whether only number signs follow.
  private static func endsHeading(_ scalars: [Unicode.Scalar], from index: Int) -> Bool {
    scalars[index...].allSatisfy { $0 == "#" }
  }

  /// Whether a backslash before a scalar is read as one.
  private static func isSafeAfterBackslash(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: scalar.value >= 0xA0 && !scalar.isUnseen
    }
  }
}

extension DeckSource {
  /// A text as it is written in place of a part of a value, whose rest stays as it is.
  ///
  /// - Parameters:
  ///   - replacement: the text.
  ///   - part: the part, in bytes of the value's UTF-8.
  ///   - text: the value as it is read.
  ///   - end: where the part ends in the file.
  /// - Returns: the text with the escapes of the file's form.
  package func literal(
    _ replacement: String, for part: Range<Int>, of text: String, endingAt end: Int
  ) -> String {
    guard form == .markdown else { return literal(replacement) }
    let bytes = text.utf8
    func index(_ offset: Int) -> String.Index {
      bytes.index(bytes.startIndex, offsetBy: offset, limitedBy: bytes.endIndex) ?? bytes.endIndex
    }
    let before = text.unicodeScalars[..<index(part.lowerBound)].suffix(3)
    let rest = text.unicodeScalars[index(part.upperBound)...]
    // Four scalars, the last of them the text's own, which tells whether it ends in a bracket.
    let near = Array(rest.prefix(3)) + Array(rest.dropFirst(3).suffix(1))
    let isPlain = near.first.map { scalar in
      end < self.bytes.count && UInt32(self.bytes[end]) == scalar.value
    }
    return MarkdownText.part(
      replacement, after: Array(before), before: near, isPlain: isPlain ?? false)
  }
}
