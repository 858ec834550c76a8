import RabbleQuestions

/// A group of a file and where each of its values stands, whether it can be studied or not.
public struct GroupSource: Hashable, Sendable {
  /// The group as far as it is sound, without its questions; a missing title is empty.
  public let group: QuestionGroup
  /// Its number in ``DeckFile/groups``, from 0; `nil` if it is left out there.
  public let index: Int?
  /// All of it; of JSON, from brace to brace.
  public let span: SourceSpan
  /// Its own values in the order of the file; of a key that stands twice the last one counts.
  public let fields: [SourceField]
  /// What its author says of rules; it holds for all of the group.
  public let silences: [Silence]
  /// Its questions in the order of the file, also those that cannot be studied.
  public let questions: [QuestionSource]
  /// Whether faults of syntax make it doubtful what is in it.
  public let isDamaged: Bool

  /// Makes the source of a group.
  public init(
    _ group: QuestionGroup, index: Int?, span: SourceSpan, fields: [SourceField],
    silences: [Silence] = [], questions: [QuestionSource], isDamaged: Bool = false
  ) {
    self.group = group
    self.index = index
    self.span = span
    self.fields = fields
    self.silences = silences
    self.questions = questions
    self.isDamaged = isDamaged
  }

  /// Where a value stands, or an element of it.
  public func field(_ key: DeckKey.Group, element: Int? = nil) -> SourceField? {
    fields.last { $0.key == .group(key) && $0.element == element }
  }

  /// Where a setting stands.
  public func field(settings key: DeckKey.Settings) -> SourceField? {
    fields.last { $0.key == .settings(key) }
  }
}
