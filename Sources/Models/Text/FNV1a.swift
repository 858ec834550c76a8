/// FNV-1a of 64 bits (draft-eastlake-fnv, section 2): a hash that is the same on every machine and in every
/// version, so that files may keep it. It tells bytes from others, and guards against nobody's intent.
///
///     FNV1a.hash("a".utf8)  // 0xaf63_dc4c_8601_ec8c
package enum FNV1a {
  /// The hash of no bytes.
  @inlinable package static var basis: UInt64 { 0xcbf2_9ce4_8422_2325 }
  /// What each byte multiplies the hash by.
  @inlinable package static var prime: UInt64 { 0x0000_0100_0000_01b3 }

  /// The hash of bytes that follow those of another hash.
  @inlinable
  package static func hash(_ bytes: some Sequence<UInt8>, after hash: UInt64 = basis) -> UInt64 {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* prime }
  }
}
