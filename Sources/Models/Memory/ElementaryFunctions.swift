// The C library's functions under spelled-out names: the one place that knows which C library it
// is, and no need for Foundation.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func exponential(_ x: Double) -> Double { exp(x) }

package func logarithm(_ x: Double) -> Double { log(x) }

package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
