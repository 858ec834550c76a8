import RabbleText

/// What keeps a text from being JSON (RFC 8259), by what its author has to fix.
public enum SyntaxFault: Hashable, Sendable {
  /// Two values follow each other; the place is where the comma belongs.
  case missingComma
  /// A comma before a closing bracket; the place is the comma.
  case trailingComma(before: Character)
  /// A key without a colon; the place is where the colon belongs.
  case missingColon
  /// A comma, colon or bracket stands where a value must stand.
  case missingValue(found: Character)
  /// A string that never ends; the place is where it begins.
  case unclosedString
  /// A line break inside a string; the place is the line break.
  case lineBreakInString
  /// A control character inside a string.
  case controlCharacter(Unicode.Scalar)
  /// A backslash that begins no escape of JSON.
  case unknownEscape(String)
  /// Half of a surrogate pair, such as `\ud83d`.
  case loneSurrogate(String)
  /// More text right after the closing quotation mark of a string.
  case textAfterString(found: String)
  /// A text in single or typographic quotation marks.
  case otherQuotationMark(Character)
  /// A key without quotation marks.
  case unquotedKey(String)
  /// A word that is none of `true`, `false` and `null`.
  case unknownWord(String)
  /// A number that JSON writes otherwise.
  case malformedNumber(String)
  /// A space that JSON does not have, such as a no-break space.
  case otherSpace(Unicode.Scalar)
  /// A mark of JSON in full width.
  case fullWidthMark(found: Character, meant: Character)
  /// A comment, which JSON does not have.
  case comment(String)
  /// The file ends inside the array or object that `opening` began on `line`.
  case unclosed(opening: Character, line: Int)
  /// Another bracket than the one that closes what `opening` began on `line`.
  case mismatchedBracket(found: Character, opening: Character, line: Int)
  /// A key with its colon stands in the array that began on `line`: most likely, the array was not
  /// closed.
  case keyInArray(line: Int)
  /// More text after the end of the value.
  case textAfterEnd(found: String)
  /// Anything else.
  case unexpected(found: String, expected: String)
}

extension SyntaxFault {
  /// The code of the fault.
  var code: DeckFault.Code {
    switch self {
    case .missingComma: .missingComma
    case .trailingComma: .trailingComma
    case .missingColon: .missingColon
    case .missingValue: .missingValue
    case .unclosedString: .unclosedString
    case .lineBreakInString: .lineBreakInString
    case .controlCharacter: .controlCharacter
    case .unknownEscape: .unknownEscape
    case .loneSurrogate: .loneSurrogate
    case .textAfterString: .textAfterString
    case .otherQuotationMark: .otherQuotationMark
    case .unquotedKey: .unquotedKey
    case .unknownWord: .unknownWord
    case .malformedNumber: .malformedNumber
    case .comment: .comment
    case .unclosed: .unclosedBracket
    case .mismatchedBracket: .mismatchedBracket
    case .keyInArray: .keyInArray
    case .textAfterEnd: .textAfterEnd
    case .otherSpace, .fullWidthMark, .unexpected: .unexpectedText
    }
  }

  /// What is wrong, and what to do about it.
  var wording: (reason: String, advice: String) {
    switch self {
    case .missingComma: ("a comma is missing here", "put one between the two values")
    case .trailingComma(let bracket): ("extra comma before the closing \(bracket)", "remove it")
    case .missingColon: ("a colon is missing after the key", "write \"key\": value")
    case .missingValue(let found):
      ("a value is missing before the \(found)", "write the value, or remove its key or comma")
    case .unclosedString:
      ("the text that begins here has no end", "close it with a quotation mark \"")
    case .lineBreakInString:
      ("a text is broken over two lines", "write \\n for the line break, or close it with \"")
    case .controlCharacter(let scalar):
      (
        "the text has the control character \(Quoting.escape(of: scalar))",
        scalar == "\t" ? "write it as \\t" : "remove it"
      )
    case .unknownEscape(let text):
      (
        "\(Quoting.quoted(text)) is not an escape of JSON",
        "write a backslash as \\\\; the others are \\\" \\/ \\b \\f \\n \\r \\t and \\u with 4 digits"
      )
    case .loneSurrogate(let text):
      (
        "\(text) is only half of a character",
        "write both halves, such as \\ud83d\\ude00, or the character itself"
      )
    case .textAfterString(let found):
      (
        "\(Quoting.quoted(found)) follows right after the end of a text",
        "write a quotation mark within a text as \\\", or add the missing comma"
      )
    case .otherQuotationMark(let mark):
      ("a text is quoted with \(mark)", "use the straight quotation mark \"")
    case .unquotedKey(let key):
      ("the key \(Quoting.quoted(key)) has no quotation marks", "put it in quotation marks")
    case .unknownWord(let word):
      (
        "\(Quoting.quoted(word)) is not a JSON value",
        "put a text in quotation marks; only true, false, null and numbers go without"
      )
    case .malformedNumber(let text):
      (
        "\(Quoting.quoted(text)) is not a number in JSON",
        "write it like 12, -3 or 0.5, or put it in quotation marks"
      )
    case .otherSpace(let scalar):
      (
        "\(Quoting.codePoint(of: scalar))\(Self.name(of: scalar)) is not a space in JSON",
        "write an ordinary space"
      )
    case .fullWidthMark(let found, let meant):
      ("the \(found) is full-width", "write \(meant)")
    case .comment(let mark):
      (
        "a comment begins with \(mark)",
        "remove it: JSON has no comments; its text can go under a key \"comment\""
      )
    case .unclosed(let opening, let line):
      (
        "the file ends before the \(opening) of line \(line) is closed",
        "add \(Self.closing(opening)), or restore the rest of the file"
      )
    case .mismatchedBracket(let found, let opening, let line):
      (
        "\(found) cannot close the \(opening) of line \(line)",
        "write \(Self.closing(opening)), or add what is missing before it"
      )
    case .keyInArray(let line):
      (
        "there is a key in the array that began on line \(line)",
        "close the array with ] before it, or put the key into an object {…}"
      )
    case .textAfterEnd(let found):
      (
        "\(Quoting.quoted(found)) follows after the end",
        "remove it, or put all groups into one array […]"
      )
    case .unexpected(let found, let expected):
      ("found \(Quoting.quoted(found)) where \(expected) is expected", "correct it")
    }
  }

  /// The name of a character in brackets, if it has one.
  private static func name(of scalar: Unicode.Scalar) -> String {
    scalar.properties.name.map { " (\($0.lowercased()))" } ?? ""
  }

  private static func closing(_ opening: Character) -> Character {
    opening == "{" ? "}" : "]"
  }
}
