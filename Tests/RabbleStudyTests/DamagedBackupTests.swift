import Foundation
import RabbleScheduling
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// Backups that can't be restored.
struct DamagedBackupTests {
  private let folder: TemporaryFolder
  private let backups: Backups
  /// The backups, newest first.
  private let made: [Backup]

  init() throws {
    folder = try TemporaryFolder()
    let locations = Locations.folder(FilePath(folder.path))
    let surroundings = Surroundings(
      now: { Lesson.start }, localTime: .fixed(offset: 9 * 3600),
      random: { UInt64.random(in: .min ... .max) })
    let library = try Library(at: locations, surroundings)
    _ = try library.set(Preset(name: "slow", desiredRetention: 0.97))
    made = [try library.backUp(), try library.backUp()].reversed()
    try library.log.close()
    backups = Backups(at: locations, surroundings)
  }

  private func states() -> [String] {
    backups.report.rows.map { row in
      let texts = row.values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return texts.contains("damaged") ? "damaged" : "ok"
    }
  }

  @Test func `a damaged backup is not restored, and the next sound one is named`() throws {
    let url = URL(fileURLWithPath: made[0].path)
    var bytes = [UInt8](try Data(contentsOf: url))
    for index in 4096..<min(bytes.count, 65_536) { bytes[index] = 0xa5 }
    try Data(bytes).write(to: url)
    let log = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/study.sqlite"))
    let error = #expect(throws: BackupError.self) { try backups.restore(backups.backup(nil)) }
    let text = try #require(error).description
    #expect(text.contains("Try `rabble log restore \(made[1].name)`."))
    #expect(!text.contains("--salvage"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/study.sqlite")) == log)
    _ = try backups.restore(made[1])
  }

  @Test(arguments: [0, 5000])
  func `a backup that is empty or cut off is marked in the list, and not restored`(length: Int)
    throws
  {
    #expect(states() == ["ok", "ok"])
    let url = URL(fileURLWithPath: made[1].path)
    try Data(contentsOf: url).prefix(length).write(to: url)
    #expect(states() == ["ok", "damaged"])
    #expect(throws: BackupError.self) { try backups.restore(made[1]) }
    #expect(
      BackupError.damaged(path: "a", reason: "b", sound: nil).description.contains("No older"))
  }

  @Test(arguments: [
    (1e17, "9999-12-31T23:59:59+00:00"), (-1e17, "1970-01-01T00:00:00+00:00"),
    (1_795_219_200, "2026-11-21T00:00:00+00:00"),
  ])
  func `a file may have any date`(seconds: Double, shown: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(LocalTime.fixed(offset: 0).moment(fileDate: date).iso8601 == shown)
  }

  @Test func `a symbolic link is no backup`() throws {
    let link = folder.path + "/backups/study-2030-01-01T000000+0900.sqlite"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: made[0].path)
    #expect(try backups.backup(nil).name == made[0].name)
    #expect(backups.report.rows.count == 2)
  }
}
