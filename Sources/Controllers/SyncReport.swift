import RabbleScheduling
import RabbleScreens

extension SyncScreen {
  /// Makes the screen of what a sync brought.
  ///
  /// - Parameters:
  ///   - news: what came.
  ///   - apart: how many of the questions that it is about no deck here has, and how many read differently here.
  ///   - folder: the folder's path.
  ///   - written: how many events were written for other devices.
  ///   - unwritten: why what other devices don't have could not be written; `nil` where it could.
  ///   - waiting: how many lines wait, by what they wait for.
  ///   - damaged: how many lines and files are damaged or cut off.
  ///   - changed: whether files that this device had written have other content now.
  ///   - rewritten: whether events were written again, because such files were changed or gone.
  package init(
    _ news: SyncNews, apart: (missing: Int, differing: Int), folder: String, written: Int,
    unwritten: String? = nil,
    waiting: [SyncWait: Int], damaged: Int, changed: Bool = false, rewritten: Bool = false
  ) {
    self.init(
      folder: folder,
      shares: news.shares.map {
        Share(
          device: SyncStatusScreen.Device.words($0.device, $0.name), reviews: $0.reviews,
          events: $0.events)
      },
      written: written, unwritten: unwritten, moved: news.moved, missing: apart.missing,
      differing: apart.differing,
      presets: news.presets.map { preset in
        Preset(
          name: preset.name,
          device: preset.device.map { SyncStatusScreen.Device.words($0, preset.deviceName) },
          own: preset.isOwn)
      },
      rest: SyncRest(waiting, damaged: damaged), renewed: news.former != nil,
      changed: changed, rewritten: rewritten)
  }
}

extension SyncStatusScreen {
  /// Makes the screen of what is in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - synced: when events came or were written last; `nil` for never.
  ///   - owed: how many events have yet to be written.
  ///   - devices: the devices that have files there, in any order; this one comes first.
  ///   - waiting: how many lines wait, by what they wait for.
  ///   - damaged: how many lines are damaged.
  package init(
    folder: String, synced: Moment?, owed: Int, devices: [Device], waiting: [SyncWait: Int],
    damaged: Int
  ) {
    self.init(
      folder: folder, synced: synced?.iso8601, owed: owed,
      devices: devices.sorted { ($0.own ? 0 : 1, $0.id) < ($1.own ? 0 : 1, $1.id) },
      rest: SyncRest(waiting, damaged: damaged))
  }
}

extension SyncStatusScreen.Device {
  /// A device by its name, or by as much of its identity as tells it from others.
  fileprivate static func words(_ device: EventID, _ name: String?) -> String {
    name ?? shortened(device.description)
  }
}

extension SyncRest {
  fileprivate init(_ waiting: [SyncWait: Int], damaged: Int) {
    self.init(
      unknown: waiting[.unknown] ?? 0, references: waiting[.reference] ?? 0,
      ahead: waiting[.time] ?? 0, damaged: damaged)
  }
}
