import RabbleMemory
import RabbleTestSupport
import Testing

/// What must be true of either model, whatever its parameters and the history.
@Suite struct MemoryModelLawTests {
  @Test(arguments: MemoryModel.Kind.allCases)
  func `no history of ten thousand reviews leaves the ranges`(kind: MemoryModel.Kind) throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<12 {
      let model = try MemoryModel.random(kind, using: &generator)
      let favourite = generator.element(of: Grade.allCases)
      var state = model.initialState(favourite)
      var isSound = true
      for _ in 0..<10_000 {
        let isFavourite = Int.random(in: 0..<4, using: &generator) > 0
        let grade = isFavourite ? favourite : generator.element(of: Grade.allCases)
        let elapsed = Elapsed.random(using: &generator)
        let recalled = model.retrievability(state, elapsed: elapsed)
        state = model.nextState(state, grade: grade, elapsed: elapsed)
        isSound =
          isSound && (0...1).contains(recalled)
          && model.stabilityRange.contains(state.stability)
          && model.stabilityRange.contains(state.fastStability ?? 1)
          && (1...10).contains(state.difficulty)
      }
      let days = model.interval(state, retention: 0.9)
      #expect(isSound && days.isFinite && days >= 0, "parameters \(model.parameters)")
    }
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `what is strange is put right`(kind: MemoryModel.Kind) {
    let model = MemoryModel(kind)
    let strange = [0, -1, 1e-300, 1e300, .infinity, -.infinity, .nan]
    for stability in strange {
      for difficulty in strange {
        for fast in strange {
          let state = MemoryState(
            stability: stability, difficulty: difficulty, fastStability: fast)
          for days in strange {
            let elapsed = Elapsed(wholeDays: days > 0 && days < 1e9 ? 1 : .min, days: days)
            let next = model.nextState(state, grade: .again, elapsed: elapsed)
            #expect(model.stabilityRange.contains(next.stability))
            #expect(model.stabilityRange.contains(next.fastStability ?? 1))
            #expect((1...10).contains(next.difficulty))
          }
        }
      }
    }
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `memory fades with time, whatever the parameters`(kind: MemoryModel.Kind) throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      let model = try MemoryModel.random(kind, using: &generator)
      let state = Self.state(of: model, using: &generator)
      let recalled = [0, 0.01, 0.1, 1, 3, 10, 100, 1000, 10_000].map {
        model.retrievability(state, elapsedDays: $0)
      }
      #expect(recalled == recalled.sorted(by: >))
    }
    let model = MemoryModel(kind)
    let state = model.initialState(.good)
    #expect(
      model.retrievability(state, elapsedDays: 3) < model.retrievability(state, elapsedDays: 2.9))
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `a better grade never gives a shorter interval`(kind: MemoryModel.Kind) throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<100 {
      let model = MemoryModel(kind)
      let state = Self.state(of: model, using: &generator)
      let elapsed = Elapsed.random(using: &generator)
      let days = Grade.allCases.map { grade in
        model.interval(
          model.nextState(state, grade: grade, elapsed: elapsed), retention: 0.9)
      }
      #expect(days == days.sorted())
    }
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `replaying a history gives what its reviews gave one by one`(
    kind: MemoryModel.Kind
  ) throws {
    var generator = SeededGenerator(seed: 14)
    let model = MemoryModel(kind)
    for _ in 0..<50 {
      var history: [(grade: Grade, elapsed: Elapsed)] = []
      var state: MemoryState?
      for _ in 0..<20 {
        let review = (generator.element(of: Grade.allCases), Elapsed.random(using: &generator))
        history.append(review)
        state =
          state.map { model.nextState($0, grade: review.0, elapsed: review.1) }
          ?? model.initialState(review.0)
        #expect(model.replay(history) == state)
      }
    }
    #expect(model.replay([]) == nil)
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `the interval is when the desired retention is reached`(
    kind: MemoryModel.Kind
  ) throws {
    var generator = SeededGenerator(seed: 15)
    for _ in 0..<300 {
      let model = try MemoryModel.random(kind, using: &generator)
      let state = Self.state(of: model, using: &generator)
      for retention in [0.5, 0.7, 0.9, 0.97] {
        let days = model.interval(state, retention: retention)
        let recalled = model.retrievability(state, elapsedDays: days)
        if kind == .fsrs7, days >= 36_500 {
          #expect(recalled >= retention - 1e-12)
        } else if kind == .fsrs7, days <= FSRS7.minimumInterval {
          #expect(recalled <= retention + 1e-12)
        } else {
          #expect(abs(recalled - retention) <= 1e-9)
        }
      }
      let shown = model.retrievability(state, elapsedDays: model.ninetyPercentDays(state))
      #expect(abs(shown - 0.9) <= 1e-9 || kind == .fsrs7)
    }
  }

  /// A state some reviews lead to.
  private static func state(
    of model: MemoryModel, using generator: inout SeededGenerator
  ) -> MemoryState {
    var state = model.initialState(generator.element(of: Grade.allCases))
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      state = model.nextState(
        state, grade: generator.element(of: Grade.allCases),
        elapsed: Elapsed.random(using: &generator))
    }
    return state
  }
}
