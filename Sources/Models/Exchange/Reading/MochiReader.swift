import RabbleQuestions

/// Reads Mochi's Markdown: the sides of a card are parted by a line of three dashes.
///
/// Mochi writes a card a file. Where a file has several, they are parted by a line of four dashes or
/// more, or by three with an empty line on both sides while the sides have none.
struct MochiReader {
  private(set) var content = ImportContent()
  private let title: String
  private var groups: [String: Int] = [:]
  private var seen: [QuestionID: Int] = [:]

  /// A part of the file between two lines of dashes.
  private struct Side {
    var lines: [Substring] = []
    let start: Int
    /// The line its text begins on, from 1.
    var line: Int { start + lines.prefix { String($0).isBlank }.count }
    var text: String { lines.joined(separator: "\n").trimmed }
  }

  /// Whether a text has sides parted by dashes, and nothing that tells of a deck of ours.
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
    self.title = title
    for card in Self.cards(text) { take(card) }
  }

  private static func cards(_ text: String) -> [[Side]] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
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
      content.changes.media += read.mediaCount
      tags += read.tags.filter { !tags.contains($0) }
      return read.text
    }
    let line = card.first { !$0.text.isEmpty }?.line ?? card[0].line
    func note(_ kind: ImportNotice.Kind) {
      content.notices.append(ImportNotice(line: line, kind: kind))
    }
    guard let front = sides.first, !front.isEmpty else { return note(.noPrompt) }
    let sentence = ClozeText.sound(front)
    let further = sides.dropFirst(sentence == nil ? 2 : 1).filter { !$0.isEmpty }
    let extra = further.isEmpty ? nil : further.joined(separator: "\n")
    let question: Question
    if let sentence {
      question = Question(
        prompt: sentence.opened, answer: sentence.filled, note: extra, tags: tags, cloze: front)
    } else {
      guard sides.count > 1 else { return note(.oneSide) }
      guard !sides[1].isEmpty else { return note(.noAnswer) }
      let ruby = RubyText(front)
      let back = RubyText(sides[1])
      if back.hasReadings { content.changes.answerReadings += 1 }
      question = Question(
        prompt: ruby.base, answer: back.base, reading: ruby.hasReadings ? ruby.reading : nil,
        furigana: ruby.hasReadings ? front : nil,
        alternatives: back.hasReadings ? [back.reading] : [], note: extra, tags: tags)
    }
    let identity = QuestionID(of: question, inGroup: title)
    if let first = seen[identity] { return note(.repeated(firstLine: first)) }
    seen[identity] = line
    content.add(.init(question: question, line: line), toGroup: title, at: &groups)
  }
}
