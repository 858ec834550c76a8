import RabbleScheduling

/// Which backups are kept: the last of each of so many days, weeks and months that have one, as long as
/// all of them together are not too large; the newest two always.
package struct BackupRetention: Hashable, Sendable {
  /// How many days keep their last backup.
  package var days = 7
  /// How many weeks, from Monday on, keep their last backup.
  package var weeks = 4
  /// How many months keep their last backup.
  package var months = 12
  /// The bytes that all backups may have together.
  package var bytes = 2_000_000_000

  /// How many are kept whatever else holds.
  static let always = 2

  /// 7 days, 4 weeks, 12 months, and 2 GB.
  package init() {}

  /// Chooses among backups.
  ///
  /// - Parameter backups: when each was made, and its bytes; in any order.
  /// - Returns: the indices of those that are kept, newest first. Choosing among these again keeps
  ///   them all.
  func kept(of backups: [(moment: Moment, bytes: Int)]) -> [Int] {
    let newestFirst = backups.indices.sorted {
      (backups[$0].moment.milliseconds, $0) > (backups[$1].moment.milliseconds, $1)
    }
    var chosen = Set(newestFirst.prefix(Self.always))
    for (count, period) in [(days, Self.day), (weeks, Self.week), (months, Self.month)] {
      var seen: Set<String> = []
      for index in newestFirst where seen.count < count {
        if seen.insert(period(backups[index].moment.day)).inserted { chosen.insert(index) }
      }
    }
    var rest = bytes
    var kept: [Int] = []
    for index in newestFirst where chosen.contains(index) {
      rest -= min(backups[index].bytes, rest + 1)
      guard rest >= 0 || kept.count < Self.always else { break }
      kept.append(index)
    }
    return kept
  }

  private static func day(_ day: StudyDay) -> String { day.iso8601 }

  private static func week(_ day: StudyDay) -> String {
    day.advanced(byDays: -day.weekday).iso8601
  }

  private static func month(_ day: StudyDay) -> String { String(day.iso8601.dropLast(3)) }
}
