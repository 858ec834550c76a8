import RabbleDecks

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
    let known = DeckKey.Question.allCases.map(\.name)
    let hasCloze = question.source.field(.cloze) != nil
    let isDamaged = question.source.isDamaged
    check(
      question.source.fields, known, { question.source.field(named: $0) },
      { !hasCloze && !isDamaged && ($0 == "prompt" || $0 == "answer") }, &findings)
  }

  func check(_ group: GroupSource, _ findings: inout FindingList) {
    let known = DeckKey.Group.allCases.map(\.name)
    let isDamaged = group.isDamaged
    check(
      group.fields, known, { group.field(named: $0) },
      { !isDamaged && ($0 == "title" || $0 == "questions") }, &findings)
  }

  private func check(
    _ fields: [SourceField], _ known: @autoclosure () -> [String], _ isThere: (String) -> Bool,
    _ isRequired: (String) -> Bool, _ findings: inout FindingList
  ) {
    // Whoever writes x- in Markdown means a key of their own.
    guard findings.deck.form == .json, fields.contains(where: { $0.key == .unknown }) else {
      return
    }
    let known = known()
    for field in fields where field.key == .unknown {
      let range = findings.deck.content(of: field.keySpan)
      let key = findings.deck.text(SourceSpan(range.lowerBound, range.upperBound))
      if DeckExtra.keysOfMarkdown.contains(key) { continue }
      let folded = key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
      let synonym = Self.synonyms[folded].flatMap { known.contains($0) ? $0 : nil }
      guard let near = Nearest.to(key, among: known) ?? synonym, near != key else { continue }
      let isFree = !isThere(near)
      // The loader names a misspelled key that must be there.
      if isFree, isRequired(near), Nearest.to(key, among: [near]) != nil { continue }
      findings.add(
        Self.rule, at: field.keySpan,
        "decks have no key \(Quoted.text(key)), so what stands under it is not used",
        isFree ? "write \"\(near)\"" : "\"\(near)\" is there already; remove one of them",
        edits: isFree ? [TextEdit(range, near)] : [])
    }
  }
}

extension QuestionSource {
  fileprivate func field(named name: String) -> Bool {
    fields.contains { if case .question(let key) = $0.key { key.name == name } else { false } }
  }
}

extension GroupSource {
  fileprivate func field(named name: String) -> Bool {
    fields.contains { if case .group(let key) = $0.key { key.name == name } else { false } }
  }
}
