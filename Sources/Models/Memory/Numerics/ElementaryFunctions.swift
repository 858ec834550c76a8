#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The C library's functions under spelled-out names: the one place that knows which C library it
// is, and no need for Foundation.

package func exponential(_ x: Double) -> Double { exp(x) }

package func logarithm(_ x: Double) -> Double { log(x) }

package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

extension ClosedRange<Double> {
  /// The nearest number within the range; its lower bound for not-a-number.
  func clamp(_ number: Double) -> Double {
    guard number >= lowerBound else { return lowerBound }
    return Swift.min(number, upperBound)
  }
}

// MARK: - Eight numbers at once

/// Eight numbers in single precision.
typealias Lanes = SIMD8<Float>

extension Lanes {
  /// How many numbers there are.
  static var width: Int { scalarCount }

  /// The smaller of each pair.
  @inline(__always)
  func least(_ other: Lanes) -> Lanes { replacing(with: other, where: other .< self) }

  /// The larger of each pair.
  @inline(__always)
  func most(_ other: Lanes) -> Lanes { replacing(with: other, where: other .> self) }
}

// The exponential function and the logarithm of eight numbers at once, to a few units in the last
// place: range reduction and the polynomials of the Cephes library (Stephen Moshier, `expf` and
// `logf`).

/// 1.5 · 2^23: added to a number below 2^22 it leaves its nearest integer in the last bits.
private let integerBits: Float = 12_582_912

extension Lanes {
  /// e to the power of each number; beyond ±87 it counts as ±87.
  @inline(__always)
  var exponential: Lanes {
    let x = least(Lanes(repeating: 87)).most(Lanes(repeating: -87))
    let shifted = x * 1.442_695_04 + integerBits
    let n = shifted - integerBits
    let r = x - n * 0.693_359_375 + n * 2.121_944_4e-4
    var p = r * 1.987_569_15e-4 + 1.398_199_95e-3
    p = p * r + 8.333_451_9e-3
    p = p * r + 4.166_579_6e-2
    p = p * r + 1.666_666_55e-1
    p = p * r + 0.5
    let mantissa = p * r * r + r + 1
    let exponent = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &<< 23
    return unsafeBitCast(
      unsafeBitCast(mantissa, to: SIMD8<Int32>.self) &+ exponent, to: Lanes.self)
  }

  /// The natural logarithm of each number, which must be positive and not denormal.
  @inline(__always)
  var logarithm: Lanes {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    let exponent = (bits &- 0x3f35_04f3) &>> 23
    let fraction = unsafeBitCast(bits &- (exponent &<< 23), to: Lanes.self) - 1
    let n = unsafeBitCast(exponent &+ 0x4b40_0000, to: Lanes.self) - integerBits
    let square = fraction * fraction
    var p = fraction * 7.037_683_63e-2 - 1.151_461_03e-1
    p = p * fraction + 1.167_699_87e-1
    p = p * fraction - 1.242_014_08e-1
    p = p * fraction + 1.424_932_28e-1
    p = p * fraction - 1.666_805_77e-1
    p = p * fraction + 2.000_071_48e-1
    p = p * fraction - 2.499_999_4e-1
    p = p * fraction + 3.333_333_1e-1
    let tail = p * fraction * square + n * -2.121_944_4e-4 - square * 0.5
    return fraction + tail + n * 0.693_359_375
  }
}
