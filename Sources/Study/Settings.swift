import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleText

/// What a learner has set in the config file: lines such as `judging.timing = on`.
public struct Settings: Hashable, Sendable {
  /// The most new cards a day, unless a session says otherwise.
  public var newPerDay = DailyLimits.usualNewCards
  /// Whether typos are forgiven where neither a question nor its group says.
  public var typos = TypoRule.on
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
    "optimize.automatic", "study.new",
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
}
