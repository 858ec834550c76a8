/// Where the time comes from at which a card comes back after its last answer.
public enum IntervalOrigin: Hashable, Sendable {
  /// It waits in a step: the number of the step, from 1, of how many, and the seconds.
  case step(number: Int, count: Int, seconds: Int)
  /// The model has it come back on the day of the answer, after this part of a day.
  case sameDay(days: Double)
  /// It comes back after days.
  case days(Days)

  /// How an interval became whole days.
  public struct Days: Hashable, Sendable {
    /// The days the model says, with their fraction.
    public let exact: Double
    /// The days that would do, counted from the answer; one where nothing was to choose.
    public let range: ClosedRange<Int>
    /// The days it became.
    public let chosen: Int
    /// Why these.
    public let reason: Reason
  }

  /// Why an interval became the days it became.
  public enum Reason: String, Hashable, Sendable {
    /// They are the only ones.
    case only
    /// By chance, so that cards learned together drift apart.
    case chance
    /// For what other cards ask of the days, and for how much the learner wants to do on each.
    case load
    /// A lower grade would have given nearly as many.
    case aboveLowerGrade = "above_lower_grade"
    /// There are to be no longer intervals.
    case longest
  }
}
