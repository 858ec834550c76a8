import RabbleMemory
import Testing

@testable import RabbleScheduling

struct StepsTests {
  @Test func `again goes back, hard waits between, good goes on, easy leaves`() {
    let steps = Steps([60, 600])
    #expect(waits(steps, in: 0) == [[0, 60], [0, 330], [1, 600], nil])
    #expect(waits(steps, in: 1) == [[0, 60], [1, 600], nil, nil])
  }

  @Test func `hard in a single step takes half as long again, at most a day more`() {
    #expect(waits(Steps([600]), in: 0) == [[0, 600], [0, 900], nil, nil])
    let days = 3 * 86_400
    #expect(waits(Steps([days]), in: 0) == [[0, days], [0, 4 * 86_400], nil, nil])
  }

  @Test func `without steps every grade leaves`() {
    #expect(waits(Steps([]), in: 0) == [nil, nil, nil, nil])
  }

  @Test func `a step that is gone reads as the last one`() {
    #expect(waits(Steps([60, 600]), in: 9) == waits(Steps([60, 600]), in: 1))
    #expect(waits(Steps([60, 600]), in: .min) == waits(Steps([60, 600]), in: 0))
  }

  @Test func `a step out of range becomes the nearest within`() {
    #expect(Steps([.min, 0, 1, .max]).seconds == [1, 1, 1, 36_500 * 86_400])
  }

  private func waits(_ steps: Steps, in step: Int) -> [[Int]?] {
    Grade.allCases.map { grade in
      steps.wait(after: grade, in: step).map { [$0.step, $0.seconds] }
    }
  }
}
