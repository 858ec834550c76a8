import RabbleText

/// Reads hashcards' Markdown: `Q:` and `A:` begin the sides of a card, and `C:` a sentence whose blanks
/// stand in brackets. The title is the `name` of the front matter, or the file's name.
///
///     Q: What is the capital of France?
///     A: Paris
///
///     C: The capital of [France] is [Paris].
struct HashcardsReader {
  private var collector: CardCollector
  var content: ImportContent { collector.content }

  /// Whether a text has such cards, and nothing that only decks of this program have.
  ///
  /// A blank in brackets and a name in front matter are never in such decks; `Q:` and `A:` are, below a
  /// heading or with values such as `hint: …` indented below them.
  static func recognizes(_ text: String) -> Bool {
    let source = NumberedLines(String(text.prefix(1 << 16)))
    var (hasQuestion, hasAnswer, isOwn, isCloze) = (false, false, false, false)
    for (_, line) in source.lines {
      // A sentence may begin on the line below its `C:`.
      if line.hasPrefix("C:") { isCloze = true }
      if line.hasPrefix("Q:") || line.hasPrefix("A:") || line.isHeading || isRule(line) {
        isCloze = false
      }
      if line.isHeading || line.contains(" :: ") || line.isOwnValue { isOwn = true }
      if line.hasPrefix("Q:") { hasQuestion = true }
      if line.hasPrefix("A:"), hasQuestion { hasAnswer = true }
      if isCloze, !line.contains(" :: "), cloze(String(line)).contains("{{") { return true }
    }
    if hasAnswer, source.header["name"] != nil { return true }
    return hasAnswer && !isOwn
  }

  init(_ text: String, title: String) {
    let source = NumberedLines(text)
    let name = source.header["name"] ?? source.header["title"] ?? ""
    collector = CardCollector(title: name.isBlank ? title : name)
    var card = Card()
    var isAfterBlank = true
    for (number, line) in source.lines {
      defer { isAfterBlank = String(line).isBlank }
      if let kind = line.first, "QAC".contains(kind), line.dropFirst().first == ":" {
        if kind == "A", card.kind == "Q", card.answer == nil {
          card.answer = [line.dropFirst(2)]
          continue
        }
        take(card)
        card = Card(kind: kind, line: number, front: [line.dropFirst(2)])
      } else if Self.isRule(line) || isAfterBlank && line.isHeading {
        take(card)
        card = Card()
      } else if card.answer != nil {
        card.answer?.append(line)
      } else if card.kind != nil {
        card.front.append(line)
      } else if !String(line).isBlank {
        collector.note(
          .fault("no Q:, A: or C: begins this line, so it is not imported", isSkip: true),
          line: number)
      }
    }
    take(card)
  }

  /// A card as it is read.
  private struct Card {
    var kind: Character?
    var line = 0
    var front: [Substring] = []
    var answer: [Substring]?
  }

  private static func isRule(_ line: Substring) -> Bool {
    let text = String(line).trimmed
    return text.utf8.count >= 3 && text.utf8.allSatisfy { $0 == 0x2D }
  }

  private mutating func take(_ card: Card) {
    guard let kind = card.kind else { return }
    let front = plain(card.front)
    switch kind {
    case "C":
      let sentence = Self.cloze(card.front.joined(separator: "\n"))
      collector.add(cloze: MochiText(sentence).text, line: card.line)
    case "Q": collector.add(prompt: front, answer: plain(card.answer ?? []), line: card.line)
    default: collector.note(.noPrompt, line: card.line)
    }
  }

  private mutating func plain(_ lines: [Substring]) -> String {
    let read = MochiText(lines.joined(separator: "\n"))
    collector.noteMedia(read.mediaCount)
    return read.text
  }

  /// A sentence with its brackets as doubled braces. Links, pictures and escaped brackets stay.
  private static func cloze(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("\\[") || rest.hasPrefix("\\]") {
        result.append(rest[rest.index(after: rest.startIndex)])
        rest = rest.dropFirst(2)
        continue
      }
      rest = rest.dropFirst()
      guard first == "[", result.last != "!", let end = Self.end(of: rest.prefix(2000)),
        !rest[rest.index(after: end)...].hasPrefix("(")
      else {
        result.append(first)
        continue
      }
      // What would begin a hint or end the blank is not meant so.
      let filling = rest[..<end].replacing("\\[", with: "[").replacing("\\]", with: "]")
        .replacing("::", with: ": :").replacing("}}", with: "} }")
      result += "{{\(filling)}}"
      rest = rest[rest.index(after: end)...]
    }
    return result
  }

  /// Where a blank ends: at the first `]` that is not escaped.
  private static func end(of text: Substring) -> Substring.Index? {
    var isEscaped = false
    return text.firstIndex { character in
      defer { isEscaped = character == "\\" && !isEscaped }
      return character == "]" && !isEscaped
    }
  }
}
