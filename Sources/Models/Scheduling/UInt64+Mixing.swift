import RabbleQuestions

extension UInt64 {
  /// The bits well mixed: a small change of the number changes about half of them (the output
  /// function of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators").
  var mixed: UInt64 {
    var bits = self &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// The same number for the same card and salt, on every device and in every run.
  init(mixing card: CardID, with salt: UInt64) {
    let bits = card.question.bits
    let direction: UInt64 =
      switch card.direction {
      case .recognition: 0
      case .production: 1
      case .reading: 2
      case .cloze(let key): key.utf8.reduce(3) { ($0 ^ UInt64($1)).mixed }
      }
    let high = (UInt64(truncatingIfNeeded: bits >> 64) ^ direction).mixed
    let low = (UInt64(truncatingIfNeeded: bits) ^ high).mixed
    self = (low ^ salt.mixed).mixed
  }

  /// The number as a fraction, 0 up to but not including 1.
  var unitFraction: Double { Double(self >> 11) * 0x1p-53 }
}
