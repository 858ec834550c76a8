/// What one day of a simulation came to.
public struct SimulatedDay: Sendable, Hashable {
  /// How many cards were new.
  public var introduced = 0
  /// How many cards came back that had waited for days.
  public var reviews = 0
  /// How many of these were remembered.
  public var remembered = 0
  /// How many cards came back that had been due after 21 days or more.
  public var mature = 0
  /// How many of these were remembered.
  public var matureRemembered = 0
  /// By how much the number expected to be remembered was less than had all come back on the day
  /// they were due: what waiting cost.
  public var lost = 0.0
  /// How many cards were due and had to wait for another day.
  public var waiting = 0
  /// The minutes all answers took, those to new cards and all repetitions included.
  public var minutes = 0.0
  /// How many cards are known at the end of the day: the sum of their retrievabilities. 0 on a day
  /// on which this was not worked out.
  public var known = 0.0

  /// A day on which nothing happened.
  public init() {}
}
