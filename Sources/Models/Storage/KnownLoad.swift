import RabbleScheduling

/// How many cards are due on each of the days to come, as long as no other connection has changed the
/// log.
struct KnownLoad {
  /// SQLite's `data_version` when the rest was known.
  var version: Int64?
  /// The day before the first that was counted.
  var today: StudyDay?
  var counts: [StudyDay: Int] = [:]

  /// A card was due then and is due now.
  mutating func move(from before: Due?, to after: Due) {
    if case .on(let day) = before, let count = counts[day] { counts[day] = max(0, count - 1) }
    if case .on(let day) = after { counts[day, default: 0] += 1 }
  }
}
