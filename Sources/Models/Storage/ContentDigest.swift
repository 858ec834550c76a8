/// What tells the bytes of a file from others: their number, and FNV-1a of 64 bits over them
/// (draft-eastlake-fnv). It guards against edits, not against anybody's intent.
public struct ContentDigest: Hashable, Sendable {
  /// The number of bytes.
  public let count: Int
  /// The hash.
  public let hash: UInt64

  /// The digest of bytes.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }
}
