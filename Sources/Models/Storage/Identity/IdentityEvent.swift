import GRDB
import RabbleQuestions
import RabbleScheduling

/// A text was found to be a question that the learner knows, or another one.
package struct RecordedIdentity: Hashable, Sendable {
  /// How a question reads.
  package struct Text: Hashable, Sendable {
    /// The title of its group.
    package let group: String
    /// What is asked.
    package let prompt: String
    /// The expected answer.
    package let answer: String

    /// Makes a text.
    package init(group: String, prompt: String, answer: String) {
      self.group = group
      self.prompt = prompt
      self.answer = answer
    }
  }

  /// The event's identity.
  package let id: EventID
  /// When it was.
  package let moment: Moment
  /// The text.
  package let content: QuestionID
  /// The question it is.
  package let question: QuestionID
  /// Why.
  package let reason: IdentityDecision.Reason
  /// How the known question read, and how the one reads that it is or is not; `nil` for an edit by the
  /// learner's own command, which is an event of its own.
  package let texts: (known: Text, now: Text)?

  package static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A text was found to be a question that the learner knows, or another one.
enum IdentityEvent: UndoableEventKind {
  static let table = "identity"
  static let fields: [EventField] = [
    .identity("content", in: "target"), .question, .text("reason"), .cause,
    .integer("utc_offset", in: LogBounds.utcOffset, isRequired: false),
    .identity("known", isRequired: false), .text("known_group", isRequired: false),
    .text("known_prompt", isRequired: false), .text("known_answer", isRequired: false),
    .text("group_title", isRequired: false), .text("prompt", isRequired: false),
    .text("answer", isRequired: false),
  ]
  static let hasCause = true
  /// What has no words is undone with the edit that it belongs to.
  static let isOwn = "e.cause IS NULL AND e.known IS NOT NULL"
  static let isAutomatic =
    "e.reason IN ("
    + IdentityDecision.Reason.allCases.filter(\.isAutomatic).map { "'\($0.rawValue)'" }
    .joined(separator: ", ") + ")"
  static let columns = """
    e.id, e.time, coalesce(e.utc_offset, 0) AS utc_offset, e.content, e.question, e.reason, \
    e.known_group, e.known_prompt, e.known_answer, e.group_title, e.prompt, e.answer
    """

  static func event(_ row: Row) throws -> RecordedIdentity {
    let name: String = try row.decode(forColumn: "reason")
    guard let reason = IdentityDecision.Reason(rawValue: name) else {
      throw LogFault("the reason “\(name)” of an identity")
    }
    func text(_ group: String, _ prompt: String, _ answer: String) throws -> RecordedIdentity.Text {
      RecordedIdentity.Text(
        group: try row.decode(forColumn: group), prompt: try row.decode(forColumn: prompt),
        answer: try row.decode(forColumn: answer))
    }
    let hasTexts = try row.decode(String?.self, forColumn: "known_group") != nil
    return RecordedIdentity(
      id: try row.decode(forColumn: "id"), moment: try Moment(row),
      content: try row.decode(forColumn: "content"),
      question: try row.decode(forColumn: "question"), reason: reason,
      texts: hasTexts
        ? (
          try text("known_group", "known_prompt", "known_answer"),
          try text("group_title", "prompt", "answer")
        ) : nil)
  }

  static func entry(_ event: RecordedIdentity) -> UndoableEvent { .identity(event) }

  static func replay(_ events: [RecordedIdentity], _ tx: Transaction) throws -> Int {
    try tx.identities.reidentify(after: events)
    return 0
  }
}
