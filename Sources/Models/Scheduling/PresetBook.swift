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
