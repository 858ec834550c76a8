import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW220–222: keys and their values.
enum KeyRules {
  private static let unknownKey = Rule(
    "RW220", "unknown-key", .warning, "A key looks like a misspelling of a known key.",
    fix: .unsafe,
    example: #"{"prompt": "犬", "answer": "dog", "Hnit": "it barks"}"#)
  private static let blankValue = Rule(
    "RW221", "blank-value", .warning, "An optional text is blank.", fix: .safe,
    example: #"{"prompt": "犬", "hint": "", "answer": "dog"}"#)

  static let checks = [
    Check(unknownKey, .question(unknownKeys)),
    Check(unknownKey, .group(unknownKeys)),
    Check(blankValue, .question(blankValues)),
    Check(blankValue, .group(blankValues)),
    Check(
      "RW222", "language-tag", .warning, "A language is not a BCP 47 tag.", fix: .safe,
      example: #"""
        [
          {
            "title": "Words", "language": "jp",
            "questions": [
              {"prompt": "水", "answer": "water"}
            ]
          }
        ]
        """#, .group(languageTags)),
  ]

  /// What other programs and people call the keys of decks; none of these is a key itself.
  private static let synonyms: [String: String] = {
    var result = ["cards": "questions", "setting": "settings", "silences": "silence"]
    for field in Question.Field.allCases {
      for alias in field.aliases { result[alias] = field.key }
    }
    for field in QuestionGroup.Field.allCases {
      for alias in field.aliases { result[alias] = field.key }
    }
    return result
  }()

  /// Finds keys of a question that are unknown but look like a misspelling of a known one.
  private static func unknownKeys(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    let source = question.source
    let needsTexts = source.field(.cloze) == nil
    addUnknownKeys(
      rule, among: source.fields, known: DeckJSON.questionKeys,
      required: needsTexts ? ["prompt", "answer"] : [], &findings)
  }

  /// Finds keys of a group that are unknown but look like a misspelling of a known one.
  private static func unknownKeys(_ rule: Rule, _ group: GroupSource, _ findings: inout FindingList)
  {
    addUnknownKeys(
      rule, among: group.fields, known: DeckJSON.groupKeys,
      required: ["title", "questions"], &findings)
  }

  private static func addUnknownKeys(
    _ rule: Rule, among fields: [SourceField], known: [String],
    required: [String], _ findings: inout FindingList
  ) {
    // In Markdown, x- marks a key of the author's own.
    guard findings.deck.form == .json, fields.contains(where: { $0.key == .unknown }) else {
      return
    }
    for field in fields where field.key == .unknown {
      let range = findings.deck.content(of: field.keySpan)
      let key = findings.deck.text(SourceSpan(range.lowerBound, range.upperBound))
      if DeckExtra.keysOfMarkdown.contains(key) { continue }
      let folded = key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
      let synonym = synonyms[folded].flatMap { known.contains($0) ? $0 : nil }
      guard let near = Nearest.to(key, among: known) ?? synonym, near != key else { continue }
      let isFree = !fields.contains { $0.key.name == near }
      // The loader reports a misspelled key that is required.
      if isFree, required.contains(near), Nearest.to(key, among: [near]) != nil { continue }
      findings.add(
        rule, at: field.keySpan,
        "unknown key \(Quoting.quoted(key)): its value is not used",
        isFree ? "write \"\(near)\"" : "\"\(near)\" already exists; remove one of them",
        edits: isFree ? findings.deck.renaming(field, to: near) : [])
    }
  }

  /// Finds optional texts of a question that are blank.
  private static func blankValues(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    for field in question.source.fields where field.element == nil {
      switch field.key {
      case .question(.id): break
      case .question(let key):
        switch key.kind {
        case .text, .choice, .example: addBlank(rule, field, &findings)
        case .required, .list, .number, .directions: break
        }
      case .example(.reading), .example(.meaning): addBlank(rule, field, &findings)
      default: break
      }
    }
  }

  /// Finds optional texts of a group that are blank.
  private static func blankValues(_ rule: Rule, _ group: GroupSource, _ findings: inout FindingList)
  {
    for field in group.fields {
      guard case .group(let key) = field.key else { continue }
      switch key.kind {
      case .text, .setting: addBlank(rule, field, &findings)
      case .required, .directions: break
      }
    }
  }

  private static func addBlank(
    _ rule: Rule, _ field: SourceField, _ findings: inout FindingList
  ) {
    let deck = findings.deck
    let isText =
      field.span.start < deck.bytes.count
      && (deck.form != .json || deck.bytes[field.span.start] == UInt8(ascii: "\""))
    let content = deck.content(of: field.span)
    guard isText, content.count < 64,
      deck.text(SourceSpan(content.lowerBound, content.upperBound)).allSatisfy(\.isWhitespace)
    else { return }
    findings.add(
      rule, removing: field, "\"\(field.path)\" is blank", "write a text, or remove it")
  }

  /// Finds languages that are not BCP 47 tags, such as names or codes of countries.
  private static func languageTags(
    _ rule: Rule, _ group: GroupSource, _ findings: inout FindingList
  ) {
    for (field, tag) in [
      (group.field(.language), group.group.language),
      (group.field(.answerLanguage), group.group.answerLanguage),
    ] {
      if let field, let tag { check(rule, tag, at: field, &findings) }
    }
  }

  private static func check(
    _ rule: Rule, _ tag: String, at field: SourceField, _ findings: inout FindingList
  ) {
    let meant = LanguageTag.tag(meantBy: tag)
    if meant == nil, LanguageTag.isWellFormed(tag) { return }
    let wanted = meant ?? LanguageTag.hyphenated(tag)
    let range = findings.deck.content(of: field.span)
    let canFix = LanguageTag.isWellFormed(wanted)
    findings.add(
      rule, at: field.span, "\(Quoting.quoted(tag)) is not a language tag",
      canFix ? "write \"\(wanted)\"" : "write a BCP 47 tag such as \"ja\" or \"pt-BR\"",
      edits: canFix ? [TextEdit(range, wanted)] : [])
  }
}
