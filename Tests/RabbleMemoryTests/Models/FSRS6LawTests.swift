import RabbleMemory
import RabbleTestSupport
import Testing

/// What must be true of the model whatever the numbers.
struct FSRS6LawTests {
  let model = FSRS6()

  @Test func `nothing is forgotten at once`() {
    for state in states() {
      #expect(model.retrievability(state, elapsedDays: 0) == 1)
      #expect(model.retrievability(state, elapsedDays: -3) == 1)
    }
  }

  @Test func `after as many days as the stability nine in ten are remembered`() {
    for state in states() {
      let recalled = model.retrievability(state, elapsedDays: state.stability)
      #expect(abs(recalled - 0.9) < 1e-14)
      let days = model.interval(stability: state.stability, retention: 0.9)
      #expect(relativeDistance(days, state.stability) < 1e-14)
    }
  }

  @Test func `the interval is the inverse of the forgetting curve`() {
    for state in states() {
      for retention in [0.5, 0.7, 0.85, 0.95, 0.99] {
        let days = model.interval(stability: state.stability, retention: retention)
        #expect(abs(model.retrievability(state, elapsedDays: days) - retention) < 1e-12)
      }
    }
  }

  @Test func `memory fades with time, and slower when it is more stable`() {
    for state in states() where state.stability < 30_000 {
      let soon = model.retrievability(state, elapsedDays: 10)
      #expect(model.retrievability(state, elapsedDays: 11) < soon)
      let firmer = MemoryState(stability: state.stability * 1.1, difficulty: state.difficulty)
      #expect(model.retrievability(firmer, elapsedDays: 10) > soon)
    }
  }

  @Test func `a higher retention asks for a shorter interval`() {
    for state in states() {
      let days = stride(from: 0.5, through: 1, by: 0.05).map {
        model.interval(stability: state.stability, retention: $0)
      }
      #expect(days == days.sorted(by: >))
      #expect(model.interval(stability: state.stability, retention: 1) == 0)
    }
  }

  @Test func `a better first grade gives more stability and less difficulty`() {
    let first = Grade.allCases.map(model.initialState)
    #expect(first.map(\.stability) == [0.212, 1.2931, 2.3065, 8.2956])
    #expect(first.map(\.difficulty) == first.map(\.difficulty).sorted(by: >))
    #expect(first[0].difficulty == 6.4133)
  }

  @Test func `after days a better grade gives more stability`() {
    for state in states() where state.stability < 1000 {
      let next = Grade.allCases.map { model.nextState(state, grade: $0, elapsedDays: 3).stability }
      #expect(next[0] < next[1] && next[1] < next[2] && next[2] < next[3])
      #expect(next[0] < state.stability)
      #expect(next[1] > state.stability)
    }
  }

  @Test func `on one day a right answer never costs stability`() {
    for state in states() {
      let next = Grade.allCases.map { model.nextState(state, grade: $0, elapsedDays: 0).stability }
      #expect(next == next.sorted())
      #expect(next[1] >= state.stability)
    }
  }

  @Test func `a better grade gives less difficulty`() {
    for state in states() {
      for days in [0, 5] {
        let next = Grade.allCases.map {
          model.nextState(state, grade: $0, elapsedDays: days).difficulty
        }
        #expect(next == next.sorted(by: >))
      }
    }
  }

  @Test func `the longer ago, the more a right answer is worth`() {
    for state in states() where state.stability < 1000 {
      for grade in [Grade.hard, .good, .easy] {
        let next = (1...40).map {
          model.nextState(state, grade: grade, elapsedDays: $0).stability
        }
        #expect(next == next.sorted())
        #expect(next[0] < next[39])
      }
    }
  }

  @Test func `an easier card gains more`() {
    for state in states() where state.stability < 1000 && state.difficulty < 9 {
      let harder = MemoryState(stability: state.stability, difficulty: state.difficulty + 1)
      let gain = model.nextState(state, grade: .good, elapsedDays: 4).stability
      #expect(gain > model.nextState(harder, grade: .good, elapsedDays: 4).stability)
    }
  }

  @Test func `time that runs backwards is the same day`() {
    for state in states() {
      for grade in Grade.allCases {
        let sameDay = model.nextState(state, grade: grade, elapsedDays: 0)
        #expect(model.nextState(state, grade: grade, elapsedDays: -1) == sameDay)
        #expect(model.nextState(state, grade: grade, elapsedDays: .min) == sameDay)
      }
    }
  }

  @Test func `every state lies within its ranges`() {
    let strange = [0, -1, 1e-300, 1e300, .infinity, -.infinity, .nan]
    var inputs = states()
    for stability in strange {
      for difficulty in strange {
        inputs.append(MemoryState(stability: stability, difficulty: difficulty))
      }
    }
    for state in inputs {
      for grade in Grade.allCases {
        for days in [0, 1, 400, .max, .min] {
          let next = model.nextState(state, grade: grade, elapsedDays: days)
          #expect(FSRS6.stabilityRange.contains(next.stability))
          #expect(FSRS6.difficultyRange.contains(next.difficulty))
        }
      }
    }
  }

  /// 300 states, their stabilities even on a logarithmic scale.
  private func states() -> [MemoryState] {
    var generator = SeededGenerator(seed: 7)
    return (0..<300).map { index in
      var stability = 0.001
      for _ in 0..<(index % 25) { stability *= 2 }
      return MemoryState(
        stability: stability * Double.random(in: 1...2, using: &generator),
        difficulty: Double.random(in: 1...10, using: &generator)
      )
    }
  }
}
