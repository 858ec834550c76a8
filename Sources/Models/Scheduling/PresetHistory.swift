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
