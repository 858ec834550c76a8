import RabbleControllers
import RabbleScheduling
import RabbleScreens
import Testing

struct SyncReportTests {
  private let laptop = EventID(bits: 0x019a_a3c2_7f10_7cc3_98c4_dc0c_0c07_398f)

  @Test func `devices are called by their names, or by the beginning of their identities`() {
    let news = SyncNews(
      shares: [
        .init(device: laptop, name: "laptop", reviews: 2, events: 5),
        .init(device: laptop, name: nil, reviews: 0, events: 1),
      ],
      moved: 1,
      presets: [
        .init(name: "Default", device: laptop, deviceName: nil, isOwn: false),
        .init(name: "Gone", device: nil, deviceName: nil, isOwn: false),
      ])
    let screen = SyncScreen(
      news, apart: (missing: 2, differing: 3), folder: "/sync", written: 4,
      waiting: [.time: 6, .unknown: 7], damaged: 8)
    #expect(screen.shares.map(\.device) == ["laptop", "019aa3c2-7f10-7cc3"])
    #expect(screen.shares.map(\.events) == [5, 1])
    #expect(screen.presets.map(\.device) == ["019aa3c2-7f10-7cc3", nil])
    #expect([screen.moved, screen.missing, screen.differing, screen.written] == [1, 2, 3, 4])
    #expect(screen.rest == SyncRest(unknown: 7, references: 0, ahead: 6, damaged: 8))
    #expect(!screen.renewed && screen.unwritten == nil && !screen.changed && !screen.rewritten)
    let restored = SyncScreen(
      news, apart: (missing: 0, differing: 0), folder: "/sync", written: 4, waiting: [:],
      damaged: 0,
      changed: true, rewritten: true)
    #expect(restored.changed && restored.rewritten)
    #expect(
      SyncScreen(
        SyncNews(former: laptop), apart: (missing: 0, differing: 0), folder: "/sync", written: 0,
        waiting: [:], damaged: 0
      ).renewed)
  }

  @Test func `in the status this device comes first, and the others by their age`() {
    func device(_ id: String, own: Bool = false) -> SyncStatusScreen.Device {
      .init(id: id, name: nil, own: own, files: 1, bytes: 1, unread: 0)
    }
    let screen = SyncStatusScreen(
      folder: "/sync", synced: Moment(iso8601: "2026-11-21T09:00:00+09:00"), owed: 0,
      devices: [device("019c"), device("019b", own: true), device("019a")], waiting: [:], damaged: 0
    )
    #expect(screen.devices.map(\.id) == ["019b", "019a", "019c"])
    #expect(screen.synced == "2026-11-21T09:00:00+09:00")
  }
}
