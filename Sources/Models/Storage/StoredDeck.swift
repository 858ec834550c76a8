/// A deck file as the log keeps it between two readings.
public struct StoredDeck: Hashable, Sendable {
  /// The file's path.
  public let path: String
  /// What told this content of the file from any other when it was read.
  public let signature: String
  /// What was wrong with it, a line a fault.
  public let faults: [String]

  /// Makes a deck's record.
  public init(path: String, signature: String, faults: [String]) {
    self.path = path
    self.signature = signature
    self.faults = faults
  }
}
