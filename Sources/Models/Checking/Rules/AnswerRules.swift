import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW503–510, 515: answers, and lists of them.
enum AnswerRules {
  static let checks = [
    Check(
      "RW503", "repeated-alternative", .warning, "An alternative is already accepted.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "dog", "alternatives": ["Dog", "hound"]}"#,
      .question(repeatedAlternatives)),
    Check(
      "RW504", "blocked-answer", .error,
      "Text is listed both as an accepted and as a blocked answer.",
      example: #"{"prompt": "犬", "answer": "dog; hound", "blocked": ["hound"]}"#,
      .question(blockedAnswers)),
    Check(
      "RW505", "repeated-blocked", .warning, "An answer is blocked twice.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "dog", "blocked": ["cat", "cow", "cat"]}"#,
      .question(repeatedBlocked)),
    Check(
      "RW506", "prompt-is-answer", .warning, "Prompt and answer are the same.",
      example: #"{"prompt": "犬", "answer": "犬"}"#,
      .question(selfAnswer)),
    Check(
      "RW507", "repeated-tag", .warning, "A question has the same tag twice.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "dog", "tags": ["pets", "pets", "N5"]}"#,
      .question(repeatedTags)),
    Check(
      "RW508", "empty-answer-part", .warning, "A separator has no answer on one side.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "dog;; hound"}"#,
      .question(emptyAnswerParts)),
    Check(
      "RW509", "repeated-answer-part", .warning, "An answer is given twice.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "dog; hound; dog"}"#,
      .question(repeatedAnswerParts)),
    Check(
      "RW510", "joined-alternatives", .warning,
      "An element of a list contains a semicolon, which separates nothing there.", fix: .unsafe,
      example: #"{"prompt": "犬", "answer": "dog", "alternatives": ["hound; mutt"]}"#,
      .question(joinedAlternatives)),
    Check(
      "RW515", "repeated-spelling", .warning, "A spelling is already accepted.", fix: .safe,
      example: #"{"prompt": "かぎ", "answer": "key", "spellings": ["鍵", "かぎ"]}"#,
      .question(repeatedSpellings)),
  ]

  /// Finds alternatives that are accepted anyway.
  private static func repeatedAlternatives(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard !question.question.alternatives.isEmpty else { return }
    var seen = Set(question.answers.map { $0.lowercased() })
    for value in question.texts(.alternatives)
    where !seen.insert(value.text.lowercased()).inserted {
      findings.add(
        rule, removing: value.field, "\(Quoting.quoted(value.text)) is already accepted")
    }
  }

  /// Finds spellings that are the prompt, its reading or another spelling.
  private static func repeatedSpellings(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard !question.question.spellings.isEmpty else { return }
    var seen = Set([question.question.rubyPrompt.base] + question.question.readings)
    for value in question.texts(.spellings) where !seen.insert(value.text).inserted {
      findings.add(
        rule, removing: value.field, "\(Quoting.quoted(value.text)) is already accepted")
    }
  }

  /// Finds answers that are both accepted and blocked.
  private static func blockedAnswers(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard !question.question.blocked.isEmpty else { return }
    let right = Set((question.answers + question.question.alternatives).map { $0.lowercased() })
    for value in question.texts(.blocked) {
      let texts = BlockedAnswer(value.text).texts
      guard let text = texts.first(where: { right.contains($0.lowercased()) }) else { continue }
      findings.add(
        rule, at: value.field.span, "\(Quoting.quoted(text)) is both blocked and accepted",
        "remove it from one of the two")
    }
  }

  /// Finds answers that are blocked twice.
  private static func repeatedBlocked(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.question.blocked.count > 1 else { return }
    var seen = Set<String>()
    for value in question.texts(.blocked) {
      let texts = BlockedAnswer(value.text).texts
      let repeated = texts.filter { !seen.insert($0.lowercased()).inserted }
      guard repeated.count == texts.count else { continue }
      findings.add(
        rule, removing: value.field, "\(Quoting.quoted(texts[0])) is already blocked")
    }
  }

  /// Finds questions that answer themselves.
  private static func selfAnswer(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.question.cloze == nil, let answer = question.text(.answer),
      question.text(.prompt)?.text == answer.text
    else { return }
    findings.add(
      rule, in: answer, "the answer is the same as the prompt", "write what is to be learned")
  }

  /// Finds tags that a question has twice.
  private static func repeatedTags(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.question.tags.count > 1 else { return }
    var seen = Set<String>()
    for value in question.texts(.tags) where !seen.insert(value.text).inserted {
      findings.add(
        rule, removing: value.field,
        "the question already has the tag \(Quoting.quoted(value.text))")
    }
  }

  /// Finds separators with no answer on one side.
  private static func emptyAnswerParts(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    for (value, pieces) in question.parts {
      guard pieces.count > 1, let index = pieces.firstIndex(where: { $0.text.isEmpty }) else {
        continue
      }
      let range = pieces[index].range
      let isFirst = index == 0
      let separator =
        isFirst
        ? range.lowerBound..<min(range.upperBound + 1, value.text.utf8.count)
        : range.lowerBound - 1..<range.upperBound
      let isWide = value.text.unicodeScalars.contains("；")
      findings.add(
        rule, in: value, separator, "\(value.name) has a separator with no answer on one side",
        "remove it", replacement: isWide ? nil : "")
    }
  }

  /// Finds answers that one text gives twice.
  private static func repeatedAnswerParts(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    for (value, pieces) in question.parts {
      var seen = Set<String>()
      for (index, piece) in pieces.enumerated() where !piece.text.isEmpty {
        guard !seen.insert(piece.text.lowercased()).inserted else { continue }
        let start = pieces[index - 1].range.upperBound
        findings.add(
          rule, in: value, start..<piece.range.upperBound,
          "\(value.name) contains \(Quoting.quoted(piece.text)) twice", "remove it", replacement: ""
        )
      }
    }
  }

  /// Finds several answers in one element of a list, where separators mean nothing.
  private static func joinedAlternatives(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    for key in [Question.Field.spellings, .alternatives, .blocked, .tags] {
      for value in question.texts(key)
      where value.traits.contains(.separator)
        && value.text.unicodeScalars.contains(where: { $0 == ";" || $0 == "；" })
      {
        let parts = AnswerList.answerPieces(of: value.text).map { $0.text }.filter { !$0.isEmpty }
        let hasReason = key == .blocked && BlockedAnswer(value.text).reason != nil
        guard parts.count > 1, !hasReason else { continue }
        let deck = findings.deck
        let list = parts.map { "\"\(deck.literal($0))\"" }.joined(separator: ", ")
        let isElement = deck.form == .json && deck.isInArray(value.field.span)
        findings.add(
          rule, at: value.field.span,
          "\(value.name) contains a semicolon, which separates nothing here",
          "write \(parts.count) elements",
          edits: isElement ? [.init(value.field.span.range, list)] : [])
      }
    }
  }
}

extension DeckSource {
  /// Whether an element of JSON is in an array, and not the only value of its key.
  fileprivate func isInArray(_ span: SourceSpan) -> Bool {
    var index = span.start
    while index > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index - 1]) { index -= 1 }
    return index > 0 && bytes[index - 1] != UInt8(ascii: ":")
  }
}
