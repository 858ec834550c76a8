import RabbleQuestions

/// A question of a file and where each of its values stands, whether it can be studied or not.
public struct QuestionSource: Hashable, Sendable {
  /// The question as far as it is sound: a text that is missing or of the wrong type is empty.
  public let question: Question
  /// Its number among the questions of its group in ``DeckFile/groups``, from 0; `nil` if it is left
  /// out there.
  public let index: Int?
  /// All of it; of JSON, from brace to brace.
  public let span: SourceSpan
  /// Its values in the order of the file; of a key that stands twice the last one counts.
  public let fields: [SourceField]
  /// What its author says of rules.
  public let silences: [Silence]
  /// Whether faults of syntax make it doubtful what is in it.
  public let isDamaged: Bool

  /// Makes the source of a question.
  public init(
    _ question: Question, index: Int?, span: SourceSpan, fields: [SourceField],
    silences: [Silence] = [], isDamaged: Bool = false
  ) {
    self.question = question
    self.index = index
    self.span = span
    self.fields = fields
    self.silences = silences
    self.isDamaged = isDamaged
  }

  /// Where a value stands, or an element of it.
  public func field(_ key: DeckKey.Question, element: Int? = nil) -> SourceField? {
    fields.last { $0.key == .question(key) && $0.element == element }
  }

  /// Where a part of the example stands.
  public func field(example key: DeckKey.Example) -> SourceField? {
    fields.last { $0.key == .example(key) }
  }
}
