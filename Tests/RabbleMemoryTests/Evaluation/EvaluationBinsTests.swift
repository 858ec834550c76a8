import Testing

@testable import RabbleMemory

struct EvaluationBinsTests {
  private let bins = EvaluationBins()

  /// 3.62² = 13.1…, 3.62⁵ = 621.6…, 3.62⁶ = 2250.4…: the last is beyond what is looked up.
  @Test(arguments: [(1, 3, 4), (4, 13, 14), (172, 621, 622), (700, 2250, 2251)])
  func `days are alike between two powers of 3.62`(first: Int, last: Int, next: Int) {
    func bin(_ days: Int) -> Int { bins.bin(days: days, reviews: 1, lapses: 0) }
    #expect(bin(first) == bin(last) && bin(last) < bin(next))
  }

  @Test func `reviews and lapses have steps of their own, and no lapse is one`() {
    // 1.89² = 3.57…, 1.73² = 2.99….
    func reviews(_ count: Int) -> Int { bins.bin(days: 1, reviews: count, lapses: 0) }
    #expect(reviews(2) == reviews(3) && reviews(1) < reviews(2) && reviews(3) < reviews(4))
    func lapses(_ count: Int) -> Int { bins.bin(days: 1, reviews: 1, lapses: count) }
    #expect(lapses(0) < lapses(1) && lapses(1) < lapses(2) && lapses(2) < lapses(3))
    #expect(lapses(3) == lapses(5) && lapses(5) < lapses(6))
  }

  @Test func `every number has a bin`() {
    for number in [1, 1023, 1024, 1 << 20, .max] {
      #expect(bins.bin(days: number, reviews: number, lapses: number) < EvaluationBins.count)
      #expect(bins.bin(days: number, reviews: number, lapses: 0) >= 0)
    }
  }
}
