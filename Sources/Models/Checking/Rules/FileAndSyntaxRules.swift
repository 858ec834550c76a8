import RabbleDecks
import RabbleText

/// The rules that the loader itself checks: what keeps a file from being read.
enum FileRules {
  static let all = [
    Rule("RW001", "not-found", .error, "There is no such file or folder."),
    Rule("RW002", "permission-denied", .error, "The file may not be read."),
    Rule("RW003", "is-directory", .error, "A folder stands where a file was expected."),
    Rule("RW004", "not-directory", .error, "Something else stands where a folder was expected."),
    Rule("RW005", "not-regular-file", .error, "It is a device, pipe or socket."),
    Rule("RW006", "symbolic-link-loop", .error, "Symbolic links lead round in a circle."),
    Rule("RW007", "too-large", .error, "The file has more bytes than are read."),
    Rule("RW008", "unreadable", .error, "The system could not read the file."),
    Rule("RW009", "further-faults", .error, "There are more faults than are named."),
    Rule("RW010", "not-utf-8", .error, "A byte is not UTF-8."),
    Rule("RW011", "utf-16", .error, "The file is written in UTF-16."),
    Rule("RW012", "empty-file", .error, "There is nothing in the file."),
    Rule("RW013", "too-deep", .error, "Arrays and objects stand too deep in each other."),
  ]

  static func code(of kind: DeckFault.Kind) -> String? {
    switch kind {
    case .notFound: "RW001"
    case .permissionDenied: "RW002"
    case .isDirectory: "RW003"
    case .notDirectory: "RW004"
    case .notRegularFile: "RW005"
    case .symbolicLinkLoop: "RW006"
    case .tooLarge: "RW007"
    case .unreadable: "RW008"
    case .furtherFaults: "RW009"
    case .notUTF8(_, let looksLikeUTF16): looksLikeUTF16 ? "RW011" : "RW010"
    case .empty: "RW012"
    case .tooDeep: "RW013"
    default: nil
    }
  }
}

extension Rule {
  /// Whether it is about a file that was not read, so that there is no place in it to show.
  var isOfFile: Bool { code < "RW010" }
}

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

/// The rules of what a deck's values must be.
enum ContentRules {
  static let all = [
    Rule("RW201", "wrong-type", .error, "A value has another type than it must have."),
    Rule("RW202", "missing-key", .error, "A key that must be there is not."),
    Rule("RW203", "empty-text", .error, "A text that must be there is blank."),
    Rule("RW204", "duplicate-key", .warning, "A key stands twice in one object."),
    Rule("RW205", "no-groups", .error, "There is no group in the file."),
    Rule("RW206", "no-questions", .warning, "There are no questions in a group."),
    Rule("RW207", "question-outside-group", .error, "A question stands outside a group."),
    Rule("RW208", "duplicate-id", .error, "Two questions of a file have one id."),
    Rule("RW209", "duplicate-question", .warning, "Two questions of a group are the same."),
    Rule("RW210", "unknown-value", .error, "A value is none that its key can have."),
    Rule("RW211", "cloze-without-blank", .error, "A cloze has no blank."),
    Rule("RW212", "unclosed-blank", .error, "A blank of a cloze is not closed."),
    Rule("RW213", "empty-blank", .error, "A blank of a cloze is empty."),
    Rule("RW214", "malformed-pitch", .error, "A pitch is no whole number from 0 to 99."),
    Rule("RW215", "malformed-score", .warning, "A score does not hold two whole numbers."),
    Rule("RW216", "malformed-value", .error, "A value can't be read."),
    Rule("RW217", "ignored-type", .warning, "A value that can be done without has a wrong type."),
    Rule("RW218", "empty-element", .warning, "An element of a list is blank."),
    Rule("RW219", "ignored-value", .warning, "A setting or direction of a group is unknown."),
    Rule("RW223", "broken-course", .error, "A step of a course leads nowhere."),
  ]

  /// The code of a fault; `isIgnored` when only the value is passed over.
  static func code(of kind: DeckFault.Kind, isIgnored: Bool) -> String {
    switch kind {
    case .wrongType: isIgnored ? "RW217" : "RW201"
    case .missingKey: "RW202"
    case .emptyText: isIgnored ? "RW218" : "RW203"
    case .duplicateKey: "RW204"
    case .noGroups: "RW205"
    case .noQuestions: "RW206"
    case .questionsOutsideGroup: "RW207"
    case .duplicateID: "RW208"
    case .duplicateQuestion: "RW209"
    case .unknownValue: isIgnored ? "RW219" : "RW210"
    case .cloze(.noBlank): "RW211"
    case .cloze(.unclosed): "RW212"
    case .cloze(.emptyBlank): "RW213"
    case .malformedPitch: "RW214"
    case .malformedScore: "RW215"
    case .course: "RW223"
    default: "RW216"
    }
  }
}

/// Makes findings of the loader's faults.
enum FaultFindings {
  /// Adds what the loader found, with what mends it.
  static func add(_ source: SourceFault, _ findings: inout FindingList) {
    let fault = source.fault
    var edits = source.edits
    if edits.isEmpty { edits = mending(source, findings.deck) }
    findings.add(rule(of: fault), at: source.span, fault.reason, fault.advice, edits: edits)
  }

  /// The rule that a fault breaks.
  static func rule(of fault: DeckFault) -> Rule {
    let code: String
    if case .syntax(let syntax) = fault.kind {
      code = SyntaxRules.code(of: syntax)
    } else if case .markdown(let markdown) = fault.kind {
      code = MarkdownRules.code(of: markdown)
    } else {
      code =
        FileRules.code(of: fault.kind)
        ?? ContentRules.code(of: fault.kind, isIgnored: fault.consequence == .valueIgnored)
    }
    return RuleBook.rule(code) ?? FileRules.all[7]
  }

  private static func mending(_ source: SourceFault, _ deck: DeckSource) -> [TextEdit] {
    guard deck.form == .json else { return [] }
    let range = source.span.range
    switch source.fault.kind {
    case .wrongType(let expected, let found, _)
    where expected.contains(.string) && (found == .number || found == .boolean):
      return [TextEdit(range, "\"\(deck.text(source.span))\"")]
    case .unknownValue(let value, _, let known):
      guard let near = Nearest.to(value, among: known) else { return [] }
      return [TextEdit(deck.content(of: source.span), near)]
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
    let fields =
      deck.groups.first { $0.span == source.span }?.fields
      ?? deck.groups.lazy.flatMap(\.questions).first { $0.span == source.span }?.fields ?? []
    let keys = fields.filter { $0.key == .unknown }.map(\.keySpan)
    guard let span = keys.first(where: { deck.text($0) == "\"\(similar)\"" }) else { return [] }
    return [TextEdit(span.range, "\"\(key)\"")]
  }
}

extension Finding {
  /// The finding of a fault that lies in no file that was read, such as a missing folder's.
  public init(fault: DeckFault) {
    self.init(
      path: fault.path, span: nil, rule: FaultFindings.rule(of: fault), place: fault.location,
      reason: fault.reason, advice: fault.advice)
  }
}
