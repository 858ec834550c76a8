import RabbleMemory
import RabbleQuestions
import Testing

@testable import RabbleScheduling

struct MixingTests {
  /// The first outputs of SplitMix64 for the seed 1234567, as published at Rosetta Code
  /// ("Pseudo-random numbers/Splitmix64").
  @Test func `the mixing function is SplitMix64's`() {
    let increment: UInt64 = 0x9e37_79b9_7f4a_7c15
    let outputs = (0..<5).map { (1_234_567 &+ increment &* UInt64($0)).mixed }
    #expect(
      outputs == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    )
  }

  @Test func `fractions are spread evenly over cards and over salts`() {
    for byCard in [true, false] {
      var counts = [Int](repeating: 0, count: 10)
      for index in 0..<20_000 {
        let card = CardID.numbered(byCard ? index : 5)
        let fraction = UInt64(mixing: card, with: byCard ? 5 : UInt64(index)).unitFraction
        #expect((0..<1).contains(fraction))
        counts[Int(fraction * 10)] += 1
      }
      #expect(counts.allSatisfy { abs($0 - 2000) < 200 })
    }
  }

  @Test func `both halves of an identity count`() {
    let low = CardID(question: QuestionID(bits: 1))
    let high = CardID(question: QuestionID(bits: 1 << 64))
    #expect(UInt64(mixing: low, with: 0) != UInt64(mixing: high, with: 0))
    #expect(UInt64.max.unitFraction < 1)
  }
}
