import RabbleDecks

/// A rule about any text of a deck.
protocol TextRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// The traits of a text without which there is nothing to find in it.
  var triggers: TextTraits { get }
  /// Looks at a text that has one of the triggers.
  func check(_ value: TextValue, _ findings: inout FindingList)
}

/// A rule about one question.
protocol QuestionRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// Looks at a question.
  func check(_ question: CheckedQuestion, _ findings: inout FindingList)
}

/// A rule about a group apart from its questions.
protocol GroupRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// Looks at a group.
  func check(_ group: GroupSource, _ findings: inout FindingList)
}

/// A rule about everything that is studied together.
protocol LibraryRule: Sendable {
  /// What it is called.
  static var rule: Rule { get }
  /// Looks at all files; `lists` has one list a file, in the same order.
  func check(_ library: Library, _ lists: inout [FindingList])
}
