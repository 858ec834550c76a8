/// Why a deck was not changed. Nothing was written then.
public enum DeckChangeError: Error, Hashable, Sendable {
  /// The file can't be read as a deck: its first fault.
  case unusable(DeckFault)
  /// The group or question is not there.
  case noSuchPlace(path: String)
  /// The changed deck would have faults that it does not have now.
  case faulty([DeckFault])
  /// The changed deck would not read as it should: what was to be written can't be.
  case notAsIntended(path: String)
  /// The place of the change is written in a way that can't be changed by itself.
  case unwritable(path: String, reason: String)
}

extension DeckChangeError: CustomStringConvertible {
  /// What happened and what to do, in a sentence.
  public var description: String {
    switch self {
    case .unusable(let fault):
      "\(fault); mend the file first"
    case .noSuchPlace(let path):
      "\(Excerpt.visible(path)): the group or question is not there any more; look again"
    case .faulty(let faults):
      "nothing was changed, because the deck would have a fault then: "
        + faults.map(\.description).joined(separator: "; ")
    case .notAsIntended(let path):
      "\(Excerpt.visible(path)): nothing was changed, because the deck would not read as it should "
        + "then; change it with `rabble deck edit`"
    case .unwritable(let path, let reason):
      "\(Excerpt.visible(path)): nothing was changed: \(reason)"
    }
  }
}
