import RabbleQuestions

/// Which new cards a day brings: as many as the learner wants, and never two of one question, nor one
/// beside a sibling that is asked today. Groups that are still locked bring none
/// (``GroupKnowledge/isKnown``).
package struct NewCardRule: Sendable {
  /// How many more new cards the day may bring; 0 or less for none.
  private var allowance: Int
  /// The questions with several cards of which one is asked today.
  private var questions: Set<QuestionID>

  /// How many of a day's new cards go on with a question that was started, while a course has others to
  /// start: a quarter, and at least one, so that words are met soon and each direction comes in its time.
  package static func further(perDay: Int) -> Int { max(1, perDay / 4) }

  /// Begins a day.
  ///
  /// - Parameters:
  ///   - perDay: how many new cards the learner wants a day.
  ///   - introduced: how many the day has already brought.
  ///   - questions: the questions with several cards of which one is due today.
  package init(perDay: Int, introduced: Int, asking questions: Set<QuestionID> = []) {
    allowance = perDay - introduced
    self.questions = questions
  }

  /// Whether the day may bring more new cards.
  package var hasRoom: Bool { allowance > 0 }

  /// Decides on the next new card of a group that is not locked, and counts it if it is taken.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - isSuspended: whether it is suspended or buried.
  ///   - isSibling: whether its question has other cards.
  ///   - isHeldBySibling: whether a sibling is asked or was answered today; only asked of siblings.
  /// - Returns: whether it is asked today.
  package mutating func takes(
    _ card: CardID, isSuspended: Bool, isSibling: Bool, isHeldBySibling: () throws -> Bool
  ) rethrows -> Bool {
    guard hasRoom, !isSuspended else { return false }
    if isSibling {
      guard questions.insert(card.question).inserted, try !isHeldBySibling() else { return false }
    }
    allowance -= 1
    return true
  }
}
