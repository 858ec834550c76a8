import RabbleDecks

/// An optional text with nothing in it.
struct BlankValues: QuestionRule, GroupRule {
  static let rule = Rule("RW221", "blank-value", .warning, "A text that may be left out is blank.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for field in question.source.fields where field.element == nil {
      switch field.key {
      case .question(.hint), .question(.reading), .question(.furigana), .question(.partOfSpeech),
        .question(.note), .question(.cloze), .question(.source), .question(.example),
        .example(.reading), .example(.meaning):
        check(field, &findings)
      default: break
      }
    }
  }

  func check(_ group: GroupSource, _ findings: inout FindingList) {
    for field in group.fields {
      switch field.key {
      case .group(.description), .group(.language), .group(.author), .group(.licence),
        .group(.version):
        check(field, &findings)
      default: break
      }
    }
  }

  private func check(_ field: SourceField, _ findings: inout FindingList) {
    let deck = findings.deck
    let isText =
      field.span.start < deck.bytes.count
      && (deck.form != .json || deck.bytes[field.span.start] == UInt8(ascii: "\""))
    let content = deck.content(of: field.span)
    guard isText, content.count < 64,
      deck.text(SourceSpan(content.lowerBound, content.upperBound)).allSatisfy(\.isWhitespace)
    else { return }
    findings.add(
      Self.rule, at: field.span, "\"\(field.path)\" has nothing in it",
      "write a text, or remove it",
      edits: deck.removal(of: field).map { [$0] } ?? [])
  }
}
