import RabbleDecks
import RabbleQuestions
import RabbleText

/// An alternative that is right already.
struct RepeatedAlternatives: QuestionRule {
  static let rule = Rule(
    "RW503", "repeated-alternative", .warning, "An alternative is the answer, or stands twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard !question.question.alternatives.isEmpty else { return }
    var seen = question.answers.map { $0.lowercased() }
    for value in question.texts(.alternatives) {
      let text = value.text.lowercased()
      guard seen.contains(text) else {
        seen.append(text)
        continue
      }
      findings.add(
        Self.rule, at: value.field.span,
        "\(Quoting.quoted(value.text)) is right already", "remove it",
        edits: findings.deck.removal(of: value.field).map { [$0] } ?? [])
    }
  }
}

/// An answer that is right and blocked.
struct BlockedAnswers: QuestionRule {
  static let rule = Rule(
    "RW504", "blocked-answer", .error, "A text is among the right answers and the blocked ones.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard !question.question.blocked.isEmpty else { return }
    let right = (question.answers + question.question.alternatives).map { $0.lowercased() }
    for value in question.texts(.blocked) where right.contains(value.text.lowercased()) {
      findings.add(
        Self.rule, at: value.field.span,
        "\(Quoting.quoted(value.text)) is blocked, and is a right answer",
        "remove it here or there")
    }
  }
}

/// A text that is blocked twice.
struct RepeatedBlocked: QuestionRule {
  static let rule = Rule("RW505", "repeated-blocked", .warning, "A text is blocked twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.blocked.count > 1 else { return }
    var seen = Set<String>()
    for value in question.texts(.blocked)
    where !seen.insert(value.text.lowercased()).inserted {
      findings.add(
        Self.rule, at: value.field.span, "\(Quoting.quoted(value.text)) is blocked already",
        "remove it", edits: findings.deck.removal(of: value.field).map { [$0] } ?? [])
    }
  }
}

/// A question that answers itself.
struct SelfAnswer: QuestionRule {
  static let rule = Rule("RW506", "prompt-is-answer", .warning, "Prompt and answer are the same.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.cloze == nil, let answer = question.text(.answer),
      question.text(.prompt)?.text == answer.text
    else { return }
    findings.add(
      Self.rule, in: answer, "the answer is the prompt itself", "write what is to be learned")
  }
}

/// A tag that a question has twice.
struct RepeatedTags: QuestionRule {
  static let rule = Rule("RW507", "repeated-tag", .warning, "A question has a tag twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.tags.count > 1 else { return }
    let tags = question.question.tags
    guard tags.indices.dropFirst().contains(where: { tags[..<$0].contains(tags[$0]) }) else {
      return
    }
    var seen = Set<String>()
    for value in question.texts(.tags) where !seen.insert(value.text).inserted {
      findings.add(
        Self.rule, at: value.field.span, "the tag \(Quoting.quoted(value.text)) is there already",
        "remove it", edits: findings.deck.removal(of: value.field).map { [$0] } ?? [])
    }
  }
}

/// A separator with no answer on one side of it.
struct EmptyAnswerParts: QuestionRule {
  static let rule = Rule(
    "RW508", "empty-answer-part", .warning, "A separator has no answer on one side of it.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for (value, pieces) in question.parts {
      guard pieces.count > 1, let index = pieces.firstIndex(where: \.text.isEmpty) else { continue }
      let range = pieces[index].range
      let isFirst = index == 0
      let separator =
        isFirst
        ? range.lowerBound..<min(range.upperBound + 1, value.text.utf8.count)
        : range.lowerBound - 1..<range.upperBound
      let isWide = value.text.unicodeScalars.contains("；")
      findings.add(
        Self.rule, in: value, separator, "\(value.name) has a separator with nothing beside it",
        "remove it", replacement: isWide ? nil : "")
    }
  }
}

/// An answer that stands twice between separators.
struct RepeatedAnswerParts: QuestionRule {
  static let rule = Rule(
    "RW509", "repeated-answer-part", .warning, "One text names the same answer twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for (value, pieces) in question.parts {
      var seen = Set<String>()
      for (index, piece) in pieces.enumerated() where !piece.text.isEmpty {
        guard !seen.insert(piece.text.lowercased()).inserted else { continue }
        let start = pieces[index - 1].range.upperBound
        findings.add(
          Self.rule, in: value, start..<piece.range.upperBound,
          "\(value.name) has \(Quoting.quoted(piece.text)) twice", "remove it", replacement: "")
      }
    }
  }
}

/// Several answers in one element of a list, where no separator is read.
struct JoinedAlternatives: QuestionRule {
  static let rule = Rule(
    "RW510", "joined-alternatives", .warning,
    "An element of a list has a ; in it, which parts nothing there.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for key in [Question.Field.alternatives, .blocked, .tags] {
      for value in question.texts(key)
      where value.traits.contains(.separator)
        && value.text.unicodeScalars.contains(where: { $0 == ";" || $0 == "；" })
      {
        let parts = AnswerList.pieces(of: value.text).map(\.text).filter { !$0.isEmpty }
        guard parts.count > 1 else { continue }
        let deck = findings.deck
        let list = parts.map { "\"\(deck.literal($0))\"" }.joined(separator: ", ")
        let isElement = deck.form == .json && deck.isInArray(value.field.span)
        findings.add(
          Self.rule, at: value.field.span,
          "\(value.name) has a ; in it, which parts no answers here",
          "write \(parts.count) elements",
          edits: isElement ? [.init(value.field.span.range, list)] : [])
      }
    }
  }
}

extension DeckSource {
  /// Whether an element of JSON stands in an array, and not as the only value of its key.
  fileprivate func isInArray(_ span: SourceSpan) -> Bool {
    var index = span.start
    while index > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index - 1]) { index -= 1 }
    return index > 0 && bytes[index - 1] != UInt8(ascii: ":")
  }
}
