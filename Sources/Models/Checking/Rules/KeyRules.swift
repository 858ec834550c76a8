import RabbleDecks
import RabbleText

/// A key that is no key of decks but looks like a misspelling of one.
struct UnknownKeys: QuestionRule, GroupRule {
  static let rule = Rule(
    "RW220", "unknown-key", .warning, "A key looks like a misspelling of one that decks have.")

  /// What other programs, and people, call what decks have; none of these is a key itself.
  private static let synonyms = [
    "front": "prompt", "question": "prompt", "term": "prompt", "word": "prompt",
    "back": "answer", "definition": "answer", "translation": "answer", "answers": "alternatives",
    "partofspeech": "part_of_speech", "pos": "part_of_speech", "kana": "reading",
    "ruby": "furigana", "accent": "pitch", "lang": "language", "license": "licence",
    "name": "title", "cards": "questions", "sentence": "example", "tag": "tags", "notes": "note",
    "comment": "note", "hints": "hint", "direction": "directions", "setting": "settings",
    "silences": "silence",
  ]

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    let hasCloze = question.source.field(.cloze) != nil
    check(
      question.source.fields, DeckJSON.questionKeys,
      { !hasCloze && ($0 == "prompt" || $0 == "answer") }, &findings)
  }

  func check(_ group: GroupSource, _ findings: inout FindingList) {
    check(
      group.fields, DeckJSON.groupKeys, { $0 == "title" || $0 == "questions" }, &findings)
  }

  private func check(
    _ fields: [SourceField], _ known: [String],
    _ isRequired: (String) -> Bool, _ findings: inout FindingList
  ) {
    // Whoever writes x- in Markdown means a key of their own.
    guard findings.deck.form == .json, fields.contains(where: { $0.key == .unknown }) else {
      return
    }
    for field in fields where field.key == .unknown {
      let range = findings.deck.content(of: field.keySpan)
      let key = findings.deck.text(SourceSpan(range.lowerBound, range.upperBound))
      if DeckExtra.keysOfMarkdown.contains(key) { continue }
      let folded = key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
      let synonym = Self.synonyms[folded].flatMap { known.contains($0) ? $0 : nil }
      guard let near = Nearest.to(key, among: known) ?? synonym, near != key else { continue }
      let isFree = !fields.contains { $0.key.name == near }
      // The loader names a misspelled key that must be there.
      if isFree, isRequired(near), Nearest.to(key, among: [near]) != nil { continue }
      findings.add(
        Self.rule, at: field.keySpan,
        "decks have no key \(Quoting.quoted(key)), so what stands under it is not used",
        isFree ? "write \"\(near)\"" : "\"\(near)\" is there already; remove one of them",
        edits: isFree ? [TextEdit(range, near)] : [])
    }
  }
}

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

/// A language that is no tag of BCP 47, or the code of a country.
struct LanguageTags: GroupRule {
  static let rule = Rule(
    "RW222", "language-tag", .warning, "A language is not written as a BCP 47 tag.")

  private static let meant = [
    "jp": "ja", "jpn": "ja", "japanese": "ja", "cn": "zh", "chinese": "zh", "kr": "ko",
    "korean": "ko", "english": "en", "french": "fr", "german": "de", "spanish": "es",
    "italian": "it", "portuguese": "pt", "russian": "ru", "dutch": "nl", "swedish": "sv",
    "gr": "el", "greek": "el", "cz": "cs", "czech": "cs", "dk": "da", "danish": "da",
    "ua": "uk", "ukrainian": "uk", "polish": "pl", "turkish": "tr", "arabic": "ar",
    "日本語": "ja", "中文": "zh", "deutsch": "de", "français": "fr", "español": "es",
  ]

  func check(_ group: GroupSource, _ findings: inout FindingList) {
    guard let field = group.field(.language), let tag = group.group.language else { return }
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" })
    let primary = parts.first.map { $0.lowercased() } ?? ""
    let wanted = ([Self.meant[primary] ?? primary] + parts.dropFirst().map(String.init))
      .joined(separator: "-")
    let isKnown = Self.meant[primary] == nil
    let usesHyphens = !tag.contains("_")
    if Self.isWellFormed(tag), isKnown, usesHyphens { return }
    let range = findings.deck.content(of: field.span)
    let canMend = Self.isWellFormed(wanted)
    findings.add(
      Self.rule, at: field.span, "\(Quoting.quoted(tag)) is no tag of a language",
      canMend ? "write \"\(wanted)\"" : "write a BCP 47 tag such as \"ja\" or \"pt-BR\"",
      edits: canMend ? [TextEdit(range, wanted)] : [])
  }

  /// Whether a tag has the form of RFC 5646, section 2.1: a language of two or three letters (or
  /// `x`), then subtags of one to eight letters and digits.
  static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, first.allSatisfy({ $0.isASCII && $0.isLetter }),
      (2...3).contains(first.count) || (first.lowercased() == "x" && parts.count > 1)
    else { return false }
    return parts.dropFirst().allSatisfy {
      (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
