import Foundation
import RabbleMemory

/// What a learner has settled for good, in a file of lines such as `judging.timing = on`.
struct Settings {
  /// The new cards a day may bring.
  private(set) var newPerDay = DailyLimits.usualNewCards
  /// Whether slow and fast answers are told.
  private(set) var suggestsByTime = false
  /// Whether parameters are learned anew after a session, by themselves.
  private(set) var refitsByItself = true
  /// What is wrong with the file, a line each.
  private(set) var faults: [String] = []

  /// Reads the file at `path`; without one, everything is as usual. A line that says nothing is
  /// named, and the others count.
  init(path: String) {
    guard access(path, F_OK) == 0 else { return }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      faults.append("\(path): error: the settings can't be read; make it a readable UTF-8 file")
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
    guard parts.count == 2 else { return "this is no setting; write name = value" }
    switch (parts[0], parts[1]) {
    case ("judging.timing", "on"): suggestsByTime = true
    case ("judging.timing", "off"): suggestsByTime = false
    case ("judging.timing", _): return "judging.timing is on or off"
    case ("optimize.automatic", "on"), ("optimize.automatic", "true"): refitsByItself = true
    case ("optimize.automatic", "off"), ("optimize.automatic", "false"): refitsByItself = false
    case ("optimize.automatic", _): return "optimize.automatic is on or off"
    case ("study.new", let value):
      guard let number = Int(value), number >= 0 else {
        return "study.new is the number of new cards a day, 0 or more"
      }
      newPerDay = number
    case (let name, _):
      return
        "there is no setting \(name); there are judging.timing, optimize.automatic and study.new"
    }
    return nil
  }
}
