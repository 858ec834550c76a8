import RabbleQuestions

/// One thing that changes in a deck file; everything else stays as its author wrote it, to the byte.
public enum DeckChange: Hashable, Sendable {
  /// A question comes into a group, before the question that has this number now, or behind all.
  case add(WrittenQuestion, toGroup: Int, before: Int? = nil)
  /// A question reads otherwise from now on; keys that say the same as before, and those that no
  /// deck knows, stay as they are.
  case replace(QuestionPlace, by: Question)
  /// A question goes.
  case remove(QuestionPlace)
  /// A question goes to a group of the file, before the question that has this number now, or
  /// behind all.
  case move(QuestionPlace, toGroup: Int, before: Int? = nil)
  /// A group has another title.
  case rename(group: Int, to: String)
  /// A group comes at the end of the file.
  case addGroup(QuestionGroup)
}
