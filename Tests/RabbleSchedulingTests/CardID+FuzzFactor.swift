import RabbleMemory
import RabbleQuestions

@testable import RabbleScheduling

extension CardID {
  /// The card whose intervals are spread by this factor at this repetition: the mixing of its bits,
  /// undone step by step.
  static func with(fuzzFactor: Double, repetitions: Int) -> CardID {
    let mixed = UInt64(fuzzFactor * 0x1p64)
    let high = UInt64(0).mixed
    let low = (mixed.unmixed ^ UInt64(repetitions).mixed).unmixed ^ high
    return CardID(question: QuestionID(bits: UInt128(low)))
  }
}

extension UInt64 {
  /// The number that ``mixed`` makes this one of: its steps backwards, with the inverses of its
  /// two odd factors modulo 2^64.
  fileprivate var unmixed: UInt64 {
    var bits = self ^ (self >> 31) ^ (self >> 62)
    bits = bits &* 0x3196_42b2_d24d_8ec3
    bits = bits ^ (bits >> 27) ^ (bits >> 54)
    bits = bits &* 0x96de_1b17_3f11_9089
    bits = bits ^ (bits >> 30) ^ (bits >> 60)
    return bits &- 0x9e37_79b9_7f4a_7c15
  }
}
