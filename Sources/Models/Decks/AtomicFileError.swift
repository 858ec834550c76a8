/// What keeps a file from being written.
public enum AtomicFileError: Error, Hashable, Sendable {
  /// Somebody else changed the file since it was read; nothing was written.
  case changedMeanwhile(path: String)
  /// There is a file already where a new one was to be; nothing was written.
  case alreadyThere(path: String)
  /// The system did not let it be written, for the reason it gave.
  case unwritable(path: String, reason: String)
  /// The system did not let it be read, for the reason it gave.
  case unreadable(path: String, reason: String)
}

extension AtomicFileError: CustomStringConvertible {
  /// What happened and what to do, in one sentence or two.
  public var description: String {
    switch self {
    case .changedMeanwhile(let path):
      "\(Excerpt.visible(path)): another program changed it meanwhile, so nothing was written. "
        + "Look at it and try again."
    case .alreadyThere(let path):
      "\(Excerpt.visible(path)): there is such a file already, so nothing was written. "
        + "Choose another name."
    case .unwritable(let path, let reason):
      "\(Excerpt.visible(path)): can't be written (\(reason)). "
        + "Make it and its folder writable, or choose another place."
    case .unreadable(let path, let reason):
      "\(Excerpt.visible(path)): can't be read (\(reason)). Check the name and its permissions."
    }
  }
}
