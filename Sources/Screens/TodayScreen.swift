import RabbleText

/// How today's study has gone, what is left of it, and what lies around it.
public struct TodayScreen: Hashable, Sendable {
  /// A day and how many answers or cards it has.
  public struct Day: Hashable, Sendable, Encodable {
    /// Its date in ISO 8601.
    public let day: String
    /// The day of the week: 0 for Monday … 6 for Sunday.
    public let weekday: Int
    /// How many answers or cards, 0 or more.
    public let count: Int

    /// Makes a day.
    public init(day: String, weekday: Int, count: Int) {
      self.day = day
      self.weekday = weekday
      self.count = count
    }
  }

  /// The cards that are left, by kind.
  public struct Left: Hashable, Sendable, Encodable {
    /// The cards whose due day has come.
    public let due: Int
    /// The cards in their learning or relearning steps.
    public let learning: Int
    /// The new cards that the day has room for.
    public let new: Int

    /// Makes the counts, each 0 or more.
    public init(due: Int, learning: Int, new: Int) {
      self.due = due
      self.learning = learning
      self.new = new
    }

    /// All of them.
    public var total: Int { due + learning + new }
  }

  /// The date in ISO 8601.
  public let day: String
  /// How many answers were correct.
  public let correct: Int
  /// How many answers were not.
  public let incorrect: Int
  /// The seconds that the answers took.
  public let seconds: Int
  /// The share of cards learned on earlier days that were remembered, 0…1; `nil` before the first.
  public let retention: Double?
  /// How many cards that is a share of.
  public let reviewed: Int
  /// What is left to study today.
  public let left: Left
  /// The cards due on each of the next days, tomorrow first, if no other is answered today; new cards come
  /// on top.
  public let forecast: [Day]
  /// How many of tomorrow's cards are left from today.
  public let carriedOver: Int
  /// On how many days in a row there was an answer.
  public let streak: Int
  /// The answers of the last weeks, from a Monday to today.
  public let calendar: [Day]
  /// The titles of the groups that were unlocked and not started yet.
  public let unlocked: [String]
  /// What the learner can do now, a sentence each.
  public let next: [String]

  /// Makes the screen.
  public init(
    day: String, correct: Int, incorrect: Int, seconds: Int, retention: Double?, reviewed: Int,
    left: Left, forecast: [Day], carriedOver: Int = 0, streak: Int, calendar: [Day],
    unlocked: [String], next: [String]
  ) {
    self.day = day
    self.correct = correct
    self.incorrect = incorrect
    self.seconds = seconds
    self.retention = retention
    self.reviewed = reviewed
    self.left = left
    self.forecast = forecast
    self.carriedOver = carriedOver
    self.streak = streak
    self.calendar = calendar
    self.unlocked = unlocked
    self.next = next
  }

  /// What a forecast says of the cards that are left from today; `nil` where there are none.
  package static func remark(onCarriedOver count: Int) -> String? {
    count == 0 ? nil : "Tomorrow includes \(NumberText.count(count, "card")) left from today."
  }
}

extension TodayScreen: Encodable {
  private enum Key: String, CodingKey {
    case day, correct, incorrect, seconds, retention, reviewed, left
    case forecast = "rows"
    case carriedOver = "carried_over"
    case streak, calendar, unlocked, next
  }

  /// Encodes the day, the forecast as its main table, `rows`; `retention` is null before the first card that it is a share of.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(day, forKey: .day)
    try container.encode(correct, forKey: .correct)
    try container.encode(incorrect, forKey: .incorrect)
    try container.encode(seconds, forKey: .seconds)
    try container.encode(retention, forKey: .retention)
    try container.encode(reviewed, forKey: .reviewed)
    try container.encode(left, forKey: .left)
    try container.encode(forecast, forKey: .forecast)
    try container.encode(carriedOver, forKey: .carriedOver)
    try container.encode(streak, forKey: .streak)
    try container.encode(calendar, forKey: .calendar)
    try container.encode(unlocked, forKey: .unlocked)
    try container.encode(next, forKey: .next)
  }
}

/// How many cards are ready to study, and how many of them come today.
public struct DueScreen: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// The cards whose due day has come.
  public let due: Int
  /// The cards in their learning or relearning steps.
  public let learning: Int
  /// The new cards that the day has room for.
  public let new: Int
  /// The cards that a session asks today: fewer than there are while a backlog is worked off in shares.
  public let today: Int

  /// Makes counts, each 0 or more, of which `dueToday` of the `due` come today.
  public init(due: Int, learning: Int, new: Int, dueToday: Int) {
    self.due = due
    self.learning = learning
    self.new = new
    today = dueToday + learning + new
  }

  /// The counts in words.
  public var description: String {
    let dueToday = today - learning - new
    let share = dueToday < due
    return "\(today) to study\(share ? " today" : ""): "
      + (share ? "\(dueToday) of the \(due) due" : "\(due) due")
      + ", \(learning) learning, \(new) new"
  }
}
