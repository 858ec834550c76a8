import Foundation
import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// What a learner has set in the config file: lines such as `judging.timing = on`.
public struct Settings: Hashable, Sendable {
  /// The most new cards a day, unless a session says otherwise.
  public var newPerDay = DailyLimits.usualNewCards
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
  public var speech = SpeechRule.answer
  /// Whether slow and fast answers suggest another grade.
  public var suggestsByTime = false
  /// Whether FSRS parameters are optimized after a session, when it takes less than a second.
  public var optimizesAutomatically = true
  /// The folder of backups; `nil` for the one beside the review log.
  public var backupFolder: String?
  /// Which backups are kept.
  public var backups = BackupRetention()
  /// What is wrong with the file, a line each.
  public private(set) var faults: [String] = []

  private static let names = [
    "backup.folder", "backup.keep", "judging.timing", "judging.typos",
    "optimize.automatic", "speech.command", "speech.player", "speech.when", "study.lesson-size",
    "study.lessons", "study.limit", "study.minutes",
    "study.new", "study.new-cards", "study.new-per-group", "study.order", "study.pause",
    "study.retype", "study.reviews",
  ]

  /// The settings of a learner who has set nothing.
  public init() {}

  /// Reads the file at `path`, which may be missing. A line that can't be used is a fault, and the
  /// others count.
  init(path: String) {
    guard access(path, F_OK) == 0 else { return }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      faults.append("\(path): error: The config file can't be read; it must be readable UTF-8.")
      return
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      if !line.isEmpty, let fault = take(line) {
        faults.append("\(path):\(index + 1):1: error: \(fault)")
      }
    }
  }

  /// Takes a line, or says what is wrong with it.
  private mutating func take(_ line: String) -> String? {
    let parts = line.split(separator: "=", maxSplits: 1).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 2 else { return "Invalid line: expected “name = value”." }
    for (prefix, path) in [("study.new.", \DeckLimit.new), ("study.reviews.", \DeckLimit.reviews)]
    where parts[0].hasPrefix(prefix) {
      guard let number = Int(parts[1]), number >= 0 else {
        return "\(parts[0]) must be a whole number, 0 or more."
      }
      deckLimits[String(parts[0].dropFirst(prefix.count)), default: DeckLimit()][keyPath: path] =
        number
      return nil
    }
    switch (parts[0], parts[1]) {
    case ("judging.timing", "on"): suggestsByTime = true
    case ("judging.timing", "off"): suggestsByTime = false
    case ("judging.timing", _): return "judging.timing must be on or off."
    case ("judging.typos", let value):
      guard let rule = TypoRule(rawValue: value) else {
        return "judging.typos must be on, young or off."
      }
      typos = rule
    case ("optimize.automatic", "on"), ("optimize.automatic", "true"):
      optimizesAutomatically = true
    case ("optimize.automatic", "off"), ("optimize.automatic", "false"):
      optimizesAutomatically = false
    case ("optimize.automatic", _): return "optimize.automatic must be on or off."
    case ("study.new", let value):
      guard let number = Int(value), number >= 0 else {
        return "study.new must be a whole number, 0 or more: the new cards per day."
      }
      newPerDay = number
    case ("speech.command", let value):
      guard let command = Speaker.Command(value) else { return Self.commandAdvice(parts[0]) }
      speechCommand = command
    case ("speech.player", let value):
      guard let command = Speaker.Command(value) else { return Self.commandAdvice(parts[0]) }
      speechPlayer = command
    case ("speech.when", let value):
      guard let rule = SpeechRule(rawValue: value) else {
        return "speech.when must be answer, always or command."
      }
      speech = rule
    case ("study.new-per-group", let value):
      return take(value, "study.new-per-group", \.newPerGroup, "the new cards per day and group")
    case ("study.reviews", let value):
      return take(value, "study.reviews", \.reviewsPerDay, "the due cards per day")
    case ("study.limit", let value):
      return take(value, "study.limit", \.cards, "the cards in a session")
    case ("study.minutes", let value):
      return take(value, "study.minutes", \.minutes, "the minutes of a session")
    case ("study.lesson-size", let value):
      guard let number = Int(value), 1...100 ~= number else {
        return "study.lesson-size must be a whole number from 1 to 100."
      }
      lessonSize = number
    case ("study.lessons", "on"): givesLessons = true
    case ("study.lessons", "off"): givesLessons = false
    case ("study.lessons", _): return "study.lessons must be on or off."
    case ("study.retype", "on"): retypes = true
    case ("study.retype", "off"): retypes = false
    case ("study.retype", _): return "study.retype must be on or off."
    case ("study.pause", let value):
      guard let rule = PauseRule(rawValue: value) else {
        return "study.pause must be miss, always or off."
      }
      pause = rule
    case ("study.new-cards", let value):
      guard let place = QueueOptions.NewCards(rawValue: value) else {
        return "study.new-cards must be before, among or after."
      }
      newCards = place
    case ("study.order", let value):
      guard SessionOrder.names.contains(value) else {
        return "study.order must be one of \(SessionOrder.names.joined(separator: ", "))."
      }
      order = value
    case ("backup.folder", let value):
      guard value.hasPrefix("/") else { return "backup.folder must be a path that begins with /." }
      backupFolder = value
    case ("backup.keep", let value):
      let numbers = value.split(separator: " ").map { Int($0) ?? -1 }
      guard numbers.count == 3, numbers.allSatisfy({ 0...1000 ~= $0 }) else {
        return "backup.keep must be three whole numbers: of how many days, weeks and months the "
          + "last backup is kept, as in 7 4 12."
      }
      (backups.days, backups.weeks, backups.months) = (numbers[0], numbers[1], numbers[2])
    case (let name, _):
      let close = Self.names.first { EditDistance.between(name, $0) <= 2 }
      return "Unknown setting “\(name)”" + (close.map { " (did you mean \($0)?)" } ?? "")
        + ". Valid settings: \(Self.names.joined(separator: ", "))."
    }
    return nil
  }

  private static func commandAdvice(_ name: String) -> String {
    "\(name) must be a program with its arguments, as in espeak-ng -v ja or "
      + "[\"espeak-ng\", \"-v\", \"ja\"]."
  }

  /// Takes a number of 0 or more.
  private mutating func take(
    _ value: String, _ name: String, _ path: WritableKeyPath<Settings, Int?>, _ meaning: String
  ) -> String? {
    guard let number = Int(value), number >= 0 else {
      return "\(name) must be a whole number, 0 or more: \(meaning)."
    }
    self[keyPath: path] = number
    return nil
  }
}
