import RabbleQuestions
import RabbleScheduling

/// Which preset was in force for each group at each time. Presets have numbers in the order in which
/// they are asked for.
package struct PresetTimeline {
  /// The presets that were asked for so far, each once, and their schedulers.
  package private(set) var presets: [Preset] = []
  package private(set) var schedulers: [Scheduler] = []
  private let history: PresetHistory
  private var periods: [[Period]?] = []

  private struct Period {
    let since: EventID?
    let preset: Preset
    var number: Int?
  }

  /// Makes the timeline of a history in which no preset was asked for yet.
  package init(_ history: PresetHistory) { self.history = history }

  /// Whether it depends on the group and the time which preset is in force.
  package var isVarying: Bool { !history.entries.isEmpty }

  /// The number of the preset that was in force for a group at an event.
  ///
  /// - Parameters:
  ///   - group: the group's number.
  ///   - name: what it is known by now.
  ///   - event: the event.
  /// - Returns: the number of the preset; its scheduler has it too.
  package mutating func number(
    ofGroup group: Int, named name: @autoclosure () -> GroupName, at event: EventID
  ) -> Int {
    if history.entries.isEmpty {
      if presets.isEmpty { add(Preset()) }
      return 0
    }
    while periods.count <= group { periods.append(nil) }
    if periods[group] == nil {
      periods[group] = history.periods(ofGroup: name()).map {
        Period(since: $0.beginning?.id, preset: $0.preset, number: nil)
      }
    }
    guard let found = periods[group]?.lastIndex(where: { $0.since.map { $0 < event } ?? true }),
      let period = periods[group]?[found]
    else { return 0 }
    if let number = period.number { return number }
    let number = presets.firstIndex(of: period.preset) ?? presets.count
    if number == presets.count { add(period.preset) }
    periods[group]?[found].number = number
    return number
  }

  private mutating func add(_ preset: Preset) {
    presets.append(preset)
    schedulers.append(Scheduler(preset))
  }
}
