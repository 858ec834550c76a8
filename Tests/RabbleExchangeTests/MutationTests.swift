import RabbleDecks
import RabbleTestSupport
import Testing

@testable import RabbleExchange

/// Whatever bytes come in, every reader ends, and what it takes makes a sound deck.
struct MutationTests {
  @Test(arguments: 0..<8)
  func `no bytes break a reader`(seed: Int) {
    var mutator = InputMutator(seed: UInt64(seed))
    for _ in 0..<250 { mutator.step { Issue.record("\($0)") } }
  }
}
