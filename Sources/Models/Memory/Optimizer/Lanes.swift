/// Eight numbers in single precision that are worked on at once.
typealias Lanes = SIMD8<Float>

extension Lanes {
  /// How many numbers there are.
  static var width: Int { scalarCount }

  /// The numbers at these places.
  @inline(__always)
  init(_ base: UnsafeMutablePointer<Float>, at places: SIMD8<Int32>) {
    self.init(
      base[Int(places[0])], base[Int(places[1])], base[Int(places[2])], base[Int(places[3])],
      base[Int(places[4])], base[Int(places[5])], base[Int(places[6])], base[Int(places[7])])
  }

  /// Adds each number to that at its place; a place may come more than once.
  @inline(__always)
  func add(to base: UnsafeMutablePointer<Float>, at places: SIMD8<Int32>) {
    for lane in 0..<Self.width { base[Int(places[lane])] += self[lane] }
  }

  /// The smaller of each pair.
  @inline(__always)
  func least(_ other: Lanes) -> Lanes { replacing(with: other, where: other .< self) }

  /// The larger of each pair.
  @inline(__always)
  func most(_ other: Lanes) -> Lanes { replacing(with: other, where: other .> self) }

  /// These numbers where the condition holds, 0 elsewhere.
  @inline(__always)
  func only(where condition: SIMDMask<SIMD8<Int32>>) -> Lanes {
    Lanes.zero.replacing(with: self, where: condition)
  }
}
