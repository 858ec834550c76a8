extension UInt128 {
  /// 32 lower-case hexadecimal digits.
  package var hexadecimalDigits: String {
    String(unsafeUninitializedCapacity: 32) { digits in
      var rest = self
      for index in (0..<32).reversed() {
        let digit = UInt8(truncatingIfNeeded: rest) & 0xf
        digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        rest >>= 4
      }
      return 32
    }
  }
}
