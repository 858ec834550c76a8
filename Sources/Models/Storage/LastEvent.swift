import GRDB
import RabbleQuestions
import RabbleScheduling

/// The last thing in the log that can be taken back.
public enum LastEvent: Hashable, Sendable {
  /// An answer.
  case review(RecordedReview)
  /// An import into a deck, with what it is known by.
  case `import`(EventID, ImportRecord)
  /// A change of presets.
  case presetChange(PresetHistory.Entry)
  /// A card was suspended, buried or wanted back by the learner, with what the event is known by.
  case suspension(EventID, CardID, Suspension, Moment)

  var id: EventID {
    switch self {
    case .review(let review): review.id
    case .import(let id, _), .suspension(let id, _, _, _): id
    case .presetChange(let entry): entry.id
    }
  }
}

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
