import Foundation
import Testing

@testable import RabbleMemory

struct LaneFunctionTests {
  @Test func `exponential and logarithm are right to seven digits`() {
    for step in -860...860 {
      let x = Float(step) / 10
      let actual = Double(Lanes(repeating: x).exponential[3])
      #expect(relativeDistance(actual, exp(Double(x))) < 3e-7)
    }
    for step in -800...800 {
      let x = exp(Float(step) / 10)
      let actual = Double(Lanes(repeating: x).logarithm[5])
      #expect(abs(actual - log(Double(x))) < 2e-7 * max(1, abs(log(Double(x)))))
    }
  }

  @Test func `numbers that are too large stay finite`() {
    #expect(Lanes(repeating: 1000).exponential[0].isFinite)
    #expect(Lanes(repeating: -1000).exponential[0] > 0)
  }
}
