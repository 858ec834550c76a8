import RabbleText

/// Reads Mochi's Markdown: a line of three dashes separates the sides of a card.
///
/// Mochi writes one card per file. In a file of several, a line of four or more dashes separates them,
/// or one of three between empty lines if the sides have no empty lines around theirs.
struct MochiReader {
  private var collector: CardCollector
  var content: ImportContent { collector.content }

  /// A part of the file between two lines of dashes.
  private struct Side {
    var lines: [Substring] = []
    let start: Int
    /// The line its text begins on, from 1.
    var line: Int { start + lines.prefix { String($0).isBlank }.count }
    var text: String { lines.joined(separator: "\n").trimmed }
  }

  /// Whether a text has sides between dashes, and nothing that only decks of this program have.
  static func recognizes(_ text: String) -> Bool {
    var hasSides = false
    var isOther = false
    for (number, line) in text.split(
      maxSplits: 4000, omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let line = String(line).trimmed
      if line == "---", number > 0 { hasSides = true }
      if line.contains(" :: ") || line.hasPrefix("Q: ") { isOther = true }
      if number == 0, line == "---" { isOther = true }
    }
    return hasSides && !isOther
  }

  init(_ text: String, title: String) {
    collector = CardCollector(title: title)
    for card in Self.cards(text) { take(card) }
  }

  private static func cards(_ text: String) -> [[Side]] {
    let lines = text.lines
    func isBlank(_ index: Int) -> Bool {
      !lines.indices.contains(index) || String(lines[index]).isBlank
    }
    func isLoose(_ index: Int) -> Bool { isBlank(index - 1) && isBlank(index + 1) }
    let dashes = lines.indices.filter { index in
      let text = String(lines[index]).trimmed
      return text.utf8.count >= 3 && text.utf8.allSatisfy { $0 == 0x2D }
    }
    let isLong = { (index: Int) in String(lines[index]).trimmed.utf8.count > 3 }
    let hasLong = dashes.contains(where: isLong)
    let hasTight = dashes.contains { !isLong($0) && !isLoose($0) }
    // With one kind of line alone, a card is two sides.
    let isPaired = !hasLong && (!hasTight || !dashes.contains(where: isLoose)) && dashes.count > 2
    var cards: [[Side]] = []
    var card = [Side(start: 1)]
    let ends = Set(dashes)
    for (index, line) in lines.enumerated() {
      guard ends.contains(index) else {
        card[card.count - 1].lines.append(line)
        continue
      }
      let endsCard =
        hasLong ? isLong(index) : isPaired ? card.count == 2 : hasTight && isLoose(index)
      if endsCard {
        cards.append(card)
        card = []
      }
      card.append(Side(start: index + 2))
    }
    return (cards + [card]).filter { !$0.allSatisfy(\.text.isEmpty) }
  }

  private mutating func take(_ card: [Side]) {
    var tags: [String] = []
    let sides = card.map { side in
      let read = MochiText(side.text)
      collector.noteMedia(read.mediaCount)
      tags += read.tags.filter { !tags.contains($0) }
      return Self.withKeys(read.text)
    }
    let line = card.first { !$0.text.isEmpty }?.line ?? card[0].line
    let isSentence = ClozeText.sound(sides.first ?? "") != nil
    let further = sides.dropFirst(isSentence ? 1 : 2).filter { !$0.isEmpty }
    let extra = further.isEmpty ? nil : further.joined(separator: "\n")
    if isSentence {
      collector.add(cloze: sides[0], note: extra, tags: tags, line: line)
    } else if sides.count > 1 || sides[0].isEmpty {
      collector.add(
        prompt: sides[0], answer: sides.count > 1 ? sides[1] : "", note: extra, tags: tags,
        line: line)
    } else {
      collector.note(.oneSide, line: line)
    }
  }
}

extension MochiReader {
  /// A text with its numbered blanks as here: `{{1::Paris}}`, where others have a hint, is `{{c1::Paris}}`.
  private static func withKeys(_ text: String) -> String {
    guard text.contains("{{") else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.upperBound]
      rest = rest[open.upperBound...]
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      if !number.isEmpty, rest[number.endIndex...].hasPrefix("::") { result += "c" }
    }
    return result + rest
  }
}

/// What a side of a Mochi card says as text: without the marks of Markdown.
struct MochiText {
  /// The text; furigana `{漢字}(かんじ)` is in brackets as Anki has it.
  private(set) var text = ""
  /// How many pictures and sounds are not imported.
  private(set) var mediaCount = 0
  /// The labels written as `#label`.
  private(set) var tags: [String] = []

  init(_ markdown: String) {
    let html = HTMLText(markdown)
    mediaCount = html.mediaCount
    var lines: [String] = []
    for line in html.text.lines {
      if let line = take(String(line)) { lines.append(line) }
    }
    text = lines.joined(separator: "\n").trimmed
  }

  /// A line without its marks; `nil` if it had nothing but labels.
  private mutating func take(_ line: String) -> String? {
    var line = line
    // Most lines have no marks, which are all in ASCII.
    guard line.unicodeScalars.contains(where: Self.mayBeMark) else { return line }
    let heading = line.prefix { $0 == "#" }
    if !heading.isEmpty, line.dropFirst(heading.count).hasPrefix(" ") {
      line = String(line.dropFirst(heading.count + 1))
    } else if line.hasPrefix("> ") {
      line = String(line.dropFirst(2))
    }
    guard line.utf8.contains(UInt8(ascii: "#")) else { return inline(line) }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let labels = words.filter { word in
      word.hasPrefix("#") && !word.hasPrefix("##") && !String(word.dropFirst()).isBlank
    }
    if !labels.isEmpty {
      tags += labels.map { String($0.dropFirst()).trimmed }.filter { !tags.contains($0) }
      line = words.filter { !labels.contains($0) }.joined(separator: " ")
      if line.isBlank { return nil }
    }
    return inline(line)
  }

  /// Takes the marks within a line: pictures, links, furigana, emphasis.
  private mutating func inline(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let first = rest.first {
      if rest.hasPrefix("!["), let link = Self.link(rest.dropFirst()) {
        mediaCount += 1
        rest = link.rest
      } else if first == "[", let link = Self.link(rest) {
        result += link.text
        rest = link.rest
      } else if first == "{", !rest.hasPrefix("{{"), let ruby = Self.link(rest, "{", "}") {
        if let last = result.last, !last.isWhitespace { result += " " }
        result += ruby.text + "[" + ruby.target + "]"
        rest = ruby.rest
      } else if first == "`", let end = rest.dropFirst().prefix(1000).firstIndex(of: "`") {
        // Within code, marks are no marks.
        result += rest[..<end].dropFirst()
        rest = rest[end...].dropFirst()
      } else if let mark = ["**", "__", "~~", "=="].first(where: rest.hasPrefix) {
        rest = rest.dropFirst(mark.count)
      } else if first == "*" || first == "`" {
        rest = rest.dropFirst()
      } else {
        let end =
          rest.dropFirst().firstIndex {
            $0.unicodeScalars.first.map(Self.mayBeMark) ?? false
          } ?? rest.endIndex
        result += rest[..<end]
        rest = rest[end...]
      }
    }
    return result
  }

  /// Whether a mark may begin with a scalar.
  private static func mayBeMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "#", ">", "!", "[", "{", "`", "*", "_", "~", "=": true
    default: false
    }
  }

  /// A `[text](target)` at the beginning.
  private static func link(
    _ text: Substring, _ open: Character = "[", _ close: Character = "]"
  ) -> (text: String, target: String, rest: Substring)? {
    // A link is no longer than this, so that no bracket is looked after for ever.
    let near = text.prefix(1000)
    guard near.first == open, let end = near.firstIndex(of: close) else { return nil }
    let after = near[near.index(after: end)...]
    guard after.first == "(", let last = after.firstIndex(of: ")") else { return nil }
    return (
      String(near.dropFirst()[..<end]), String(after.dropFirst()[..<last]),
      text[text.index(after: last)...]
    )
  }
}
