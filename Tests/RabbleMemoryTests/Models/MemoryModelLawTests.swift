import RabbleTestSupport
import Testing

@testable import RabbleMemory

/// What must be true of the model, whatever its parameters and the history.
@Suite struct MemoryModelLawTests {
  @Test func `no history of ten thousand reviews leaves the ranges`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<12 {
      let model = try MemoryModel.random(using: &generator)
      let favourite = generator.element(of: Grade.allCases)
      var state = model.initialState(favourite)
      var isSound = true
      for _ in 0..<10_000 {
        let isFavourite = Int.random(in: 0..<4, using: &generator) > 0
        let grade = isFavourite ? favourite : generator.element(of: Grade.allCases)
        let days = Self.days(using: &generator)
        let recalled = model.retrievability(state, elapsedDays: Double(days))
        state = model.nextState(state, grade: grade, elapsedDays: days)
        isSound =
          isSound && (0...1).contains(recalled)
          && MemoryModel.stabilityRange.contains(state.stability)
          && MemoryModel.difficultyRange.contains(state.difficulty)
      }
      let days = model.interval(stability: state.stability, retention: 0.9)
      #expect(isSound && days.isFinite && days >= 0, "parameters \(model.parameters)")
    }
  }

  @Test func `a million random histories have no number that is not finite`() throws {
    let failures = try Parallel.map(1000) { seed in
      Result { try Self.failures(seed: UInt64(seed), histories: 1000) }
    }.map { try $0.get() }
    #expect(failures.reduce(0, +) == 0)
  }

  /// How many random histories of a random model have a number that is not finite or out of range.
  private static func failures(seed: UInt64, histories: Int) throws -> Int {
    var generator = SeededGenerator(seed: seed)
    let model = try MemoryModel.random(using: &generator)
    var failures = 0
    for _ in 0..<histories {
      var bits = generator.next()
      let count = bits % 8
      var state = model.initialState(Grade.allCases[Int(bits >> 8) % 4])
      var isSound = true
      for _ in 0..<count {
        bits = generator.next()
        let grade = Grade.allCases[Int(bits & 3)]
        // From none to two centuries, short and long times alike.
        let days = Int((bits >> 32) & 0xffff) >> Int((bits >> 8) % 17)
        let recalled = model.retrievability(state, elapsedDays: Double(days))
        state = model.nextState(state, grade: grade, elapsedDays: days)
        isSound =
          isSound && recalled >= 0 && recalled <= 1
          && MemoryModel.stabilityRange.contains(state.stability)
          && MemoryModel.difficultyRange.contains(state.difficulty)
      }
      let days = model.interval(stability: state.stability, retention: 0.8)
      if !isSound || !days.isFinite || days < 0 { failures += 1 }
    }
    return failures
  }

  @Test func `memory fades with time, whatever the parameters`() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      let model = try MemoryModel.random(using: &generator)
      let state = Self.state(of: model, using: &generator)
      let recalled = [0, 0.01, 0.1, 1, 3, 10, 100, 1000, 10_000].map {
        model.retrievability(state, elapsedDays: $0)
      }
      #expect(recalled == recalled.sorted(by: >))
    }
  }

  @Test func `a better grade never gives less stability`() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<1000 {
      let model = try MemoryModel.random(using: &generator)
      let state = Self.state(of: model, using: &generator)
      let days = Self.days(using: &generator)
      let next = Grade.allCases.map {
        model.nextState(state, grade: $0, elapsedDays: days).stability
      }
      #expect(next == next.sorted())
    }
  }

  @Test func `replaying a history gives what its reviews gave one by one`() throws {
    var generator = SeededGenerator(seed: 14)
    let model = MemoryModel()
    for _ in 0..<50 {
      var history: [(grade: Grade, elapsedDays: Int)] = []
      var state: MemoryState?
      for _ in 0..<20 {
        let review = (
          grade: generator.element(of: Grade.allCases), elapsedDays: Self.days(using: &generator)
        )
        history.append(review)
        state =
          state.map {
            model.nextState($0, grade: review.grade, elapsedDays: review.elapsedDays)
          } ?? model.initialState(review.grade)
        #expect(model.replay(history) == state)
      }
    }
    #expect(model.replay([]) == nil)
  }

  @Test func `the interval is when the desired retention is reached`() throws {
    var generator = SeededGenerator(seed: 15)
    for _ in 0..<300 {
      let model = try MemoryModel.random(using: &generator)
      let state = Self.state(of: model, using: &generator)
      for retention in [0.5, 0.7, 0.9, 0.97] {
        let days = model.interval(stability: state.stability, retention: retention)
        #expect(abs(model.retrievability(state, elapsedDays: days) - retention) <= 1e-9)
      }
    }
  }

  /// A state some reviews lead to.
  private static func state(
    of model: MemoryModel, using generator: inout SeededGenerator
  ) -> MemoryState {
    var state = model.initialState(generator.element(of: Grade.allCases))
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      state = model.nextState(
        state, grade: generator.element(of: Grade.allCases), elapsedDays: days(using: &generator))
    }
    return state
  }

  /// Any time from none to two centuries, short and long ones alike.
  private static func days(using generator: inout SeededGenerator) -> Int {
    let bits = Int.random(in: 1...16, using: &generator)
    return Int.random(in: 0..<1 << bits, using: &generator)
  }
}
