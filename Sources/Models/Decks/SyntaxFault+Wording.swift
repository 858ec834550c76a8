extension SyntaxFault {
  /// What is wrong, and what to do about it.
  var wording: (reason: String, advice: String) {
    switch self {
    case .missingComma:
      ("a comma is missing here", "put one between the two values")
    case .trailingComma(let bracket):
      ("a comma stands before the closing \(bracket)", "remove it")
    case .missingColon:
      ("a colon is missing after the key", "write \"key\": value")
    case .missingValue(let found):
      ("a value is missing before the \(found)", "write the value, or remove its key or comma")
    case .unclosedString, .lineBreakInString, .controlCharacter, .unknownEscape, .loneSurrogate,
      .textAfterString, .otherQuotationMark, .unquotedKey:
      wordingOfText
    case .unknownWord(let word):
      (
        "\(Excerpt.quoted(word)) is no value",
        "put a text in quotation marks; without them there are only true, false, null and numbers"
      )
    case .malformedNumber(let text):
      (
        "\(Excerpt.quoted(text)) is not a number as JSON writes it",
        "write it like 12, -3 or 0.5, or put it in quotation marks"
      )
    case .comment(let mark):
      (
        "a comment begins with \(mark)",
        "remove it: JSON has none; a key \"note\" can take its text"
      )
    case .unclosed, .mismatchedBracket, .keyInArray:
      wordingOfBrackets
    case .textAfterEnd(let found):
      (
        "\(Excerpt.quoted(found)) follows after the end",
        "remove it, or put all groups into one array […]"
      )
    case .unexpected(let found, let expected):
      ("\(Excerpt.quoted(found)) stands where \(expected) must stand", "correct it")
    }
  }

  private var wordingOfText: (reason: String, advice: String) {
    switch self {
    case .unclosedString:
      ("the text that begins here has no end", "close it with a quotation mark \"")
    case .lineBreakInString:
      ("a text is broken over two lines", "write \\n for the line break, or close it with \"")
    case .controlCharacter(let scalar):
      (
        "the text has the control character \(Excerpt.escape(of: scalar))",
        Self.escapeAdvice(scalar)
      )
    case .unknownEscape(let text):
      (
        "\(Excerpt.quoted(text)) is no escape of JSON",
        "write a backslash as \\\\; the others are \\\" \\/ \\b \\f \\n \\r \\t and \\u with 4 digits"
      )
    case .loneSurrogate(let text):
      (
        "\(text) is only half of a character",
        "write both halves, such as \\ud83d\\ude00, or the character itself"
      )
    case .textAfterString(let found):
      (
        "\(Excerpt.quoted(found)) follows right after the end of a text",
        "write a quotation mark within a text as \\\", or put the missing comma"
      )
    case .otherQuotationMark(let mark):
      ("a text is quoted with \(mark)", "use the straight quotation mark \"")
    case .unquotedKey(let key):
      ("the key \(Excerpt.quoted(key)) has no quotation marks", "put them round it")
    default:
      ("the text is not JSON", "correct it")
    }
  }

  private var wordingOfBrackets: (reason: String, advice: String) {
    switch self {
    case .unclosed(let opening, let line):
      (
        "the file ends before the \(opening) of line \(line) is closed",
        "add \(Self.closing(opening)), or restore the rest of the file"
      )
    case .mismatchedBracket(let found, let opening, let line):
      (
        "\(found) cannot close the \(opening) of line \(line)",
        "write \(Self.closing(opening)), or add what is missing before"
      )
    case .keyInArray(let line):
      (
        "a key stands in the array that began on line \(line)",
        "close the array with ] before it, or put the key into an object {…}"
      )
    default:
      ("the text is not JSON", "correct it")
    }
  }

  private static func escapeAdvice(_ scalar: Unicode.Scalar) -> String {
    scalar == "\t" ? "write it as \\t" : "remove it"
  }

  private static func closing(_ opening: Character) -> Character {
    opening == "{" ? "}" : "]"
  }
}
