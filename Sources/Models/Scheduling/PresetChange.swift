/// A change of how cards are scheduled: an event of the study log.
public enum PresetChange: Hashable, Sendable {
  /// Why a preset was changed.
  public enum Reason: String, Sendable, Hashable {
    /// The learner wished it.
    case learner
    /// The learner had its weights learned.
    case optimize
    /// Its weights were learned after a session, by themselves.
    case automatic
  }

  /// A preset is like this from now on, whether or not there was one of its name.
  case set(Preset, Reason)
  /// The groups of these titles use the preset of this name from now on; with a retention, they wish
  /// for that and not for the preset's.
  case use(preset: String, retention: Double?, groups: [String])
}
