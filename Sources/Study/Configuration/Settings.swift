import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens

/// What a learner has set in the config file.
public struct Settings: Hashable, Sendable {
  /// The most new cards a day, unless a session says otherwise.
  public var newPerDay = SimulatedLimits.usualNewCards
  /// The most new cards a day from one group; `nil` for any number.
  public var newPerGroup: Int?
  /// The limits of single groups and courses, by name.
  public var deckLimits: [String: DeckLimit] = [:]
  /// The most due cards a day; `nil` for all.
  public var reviewsPerDay: Int?
  /// The most cards in a session; `nil` for all.
  public var cards: Int?
  /// The minutes after which a session begins no other cards; `nil` for no such limit.
  public var minutes: Int?
  /// The order of a session, by name.
  public var order = "due"
  /// Where new cards come among those that are due.
  public var newCards = QueueOptions.NewCards.among
  /// Whether new cards are shown before they are asked, on a terminal.
  public var givesLessons = true
  /// How many new cards are shown before they are asked, 1 or more.
  public var lessonSize = 5
  /// After which verdicts the answer stays until Enter, on a terminal.
  public var pause = PauseRule.miss
  /// Whether the right answer is typed once after a miss, on a terminal.
  public var retypes = false
  /// Whether typos are forgiven where neither a question nor its group says.
  public var typos = TypoRule.on
  /// What says a text aloud, or makes a sound file of it; `nil` for nothing.
  public var speechCommand: Speaker.Command?
  /// What plays a sound file.
  public var speechPlayer: Speaker.Command?
  /// When words are said aloud.
  public var speech = SpeechRule.auto
  /// Whether anything can say a text aloud, so that cards can be asked by ear.
  var speaks: Bool { speechCommand != nil && speech != .off }
  /// Whether slow and fast answers suggest another grade.
  public var suggestsByTime = false
  /// Whether FSRS parameters are optimized after a session, when it takes less than a second.
  package var optimizesAutomatically = true
  /// The folder of backups; `nil` for the one beside the review log.
  package var backupFolder: String?
  /// Which backups are kept.
  package var backups = BackupRetention()
  /// The folder by which devices exchange events; `nil` for none.
  package var syncFolder: String?
  /// Whether events are exchanged before and after a session.
  package var syncsAutomatically = false
  /// What other devices call this one; `nil` for its host name.
  package var deviceName: String?
  /// How screens are drawn.
  package var display = DisplayStyle()
  /// The theme whose colors are used where none is set for a role.
  package var theme = Theme.Name.terminal
  /// The colors that are set for single roles.
  package var colors: [ThemeRole: Rendition] = [:]
  /// What is wrong with the file, a line each.
  public private(set) var faults: [String] = []

  /// The settings of a learner who has set nothing.
  public init() {}

  /// Reads the config file, which may be missing. What can't be used is a fault, and the rest counts.
  public init(at locations: Locations) {
    guard let file = ConfigFile(at: locations) else { return }
    let reading = file.reading
    faults = reading.faults
    for entry in reading.entries { _ = entry.setting.take(entry.text, into: &self) }
    display.theme = Theme(theme)
    for (role, rendition) in colors { display.theme[role] = rendition }
  }
}
