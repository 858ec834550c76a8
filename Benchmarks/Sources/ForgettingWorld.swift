import RabbleMemory

/// How a simulated learner really forgets, which the scheduler knows only by the answers.
protocol ForgettingWorld: Sendable {
  associatedtype Memory

  func first(_ grade: Grade) -> Memory
  /// The probability of recall after some days.
  func recall(_ memory: Memory, after days: Double) -> Double
  func next(_ memory: Memory, _ grade: Grade, after days: Double) -> Memory
}

extension FSRS6: ForgettingWorld {
  func first(_ grade: Grade) -> MemoryState { initialState(grade) }

  func recall(_ memory: MemoryState, after days: Double) -> Double {
    retrievability(memory, elapsedDays: days)
  }

  func next(_ memory: MemoryState, _ grade: Grade, after days: Double) -> MemoryState {
    nextState(memory, grade: grade, elapsedDays: Int(days))
  }
}

/// A world in which FSRS is wrong: the model SBD with seven weights.
///
/// Source: srs-benchmark, pull request 355. With δ = e^λ and ρ = e^((H-L)/3):
///
///     first review:  S = e^L ρ^(G-1)     n = max(0, (3-G)/2)
///     a(t) = t^(1/k) + e^(v/k) ρ^(-(G-1)/2) √S     β = e^α (δ + n)^c     R(t) = (1 + a/S)^-β
///     G > 1:  S' = S + a(t)     G = 1:  S' = S (1 - R)^c     n' = n + max(0, (3-G)/2)
struct SBD: ForgettingWorld {
  struct Memory {
    /// S, in days.
    let scale: Double
    let grade: Grade
    /// n.
    let brittleness: Double
  }

  /// L, H, k, α, c, v, λ.
  static let defaultWeights = [
    -2.803101, 1.386926, 1.739235, -1.819954, 0.529839, -0.886052, -1.393709,
  ]

  private let weights: [Double]
  private let delta: Double
  private let rho: Double

  /// Makes a world; one with another L and H by as much has memories that fade faster or slower.
  init(moved: Double = 0) {
    weights = Self.defaultWeights.enumerated().map { $0 < 2 ? $1 + moved : $1 }
    delta = exponential(weights[6])
    rho = exponential((weights[1] - weights[0]) / 3)
  }

  func first(_ grade: Grade) -> Memory {
    Memory(
      scale: Self.clamp(exponential(weights[0]) * power(rho, Double(grade.rawValue - 1))),
      grade: grade, brittleness: Self.brittleness(grade))
  }

  func recall(_ memory: Memory, after days: Double) -> Double {
    let beta = exponential(weights[3]) * power(delta + memory.brittleness, weights[4])
    return min(max(power(1 + gain(memory, days) / memory.scale, -beta), 1e-6), 1 - 1e-6)
  }

  func next(_ memory: Memory, _ grade: Grade, after days: Double) -> Memory {
    let scale =
      grade == .again
      ? memory.scale * power(1 - recall(memory, after: days), weights[4])
      : memory.scale + gain(memory, days)
    return Memory(
      scale: Self.clamp(scale), grade: grade,
      brittleness: min(50, memory.brittleness + Self.brittleness(grade)))
  }

  private func gain(_ memory: Memory, _ days: Double) -> Double {
    power(days, 1 / weights[2])
      + exponential(weights[5] / weights[2]) * power(rho, -Double(memory.grade.rawValue - 1) / 2)
      * memory.scale.squareRoot()
  }

  private static func brittleness(_ grade: Grade) -> Double {
    max(0, Double(3 - grade.rawValue) / 2)
  }

  private static func clamp(_ scale: Double) -> Double { min(max(scale, 0.001), 36_500) }
}
