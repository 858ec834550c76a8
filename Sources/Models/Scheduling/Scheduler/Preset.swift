import RabbleMemory
import RabbleQuestions

/// How some groups are scheduled: the memory model with its parameters, and the scheduling options. A
/// preset is the learner's, kept in the log, and shared by any number of groups.
package struct Preset: Hashable, Sendable {
  /// The name of the preset of all groups without another.
  package static let defaultName = "default"

  /// What the learner calls it.
  package var name: String
  /// The memory model with its parameters.
  package var model: MemoryModel
  /// The desired retention: the probability of recall when a card is due, 0.01…0.999.
  package var desiredRetention: Double
  /// How fast the target rises with a card's stability, 0…0.2 (`RecallTarget`); 0 for one target for all.
  package var slope: Double
  /// The longest interval in days, 1…36500.
  package var maximumInterval: Int
  /// The seconds of each step of a new card.
  package var learningSteps: [Int]
  /// The seconds of each step of a forgotten card.
  package var relearningSteps: [Int]
  /// How many reviews each day of the week should bring.
  package var week: StudyWeek
  /// Whether less busy days within the fuzz range are preferred.
  package var balancesLoad: Bool
  /// What happens to a card that is forgotten again and again.
  package var leech: LeechRule
  /// How many reviews the parameters were fitted to; `nil` for parameters that were not fitted here.
  package var learnedFrom: Int?
  /// Cards first reviewed before this day are ignored when parameters are optimized; `nil` for none.
  package var ignoresBefore: StudyDay?
  /// How much a day brings of each group that uses it.
  package var limits: DeckLimit

  /// Makes a preset; by default that of a learner who has never changed anything.
  package init(
    name: String = Preset.defaultName, model: MemoryModel = MemoryModel(),
    desiredRetention: Double = 0.9, slope: Double = 0,
    maximumInterval: Int = MemoryModel.longestInterval,
    learningSteps: [Int] = [60, 600], relearningSteps: [Int] = [600],
    week: StudyWeek = StudyWeek(), balancesLoad: Bool = true, leech: LeechRule = LeechRule(),
    learnedFrom: Int? = nil, ignoresBefore: StudyDay? = nil, limits: DeckLimit = DeckLimit()
  ) {
    self.name = name
    self.model = model
    self.desiredRetention = desiredRetention
    self.slope = slope
    self.maximumInterval = maximumInterval
    self.learningSteps = learningSteps
    self.relearningSteps = relearningSteps
    self.week = week
    self.balancesLoad = balancesLoad
    self.leech = leech
    self.learnedFrom = learnedFrom
    self.ignoresBefore = ignoresBefore
    self.limits = limits
  }

  /// The desired probability of recall when a card is due.
  package var target: RecallTarget { RecallTarget(level: desiredRetention, slope: slope) }

  /// The preset without the limits of a day, which no card's schedule depends on.
  package var scheduling: Preset {
    var preset = self
    preset.limits = DeckLimit()
    return preset
  }

  /// Whether the schedules of another preset go on under this one: what it changes decides about no interval, such
  /// as the rule for leeches.
  package func keepsSchedules(of other: Preset) -> Bool {
    model == other.model && desiredRetention == other.desiredRetention
      && slope == other.slope && maximumInterval == other.maximumInterval
      && learningSteps == other.learningSteps && relearningSteps == other.relearningSteps
  }
}

/// How much a day brings of a group or course.
public struct DeckLimit: Hashable, Sendable {
  /// The most new cards a day; `nil` for no limit.
  public var new: Int?
  /// The most due cards a day; `nil` for no limit.
  public var reviews: Int?

  /// Makes limits; by default none.
  public init(new: Int? = nil, reviews: Int? = nil) {
    self.new = new
    self.reviews = reviews
  }
}

/// A change of how cards are scheduled: an event of the study log.
package enum PresetChange: Hashable, Sendable {
  /// Why a preset was changed.
  package enum Reason: String, Sendable, Hashable {
    /// The learner changed it.
    case learner
    /// The learner had its parameters optimized.
    case optimize
    /// Its parameters were optimized automatically after a session.
    case automatic
  }

  /// A preset has these values from now on, whether or not there was one of its name.
  case set(Preset, Reason)
  /// These groups use the preset of this name from now on; a desired retention of their own replaces the
  /// preset's.
  case use(preset: String, retention: Double?, groups: [GroupName])
  /// A group has another title or another deck from now on, and what holds for it goes on under that.
  case rename(from: GroupName, to: GroupName)

  /// Whether a card keeps its day where it would be due on a day nearby
  /// (``Schedule/replacing(_:at:keepsNearDays:)``): where only parameters were optimized.
  package var keepsNearDays: Bool {
    guard case .set(_, let reason) = self else { return false }
    return reason != .learner
  }
}

/// The presets there are, and which groups use them.
package struct PresetBook: Hashable, Sendable {
  private struct Use: Hashable {
    let preset: String
    let retention: Double?
  }

  private struct Rename: Hashable {
    let event: EventID
    let from: GroupName
    let to: GroupName
  }

  /// All presets by name, the default one first.
  package var presets: [Preset] {
    func rank(_ preset: Preset) -> (Int, String) {
      (preset.name == Preset.defaultName ? 0 : 1, preset.name)
    }
    return byName.values.sorted { rank($0) < rank($1) }
  }
  private var byName = [Preset.defaultName: Preset()]
  private var uses: [GroupName: Use] = [:]
  /// The renamings of groups, the oldest first.
  private var renames: [Rename] = []
  /// The renamings that another device had made by then.
  fileprivate private(set) var repeatedRenames: Set<EventID> = []

  /// Begins with the default preset, used by all groups.
  package init() {}

  /// The result of changes, the oldest first.
  package init(_ changes: some Sequence<PresetHistory.Entry>) {
    for change in changes { apply(change) }
  }

  /// Applies a change that is newer than all others.
  package mutating func apply(_ entry: PresetHistory.Entry) {
    switch entry.change {
    case .set(let preset, _): byName[preset.name] = preset
    case .use(let name, let retention, let groups):
      for group in groups { uses[group] = Use(preset: name, retention: retention) }
    case .rename(let from, let to):
      let use = uses.removeValue(forKey: from)
      let isRepeated = use == nil && isRepeated(from, to)
      if isRepeated { repeatedRenames.insert(entry.id) }
      // A group whose deck becomes known joins one that may have a preset.
      let isFound = from.deck.isEmpty && !to.deck.isEmpty
      if use != nil || !isFound && !isRepeated { uses[to] = use }
      renames.append(Rename(event: entry.id, from: from, to: to))
    }
  }

  /// Whether a group was last renamed so already: another device has met the same edit.
  private func isRepeated(_ from: GroupName, _ to: GroupName) -> Bool {
    let last = renames.last { ![$0.from, $0.to].allSatisfy { $0 != from && $0 != to } }
    return last.map { $0.from == from && $0.to == to } ?? false
  }

  /// What a group is known by now.
  ///
  /// - Parameters:
  ///   - name: what it was known by.
  ///   - event: when it was: the event that was made then.
  /// - Returns: what it is known by.
  package func name(of name: GroupName, since event: EventID) -> GroupName {
    renames.reduce(name) { $1.event > event && $1.from == $0 ? $1.to : $0 }
  }

  /// Whether a group that was known by this name is known by that one now.
  package func isRenamed(_ name: GroupName, to new: GroupName) -> Bool {
    renames.contains { $0.from == name && $0.to == new }
      && renames.reduce(name) { $1.from == $0 ? $1.to : $0 } == new
  }

  /// Whether all groups use the default preset as it is.
  package var isUniform: Bool { uses.isEmpty }

  /// The preset of this name, if there is one.
  package func preset(named name: String) -> Preset? { byName[name] }

  /// How a group is scheduled: by its preset, with the group's own desired retention if it has one.
  package func preset(forGroup name: GroupName) -> Preset {
    guard let use = uses[name] else { return usual }
    var preset = byName[use.preset] ?? Preset(name: use.preset)
    if let retention = use.retention { preset.desiredRetention = retention }
    return preset
  }

  /// The preset of all groups without another.
  package var usual: Preset { byName[Preset.defaultName] ?? Preset() }

  /// The name of the preset assigned to a group; `nil` when there is none.
  package func name(forGroup name: GroupName) -> String? { uses[name]?.preset }

  /// The own desired retention of a group; `nil` for none.
  package func retention(ofGroup name: GroupName) -> Double? { uses[name]?.retention }

  /// The groups that a preset is assigned to.
  package var groups: Set<GroupName> { Set(uses.keys) }

  /// The groups the preset of this name is assigned to, in alphabetical order.
  package func groups(using name: String) -> [GroupName] {
    uses.filter { $0.value.preset == name }.map(\.key).sorted()
  }
}

/// All changes of presets, so that a card's schedule can be recomputed as it was.
package struct PresetHistory: Sendable {
  /// A change that has not been undone.
  package struct Entry: Hashable, Sendable {
    package let id: EventID
    package let moment: Moment
    package let change: PresetChange
    /// The event that it was made with, such as an import.
    package let cause: EventID?

    package init(id: EventID, moment: Moment, change: PresetChange, cause: EventID? = nil) {
      self.id = id
      self.moment = moment
      self.change = change
      self.cause = cause
    }
  }

  /// A time during which a group has one preset.
  package struct Period: Sendable {
    /// The change that began it; `nil` for the first.
    package let beginning: Entry?
    package let preset: Preset
    package let scheduler: Scheduler
    /// Whether all schedules of the period before go on.
    package let keepsSchedules: Bool
  }

  /// The changes, the oldest first.
  package let entries: [Entry]
  /// The result of all changes.
  package let book: PresetBook

  /// Makes a history of changes, the oldest first.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
    book = PresetBook(entries)
  }

  /// Whether groups were renamed.
  package var hasRenames: Bool {
    entries.contains { if case .rename = $0.change { true } else { false } }
  }

  /// Whether all answers were given under the default preset as it is, whatever groups were called.
  package var isUniform: Bool {
    entries.allSatisfy { if case .rename = $0.change { true } else { false } }
  }

  /// The last change that was made with each event that changes were made with: what the event brought was under
  /// the presets that it brought, however old it is.
  package var lastChanges: [EventID: EventID] {
    entries.reduce(into: [:]) { if let cause = $1.cause { $0[cause] = $1.id } }
  }

  /// The periods of the group that is known by this name now, the oldest first; at least one. A change that
  /// doesn't affect the group starts no period, and the history of a group that was known by it before is
  /// left out.
  package func periods(ofGroup name: GroupName) -> [Period] {
    var name = name
    var own = entries[...]
    let repeated = self.book.repeatedRenames
    for (index, entry) in zip(entries.indices, entries).reversed() {
      guard case .rename(let from, let to) = entry.change, !repeated.contains(entry.id) else {
        continue
      }
      if to == name {
        name = from
      } else if from == name {
        own = entries[(index + 1)...]
        break
      }
    }
    var book = PresetBook(entries[..<own.startIndex])
    var periods = [Period(nil, book.preset(forGroup: name).scheduling)]
    for entry in own {
      if case .rename(name, let to) = entry.change, !repeated.contains(entry.id) { name = to }
      book.apply(entry)
      let preset = book.preset(forGroup: name).scheduling
      let before = periods[periods.count - 1].preset
      if preset != before {
        periods.append(Period(entry, preset, keepsSchedules: preset.keepsSchedules(of: before)))
      }
    }
    return periods
  }
}

extension PresetHistory.Period {
  /// Whether cards keep days nearby when it begins.
  package var keepsNearDays: Bool { beginning?.change.keepsNearDays ?? false }

  fileprivate init(
    _ beginning: PresetHistory.Entry?, _ preset: Preset, keepsSchedules: Bool = false
  ) {
    self.init(
      beginning: beginning, preset: preset, scheduler: Scheduler(preset),
      keepsSchedules: keepsSchedules)
  }
}
