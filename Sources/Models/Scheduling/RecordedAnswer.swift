/// What came of an answer that was put into the log.
public struct RecordedAnswer: Hashable, Sendable {
  /// The review's identity.
  public let id: EventID
  /// The card's schedule from now on.
  public let schedule: Schedule
  /// How often the two questions have been mixed up, this time included; 0 for none.
  public let mixUps: Int
  /// What became of the card if this lapse made a leech of it, or was one more to tell of.
  public let leech: LeechRule.Action?

  /// Makes what came of an answer.
  public init(id: EventID, schedule: Schedule, mixUps: Int, leech: LeechRule.Action?) {
    self.id = id
    self.schedule = schedule
    self.mixUps = mixUps
    self.leech = leech
  }
}
