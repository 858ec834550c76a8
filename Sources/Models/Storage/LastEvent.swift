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
