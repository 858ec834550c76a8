import RabbleQuestions
import RabbleText

/// Reads cards of org-fc: headings of Org mode with the tag `:fc:`.
///
///     * Capital of France :fc:
///     :PROPERTIES:
///     :ID: 6ba7b810
///     :FC_TYPE: double
///     :END:
///     Where the Louvre is.
///     ** Back
///     Paris
///
/// What is below the heading “Back” is the answer; without that heading, all of the text is. A card of the
/// type `double` is asked both ways, one of the type `text-input` asks for the first line, and one of the
/// type `cloze` has blanks: `{{text}{hint}@0}`.
struct OrgFCReader {
  private var collector: CardCollector
  var content: ImportContent { collector.content }

  /// Whether a text has such cards.
  static func recognizes(_ text: String) -> Bool {
    var hasHeading = false
    for line in text.split(maxSplits: 4000, whereSeparator: \.isNewline) {
      if Heading(line)?.tags.contains("fc") ?? false { hasHeading = true }
      if line.hasPrefix(":FC_TYPE:") || line.hasPrefix(":FC_CREATED:") { return true }
    }
    return hasHeading
  }

  /// A heading: stars, a text, and tags between colons.
  private struct Heading {
    let level: Int
    let text: String
    let tags: [String]

    init?(_ line: Substring) {
      let stars = line.prefix { $0 == "*" }
      guard !stars.isEmpty, line.dropFirst(stars.count).first == " " else { return nil }
      level = stars.count
      var words = line.dropFirst(stars.count).split(separator: " ", omittingEmptySubsequences: true)
      if let last = words.last, last.count > 2, last.first == ":", last.last == ":" {
        tags = last.split(separator: ":").map(String.init)
        words.removeLast()
      } else {
        tags = []
      }
      if let first = words.first, first == "TODO" || first == "DONE" { words.removeFirst() }
      // Its priority.
      if let first = words.first, first.hasPrefix("[#"), first.last == "]" { words.removeFirst() }
      text = words.joined(separator: " ")
    }
  }

  /// A card as it is read.
  private struct Card {
    let heading: Heading
    let line: Int
    let tags: [String]
    let isSuspended: Bool
    var scheduleCount = 0
    var id: String?
    var type = "normal"
    var front: [Substring] = []
    var back: [Substring] = []
    var hasBack = false
  }

  /// The card that is being read.
  private var card: Card?
  /// The name of the drawer that is open, with its colons; empty where none is.
  private var drawer = ""
  /// The headings above the line, each with its tags.
  private var inherited: [(level: Int, tags: [String])] = []

  init(_ text: String, title: String) {
    collector = CardCollector(title: title)
    for (index, line) in text.lines.enumerated() {
      if let heading = Heading(line) {
        read(heading, line: index + 1)
      } else {
        read(line)
      }
    }
    if let card { take(card) }
  }

  private mutating func read(_ heading: Heading, line: Int) {
    drawer = ""
    inherited.removeAll { $0.level >= heading.level }
    let isCard = heading.tags.contains("fc")
    if let card, heading.level > card.heading.level, !isCard {
      if heading.text.lowercased() == "back" {
        self.card?.hasBack = true
      } else {
        append(Substring(heading.text))
      }
      return
    }
    if let card { take(card) }
    let own = heading.tags.filter { $0 != "fc" }
    let tags = inherited.flatMap(\.tags) + own
    card =
      isCard
      ? Card(
        heading: heading, line: line, tags: tags.filter { $0 != "suspended" },
        isSuspended: tags.contains("suspended"))
      : nil
    inherited.append((heading.level, own))
  }

  private mutating func read(_ line: Substring) {
    let trimmed = String(line).trimmed
    let lower = trimmed.lowercased()
    if lower.hasPrefix("#+title:") {
      collector.title = String(trimmed.dropFirst(8)).trimmed
    } else if lower.hasPrefix("#+filetags:") {
      let tags = trimmed.dropFirst(11).split { $0 == ":" || $0.isWhitespace }.map(String.init)
      inherited.append((0, tags.filter { $0 != "fc" }))
    } else if !drawer.isEmpty {
      readDrawer(trimmed)
    } else if trimmed.count > 2, trimmed.first == ":", trimmed.last == ":", !trimmed.contains(" ") {
      drawer = lower
    } else if !trimmed.hasPrefix("#+"), !Self.isPlanning(trimmed) {
      append(line)
    }
  }

  /// Whether a line says when a heading is planned or was done, and nothing of its card.
  private static func isPlanning(_ line: String) -> Bool {
    ["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains { line.hasPrefix($0) }
  }

  private mutating func readDrawer(_ line: String) {
    if line.lowercased() == ":end:" { drawer = "" }
    if drawer == ":review_data:", Self.isSchedule(line) { card?.scheduleCount += 1 }
    guard drawer == ":properties:", line.first == ":",
      let end = line.dropFirst().firstIndex(of: ":")
    else { return }
    let value = String(line[line.index(after: end)...]).trimmed
    switch line[..<end].lowercased() {
    case ":id": card?.id = value.isEmpty ? nil : value
    case ":fc_type": card?.type = value.lowercased()
    default: break
    }
  }

  /// Adds a line to the card's front, or to its back once that has begun.
  private mutating func append(_ line: Substring) {
    if card?.hasBack ?? false {
      card?.back.append(line)
    } else {
      card?.front.append(line)
    }
  }

  /// Whether a row of review data is a schedule, and not the heading of the table or the line below it.
  private static func isSchedule(_ row: String) -> Bool {
    let cells = row.split(separator: "|").map { String($0).trimmed }
    return row.first == "|" && cells.count > 1 && cells[0] != "position"
      && !cells[0].hasPrefix("-")
  }

  private mutating func take(_ card: Card) {
    collector.noteSchedules(card.scheduleCount)
    if card.isSuspended { collector.noteSuspension() }
    let heading = plain(card.heading.text)
    let front = plain(card.front.joined(separator: "\n"))
    let back = plain(card.back.joined(separator: "\n"))
    if card.type == "cloze" {
      let text = [heading, front].filter { !$0.isEmpty }.joined(separator: "\n")
      return collector.add(
        cloze: Self.cloze(text), note: back.isEmpty ? nil : back, tags: card.tags, id: card.id,
        line: card.line)
    }
    let prompt: String
    if card.hasBack {
      prompt = [heading, front].filter { !$0.isEmpty }.joined(separator: "\n")
    } else {
      prompt = heading
    }
    let isDouble = ["double", "vocab"].contains(card.type)
    var (answer, note): (String, String?) = (card.hasBack ? back : front, nil)
    if card.type == "text-input" { (answer, note) = Self.typed(answer) }
    collector.add(
      prompt: prompt, answer: answer, note: note, tags: card.tags, id: card.id,
      directions: isDouble ? [.recognition, .production] : nil, line: card.line)
  }

  /// What is typed, the first line or what is emphasized in it, and what explains it below.
  private static func typed(_ text: String) -> (answer: String, note: String?) {
    let lines = text.split(maxSplits: 1, whereSeparator: \.isNewline)
    guard let first = lines.first else { return (text, nil) }
    let marked = first.firstMatch(of: /(^|\s)([~=*\/_+])(\S|\S.*?\S)\2(?=\s|$|[.,;:!?])/)
    let rest = lines.dropFirst().first.map { String($0).trimmed }
    return (marked.map { String($0.3) } ?? String(first), rest)
  }

  /// Text without links and pictures.
  private mutating func plain(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].prefix(2000).firstRange(of: "]]")
    {
      result += rest[..<open.lowerBound]
      let inner = rest[open.upperBound..<close.lowerBound]
      if let middle = inner.firstRange(of: "][") {
        result += inner[middle.upperBound...]
      } else {
        collector.noteMedia(1)
      }
      rest = rest[close.upperBound...]
    }
    return (result + rest).trimmed
  }

  /// Where the text of a blank ends: at the first brace outside of `$LaTeX$`.
  private static func end(of text: Substring) -> Substring.Index? {
    var isLaTeX = false
    return text.firstIndex { character in
      if character == "$" { isLaTeX.toggle() }
      return character == "}" && !isLaTeX
    } ?? text.firstIndex(of: "}")
  }

  /// `{{text}{hint}@0}` as `{{c1::text::hint}}`: blanks of one number belong together.
  private static func cloze(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      let inner = rest[open.upperBound...]
      guard let end = Self.end(of: inner.prefix(2000)) else {
        result += rest[open.lowerBound...]
        return result
      }
      let filling = inner[..<end].replacing("::", with: ": :")
      var after = inner[inner.index(after: end)...]
      var hint = ""
      if after.first == "{", let close = after.prefix(2000).firstIndex(of: "}") {
        hint = String(after[after.index(after: after.startIndex)..<close])
        after = after[after.index(after: close)...]
      }
      var number = ""
      if after.first == "@" {
        let digits = after.dropFirst().prefix { $0.isASCII && $0.isNumber }
        // No sentence has so many blanks that a number is longer.
        number = Int(digits.prefix(6)).map { "c\($0 + 1)::" } ?? ""
        after = after.dropFirst(1 + digits.count)
      }
      if after.first == "}" { after = after.dropFirst() }
      result += "{{\(number)\(filling)\(hint.isEmpty ? "" : "::" + hint)}}"
      rest = after
    }
    return result + rest
  }
}
