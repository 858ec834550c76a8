import RabbleQuestions

extension MarkdownWriter {
  /// The lines of a question.
  static func lines(of draft: DraftQuestion) -> [String] {
    let question = draft.question
    var lines = comments(draft.extras, DeckExtra.commentKey) ?? []
    var fields: [String] = []
    let sentence = ClozeText.sound(question.cloze)
    let tail = tail(of: question)
    if let cloze = question.cloze, sentence != nil {
      let hasPrompt = !question.prompt.isSame(as: sentence?.opened)
      let line = self.cloze(cloze) + reading(of: question)
      let whole =
        line + " :: " + MarkdownText.line(question.prompt, .question) + tail.text
      if hasPrompt, !question.prompt.hasLineBreak, fits(whole) {
        lines.append(whole)
      } else {
        lines.append(line + tail.text)
        if hasPrompt { fields.append("prompt: " + MarkdownText.line(question.prompt)) }
      }
      if question.reading?.hasLineBreak == true { add("reading", question.reading, to: &fields) }
      if !question.answer.isSame(as: sentence?.filled) {
        fields.append("answer: " + MarkdownText.line(question.answer))
      }
    } else {
      let whole =
        MarkdownText.line(question.prompt, [.question, .margin, .prompt]) + reading(of: question)
        + " :: " + MarkdownText.line(question.answer, .question) + tail.text
      if !question.prompt.hasLineBreak, !question.answer.hasLineBreak, fits(whole) {
        lines.append(whole)
        if question.reading?.hasLineBreak == true { add("reading", question.reading, to: &fields) }
      } else {
        let place: MarkdownText.Place = [.question, .margin]
        lines.append("Q: " + joined(MarkdownText.lines(question.prompt, place)))
        let answer = MarkdownText.lines(question.answer, place, keepsBlankLines: false)
        lines.append("A: " + joined(answer) + tail.text)
        add("reading", question.reading, to: &fields)
      }
      add("cloze", question.cloze, to: &fields)
    }
    fields += self.fields(of: question)
    if !tail.hasTags, !question.tags.isEmpty {
      fields.append("tags: " + list(question.tags, .words, separator: ", "))
    }
    if !tail.hasID { add("id", question.id, to: &fields) }
    fields += silences(draft.silences)
    fields += draft.extras.filter { !isComment($0) }.map { line(of: $0) }
    lines += fields.map { "  " + $0 }
    if let note = question.note {
      lines += MarkdownText.lines(note, .note).map { $0.isEmpty ? "" : "  " + $0 }
    }
    return lines.flatMap { $0.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false) }
      .map { String(Substring($0)) }
  }

  private static func isComment(_ extra: DeckExtra) -> Bool {
    extra.owner == nil && extra.key == DeckExtra.commentKey
      && comments([extra], extra.key) != nil
  }

  private static func fields(of question: Question) -> [String] {
    var fields: [String] = []
    add("hint", question.hint, to: &fields)
    add("furigana", question.furigana, to: &fields)
    if !question.alternatives.isEmpty {
      fields.append("also: " + list(question.alternatives, .list, separator: " | "))
    }
    if !question.blocked.isEmpty {
      fields.append("never: " + list(question.blocked, .list, separator: " | "))
    }
    add("part of speech", question.partOfSpeech, to: &fields)
    if let pitch = question.pitch { fields.append("pitch: \(pitch)") }
    if let example = question.example {
      var parts = [example.text]
      if example.reading != nil || example.meaning != nil { parts.append(example.reading ?? "") }
      if let meaning = example.meaning { parts.append(meaning) }
      fields.append(
        "example: " + parts.map { MarkdownText.line($0, .list) }.joined(separator: " | "))
    }
    if let directions = question.directions?.compactMap(\.name), !directions.isEmpty {
      fields.append("directions: " + directions.joined(separator: ", "))
    }
    add("source", question.source, to: &fields)
    return fields
  }

  private static func add(_ name: String, _ text: String?, to fields: inout [String]) {
    if let text { fields.append(name + ": " + MarkdownText.line(text)) }
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
