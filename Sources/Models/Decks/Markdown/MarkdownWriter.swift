import RabbleQuestions
import RabbleText

/// Writes decks as Markdown: in one form, which reads well and holds all that JSON does.
///
///     DeckMarkdown.text(of: [group])   // "## Numbers⏎language: ja⏎⏎一 [いち] :: one⏎"
public enum DeckMarkdown {
  /// A whole file of groups.
  public static func text(of groups: [QuestionGroup]) -> String {
    text(of: groups.map { DeckGroup($0) })
  }

  /// A whole file of groups, with all that is said of them.
  public static func text(of groups: [DeckGroup]) -> String { MarkdownWriter.text(groups) }

  /// A question as it stands below a group's heading, each line with its end.
  public static func text(of entry: DeckEntry) -> String {
    MarkdownWriter.lines(of: entry).map { $0 + "\n" }.joined()
  }

  /// The comments above a question, with which ``text(of:)-(DeckEntry)`` begins.
  static func comments(on entry: DeckEntry) -> String {
    let lines = MarkdownWriter.comments(entry.extras, DeckExtra.commentKey) ?? []
    return lines.map { $0 + "\n" }.joined()
  }
}

/// Writes groups as Markdown, in one form.
private struct MarkdownWriter {
  /// How many Unicode scalars the line of a question has at most; longer ones become `Q:` and `A:`.
  static let width = 100

  private var result = ""

  /// The text of a file.
  static func text(_ groups: [DeckGroup]) -> String {
    var writer = MarkdownWriter()
    for (index, group) in groups.enumerated() {
      if index > 0 { writer.result += "\n" }
      writer.write(group)
    }
    if let last = groups.last { writer.writeClosing(last.extras) }
    return writer.result
  }

  private mutating func add(_ line: String) {
    result += line + "\n"
  }

  private mutating func write(_ group: DeckGroup) {
    if let comments = Self.comments(group.extras, DeckExtra.commentKey) {
      for line in comments { add(line) }
      add("")
    }
    if let heading = Self.heading(group.extras) {
      add("# " + heading)
      add("")
    }
    add("## " + MarkdownText.line(group.header.title, .heading))
    for line in Self.attributes(of: group) { add(line) }
    add("")
    if let description = group.header.description {
      for line in MarkdownText.lines(description, [.question, .margin, .description]) { add(line) }
      add("")
    }
    var isApart = true
    for (index, question) in group.entries.enumerated() {
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

  private static func attributes(of group: DeckGroup) -> [String] {
    var lines: [String] = []
    for field in QuestionGroup.Field.allCases where field != .description {
      guard let name = field.markdownNames.first else { continue }
      switch field.kind {
      case .required: break
      case .text(let path), .setting(let path, _):
        // A separator or a blank would make a question of the line.
        guard let text = group.header[keyPath: path] else { continue }
        lines.append(name + ": " + MarkdownText.line(text, .question))
      case .directions(let path):
        let names = group.header[keyPath: path]?.compactMap(\.name) ?? []
        if !names.isEmpty { lines.append(name + ": " + names.joined(separator: ", ")) }
      }
    }
    if let score = group.header.score {
      lines.append(
        "\(GroupKey.score.name): \(score.correct) correct, \(score.incorrect) incorrect")
    }
    lines += silences(group.silenced)
    lines += group.extras.filter { !isDrawn($0) || $0.owner != nil }.map { line(of: $0) }
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
    guard let texts = found?.texts, texts.count == 1, !texts[0].isBlank else {
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

  static func silences(_ rules: [SilencedRule]) -> [String] {
    rules.map {
      let reason = $0.reason.isEmpty ? "" : " " + MarkdownText.line($0.reason, .question)
      return QuestionKey.silence.name + ": " + MarkdownText.line($0.code, [.word, .question])
        + reason
    }
  }

  /// The line of a value that no deck knows.
  static func line(of extra: DeckExtra) -> String {
    let mayBePlain =
      !extra.key.isEmpty
      && (extra.owner != nil
        || ![Question.Field.example.key, GroupKey.settings.name, GroupKey.score.name]
          .contains { extra.key.hasPrefix($0 + ".") })
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

  // MARK: - Questions

  /// The lines of a question, as they stand below a group's heading.
  static func lines(of entry: DeckEntry) -> [String] {
    let question = entry.question
    var lines = comments(entry.extras, DeckExtra.commentKey) ?? []
    var fields: [String] = []
    let sentence = ClozeText.sound(question.cloze)
    let tail = tail(of: question)
    func add(_ field: Question.Field) { fields += line(of: field, question) }
    if let cloze = question.cloze, sentence != nil {
      let hasPrompt = !question.prompt.isSame(as: sentence?.opened)
      let line = self.cloze(cloze) + reading(of: question)
      let whole =
        line + " :: " + MarkdownText.line(question.prompt, .question) + tail.text
      if hasPrompt, !question.prompt.hasLineBreak, fits(whole) {
        lines.append(whole)
      } else {
        lines.append(line + tail.text)
        if hasPrompt { add(.prompt) }
      }
      if question.reading?.hasLineBreak == true { add(.reading) }
      if !question.answer.isSame(as: sentence?.filled) { add(.answer) }
    } else {
      let whole =
        MarkdownText.line(question.prompt, [.question, .margin, .prompt]) + reading(of: question)
        + " :: " + MarkdownText.line(question.answer, .question) + tail.text
      if !question.prompt.hasLineBreak, !question.answer.hasLineBreak, fits(whole) {
        lines.append(whole)
        if question.reading?.hasLineBreak == true { add(.reading) }
      } else {
        let place: MarkdownText.Place = [.question, .margin]
        lines.append("Q: " + joined(MarkdownText.lines(question.prompt, place)))
        let answer = MarkdownText.lines(question.answer, place, keepsBlankLines: false)
        lines.append("A: " + joined(answer) + tail.text)
        add(.reading)
      }
      add(.cloze)
    }
    for field in Question.Field.allCases where !standsApart(field) { add(field) }
    if !tail.hasTags { add(.tags) }
    if !tail.hasID { add(.id) }
    fields += silences(entry.silenced)
    fields += entry.extras.filter { !isComment($0) }.map { self.line(of: $0) }
    lines += fields.map { "  " + $0 }
    if let note = question.note {
      lines += MarkdownText.lines(note, .note).map { $0.isEmpty ? "" : "  " + $0 }
    }
    return lines.flatMap { $0.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false) }
      .map { String(Substring($0)) }
  }

  /// Whether a field stands on the question's own line, above all others or below them.
  private static func standsApart(_ field: Question.Field) -> Bool {
    switch field {
    case .id, .prompt, .cloze, .answer, .reading, .tags, .note: true
    default: false
    }
  }

  /// The line of a field with its name; none where there is no value.
  private static func line(of field: Question.Field, _ question: Question) -> [String] {
    let texts = question.texts(field)
    guard !texts.isEmpty else { return [] }
    let value =
      switch field.kind {
      case .required, .text, .number, .choice: MarkdownText.line(texts[0])
      case .list where field == .tags: list(texts, .words, separator: ", ")
      case .list, .example: list(texts, .list, separator: " | ")
      case .directions: texts.joined(separator: ", ")
      }
    return [field.markdownNames[0] + ": " + value]
  }

  private static func isComment(_ extra: DeckExtra) -> Bool {
    extra.owner == nil && extra.key == DeckExtra.commentKey
      && comments([extra], extra.key) != nil
  }

  private static func list(
    _ texts: [String], _ place: MarkdownText.Place, separator: String
  ) -> String {
    texts.map { MarkdownText.line($0, place) }.joined(separator: separator)
  }

  private static func fits(_ line: String) -> Bool { line.unicodeScalars.count <= width }

  /// Lines one below the other; of several, none may be blank at an end.
  private static func joined(_ lines: [String]) -> String {
    lines.joined(separator: "\n")
  }

  private static func reading(of question: Question) -> String {
    guard let reading = question.reading, !reading.hasLineBreak else { return "" }
    return " [" + MarkdownText.line(reading, [.question, .brackets]) + "]"
  }

  /// A sentence with `==` for the braces of its blanks.
  private static func cloze(_ source: String) -> String {
    var result = ""
    var rest = source[...]
    let place: MarkdownText.Place = [.question, .prompt, .cloze]
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      let side: MarkdownText.Place = result.isEmpty ? .margin : .followsText
      result += MarkdownText.line(
        String(rest[..<open.lowerBound]), place.union(side).union(.precedesText))
      result +=
        "==" + MarkdownText.line(String(rest[open.upperBound..<close.lowerBound]), .cloze) + "=="
      rest = rest[close.upperBound...]
    }
    return result + MarkdownText.line(String(rest), place.union(.followsText))
  }

  /// The tags and the id at the end of a question's line, as far as they can stand there.
  private static func tail(of question: Question) -> (text: String, hasTags: Bool, hasID: Bool) {
    let hasTags = !question.tags.isEmpty && question.tags.allSatisfy(canBeInline)
    let hasID =
      question.id.map { id in
        id.utf8.allSatisfy {
          $0.isDigit || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || "_.:/-".utf8.contains($0)
        }
      } ?? false
    var text = ""
    if hasTags { text += question.tags.map { " #" + MarkdownText.line($0, .question) }.joined() }
    if hasID, let id = question.id { text += " ^" + id }
    return (text, hasTags, hasID)
  }

  /// Whether a tag can stand behind a number sign: without spaces, and no number.
  private static func canBeInline(_ tag: String) -> Bool {
    !tag.utf8.allSatisfy(\.isDigit)
      && tag.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != .backslash }
  }
}

extension String {
  /// Whether it has more than one line.
  fileprivate var hasLineBreak: Bool { utf8.contains(.lineFeed) }
}
