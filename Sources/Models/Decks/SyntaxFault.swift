/// What keeps a text from being JSON (RFC 8259), told apart by what its author has to mend.
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
