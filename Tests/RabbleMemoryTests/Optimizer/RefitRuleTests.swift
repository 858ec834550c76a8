import RabbleMemory
import Testing

struct RefitRuleTests {
  @Test(
    arguments: [
      (99, nil, nil, false), (100, nil, nil, true),
      (10_299, 10_000, nil, false), (10_300, 10_000, nil, true),
      (10_300, nil, 10_050, false), (10_300, 10_000, 10_299, false), (10_700, 10_000, 10_299, true),
      (10_000, 10_000, nil, false), (9900, 10_000, nil, true), (9900, 10_000, 9850, false),
      (1000, nil, 5000, true),
      (0, nil, nil, false), (10_000_000, nil, nil, true),
    ] as [(Int, Int?, Int?, Bool)])
  func
    `it is time when there are a hundred reviews and they have grown by three percent since the last try`(
      reviews: Int, learnedFrom: Int?, tried: Int?, isDue: Bool
    )
  {
    #expect(RefitRule(reviews: reviews, learnedFrom: learnedFrom, tried: tried).isDue == isDue)
  }

  @Test func `parameters that the learner has set are left alone`() {
    let rule = RefitRule(reviews: 5000, learnedFrom: nil, tried: nil, isSetByHand: true)
    #expect(!rule.isDue)
  }
}
