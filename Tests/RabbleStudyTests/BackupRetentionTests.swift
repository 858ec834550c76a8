import Foundation
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStudy

@Suite struct BackupRetentionTests {
  private static let noon = Moment(milliseconds: 1_704_078_000_000, utcOffset: 32_400)

  private func moment(_ days: Int, minutes: Int = 0) -> Moment {
    Self.noon.advanced(byMilliseconds: Int64(days) * 86_400_000 + Int64(minutes) * 60_000)
  }

  /// Three years of backups, as habits and accidents make them.
  private func random(_ generator: inout SeededGenerator) -> [(moment: Moment, bytes: Int)] {
    let count = Int.random(in: 0...60, using: &generator)
    let size = [1_000, 50_000_000, 900_000_000, 3_000_000_000][
      Int.random(in: 0..<4, using: &generator)]
    return (0..<count).map { _ in
      (
        moment(
          Int.random(in: 0..<1000, using: &generator),
          minutes: Int.random(in: -700...700, using: &generator)),
        Int.random(in: 0...size, using: &generator)
      )
    }.shuffled(using: &generator)
  }

  @Test
  func
    `whatever there is, the newest two stay, the bounds hold, and pruning again changes nothing`()
  {
    var generator = SeededGenerator(seed: 1)
    var rule = BackupRetention()
    for _ in 0..<2_000 {
      let backups = random(&generator)
      rule.days = Int.random(in: 0...8, using: &generator)
      rule.weeks = Int.random(in: 0...5, using: &generator)
      rule.months = Int.random(in: 0...13, using: &generator)
      let kept = rule.kept(of: backups)
      #expect(Set(kept).count == kept.count && kept.allSatisfy { backups.indices.contains($0) })
      #expect(kept.count <= rule.days + rule.weeks + rule.months + 2)
      let newest = backups.indices.sorted { backups[$0].moment > backups[$1].moment }.prefix(2)
      #expect(kept.prefix(2).map { backups[$0].moment } == newest.map { backups[$0].moment })
      let bytes = kept.reduce(0) { $0 + backups[$1].bytes }
      #expect(bytes <= rule.bytes || kept.count == 2 || kept.count == 1)
      let again = rule.kept(of: kept.map { backups[$0] })
      #expect(again.sorted() == Array(kept.indices))
    }
  }

  /// Pruned every day, as the program does it.
  @Test func `a backup a day for 16 months leaves seven days, four weeks and twelve months`() {
    let rule = BackupRetention()
    var backups: [(moment: Moment, bytes: Int)] = []
    for day in 600..<1_096 {
      backups.append((moment(day), 1_000_000))
      backups = rule.kept(of: backups).map { backups[$0] }
      let ages = Set(backups.map { day - $0.moment.day.number + moment(0).day.number })
      #expect(ages.isSuperset(of: Array(0...min(day - 600, 6))))
      #expect(backups.count <= 7 + 4 + 12)
      // The week that has begun and three whole ones, the month that has begun and eleven whole ones.
      for week in 0..<3 where day >= 600 + 7 * (week + 1) {
        #expect(ages.contains { (7 * week..<7 * week + 14).contains($0) })
      }
      for month in 0..<11 where day >= 600 + 31 * (month + 1) {
        #expect(ages.contains { (28 * month..<31 * (month + 2)).contains($0) })
      }
    }
    let days = Set(backups.map { String($0.moment.day.iso8601) })
    // 2026-12-31 is a Thursday; the weeks end on Sundays, and months on their last days.
    #expect(
      days == [
        "2026-12-31", "2026-12-30", "2026-12-29", "2026-12-28", "2026-12-27", "2026-12-26",
        "2026-12-25", "2026-12-20", "2026-12-13", "2026-11-30", "2026-10-31", "2026-09-30",
        "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30", "2026-03-31",
        "2026-02-28", "2026-01-31",
      ])
  }

  @Test func `of several backups of a day the last is its backup`() {
    let backups = [
      (moment(0, minutes: 5), 1), (moment(0), 1), (moment(0, minutes: 9), 1), (moment(9), 1),
    ]
    #expect(BackupRetention().kept(of: backups) == [3, 2])
  }

  @Test func `too large a sum costs the oldest, but never the newest two`() {
    var rule = BackupRetention()
    rule.bytes = 100
    let backups = (0..<5).map { (moment($0), 40) }
    #expect(rule.kept(of: backups) == [4, 3])
    #expect(rule.kept(of: backups.map { ($0.0, 70) }) == [4, 3])
    rule.bytes = 170
    #expect(rule.kept(of: backups) == [4, 3, 2, 1])
  }
}
