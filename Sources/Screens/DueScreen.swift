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
