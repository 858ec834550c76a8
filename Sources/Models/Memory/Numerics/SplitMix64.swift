/// Random numbers that are the same for the same seed (SplitMix64; Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014).
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number from 0 up to but not including 1.
  mutating func unit() -> Double {
    // The mixing function adds the increment itself.
    defer { state &+= 0x9e37_79b9_7f4a_7c15 }
    return state.mixed.unitFraction
  }
}

extension UInt64 {
  /// The bits well mixed: a small change of the number changes about half of them (the output function
  /// of SplitMix64).
  @inlinable
  package var mixed: UInt64 {
    var bits = self &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// The number as a fraction, from 0 up to but not including 1.
  @inlinable
  package var unitFraction: Double { Double(self >> 11) * 0x1p-53 }
}
