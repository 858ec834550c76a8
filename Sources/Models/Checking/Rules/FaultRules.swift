import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW001–224 but for RW220–222: what the loader finds.
enum FaultRules {
  static let all = DeckFault.Code.allCases.map(\.rule)

  /// Adds what the loader found, with the edits that fix it.
  static func add(_ source: SourceFault, to findings: inout FindingList) {
    let fault = source.fault
    let edits = source.edits.isEmpty ? fixes(for: source, in: findings.deck) : source.edits
    let wasRead = fault.line != nil || !findings.deck.bytes.isEmpty
    findings.add(
      fault.code.rule, at: wasRead ? source.span : nil, fault.reason, fault.advice, edits: edits)
  }

  private static func fixes(for source: SourceFault, in deck: DeckSource) -> [TextEdit] {
    guard deck.form == .json else { return [] }
    let range = source.span.range
    switch source.fault.kind {
    case .wrongType(let expected, let found, _)
    where expected.contains(.string) && (found == .number || found == .boolean):
      return [TextEdit(range, "\"\(deck.text(source.span))\"")]
    case .unknownValue:
      guard let meant = source.fault.kind.meantValue else { return [] }
      let content = deck.content(of: source.span)
      return [TextEdit(content, content == range ? "\"\(meant)\"" : meant)]
    case .emptyText(let key) where source.fault.consequence == .valueIgnored && key.hasSuffix("]"):
      return deck.removal(range).map { [$0] } ?? []
    case .missingKey(let key, let similar?):
      return renaming(similar, to: key, in: source, deck)
    default: return []
    }
  }

  /// The edit that gives a misspelled key of a question or group its right name.
  private static func renaming(
    _ similar: String, to key: String, in source: SourceFault, _ deck: DeckSource
  ) -> [TextEdit] {
    let group = deck.groups.partitioningIndex { $0.span.start > source.span.start } - 1
    guard group >= 0 else { return [] }
    let questions = deck.groups[group].questions
    let question = questions.partitioningIndex { $0.span.start > source.span.start } - 1
    let fields =
      question >= 0 && questions[question].span == source.span
      ? questions[question].fields : deck.groups[group].fields
    let field = fields.first { $0.key == .unknown && deck.text($0.keySpan) == "\"\(similar)\"" }
    return field.map { deck.renaming($0, to: key) } ?? []
  }
}

extension DeckFault.Code {
  /// The rule that a fault of this kind breaks.
  fileprivate var rule: Rule {
    switch self {
    case .notFound: Rule(rawValue, "not-found", .error, "No such file or folder.")
    case .permissionDenied:
      Rule(rawValue, "permission-denied", .error, "No permission to read the file.")
    case .isDirectory: Rule(rawValue, "is-directory", .error, "Expected a file, found a folder.")
    case .notDirectory:
      Rule(rawValue, "not-directory", .error, "Expected a folder, found something else.")
    case .notRegularFile:
      Rule(rawValue, "not-regular-file", .error, "Expected a file, found a device, pipe or socket.")
    case .symbolicLinkLoop:
      Rule(rawValue, "symbolic-link-loop", .error, "Symbolic links form a loop.")
    case .tooLarge: Rule(rawValue, "too-large", .error, "The file exceeds the size limit.")
    case .unreadable: Rule(rawValue, "unreadable", .error, "The system could not read the file.")
    case .furtherFaults:
      Rule(rawValue, "further-faults", .error, "There are more problems than are listed.")
    case .notUTF8:
      Rule(rawValue, "not-utf-8", .error, "The file contains a byte that is not UTF-8.")
    case .isUTF16: Rule(rawValue, "utf-16", .error, "The file is encoded in UTF-16 or UTF-32.")
    case .empty: Rule(rawValue, "empty-file", .error, "The file is empty.")
    case .tooDeep: Rule(rawValue, "too-deep", .error, "Arrays and objects are nested too deeply.")
    case .missingComma:
      Rule(rawValue, "missing-comma", .error, "A comma is missing between two values.")
    case .trailingComma:
      Rule(rawValue, "trailing-comma", .error, "A comma precedes a closing bracket.")
    case .missingColon: Rule(rawValue, "missing-colon", .error, "A key is not followed by a colon.")
    case .missingValue: Rule(rawValue, "missing-value", .error, "A value is missing.")
    case .unclosedString:
      Rule(rawValue, "unclosed-text", .error, "A string has no closing quotation mark.")
    case .lineBreakInString:
      Rule(rawValue, "line-break-in-text", .error, "A string contains a line break.")
    case .controlCharacter:
      Rule(rawValue, "raw-control-character", .error, "A string contains a raw control character.")
    case .unknownEscape: Rule(rawValue, "unknown-escape", .error, "Unknown escape sequence.")
    case .loneSurrogate:
      Rule(rawValue, "lone-surrogate", .error, "An escape is only half of a character.")
    case .textAfterString:
      Rule(rawValue, "text-after-text", .error, "Unexpected text after a string.")
    case .otherQuotationMark:
      Rule(rawValue, "other-quotation-mark", .error, "A string has quotation marks other than \".")
    case .unquotedKey: Rule(rawValue, "unquoted-key", .error, "A key is not in quotation marks.")
    case .unknownWord: Rule(rawValue, "unknown-word", .error, "Unknown word in place of a value.")
    case .malformedNumber:
      Rule(rawValue, "malformed-number", .error, "A number is not written as JSON requires.")
    case .comment: Rule(rawValue, "comment", .error, "JSON does not allow comments.")
    case .unclosedBracket:
      Rule(
        rawValue, "unclosed-bracket", .error, "A bracket is not closed before the end of the file.")
    case .mismatchedBracket:
      Rule(
        rawValue, "mismatched-bracket", .error, "A closing bracket does not match the opening one.")
    case .keyInArray: Rule(rawValue, "key-in-array", .error, "A key appears in an array.")
    case .textAfterEnd: Rule(rawValue, "text-after-end", .error, "Unexpected text after the end.")
    case .unexpectedText: Rule(rawValue, "unexpected-text", .error, "Unexpected text.")
    case .textOutsideGroup:
      Rule(rawValue, "text-outside-group", .error, "Text appears before the first heading.")
    case .deepHeading:
      Rule(rawValue, "deep-heading", .error, "A heading has three or more number signs.")
    case .noSeparator:
      Rule(
        rawValue, "line-without-separator", .error, "A line among the questions is not a question.")
    case .questionWithoutAnswer:
      Rule(rawValue, "question-without-answer", .error, "A Q: line has no A: line.")
    case .answerWithoutQuestion:
      Rule(rawValue, "answer-without-question", .error, "An A: line has no Q: line.")
    case .unclosedComment: Rule(rawValue, "unclosed-comment", .error, "A comment is not closed.")
    case .textAfterComment:
      Rule(
        rawValue, "text-after-comment", .error,
        "Text follows the end of a comment on the same line.")
    case .bracesBesideBlank:
      Rule(rawValue, "braces-beside-blank", .error, "Braces would be read as those of a blank.")
    case .similarName:
      Rule(rawValue, "similar-name", .warning, "A name in a note looks like a known key.")
    case .knownName:
      Rule(rawValue, "known-name", .warning, "An x-… line has the name of a known key.")
    case .separatorWithoutSpaces:
      Rule(
        rawValue, "separator-without-spaces", .error,
        "The :: of a question has no spaces around it.")
    case .fullWidthSeparator:
      Rule(
        rawValue, "full-width-separator", .error,
        "The :: of a question, a space beside it, or the colon of Q: or A: is full-width.")
    case .unclosedMark:
      Rule(rawValue, "unclosed-mark", .error, "A == begins a blank that is not closed.")
    case .tableRow: Rule(rawValue, "table-row", .error, "A row of a table is not a question.")
    case .fullWidthMark:
      Rule(
        rawValue, "full-width-mark", .warning,
        "A reading's brackets, a tag's number sign or a key's colon is full-width, and read as text."
      )
    case .descriptionLikeQuestion:
      Rule(
        rawValue, "description-like-question", .warning,
        "A line of a group's description looks like a question.")
    case .secondSeparator:
      Rule(rawValue, "second-separator", .warning, "A question's line has a second ::.")
    case .tagWithinText:
      Rule(
        rawValue, "tag-within-text", .warning, "A #tag is read as text, because text follows it.")
    case .wrongType: Rule(rawValue, "wrong-type", .error, "A value has the wrong type.")
    case .missingKey: Rule(rawValue, "missing-key", .error, "A required key is missing.")
    case .emptyText: Rule(rawValue, "empty-text", .error, "A required text is blank.")
    case .duplicateKey:
      Rule(rawValue, "duplicate-key", .warning, "An object contains the same key twice.")
    case .noGroups: Rule(rawValue, "no-groups", .error, "The file contains no group.")
    case .noQuestions: Rule(rawValue, "no-questions", .warning, "A group contains no questions.")
    case .questionOutsideGroup:
      Rule(rawValue, "question-outside-group", .error, "A question is outside every group.")
    case .duplicateID:
      Rule(rawValue, "duplicate-id", .error, "Two questions of a file have the same id.")
    case .duplicateQuestion:
      Rule(rawValue, "duplicate-question", .warning, "Two questions of a group are the same.")
    case .unknownValue:
      Rule(rawValue, "unknown-value", .error, "The value is not allowed for this key.")
    case .clozeWithoutBlank: Rule(rawValue, "cloze-without-blank", .error, "A cloze has no blank.")
    case .unclosedBlank:
      Rule(rawValue, "unclosed-blank", .error, "A blank of a cloze is not closed.")
    case .emptyBlank: Rule(rawValue, "empty-blank", .error, "A blank of a cloze is empty.")
    case .malformedPitch:
      Rule(rawValue, "malformed-pitch", .error, "Pitch must be a whole number from 0 to 99.")
    case .malformedScore:
      Rule(rawValue, "malformed-score", .warning, "A score must contain two whole numbers.")
    case .ignoredType:
      Rule(rawValue, "ignored-type", .warning, "An optional value has the wrong type.")
    case .emptyElement:
      Rule(rawValue, "empty-element", .warning, "A list contains a blank element.")
    case .ignoredValue:
      Rule(rawValue, "ignored-value", .warning, "A setting or direction is unknown.")
    case .longText:
      Rule(
        rawValue, "long-text", .error,
        "A title, prompt, answer or other text has more than "
          + "\(NumberText.grouped(Question.longestText)) characters.")
    case .brokenCourse: Rule(rawValue, "broken-course", .error, "A step of a course leads nowhere.")
    }
  }
}

extension Finding {
  /// Makes the finding of a fault outside the files that were read, such as a missing folder.
  package init(fault: DeckFault) {
    self.init(
      path: fault.path, span: nil, rule: fault.code.rule, place: fault.location,
      reason: fault.reason, advice: fault.advice)
  }
}
