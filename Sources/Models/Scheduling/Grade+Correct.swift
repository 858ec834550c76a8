import RabbleMemory

extension Grade {
  /// Whether a score counts the answer as correct: all but again.
  public var isCorrect: Bool { self != .again }
}
