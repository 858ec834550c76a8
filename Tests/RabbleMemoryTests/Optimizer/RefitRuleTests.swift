import RabbleMemory
import Testing

struct RefitRuleTests {
  @Test(
    arguments: [
      (999, nil, nil, false), (1000, nil, nil, true),
      (10_099, 10_000, nil, false), (10_100, 10_000, nil, true),
      (10_100, nil, 10_050, false), (10_100, 10_000, 10_099, false), (10_200, 10_000, 10_099, true),
      (10_000, 10_000, nil, false), (9900, 10_000, nil, true), (9900, 10_000, 9850, false),
      (1000, nil, 5000, true),
      (0, nil, nil, false), (100_000, nil, nil, true), (100_001, nil, nil, false),
    ] as [(Int, Int?, Int?, Bool)])
  func
    `it is time when there are a thousand reviews and they have grown by a hundredth since the last try`(
      reviews: Int, learnedFrom: Int?, tried: Int?, isDue: Bool
    )
  {
    #expect(RefitRule(reviews: reviews, learnedFrom: learnedFrom, tried: tried).isDue == isDue)
  }

  @Test(arguments: [
    // Nothing is predicted from the first moments.
    (0.0, 0.05, 0.0, false), (0, 0.11, 0, true),
    // 0.2 s for a quarter are 0.8 s; with 0.25 s for all else it is too much.
    (0.25, 0.2, 0.1, false), (0.25, 0.2, 0.25, true),
    // What has taken its time is done, unless it is done anyway.
    (0.99, 1.01, 0, true), (1, 5, 1, false), (0.5, 0.05, 0.99, true),
  ])
  func `it is given up as soon as it is known to take more than a second`(
    share: Double, seconds: Double, others: Double, isTooSlow: Bool
  ) {
    #expect(
      RefitRule.isTooSlow(share: share, after: seconds, besides: others) == isTooSlow)
  }
}
