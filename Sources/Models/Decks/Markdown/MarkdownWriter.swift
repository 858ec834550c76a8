import RabbleQuestions

/// Writes groups as Markdown, in one form.
struct MarkdownWriter {
  /// How many Unicode scalars the line of a question has at most; longer ones become `Q:` and `A:`.
  static let width = 100

  private var result = ""

  /// The text of a file.
  static func text(_ groups: [DraftGroup]) -> String {
    var writer = MarkdownWriter()
    for (index, group) in groups.enumerated() {
      if index > 0 { writer.result += "\n" }
      writer.write(group)
    }
    if let last = groups.last { writer.writeClosing(last.extras) }
    return writer.result
  }

  /// The lines of a question, as they stand below a group's heading.
  static func text(of question: DraftQuestion) -> String {
    lines(of: question).map { $0 + "\n" }.joined()
  }

  private mutating func add(_ line: String) {
    result += line + "\n"
  }

  private mutating func write(_ group: DraftGroup) {
    if let comments = Self.comments(group.extras, DeckExtra.commentKey) {
      for line in comments { add(line) }
      add("")
    }
    if let heading = Self.heading(group.extras) {
      add("# " + heading)
      add("")
    }
    add("## " + MarkdownText.line(group.group.title, .heading))
    for line in Self.attributes(of: group) { add(line) }
    add("")
    if let description = group.group.description {
      for line in MarkdownText.lines(description, [.question, .margin, .description]) { add(line) }
      add("")
    }
    var isApart = true
    for (index, question) in group.questions.enumerated() {
      let lines = Self.lines(of: question)
      if index > 0, isApart || lines.count > 1 { add("") }
      for line in lines { add(line) }
      isApart = lines.count > 1
    }
  }

  private mutating func writeClosing(_ extras: [DeckExtra]) {
    guard let comments = Self.comments(extras, DeckExtra.closingCommentKey) else { return }
    add("")
    for line in comments { add(line) }
  }

  private static func attributes(of draft: DraftGroup) -> [String] {
    let group = draft.group
    var lines: [String] = []
    func add(_ name: String, _ text: String?) {
      // A separator or a blank would make a question of the line.
      if let text { lines.append(name + ": " + MarkdownText.line(text, .question)) }
    }
    add("language", group.language)
    add("author", group.author)
    add("licence", group.licence)
    add("version", group.version)
    if let directions = group.directions?.compactMap(\.name), !directions.isEmpty {
      lines.append("directions: " + directions.joined(separator: ", "))
    }
    add("accents", group.settings.accents?.rawValue)
    add("furigana", group.settings.furigana?.rawValue)
    if let score = group.score {
      lines.append("score: \(score.correct) correct, \(score.incorrect) incorrect")
    }
    lines += silences(draft.silences)
    lines += draft.extras.filter { !isDrawn($0) || $0.owner != nil }.map { line(of: $0) }
    return lines
  }

  /// Whether a value of a group is written as a comment or a heading.
  private static func isDrawn(_ extra: DeckExtra) -> Bool {
    switch extra.key {
    case DeckExtra.headingKey: heading([extra]) != nil
    case DeckExtra.commentKey, DeckExtra.closingCommentKey: comments([extra], extra.key) != nil
    default: false
    }
  }

  private static func heading(_ extras: [DeckExtra]) -> String? {
    let found = extras.first { $0.owner == nil && $0.key == DeckExtra.headingKey }
    guard let texts = found?.texts, texts.count == 1, !DeckDecoder.isBlank(texts[0]) else {
      return nil
    }
    return MarkdownText.line(texts[0], .heading)
  }

  /// The lines of the comments under a key; `nil` if there are none, or a comment could not be read
  /// again as it is.
  static func comments(_ extras: [DeckExtra], _ key: String) -> [String]? {
    let found = extras.first { $0.owner == nil && $0.key == key }
    guard let texts = found?.texts, texts.allSatisfy(canBeComment) else { return nil }
    return texts.flatMap { text in
      let lines = text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
      return lines.count == 1 ? ["<!-- \(text) -->"] : ["<!--"] + lines + ["-->"]
    }
  }

  private static func canBeComment(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, !first.isBlank, !first.isLineEnd,
      !last.isBlank, !last.isLineEnd, !text.contains("-->")
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || !$0.isUnseen
    }
  }

  static func silences(_ silences: [DraftSilence]) -> [String] {
    silences.map {
      let reason = $0.reason.isEmpty ? "" : " " + MarkdownText.line($0.reason, .question)
      return "silence: " + MarkdownText.line($0.code, [.word, .question]) + reason
    }
  }

  /// The line of a value that no deck knows.
  static func line(of extra: DeckExtra) -> String {
    let mayBePlain =
      !extra.key.isEmpty
      && (extra.owner != nil
        || !["example.", "settings.", "score."].contains { extra.key.hasPrefix($0) })
    let isPlain =
      mayBePlain
      && extra.key.utf8.allSatisfy {
        $0.isDigit || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || "_.$-".utf8.contains($0)
      }
    let owner = extra.owner.map { $0 + "." } ?? ""
    return "x-" + owner + (isPlain ? extra.key : JSONWriter.string(extra.key)) + ": "
      + onOneLine(extra.source)
  }

  /// JSON without its line breaks, which never stand within a text.
  private static func onOneLine(_ source: String) -> String {
    guard source.utf8.contains(where: \.isLineEnd) else { return source }
    var result: [UInt8] = []
    var isInText = false
    var isEscaped = false
    for byte in source.utf8 {
      if isInText {
        isInText = isEscaped || byte != .quotationMark
        isEscaped = !isEscaped && byte == .backslash
        result.append(byte)
      } else if byte.isJSONSpace {
        if result.last != .space { result.append(.space) }
      } else {
        isInText = byte == .quotationMark
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
