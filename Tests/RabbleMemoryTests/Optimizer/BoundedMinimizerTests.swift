import Testing

@testable import RabbleMemory

struct BoundedMinimizerTests {
  /// Rosenbrock's valley, whose least point is (1, 1).
  private func valley(_ point: [Double]) -> LossGradient {
    let (x, y) = (point[0], point[1])
    return LossGradient(
      loss: (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x),
      gradient: [-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)])
  }

  @Test func `the least point is found`() {
    let minimizer = BoundedMinimizer(bounds: [-5...5, -5...5], tolerance: 1e-14)
    let found = minimizer.minimize(from: [-1.2, 1]) { valley($0) }
    #expect(abs(found.point[0] - 1) < 1e-5 && abs(found.point[1] - 1) < 1e-5)
    #expect(found.loss < 1e-10)
  }

  @Test func `the least point within bounds is found`() {
    let minimizer = BoundedMinimizer(bounds: [-5...0.5, -5...5], tolerance: 1e-14)
    let found = minimizer.minimize(from: [-1.2, 1]) { valley($0) }
    #expect(abs(found.point[0] - 0.5) < 1e-6 && abs(found.point[1] - 0.25) < 1e-6)
  }

  @Test func `it starts and stays within the bounds`() {
    let minimizer = BoundedMinimizer(bounds: [2...3, -1...0])
    var isWithin = true
    let found = minimizer.minimize(from: [3, -1]) { point in
      isWithin = isWithin && (2...3).contains(point[0]) && (-1...0).contains(point[1])
      return valley(point)
    }
    #expect(isWithin)
    #expect(found.point == [2, 0])
  }

  @Test func `a value that is known at the start is not asked for again`() {
    var asked: [[Double]] = []
    _ = BoundedMinimizer(bounds: [-5...5, -5...5]).minimize(
      from: [-1.2, 1], knowing: valley([-1.2, 1])
    ) { point in
      asked.append(point)
      return valley(point)
    }
    #expect(!asked.isEmpty && !asked.contains([-1.2, 1]))
  }

  @Test func `what the function throws ends it`() {
    struct Enough: Error {}
    var count = 0
    #expect(throws: Enough.self) {
      try BoundedMinimizer(bounds: [-5...5, -5...5]).minimize(from: [-1.2, 1]) { point in
        count += 1
        if count == 3 { throw Enough() }
        return valley(point)
      }
    }
    #expect(count == 3)
  }
}
