import RabbleMemory

/// How some groups are scheduled: the memory model with its parameters, and what the learner wishes of
/// it. A preset is the learner's, kept in the log, and shared by as many groups as they like.
public struct Preset: Hashable, Sendable {
  /// The name of the preset of all groups that were given no other.
  public static let defaultName = "default"

  /// What the learner calls it.
  public var name: String
  /// The memory model with its parameters.
  public var model: MemoryModel
  /// The probability with which a card shall be remembered when it comes back, 0.01…0.999.
  public var desiredRetention: Double
  /// The longest interval in days, 1…36500.
  public var maximumInterval: Int
  /// The seconds of each step of a new card; FSRS-7 does without.
  public var learningSteps: [Int]
  /// The seconds of each step of a forgotten card; FSRS-7 does without.
  public var relearningSteps: [Int]
  /// How much each day of the week may bring.
  public var week: StudyWeek
  /// Whether cards are sent to those days of their range that bring less.
  public var balancesLoad: Bool
  /// What becomes of a card that is forgotten again and again.
  public var leech: LeechRule
  /// From how many reviews the parameters were learned; `nil` for parameters that were not learned here.
  public var learnedFrom: Int?

  /// Makes a preset; without more, everything is as it is for who never changed anything.
  public init(
    name: String = Preset.defaultName, model: MemoryModel = MemoryModel(.fsrs6),
    desiredRetention: Double = 0.9, maximumInterval: Int = 36_500,
    learningSteps: [Int] = [60, 600], relearningSteps: [Int] = [600],
    week: StudyWeek = StudyWeek(), balancesLoad: Bool = true, leech: LeechRule = LeechRule(),
    learnedFrom: Int? = nil
  ) {
    self.name = name
    self.model = model
    self.desiredRetention = desiredRetention
    self.maximumInterval = maximumInterval
    self.learningSteps = learningSteps
    self.relearningSteps = relearningSteps
    self.week = week
    self.balancesLoad = balancesLoad
    self.leech = leech
    self.learnedFrom = learnedFrom
  }
}

/// A change of how cards are scheduled: an event of the study log.
public enum PresetChange: Hashable, Sendable {
  /// Why a preset was changed.
  public enum Reason: String, Sendable, Hashable {
    /// The learner wished it.
    case learner
    /// The learner had its parameters learned.
    case optimize
    /// Its parameters were learned after a session, by themselves.
    case automatic
  }

  /// A preset is like this from now on, whether or not there was one of its name.
  case set(Preset, Reason)
  /// The groups of these titles use the preset of this name from now on; with a retention, they wish
  /// for that and not for the preset's.
  case use(preset: String, retention: Double?, groups: [String])
}

/// The presets there are, and which groups use them.
public struct PresetBook: Hashable, Sendable {
  private struct Use: Hashable {
    let preset: String
    let retention: Double?
  }

  /// All presets by name, the one of all other groups first.
  public var presets: [Preset] {
    func rank(_ preset: Preset) -> (Int, String) {
      (preset.name == Preset.defaultName ? 0 : 1, preset.name)
    }
    return byName.values.sorted { rank($0) < rank($1) }
  }
  private var byName = [Preset.defaultName: Preset()]
  private var uses: [String: Use] = [:]

  /// Begins with the default preset, which all groups use.
  public init() {}

  /// What changes make of it, the oldest first.
  public init(_ changes: some Sequence<PresetChange>) {
    for change in changes { apply(change) }
  }

  /// Goes on with a change.
  public mutating func apply(_ change: PresetChange) {
    switch change {
    case .set(let preset, _): byName[preset.name] = preset
    case .use(let name, let retention, let groups):
      for group in groups { uses[group] = Use(preset: name, retention: retention) }
    }
  }

  /// Whether all groups use the default preset as it is.
  public var isUniform: Bool { uses.isEmpty }

  /// The preset of this name, if there is one.
  public func preset(named name: String) -> Preset? { byName[name] }

  /// How the group of this title is scheduled: by its preset, with the group's own desired retention
  /// if it was given one.
  public func preset(forGroup title: String) -> Preset {
    guard let use = uses[title] else { return byName[Preset.defaultName] ?? Preset() }
    var preset = byName[use.preset] ?? Preset(name: use.preset)
    if let retention = use.retention { preset.desiredRetention = retention }
    return preset
  }

  /// The name of the preset the group of this title was given; `nil` when it was given none.
  public func name(forGroup title: String) -> String? { uses[title]?.preset }

  /// The desired retention the group of this title was given for its own; `nil` for none.
  public func retention(ofGroup title: String) -> Double? { uses[title]?.retention }

  /// The titles of the groups that were given the preset of this name, in alphabetical order.
  public func groups(using name: String) -> [String] {
    uses.filter { $0.value.preset == name }.map(\.key).sorted()
  }
}

/// All changes of presets, so that a card's schedule can be made again as it came to be.
public struct PresetHistory: Sendable {
  /// A change that counts.
  public struct Entry: Hashable, Sendable {
    /// The event's identity.
    public let id: EventID
    /// When it was made.
    public let moment: Moment
    /// What changed.
    public let change: PresetChange

    /// Makes an entry.
    public init(id: EventID, moment: Moment, change: PresetChange) {
      self.id = id
      self.moment = moment
      self.change = change
    }
  }

  /// A time in which one preset holds for a group.
  public struct Period: Sendable {
    /// What began it; `nil` for the first.
    public let beginning: Entry?
    /// The preset.
    public let preset: Preset
    /// What schedules by it.
    public let scheduler: Scheduler
  }

  /// The changes, the oldest first.
  public let entries: [Entry]

  /// Makes a history of changes, the oldest first.
  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// What all changes come to.
  public var book: PresetBook { PresetBook(entries.map(\.change)) }

  /// The times for the group of this title, the oldest first; at least one. A change that leaves the
  /// group as it is begins none.
  public func periods(ofGroup title: String) -> [Period] {
    var book = PresetBook()
    var periods = [Period(nil, book.preset(forGroup: title))]
    for entry in entries {
      book.apply(entry.change)
      let preset = book.preset(forGroup: title)
      if preset != periods[periods.count - 1].preset { periods.append(Period(entry, preset)) }
    }
    return periods
  }
}

extension PresetHistory.Period {
  fileprivate init(_ beginning: PresetHistory.Entry?, _ preset: Preset) {
    self.init(beginning: beginning, preset: preset, scheduler: Scheduler(preset))
  }
}
