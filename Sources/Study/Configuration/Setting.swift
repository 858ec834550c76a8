import RabbleScheduling
import RabbleScreens
import RabbleText

/// A setting of the config file: its key, what it accepts, its default and its meaning. Reading the file,
/// `rabble config`, its messages, its documentation and its completions all come from ``all``.
package struct Setting: Sendable {
  /// What values a setting has, and how they are written in TOML.
  package enum Kind: Hashable, Sendable {
    /// A whole number.
    case number
    /// `true` or `false`; `on` and `off` are read, too.
    case flag
    /// One of these words.
    case choice([String])
    /// A program with its arguments: a text, or a list of strings.
    case program
    /// Any other text.
    case text
  }

  /// Its path in TOML.
  let path: [String]
  /// What it decides, in a line.
  package let meaning: String
  /// What values it has.
  package let kind: Kind
  /// What it accepts, as it stands behind “must be”.
  package let accepted: String

  private let read: @Sendable (Settings) -> String?
  private let write: @Sendable (inout Settings, String) -> Bool

  /// Its key, with dots: `study.new`.
  package var key: String { TOMLText.name(of: path) }

  /// Its value, as it is written in TOML; `nil` where it has none.
  package func value(in settings: Settings) -> String? { read(settings).map(literal) }

  /// Its value when nothing is set, as it is written in TOML; `nil` where it has none.
  package var defaultValue: String? { value(in: Settings()) }

  /// The words that a shell can complete it with.
  package var completions: [String] {
    switch kind {
    case .flag: ["true", "false"]
    case .choice(let names): names
    case .number, .program, .text: []
    }
  }

  /// Takes a value, or leaves the settings as they are and returns false.
  func take(_ text: String, into settings: inout Settings) -> Bool {
    if kind == .flag {
      return write(&settings, text == "on" ? "true" : text == "off" ? "false" : text)
    }
    return write(&settings, text)
  }

  /// What is wrong with a value.
  func advice(on text: String) -> String {
    var near: String?
    if case .choice(let names) = kind { near = Nearest.to(text, among: names) }
    return "\(key) must be \(accepted), not “\(text.printable)”."
      + (near.map { " Did you mean \($0)?" } ?? "")
  }

  /// How a value is written in TOML.
  func literal(_ text: String) -> String {
    switch kind {
    case .number: Int(text).map(String.init) ?? TOMLText.quoted(text)
    case .flag where ["true", "on"].contains(text): "true"
    case .flag where ["false", "off"].contains(text): "false"
    case .program where text.hasPrefix("["): Speaker.Command(text)?.list ?? TOMLText.quoted(text)
    case .flag, .choice, .program, .text: TOMLText.quoted(text)
    }
  }
}

// MARK: - The table

extension Setting {
  /// All settings but the limits of single groups and courses, in the order of their keys.
  package static let all: [Setting] =
    [
      Setting(
        "backup.folder", .text, "a path that begins with /", "Folder of backups.",
        { $0.backupFolder },
        { settings, text in
          guard text.hasPrefix("/") else { return false }
          settings.backupFolder = text
          return true
        }),
      Setting(
        "backup.keep", .text, "three whole numbers up to 1000, as in \"7 4 12\"",
        "How many daily, weekly and monthly backups to keep.",
        { "\($0.backups.days) \($0.backups.weeks) \($0.backups.months)" },
        { settings, text in
          let numbers = text.split(separator: " ").map { Int($0) ?? -1 }
          guard numbers.count == 3, numbers.allSatisfy({ 0...1000 ~= $0 }) else { return false }
          let backups = (numbers[0], numbers[1], numbers[2])
          (settings.backups.days, settings.backups.weeks, settings.backups.months) = backups
          return true
        }),
      number(
        "display.ambiguous-width", \.display.ambiguousWidth, 1...2,
        "Columns of characters such as “…” and “█” on your terminal; 2 on some East Asian ones."),
      choice("display.furigana", \.display.furigana, "Where to show furigana."),
      flag(
        "display.plain", \.display.isPlain,
        "Write for a screen reader: one item per line, in words, without color or symbols."),
      choice("display.theme", \.theme, "Colors."),
      flag(
        "judging.timing", \.suggestsByTime, "Suggest another grade after a slow or fast answer."),
      choice(
        "judging.typos", \.typos,
        "Whether typos are accepted; young: until the card's stability passes 21 days."),
      flag(
        "optimize.automatic", \.optimizesAutomatically, "Optimize FSRS parameters after a session."),
      program("sound.player", \.speechPlayer, "Program that plays a sound file."),
      program(
        "sound.speech", \.speechCommand,
        "Program that says a text aloud, or writes a sound file {file}."),
      choice(
        "sound.when", \.speech,
        "When words are said aloud: auto with the answer, request only on `:say`."),
      number("study.lesson-size", \.lessonSize, 1...100, "New cards in a lesson."),
      flag(
        "study.lessons", \.givesLessons, "Show new cards with their answers before asking them."),
      optional("study.limit", \.cards, "Cards in a session."),
      optional("study.minutes", \.minutes, "Minutes after which a session starts no other cards."),
      number("study.new", \.newPerDay, SessionOptions.counts, "New cards per day."),
      choice(
        "study.new-cards", \.newCards, "Whether new cards come before, among or after due cards."),
      optional("study.new-per-group", \.newPerGroup, "New cards per day from one group."),
      Setting(
        "study.order", .choice(SessionOrder.names), list(SessionOrder.names), "Card order.",
        { $0.order },
        { settings, text in
          guard SessionOrder.names.contains(text) else { return false }
          settings.order = text
          return true
        }),
      choice("study.pause", \.pause, "After which verdicts to wait for Enter."),
      flag("study.retype", \.retypes, "Type the answer once more after a miss."),
      optional("study.reviews", \.reviewsPerDay, "Due cards per day."),
      flag("sync.automatic", \.syncsAutomatically, "Sync before and after a session."),
      Setting(
        "sync.folder", .text, "a path that begins with /",
        "Folder through which your devices sync.",
        { $0.syncFolder },
        { settings, text in
          guard text.hasPrefix("/") else { return false }
          settings.syncFolder = text
          return true
        }),
      Setting(
        "sync.name", .text, "a name of 1 to 60 characters",
        "What your other devices call this one (default: its host name).",
        { $0.deviceName },
        { settings, text in
          guard (1...60).contains(text.count) else { return false }
          settings.deviceName = text
          return true
        }),
    ]
    + ThemeRole.allCases.map { role in
      Setting(
        "theme.\(role.rawValue)", .text, Rendition.accepted, "Color of \(role.words).",
        { ($0.colors[role] ?? Theme($0.theme)[role]).text },
        { settings, text in
          guard let rendition = Rendition(text) else { return false }
          settings.colors[role] = rendition
          return true
        })
    }

  /// The parts of the key of a limit before and behind the name of a group or course, and where its
  /// value goes.
  private static let limits: [(end: String, path: WritableKeyPath<DeckLimit, Int?> & Sendable)] = [
    ("new", \.new), ("reviews", \.reviews),
  ]

  /// The keys of limits of single groups and courses, for people.
  package static let limitKeys = limits.map { "limit.NAME.\($0.end)" }

  /// The limit of one group or course; `nil` where there is no such limit.
  private static func limit(of name: String, _ end: String) -> Setting? {
    guard !name.isEmpty, let path = limits.first(where: { $0.end == end })?.path else { return nil }
    return Setting(
      ["limit", name, end], .number, wholeNumber(SessionOptions.counts),
      end == "new"
        ? "New cards per day from this group or course."
        : "Due cards per day from this group or course.",
      { $0.deckLimits[name]?[keyPath: path].map(String.init) },
      { settings, text in
        guard let number = Int(text), SessionOptions.counts ~= number else { return false }
        settings.deckLimits[name, default: DeckLimit()][keyPath: path] = number
        return true
      })
  }

  /// The setting at a path in TOML; `nil` where there is none.
  static func at(_ path: [String]) -> Setting? {
    if path.count == 3, path[0] == "limit" { return limit(of: path[1], path[2]) }
    return byPath[path]
  }

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

  /// The path of a key as it was typed: `limit.N5: Food.new` needs no quotation marks.
  package static func path(_ key: String) -> [String] {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts[0] == "limit", let end = parts.last else { return parts }
    let name = parts[1..<(parts.count - 1)].joined(separator: ".")
    if name.hasPrefix("\""), let path = TOMLLine.path(key) { return path }
    return ["limit", name, end]
  }

  /// The setting with a key as it was typed.
  ///
  /// - Throws: ``SettingError/unknown(_:near:)``.
  package static func named(_ key: String) throws(SettingError) -> Setting {
    guard let setting = at(path(key)) else { throw .unknown(path(key)) }
    return setting
  }

  /// The key that a path in TOML may mean; `nil` where none is close, or several are.
  fileprivate static func nearest(toPath path: [String]) -> String? {
    guard path.count > 2 else { return nearest(to: path.joined(separator: ".")) }
    let ends = limits.map(\.end)
    if path.count == 3, !path[1].isEmpty, Nearest.to(path[0], among: ["limit"]) != nil,
      let end = Nearest.to(path[2], among: ends)
    {
      return TOMLText.name(of: ["limit", path[1], end])
    }
    return nearest(to: path.joined(separator: "."))
  }

  /// The key that a misspelled one is closest to: as a whole, or by its last part; `nil` where none is
  /// close, or several are.
  static func nearest(to key: String) -> String? {
    let keys = all.map(\.key)
    if let near = Nearest.to(key, among: keys) { return near }
    func last(_ key: String) -> String { String(key.split(separator: ".").last ?? "") }
    let parts = Array(Set(keys.map(last)))
    guard let part = Nearest.to(last(key), among: parts) else { return nil }
    let alike = keys.filter { last($0) == part }
    return alike.count == 1 ? alike[0] : nil
  }
}

extension ThemeRole {
  /// What has its color, for people.
  fileprivate var words: String {
    switch self {
    case .heading: "titles and prompts"
    case .answer: "answers and hints"
    case .correct: "correct answers"
    case .remark: "notes"
    case .wrong: "incorrect answers and problems"
    case .muted: "what matters less"
    }
  }
}

// MARK: - Kinds of settings

extension Setting {
  private init(
    _ key: String, _ kind: Kind, _ accepted: String, _ meaning: String,
    _ read: @escaping @Sendable (Settings) -> String?,
    _ write: @escaping @Sendable (inout Settings, String) -> Bool
  ) {
    self.init(key.split(separator: ".").map(String.init), kind, accepted, meaning, read, write)
  }

  private init(
    _ path: [String], _ kind: Kind, _ accepted: String, _ meaning: String,
    _ read: @escaping @Sendable (Settings) -> String?,
    _ write: @escaping @Sendable (inout Settings, String) -> Bool
  ) {
    self.path = path
    self.kind = kind
    self.accepted = accepted
    self.meaning = meaning
    self.read = read
    self.write = write
  }

  private static func flag(
    _ key: String, _ path: WritableKeyPath<Settings, Bool> & Sendable, _ meaning: String
  ) -> Setting {
    Setting(
      key, .flag, "true or false", meaning, { $0[keyPath: path] ? "true" : "false" },
      { settings, text in
        guard let flag = Bool(text) else { return false }
        settings[keyPath: path] = flag
        return true
      })
  }

  private static func number(
    _ key: String, _ path: WritableKeyPath<Settings, Int> & Sendable, _ range: ClosedRange<Int>,
    _ meaning: String
  ) -> Setting {
    Setting(
      key, .number, wholeNumber(range), meaning, { "\($0[keyPath: path])" },
      { settings, text in
        guard let number = Int(text), range.contains(number) else { return false }
        settings[keyPath: path] = number
        return true
      })
  }

  private static func wholeNumber(_ range: ClosedRange<Int>) -> String {
    range.count == 2
      ? "\(range.lowerBound) or \(range.upperBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  /// A number of cards or minutes that there may be none of.
  private static func optional(
    _ key: String, _ path: WritableKeyPath<Settings, Int?> & Sendable, _ meaning: String
  ) -> Setting {
    Setting(
      key, .number, wholeNumber(SessionOptions.counts), meaning,
      { $0[keyPath: path].map(String.init) },
      { settings, text in
        guard let number = Int(text), SessionOptions.counts ~= number else { return false }
        settings[keyPath: path] = number
        return true
      })
  }

  private static func choice<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ key: String, _ path: WritableKeyPath<Settings, Value> & Sendable, _ meaning: String
  ) -> Setting where Value.RawValue == String {
    let names = Value.allCases.map(\.rawValue)
    return Setting(
      key, .choice(names), list(names), meaning, { $0[keyPath: path].rawValue },
      { settings, text in
        guard let value = Value(rawValue: text) else { return false }
        settings[keyPath: path] = value
        return true
      })
  }

  private static func program(
    _ key: String, _ path: WritableKeyPath<Settings, Speaker.Command?> & Sendable,
    _ meaning: String
  ) -> Setting {
    Setting(
      key, .program,
      "a program with its arguments, as in \"espeak-ng -v ja\" or [\"espeak-ng\", \"-v\", \"ja\"]",
      meaning, { $0[keyPath: path]?.text },
      { settings, text in
        guard let command = Speaker.Command(text) else { return false }
        settings[keyPath: path] = command
        return true
      })
  }

  /// `a, b or c`.
  private static func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

/// Why a setting could not be shown or changed.
package enum SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such setting; the nearest key.
  case unknown(String, near: String?)
  /// The setting does not accept the value; what it accepts.
  case unusable(String)
  /// The config file can't be read.
  case unreadable(path: String, String)
  /// The setting stands where a program can't change it safely.
  case unchangeable(String, path: String)

  /// There is no setting at a path in TOML.
  static func unknown(_ path: [String]) -> SettingError {
    .unknown(TOMLText.name(of: path), near: Setting.nearest(toPath: path))
  }

  /// Whether the learner asked for something that can't be.
  package var isUsageError: Bool {
    switch self {
    case .unknown, .unusable: true
    case .unreadable, .unchangeable: false
    }
  }

  /// What happened, and what to do.
  package var description: String {
    switch self {
    case .unknown(let key, let near):
      "Unknown setting “\(key.printable)”."
        + (near.map { " Did you mean \($0)?" } ?? " `rabble config` lists all settings.")
    case .unusable(let advice): advice
    case .unreadable(let path, let reason):
      "\(path): \(reason) Fix it with `rabble config edit`; nothing was changed."
    case .unchangeable(let key, let path):
      "\(path): \(key) can't be changed where it stands; use `rabble config edit`."
    }
  }
}
