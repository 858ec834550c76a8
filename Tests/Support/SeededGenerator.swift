/// A random number generator that gives the same numbers for the same seed (SplitMix64; Steele, Lea,
/// Flood 2014).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Begins with a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// One of the elements, of which there must be one.
  public mutating func element<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
