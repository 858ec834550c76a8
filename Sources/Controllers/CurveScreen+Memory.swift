import RabbleMemory
import RabbleScreens

extension CurveScreen {
  /// How a card is forgotten that is answered "good" whenever its retrievability has fallen to the
  /// desired retention.
  ///
  /// - Parameters:
  ///   - model: the memory model.
  ///   - retention: the desired retention.
  ///   - days: the days that are drawn.
  public init(_ model: MemoryModel, retention: Double, days: Int) {
    let last = Double(max(days, 1))
    var stretches: [[Point]] = []
    var state = model.initialState(.good)
    var start = 0.0
    while start < last, stretches.count < 100 {
      let wait = max(model.interval(state, retention: retention).rounded(), 1)
      let end = min(start + wait, last)
      stretches.append(
        (0...40).map { step in
          let elapsed = (end - start) * Double(step) / 40
          return Point(
            day: start + elapsed, share: model.retrievability(state, elapsedDays: elapsed))
        })
      state = model.nextState(
        state, grade: .good, elapsed: Elapsed(wholeDays: Int(wait), days: wait))
      start += wait
    }
    self.init(
      title: "How a card is forgotten, and how each review makes that slower",
      stretches: stretches, level: retention, lastDay: last)
  }
}
