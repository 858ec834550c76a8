import RabbleDecks

/// The rules of decks in Markdown.
enum MarkdownRules {
  static let all = [
    Rule("RW141", "text-outside-group", .error, "A text stands before the first heading."),
    Rule("RW142", "deep-heading", .error, "A heading has three number signs or more."),
    Rule("RW143", "line-without-separator", .error, "A line among the questions is none."),
    Rule("RW144", "question-without-answer", .error, "A Q: has no A:."),
    Rule("RW145", "answer-without-question", .error, "An A: has no Q:."),
    Rule("RW146", "unclosed-comment", .error, "A comment has no end."),
    Rule("RW147", "text-after-comment", .error, "Text follows on the line of a comment's end."),
    Rule("RW148", "braces-beside-blank", .error, "Braces would be read as those of a blank."),
    Rule("RW149", "similar-name", .warning, "A name in a note looks like one that decks know."),
    Rule("RW150", "known-name", .warning, "A line x-… names a key that decks know."),
  ]

  static func code(of fault: MarkdownFault) -> String {
    switch fault {
    case .noGroup: "RW205"
    case .noQuestions: "RW206"
    case .malformedScore: "RW215"
    case .textOutsideGroup: "RW141"
    case .deepHeading: "RW142"
    case .noSeparator: "RW143"
    case .questionWithoutAnswer: "RW144"
    case .answerWithoutQuestion: "RW145"
    case .unclosedComment: "RW146"
    case .textAfterComment: "RW147"
    case .bracesBesideBlank: "RW148"
    case .similarKey: "RW149"
    case .knownKey: "RW150"
    }
  }
}
