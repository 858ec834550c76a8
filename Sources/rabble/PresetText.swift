import ArgumentParser
import RabbleMemory
import RabbleScheduling
import RabbleStudy

/// Reads what a learner writes for a preset; what can't be read is told with what could.
enum PresetText {
  /// Why a text can't be read.
  struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Reads a probability: `0.9`, `90%` or `90`.
  static func retention(_ text: String) throws -> Double {
    let number = Double(text.filter { $0 != "%" && $0 != " " }) ?? .nan
    let share = number > 1 ? number / 100 : number
    guard (0.5...0.99).contains(share) else {
      throw Fault("it must be 0.5 to 0.99, such as 0.9 or 90%")
    }
    return share
  }

  /// Reads a slope, 0…0.2.
  static func slope(_ text: String) throws -> Double {
    guard let slope = Double(text), RecallTarget.slopes.contains(slope) else {
      throw Fault("it must be 0 to \(RecallTarget.slopes.upperBound), such as 0.1")
    }
    return slope
  }

  /// A day that was asked for, or none.
  struct Day: Hashable {
    let day: StudyDay?
  }

  /// Reads a date such as `2026-01-31`, or `none`.
  static func day(_ text: String) throws -> Day {
    if text.lowercased() == "none" { return Day(day: nil) }
    guard text.count == 10, let day = Moment(iso8601: text + "T12:00:00Z")?.day else {
      throw Fault("write a date such as 2026-01-31, or none")
    }
    return Day(day: day)
  }

  /// A limit that was asked for, or none.
  struct Limit: Hashable {
    let most: Int?
  }

  /// Reads a number of cards, or `none`.
  static func limit(_ text: String) throws -> Limit {
    if text.lowercased() == "none" { return Limit(most: nil) }
    guard let most = Int(text), SessionOptions.counts ~= most else {
      throw Fault("write a whole number from 0 to \(SessionOptions.counts.upperBound), or none")
    }
    return Limit(most: most)
  }

  /// What is strange about parameters, so that it is better looked at; `nil` for most.
  static func warning(of model: MemoryModel) -> String? {
    let weights = model.parameters
    guard
      let grade = Grade.allCases.first(where: {
        $0 < .easy && weights[$0.rawValue - 1] > weights[$0.rawValue]
      })
    else { return nil }
    let index = grade.rawValue - 1
    return
      "w\(index) (\(weights[index])) is greater than w\(index + 1) (\(weights[index + 1])): with "
      + "these parameters a new card is due later after “\(grade.name)” than after a better grade. "
      + "Check that they are complete and in order."
  }

  /// Reads steps: `1m 10m`, `30s, 1h`, a number alone for minutes, or `none`.
  static func steps(_ text: String) throws -> [Int] {
    let words = words(text)
    if words == ["none"] { return [] }
    guard !words.isEmpty, words.count <= 10 else {
      throw Fault("write one to ten steps such as 1m 10m, or none")
    }
    return try words.map { word in
      let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      let unit = word.last.flatMap { units[$0] }
      let number = Double(unit == nil ? word : String(word.dropLast())) ?? .nan
      let seconds = (number * Double(unit ?? 60)).rounded()
      guard (1...30 * 86_400).contains(seconds) else {
        throw Fault("Invalid step “\(word)”. Use e.g. 30s, 10m, 1h or 1d (maximum 30 days)")
      }
      return Int(seconds)
    }
  }

  /// Reads easy days: `sat:half sun:least`, or `none`; the other days are normal.
  static func week(_ text: String) throws -> StudyWeek {
    let words = words(text)
    if words == ["none"] { return StudyWeek() }
    var loads = Array(repeating: StudyWeek.Load.normal, count: 7)
    guard !words.isEmpty else { throw Fault("write days such as sat:half sun:least, or none") }
    for word in words {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      let day = weekdays.firstIndex { name in
        parts[0].count >= 3 && name.hasPrefix(parts[0])
      }
      guard parts.count == 2, let day, let load = StudyWeek.Load(rawValue: String(parts[1])) else {
        throw Fault("Invalid easy day “\(word)”. Use e.g. sat:half or sun:least")
      }
      loads[day] = load
    }
    return StudyWeek(loads)
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Reads parameters as any program writes them: numbers with commas, spaces or line breaks between,
  /// with or without brackets; or `default`.
  static func parameters(_ text: String) throws -> MemoryModel {
    let words = text.lowercased().split { " \t\n\r,;[](){}".contains($0) }.map(String.init)
    if words == ["default"] { return MemoryModel() }
    let numbers = try words.enumerated().map { index, word in
      guard let number = Double(word) else {
        throw Fault("Parameter w\(index) is not a number: “\(word)”")
      }
      return number
    }
    do throws(ParametersError) { return try MemoryModel(parameters: numbers) } catch {
      throw Fault(error.description)
    }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
  }
}
