import RabbleDecks

/// The rules of JSON's syntax.
enum SyntaxRules {
  static let all = [
    Rule("RW101", "missing-comma", .error, "Two values follow each other without a comma."),
    Rule("RW102", "trailing-comma", .error, "A comma stands before a closing bracket."),
    Rule("RW103", "missing-colon", .error, "A key has no colon."),
    Rule("RW104", "missing-value", .error, "A comma, colon or bracket stands in a value's place."),
    Rule("RW105", "unclosed-text", .error, "A text has no closing quotation mark."),
    Rule("RW106", "line-break-in-text", .error, "A text is broken over two lines."),
    Rule("RW107", "raw-control-character", .error, "A control character stands in a text."),
    Rule("RW108", "unknown-escape", .error, "A backslash begins no escape of JSON."),
    Rule("RW109", "lone-surrogate", .error, "An escape is only half of a character."),
    Rule("RW110", "text-after-text", .error, "Something follows right after a text."),
    Rule("RW111", "other-quotation-mark", .error, "A text stands in other marks than \"."),
    Rule("RW112", "unquoted-key", .error, "A key has no quotation marks."),
    Rule("RW113", "unknown-word", .error, "A word is no value of JSON."),
    Rule("RW114", "malformed-number", .error, "A number is written as JSON does not."),
    Rule("RW115", "comment", .error, "JSON has no comments."),
    Rule("RW116", "unclosed-bracket", .error, "The file ends before a bracket is closed."),
    Rule("RW117", "mismatched-bracket", .error, "A bracket closes one of the other kind."),
    Rule("RW118", "key-in-array", .error, "A key stands in an array."),
    Rule("RW119", "text-after-end", .error, "Something follows after the end."),
    Rule("RW120", "unexpected-text", .error, "Something stands where it can't."),
  ]

  static func code(of fault: SyntaxFault) -> String {
    switch fault {
    case .missingComma: "RW101"
    case .trailingComma: "RW102"
    case .missingColon: "RW103"
    case .missingValue: "RW104"
    case .unclosedString: "RW105"
    case .lineBreakInString: "RW106"
    case .controlCharacter: "RW107"
    case .unknownEscape: "RW108"
    case .loneSurrogate: "RW109"
    case .textAfterString: "RW110"
    case .otherQuotationMark: "RW111"
    case .unquotedKey: "RW112"
    case .unknownWord: "RW113"
    case .malformedNumber: "RW114"
    case .comment: "RW115"
    case .unclosed: "RW116"
    case .mismatchedBracket: "RW117"
    case .keyInArray: "RW118"
    case .textAfterEnd: "RW119"
    case .unexpected: "RW120"
    }
  }
}
