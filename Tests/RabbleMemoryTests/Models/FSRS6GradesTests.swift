import RabbleTestSupport
import Testing

@testable import RabbleMemory

struct FSRS6GradesTests {
  @Test func `the stabilities of all correct grades are to the last bit those of each grade alone`()
    throws
  {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<2_000 {
      let model = try MemoryModel.random(using: &generator)
      let state = MemoryState(
        stability: .random(in: 0.001...400, using: &generator),
        difficulty: .random(in: 1...10, using: &generator))
      let days = Int.random(in: -1...900, using: &generator)
      let together = model.stabilities(afterRecallOf: state, elapsedDays: days)
      let first = model.stabilities(afterRecallOf: nil, elapsedDays: days)
      for grade in [Grade.hard, .good, .easy] {
        let stability = together[grade]
        let alone = model.nextState(state, grade: grade, elapsedDays: days)
        #expect(stability == alone.stability)
        #expect(model.nextState(state, grade: grade, stability: stability) == alone)
        #expect(first[grade] == model.initialState(grade).stability)
      }
    }
  }
}
