import RabbleDecks

/// Why an import can't be written into a deck. Nothing was changed then.
public enum DeckMergeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The deck can't be read: its first fault.
  case unusable(DeckFault)
  /// The deck would not read as it should afterwards.
  case notAsIntended(path: String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .unusable(let fault): "\(fault). Mend the file, or import into another with --file"
    case .notAsIntended(let path):
      "\(path): nothing was changed, because the deck would not read as it should then. "
        + "Mend what `rabble deck check` names, or import into another file with --file"
    }
  }
}
