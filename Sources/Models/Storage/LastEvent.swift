import RabbleScheduling

/// The last thing in the log that can be taken back.
public enum LastEvent: Hashable, Sendable {
  /// An answer.
  case review(RecordedReview)
  /// An import into a deck, with what it is known by.
  case `import`(EventID, ImportRecord)
}
