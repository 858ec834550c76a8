import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// What a change of presets did to the schedules.
package struct PresetOutcome: Hashable, Sendable, CustomStringConvertible {
  /// The days after today whose due cards are counted together.
  package static let days = 30

  /// How many cards got another due date.
  package let moved: Int
  /// What was due before.
  package let before: DueOutlook
  /// What is due now.
  package let after: DueOutlook

  package init(moved: Int, before: DueOutlook, after: DueOutlook) {
    self.moved = moved
    self.before = before
    self.after = after
  }

  /// How many cards were rescheduled and what that costs, in a sentence, and how to undo it.
  package var description: String {
    let undo = "Undo with `rabble undo`."
    guard moved > 0 else { return "No cards were rescheduled. \(undo)" }
    return (moved == 1 ? "1 card was" : "\(moved) cards were")
      + " rescheduled: \(after.today) \(after.today == 1 ? "is" : "are") due today (\(before.today) before) "
      + "and \(after.after) in the \(Self.days) days after (\(before.after) before). \(undo)"
  }
}

extension Library {
  /// The presets, and the groups that use each.
  ///
  /// - Throws: an error of the review log.
  package func presets() throws -> PresetBook { try log.read { try $0.presets.book() } }

  /// Creates a preset, or changes one, and reschedules its cards.
  ///
  /// - Returns: what became of the schedules.
  /// - Throws: ``PresetError/impossible(reason:)``, or an error of the review log.
  @discardableResult
  package func set(_ preset: Preset) throws -> PresetOutcome {
    try apply(.set(preset, .learner))
  }

  private func apply(_ change: PresetChange) throws -> PresetOutcome {
    do {
      let now = surroundings.now()
      let preparation = try log.read { try $0.presets.prepare(change, at: now) }
      return try log.write { tx in
        func outlook() throws -> DueOutlook {
          try tx.dueLoad.outlook(at: now, days: PresetOutcome.days)
        }
        let before = try outlook()
        let moved = try tx.presets.apply(change, prepared: preparation, at: now).moved
        return PresetOutcome(moved: moved, before: before, after: try outlook())
      }
    } catch let fault as PresetFault {
      throw PresetError.impossible(reason: fault.reason)
    }
  }

  /// Assigns a preset to groups and courses, and reschedules their cards.
  ///
  /// - Parameters:
  ///   - preset: the preset's name.
  ///   - names: groups and courses, by title or an unambiguous prefix.
  ///   - retention: the groups' own desired retention, 0.5…0.99; the preset's without it.
  /// - Returns: what the groups are called, and what became of the schedules.
  /// - Throws: ``PresetError``, `UnknownGroup`, or an error of the review log.
  package func use(preset: String, for names: [String], retention: Double? = nil) throws
    -> (groups: [String], outcome: PresetOutcome)
  {
    let book = try log.read { try $0.presets.book() }
    guard book.preset(named: preset) != nil else {
      throw PresetError.unknown(preset, names: book.presets.map(\.name))
    }
    let choices = try GroupChoice.choose(names, among: groupNames, courses: courseNames).get()
    var chosen: [StoredGroup] = []
    for choice in choices {
      let more =
        switch choice {
        case .course(let index): courses[index].groups
        case .group(let index): [groups[index]]
        }
      chosen += more.filter { group in !chosen.contains { $0.name == group.name } }
    }
    return (
      chosen.map(\.label),
      try apply(.use(preset: preset, retention: retention, groups: chosen.map(\.name)))
    )
  }
}
