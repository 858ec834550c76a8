import RabbleScheduling

/// How cards are scheduled, as long as no other connection has changed the log.
struct KnownPresets {
  /// SQLite's `data_version` when the rest was known.
  var version: Int64?
  var book: PresetBook?
  /// The schedulers of groups met so far, by title.
  var schedulers: [String: Scheduler] = [:]
}
