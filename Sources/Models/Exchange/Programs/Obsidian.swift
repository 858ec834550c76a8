import Foundation
import RabbleQuestions
import RabbleText

/// Reads notes of Obsidian as its plugin “Spaced Repetition” does: `::` and `:::` on a line, `?` and `??`
/// on a line of their own, and `==blanks==`. Three colons and two question marks make a card both ways.
///
///     #flashcards/geography
///     Capital of France::Paris
///     Paris
///     ??
///     Capital of France
///
/// The tag `#flashcards/…` names the group of what is below it, and within a card that of the card; the
/// file's name is that of the rest. A blank may have a hint and a number: `==Paris==^[city][^1]`.
struct ObsidianReader {
  private var collector: CardCollector
  var content: ImportContent { collector.content }
  private let title: String

  /// Whether a text has such cards, and nothing that only decks of this program have.
  static func recognizes(_ text: String) -> Bool {
    let source = NumberedLines(String(text.prefix(1 << 16)))
    if source.header["tags"]?.contains("flashcards") ?? false { return true }
    var isCard = false
    var isBelowTitle = false
    for (_, line) in source.lines {
      let text = String(line).trimmed
      // Values of a question or a group are in decks of this program alone.
      if line.isOwnValue || isBelowTitle && line.isValueOfGroup { return false }
      isBelowTitle = line.hasPrefix("## ")
      if text == "?" || text == "??" || text.contains(":::") || text.contains("<!--SR:")
        || text.contains("#flashcards")
      {
        isCard = true
      }
    }
    return isCard
  }

  /// A paragraph: lines without an empty one between them.
  private struct Paragraph {
    var line = 0
    var lines: [Substring] = []
    var marks: [(index: Int, isBothWays: Bool)] = []
  }

  init(_ text: String, title: String) {
    self.title = title
    collector = CardCollector(title: title)
    let source = NumberedLines(text)
    var tags: [String] = []
    if let tag = Self.labels(in: source.header["tags"] ?? "").first(where: Self.namesGroup) {
      begin(tag)
    }
    var paragraph = Paragraph()
    var fence = ""
    var isHidden = false
    var isComment = false
    for (number, line) in source.lines {
      var text = String(line).trimmed
      if fence.isEmpty, isComment || text.contains("<!--") {
        text = Self.withoutComments(withoutSchedule(text), isComment: &isComment)
        if text.isEmpty { continue }
      }
      // The language of a block of code is no part of it.
      if fence.isEmpty ? text.hasPrefix("```") || text.hasPrefix("~~~") : text.hasPrefix(fence) {
        fence = fence.isEmpty ? String(text.prefix(3)) : ""
        continue
      }
      if !fence.isEmpty {
        paragraph.lines.append(line)
        continue
      }
      if text.isEmpty || text[...].isHeading {
        take(paragraph, tags)
        paragraph = Paragraph()
        continue
      }
      text = Self.visible(text, isHidden: &isHidden)
      if text.isEmpty { continue }
      let found = text.split(separator: " ")
      if found.allSatisfy({ $0.hasPrefix("#") }) {
        let names = found.map { String($0.dropFirst()) }
        if let name = names.first(where: Self.namesGroup) { begin(name) }
        tags = names.filter { !Self.namesGroup($0) }
        continue
      }
      if text == "?" || text == "??" {
        paragraph.marks.append((paragraph.lines.count, text == "??"))
        continue
      }
      if paragraph.lines.isEmpty { paragraph.line = number }
      paragraph.lines.append(text[...])
      if paragraph.marks.isEmpty, let sides = Self.sides(of: Self.withoutBullet(text)) {
        take(sides, tags, number)
        paragraph = Paragraph()
      }
    }
    take(paragraph, tags)
  }

  // MARK: - Marks

  /// A line without what stands between `%%`, where a comment may begin or end, and without the name of
  /// its block, `^name`, at its end.
  private static func visible(_ line: String, isHidden: inout Bool) -> String {
    // Most lines have neither.
    guard isHidden || line.utf8.contains(where: { $0 == 0x25 || $0 == 0x5E }) else { return line }
    var text = ""
    for (index, part) in line.components(separatedBy: "%%").enumerated() {
      if index > 0 { isHidden.toggle() }
      if !isHidden { text += part }
    }
    text = text.trimmed
    let name = text.split(separator: " ").last ?? ""
    let isName =
      name.count > 1 && name.first == "^"
      && name.dropFirst().allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isName ? String(text.dropLast(name.count)).trimmed : text
  }

  /// A line without the plugin's own schedules, `<!--SR:!2026-01-01,3,250-->`, which are counted.
  private mutating func withoutSchedule(_ line: String) -> String {
    guard let start = line.firstRange(of: "<!--SR:"),
      let end = line[start.upperBound...].firstRange(of: "-->")
    else { return line }
    collector.noteSchedules(line[start.upperBound..<end.lowerBound].count { $0 == "!" })
    return String(line[..<start.lowerBound] + line[end.upperBound...]).trimmed
  }

  /// A line without the comments of HTML, where one may begin or end; in code there are none.
  private static func withoutComments(_ line: String, isComment: inout Bool) -> String {
    var text = ""
    var isCode = false
    var rest = line[...]
    while let character = rest.first {
      if isComment {
        guard let end = rest.firstRange(of: "-->") else { break }
        rest = rest[end.upperBound...]
        isComment = false
      } else if !isCode, rest.hasPrefix("<!--") {
        rest = rest.dropFirst(4)
        isComment = true
      } else {
        if character == "`" { isCode.toggle() }
        text.append(character)
        rest.removeFirst()
      }
    }
    return text.trimmed
  }

  /// A line without the mark of a list, or of a task in one.
  private static func withoutBullet(_ line: String) -> String {
    guard let first = line.first, "-*+".contains(first), line.dropFirst().first == " " else {
      return line
    }
    let text = String(line.dropFirst(2)).trimmed
    let isTask = text.hasPrefix("[ ] ") || text.hasPrefix("[x] ")
    return isTask ? String(text.dropFirst(4)).trimmed : text
  }

  /// Lines as one text; a line alone is no list.
  private static func joined(_ lines: ArraySlice<Substring>) -> String {
    lines.count == 1
      ? withoutBullet(lines.map(String.init).joined()) : lines.joined(separator: "\n")
  }

  // MARK: - Groups

  private static func labels(in text: String) -> [String] {
    text.split { $0.isWhitespace || "[],\"'".contains($0) }.map {
      String($0.drop { $0 == "#" })
    }
  }

  private static func namesGroup(_ tag: String) -> Bool {
    tag == "flashcards" || tag.hasPrefix("flashcards/")
  }

  private mutating func begin(_ tag: String) { collector.title = group(tag) }

  /// `flashcards/history/rome` is the group “history::rome”, like a subdeck of Anki.
  private func group(_ tag: String) -> String {
    let parts = tag.split(separator: "/").dropFirst()
    return parts.isEmpty ? title : parts.joined(separator: "::")
  }

  // MARK: - Cards

  private static func sides(of line: String) -> (prompt: String, answer: String, isBothWays: Bool)?
  {
    guard line.utf8.contains(UInt8(ascii: ":")) else { return nil }
    for (mark, isBothWays) in [(":::", true), ("::", false)] {
      // Within code, marks are no marks.
      var isCode = false
      var index = line.startIndex
      while index < line.endIndex {
        if line[index] == "`" { isCode.toggle() }
        if !isCode, line[index] == ":", line[index...].hasPrefix(mark) {
          let rest = line[index...].drop { $0 == ":" }
          return (String(line[..<index]), String(rest), isBothWays)
        }
        index = line.index(after: index)
      }
    }
    return nil
  }

  private mutating func take(
    _ sides: (prompt: String, answer: String, isBothWays: Bool), _ tags: [String], _ line: Int
  ) {
    let (prompt, answer) = (read(sides.prompt), read(sides.answer))
    let own = prompt.tags + answer.tags
    collector.add(
      prompt: prompt.text, answer: answer.text,
      tags: unique(tags + own.filter { !Self.namesGroup($0) }),
      directions: sides.isBothWays ? [.recognition, .production] : nil,
      group: own.first(where: Self.namesGroup).map(group), line: line)
  }

  private mutating func take(_ paragraph: Paragraph, _ tags: [String]) {
    if let mark = paragraph.marks.first {
      let front = Self.joined(paragraph.lines[..<mark.index])
      let back = Self.joined(paragraph.lines[mark.index...])
      take((front, back, mark.isBothWays), tags, paragraph.line)
    } else {
      let text = Self.joined(paragraph.lines[...])
      guard let sentence = Self.cloze(text) else { return }
      let read = read(sentence)
      collector.add(
        cloze: read.text, tags: unique(tags + read.tags.filter { !Self.namesGroup($0) }),
        group: read.tags.first(where: Self.namesGroup).map(group), line: paragraph.line)
    }
  }

  private mutating func read(_ markdown: String) -> MochiText {
    // Embedded files are written as `![[name]]`, and links as `[[target|text]]`.
    var text = ""
    var rest = markdown[...]
    while rest.utf8.contains(UInt8(ascii: "[")), let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].prefix(1000).firstRange(of: "]]")
    {
      let isFile = rest[..<open.lowerBound].last == "!"
      text += isFile ? rest[..<open.lowerBound].dropLast() : rest[..<open.lowerBound]
      let inner = rest[open.upperBound..<close.lowerBound]
      if isFile {
        collector.noteMedia(1)
      } else {
        text += inner.split(separator: "|", maxSplits: 1).last ?? ""
      }
      rest = rest[close.upperBound...]
    }
    let read = MochiText(text + rest)
    collector.noteMedia(read.mediaCount)
    return read
  }

  private func unique(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.filter { seen.insert($0).inserted }
  }

  /// The text with what is `==highlighted==` as blanks; `nil` where nothing is.
  private static func cloze(_ text: String) -> String? {
    var parts = highlights(in: text)
    // A mark without an end is no mark.
    if parts.count.isMultiple(of: 2) { parts[parts.count - 2] += "==" + parts.removeLast() }
    guard parts.count > 2 else { return text.contains("{{") ? text : nil }
    var result = parts[0]
    for index in stride(from: 1, to: parts.count, by: 2) {
      var rest = parts[index + 1][...]
      let hint = taken("^[", from: &rest)
      // Letters there say what else is hidden on each card, which has no counterpart.
      let number = taken("[^", from: &rest).flatMap { Int($0) }
      let filling = [parts[index], hint].compactMap(\.self).map {
        $0.replacing("::", with: ": :").replacing("}}", with: "} }")
      }
      result +=
        parts[index].isBlank
        ? parts[index]
        : "{{" + (number.map { "c\($0)::" } ?? "") + filling.joined(separator: "::") + "}}"
      result += rest
    }
    return result
  }

  /// The text between the marks `==` outside of code.
  private static func highlights(in text: String) -> [String] {
    var (parts, isCode) = ([""], false)
    var rest = text[...]
    while let character = rest.first {
      if character == "`" { isCode.toggle() }
      if !isCode, rest.hasPrefix("==") {
        parts.append("")
        rest = rest.dropFirst(2)
      } else {
        parts[parts.count - 1].append(character)
        rest.removeFirst()
      }
    }
    return parts
  }

  /// Takes `^[hint]` or `[^1]` from the beginning of a text; gives what stands in its brackets.
  private static func taken(_ open: String, from text: inout Substring) -> String? {
    guard text.hasPrefix(open), let end = text.prefix(500).firstIndex(of: "]") else { return nil }
    defer { text = text[text.index(after: end)...] }
    return String(text[..<end].dropFirst(open.count))
  }
}
