import GRDB
import RabbleScheduling

extension StudyLog {
  /// The last thing that still counts and can be taken back; `nil` when there is none.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func lastEvent() throws(StorageError) -> LastEvent? {
    try read { db in
      try [
        counting(db, nil).map { .review($0) }, lastImport(db), lastSuspension(db),
        PresetHistory.fetch(db).entries.last.map { .presetChange($0) },
      ].compactMap(\.self).max { (left: LastEvent, right: LastEvent) in left.id < right.id }
    }
  }
}
