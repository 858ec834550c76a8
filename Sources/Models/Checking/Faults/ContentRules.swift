import RabbleDecks

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
