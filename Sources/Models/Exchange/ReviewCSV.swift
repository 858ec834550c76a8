import RabbleMemory
import RabbleScheduling

/// The reviews of a CSV file: with the columns `card_id,review_rating,review_time,review_duration`, as
/// the FSRS tools exchange them; with those of the FSRS benchmark, `card_id,day_offset,rating,duration,
/// elapsed_seconds`; or as `rabble log export` writes them, of which reviews that were undone or given
/// outside the schedule are left out.
///
///     var reader = ReviewCSVReader()
///     reader.read(bytes)                    // as often as there are bytes
///     let log = reader.finish()
///     log.histories.count                   // the good rows
///     log.faults.first?.description         // "line 7: the rating is “9”, but it must be 1 to 4"
///
/// Rows with a fault are reported and not used; rows that are merely out of order are used.
public struct ReviewCSV: Sendable {
  /// The good rows, by card.
  public let histories: ReviewHistories
  /// The first faults, in the order of lines; a thousand at most.
  public let faults: [ReviewCSVFault]
  /// How many rows were not used.
  public let unusedCount: Int
  /// How many rows came after one with a later time. They are used.
  public let unsortedCount: Int
}

/// Reads a review CSV piece by piece, so that a file of any size needs little memory.
public struct ReviewCSVReader {
  /// The most faults that are kept with their lines.
  private static let faultLimit = 1000

  private var builder = ReviewHistories.Builder()
  private var lines: [Int32] = []
  private var columns: ReviewCSVColumns?
  private var namedCards: [[UInt8]: Int] = [:]
  private var line = 0
  private var rest: [UInt8] = []
  private var lastTime = Int64.min
  /// When each card was answered last, where a file has the time since then.
  private var lastTimes: [Int: Int64] = [:]
  private var faults: [ReviewCSVFault] = []
  private var unusedCount = 0
  private var unsortedCount = 0
  private var isHopeless = false
  private var hasSeconds = false

  /// Begins a file. A learner's days are counted in UTC.
  public init() {}

  /// Reads the next bytes.
  public mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var start = bytes.startIndex
    if !rest.isEmpty {
      guard let end = Self.lineEnd(in: bytes, from: start, isQuoted: Self.isOpen(rest)) else {
        rest += bytes
        return
      }
      rest += bytes[start..<end]
      let whole = rest
      rest = []
      whole.withUnsafeBytes { readLine($0) }
      start = end + 1
    }
    while let end = Self.lineEnd(in: bytes, from: start, isQuoted: false) {
      readLine(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
    }
    rest += bytes[start...]
  }

  /// Ends the file.
  public consuming func finish() -> ReviewCSV {
    if !rest.isEmpty {
      let last = rest
      last.withUnsafeBytes { readLine($0) }
    }
    if columns == nil, !isHopeless { report(.missingColumn(ReviewCSVColumns.names[0])) }
    let (histories, duplicates) = builder.uniqueHistories()
    for number in duplicates {
      unusedCount += 1
      if faults.count < Self.faultLimit {
        faults.append(ReviewCSVFault(line: Int(lines[number]), kind: .duplicate))
      }
    }
    faults.sort { $0.line < $1.line }
    if histories.count == 0, !isHopeless, columns != nil { report(.noRows) }
    return ReviewCSV(
      histories: histories, faults: faults, unusedCount: unusedCount,
      unsortedCount: unsortedCount)
  }

  private mutating func readLine(_ bytes: UnsafeRawBufferPointer) {
    line += 1
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes = .init(rebasing: bytes.dropLast()) }
    if line == 1, bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      bytes = .init(rebasing: bytes.dropFirst(3))
    }
    guard !bytes.isEmpty, !isHopeless else { return }
    guard let columns else { return readHeader(bytes) }
    do {
      guard let row = try columns.row(bytes) else { return }
      let card = row.number ?? number(ofCard: row.name)
      var milliseconds = row.milliseconds
      if row.isInSeconds {
        milliseconds *= 1000
        if !hasSeconds { report(.seconds) }
        hasSeconds = true
      }
      if let elapsed = row.elapsed {
        // Only what lies between the reviews of a card is known; its first is at noon.
        milliseconds = lastTimes[card].map { $0 + elapsed } ?? milliseconds
        lastTimes[card] = milliseconds
      } else {
        if milliseconds < lastTime {
          unsortedCount += 1
          if unsortedCount == 1 { report(.unsorted) }
        }
        lastTime = milliseconds
      }
      builder.append(
        LoggedReview(
          card: card, grade: row.grade, milliseconds: milliseconds,
          day: row.day ?? Moment(milliseconds: milliseconds, utcOffset: row.utcOffset).day.number,
          duration: row.duration))
      lines.append(Int32(clamping: line))
    } catch {
      unusedCount += 1
      report(error)
    }
  }

  private mutating func readHeader(_ bytes: UnsafeRawBufferPointer) {
    do {
      columns = try ReviewCSVColumns(header: bytes)
    } catch {
      isHopeless = true
      report(error)
    }
  }

  /// A number for a card whose name is not one; names get numbers that no file uses.
  private mutating func number(ofCard name: [UInt8]) -> Int {
    if let number = namedCards[name] { return number }
    let number = Int.min + namedCards.count
    namedCards[name] = number
    return number
  }

  private mutating func report(_ kind: ReviewCSVFault.Kind) {
    guard faults.count < Self.faultLimit else { return }
    faults.append(ReviewCSVFault(line: max(line, 1), kind: kind))
  }

  /// Where the current line ends: at a line feed outside of quotation marks.
  private static func lineEnd(
    in bytes: UnsafeRawBufferPointer, from start: Int, isQuoted: Bool
  ) -> Int? {
    var isQuoted = isQuoted
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n"), !isQuoted { return index }
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      index += 1
    }
    return nil
  }

  private static func isOpen(_ bytes: [UInt8]) -> Bool {
    bytes.reduce(false) { $1 == UInt8(ascii: "\"") ? !$0 : $0 }
  }
}

// MARK: - Columns

/// Where the columns of a review CSV are, and how a row is read.
private struct ReviewCSVColumns {
  /// What a column is.
  private enum Role: Int {
    case card, rating, time, duration
    /// The days since the first review of all, and the seconds since the card's previous one.
    case day, elapsed
    /// What a card of an export is, besides its question; and what tells that a row does not count.
    case direction, retracted, occasion

    /// The bit of a role in a set.
    var bit: Int { 1 << rawValue }
  }

  /// A form of such a file: its columns by name, and which of them must be there.
  private struct Form {
    let columns: KeyValuePairs<String, Role>
    let isOptional: Set<Role>
  }

  private static let forms = [
    Form(
      columns: [
        "card_id": .card, "review_rating": .rating, "review_time": .time,
        "review_duration": .duration,
      ], isOptional: [.duration]),
    Form(
      columns: [
        "card_id": .card, "rating": .rating, "day_offset": .day, "elapsed_seconds": .elapsed,
        "duration": .duration,
      ], isOptional: [.duration]),
    Form(
      columns: [
        "question": .card, "direction": .direction, "rating": .rating, "time": .time,
        "milliseconds": .duration, "retracted": .retracted, "occasion": .occasion,
      ], isOptional: [.duration, .retracted, .occasion]),
  ]

  /// The columns of the FSRS tools; all but the last are required.
  static let names = ["card_id", "review_rating", "review_time", "review_duration"]

  /// A row without a fault.
  struct Row {
    /// The card, if its name is a number.
    let number: Int?
    /// The card's name, if it is not.
    let name: [UInt8]
    let grade: Grade
    let milliseconds: Int64
    /// Whether that number is one of seconds.
    let isInSeconds: Bool
    /// The seconds by which the clock was ahead of UTC, where the file says so.
    let utcOffset: Int
    /// The day, where the file has days.
    let day: Int?
    /// The milliseconds since the card's previous review, where the file has that.
    let elapsed: Int64?
    let duration: Int
  }

  /// For each field of a row, which of the columns it is; `nil` for others.
  private let roles: [Role?]
  private let form: Form
  /// The columns that the header has.
  private let present: Int
  private let isExport: Bool

  /// - Throws: the column that is missing.
  init(header: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) {
    var fields: [String] = []
    Self.forEachField(of: header) { _, bytes in
      fields.append(String(decoding: bytes, as: UTF8.self))
    }
    let found = Self.forms.first { form in
      form.columns.allSatisfy { fields.contains($0.key) || form.isOptional.contains($0.value) }
    }
    guard let found else {
      throw .missingColumn(Self.names.dropLast().first { !fields.contains($0) } ?? Self.names[0])
    }
    var roles: [Role?] = []
    for field in fields {
      let role = found.columns.first { $0.key == field }?.value
      roles.append(roles.contains(role) ? nil : role)
    }
    form = found
    self.roles = roles
    present = roles.reduce(0) { $0 | ($1?.bit ?? 0) }
    isExport = roles.contains(.direction)
  }

  /// Reads a row; `nil` for one that does not count.
  ///
  /// - Throws: its first fault.
  func row(_ bytes: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) -> Row? {
    var found = 0
    var fault: ReviewCSVFault.Kind?
    var number: Int?
    var name: [UInt8] = []
    var direction: [UInt8] = []
    var grade: Grade?
    var time: (milliseconds: Int64, isInSeconds: Bool, utcOffset: Int)?
    var day: Int?
    var elapsed: Int64?
    var duration = 0
    var counts = true
    Self.forEachField(of: bytes) { index, field in
      guard index < roles.count, let role = roles[index] else { return }
      found |= role.bit
      switch role {
      case .card:
        number = isExport ? nil : Self.integer(field)
        if number == nil { name = Array(field) }
        if field.isEmpty { fault = fault ?? .emptyCard }
      case .direction: direction = Array(field)
      case .rating:
        grade = Self.integer(field).flatMap { Grade(rawValue: $0) }
        if grade == nil { fault = fault ?? .badRating(Self.text(field)) }
      case .time:
        time = Self.time(field)
        if time == nil { fault = fault ?? .badTime(Self.text(field)) }
      case .day:
        day = Self.integer(field).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        if day == nil { fault = fault ?? .badDay(Self.text(field)) }
      case .elapsed:
        let seconds = Self.integer(field).flatMap { (-1...100_000_000_000).contains($0) ? $0 : nil }
        elapsed = seconds.map { Int64(max($0, 0)) * 1000 }
        if elapsed == nil { fault = fault ?? .badElapsed(Self.text(field)) }
      case .retracted: counts = counts && !field.elementsEqual("true".utf8)
      case .occasion: counts = counts && !field.elementsEqual("cram".utf8)
      case .duration:
        guard let number = Self.duration(field) else {
          fault = fault ?? .badDuration(Self.text(field))
          return
        }
        duration = number
      }
    }
    for (name, role) in form.columns where present & role.bit != 0 && found & role.bit == 0 {
      throw .missingField(name)
    }
    if !counts { return nil }
    if let fault { throw fault }
    guard let grade else { throw .missingField(Self.names[1]) }
    if let day { time = (Int64(day) * 86_400_000 + 43_200_000, false, 0) }
    guard let time else { throw .missingField(Self.names[2]) }
    return Row(
      number: number, name: direction.isEmpty ? name : name + [UInt8(ascii: " ")] + direction,
      grade: grade, milliseconds: time.milliseconds, isInSeconds: time.isInSeconds,
      utcOffset: isExport ? time.utcOffset : 0, day: day, elapsed: elapsed, duration: duration)
  }

  /// Calls a function with each field and its number; quotation marks around a field are dropped.
  @inline(__always)
  private static func forEachField(
    of bytes: UnsafeRawBufferPointer, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) {
    var number = 0
    var start = 0
    var isQuoted = false
    var index = 0
    while index <= bytes.count {
      if index == bytes.count || bytes[index] == UInt8(ascii: ",") && !isQuoted {
        var field = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
        if field.count >= 2, field.first == UInt8(ascii: "\""), field.last == field.first {
          field = UnsafeRawBufferPointer(rebasing: field.dropFirst().dropLast())
        }
        body(number, field)
        number += 1
        start = index + 1
      } else if bytes[index] == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
      index += 1
    }
  }

  /// The last millisecond of the year 9999.
  private static let latest: Int64 = 253_402_300_799_999

  /// Numbers that would be milliseconds of the years 1970 to 1973, before there was any such program, and
  /// that are seconds of the years from 2001 on.
  private static let seconds = 1_000_000_000..<100_000_000_000

  /// Milliseconds since 1970-01-01T00:00:00Z, from such a number, from seconds, or from ISO 8601; `nil`
  /// for anything else, and for a time before 1970 or after 9999.
  private static func time(_ bytes: UnsafeRawBufferPointer) -> (
    milliseconds: Int64, isInSeconds: Bool, utcOffset: Int
  )? {
    if bytes.count > 4, bytes[4] == UInt8(ascii: "-") {
      let moment = Moment(lenientISO8601: bytes)
      return moment.flatMap {
        (0...latest).contains($0.milliseconds) ? ($0.milliseconds, false, $0.utcOffset) : nil
      }
    }
    guard bytes.first != UInt8(ascii: "-"), bytes.count <= 15, let number = integer(bytes),
      number <= latest
    else { return nil }
    return (Int64(number), seconds.contains(number), 0)
  }

  /// A whole number in decimal digits, perhaps negative.
  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var result = 0
    for byte in digits {
      guard let digit = byte.decimalDigit else { return nil }
      result = result * 10 + digit
    }
    return isNegative ? -result : result
  }

  /// Milliseconds; 0 when none are given, as py-fsrs leaves out what it does not know. What stands
  /// behind a decimal point is dropped.
  private static func duration(_ bytes: UnsafeRawBufferPointer) -> Int? {
    if bytes.isEmpty { return 0 }
    let whole = bytes.prefix { $0 != UInt8(ascii: ".") }
    guard let number = integer(.init(rebasing: whole)), number >= 0,
      bytes.dropFirst(whole.count + 1).allSatisfy({ $0.decimalDigit != nil })
    else { return nil }
    return number
  }

  /// What a fault shows of a field.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix(40), as: UTF8.self)
  }
}

extension UInt8 {
  /// The digit an ASCII character stands for.
  fileprivate var decimalDigit: Int? {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") ? Int(self - UInt8(ascii: "0")) : nil
  }
}

// MARK: - Faults

/// A problem with a line of a review CSV.
public struct ReviewCSVFault: Hashable, Sendable {
  /// The problems there are.
  public enum Kind: Error, Hashable, Sendable {
    /// The header has no such column; no row can be read.
    case missingColumn(String)
    /// There is no row below the header.
    case noRows
    /// The row ends before this column.
    case missingField(String)
    /// The card has no name.
    case emptyCard
    /// The rating is not 1, 2, 3 or 4.
    case badRating(String)
    /// The time is neither ISO 8601 nor milliseconds since 1970.
    case badTime(String)
    /// The days since the first review are not a number from 0 to 1,000,000.
    case badDay(String)
    /// The seconds since the card's previous review are not a number of -1 or more.
    case badElapsed(String)
    /// The times are numbers of seconds, and read as such. Only the first such row is reported.
    case seconds
    /// The duration is not a number of milliseconds.
    case badDuration(String)
    /// The card has another row with this time.
    case duplicate
    /// The previous row has a later time. Only the first such row is reported, and all are used.
    case unsorted
  }

  /// The line, from 1.
  public let line: Int
  /// The problem.
  public let kind: Kind

  /// Makes a fault.
  public init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

extension ReviewCSVFault: CustomStringConvertible {
  /// Line and reason, in one sentence.
  public var description: String { "line \(line): \(reason)" }

  private var reason: String {
    switch kind {
    case .missingColumn(let name): "the header has no column “\(name)”"
    case .noRows: "the file contains no reviews"
    case .missingField(let name): "“\(name)” is missing"
    case .emptyCard: "the card has no name"
    case .badRating(let text): "the rating is “\(text)”, but it must be 1 to 4"
    case .badTime(let text):
      "the time is “\(text)”, but it must be like 2026-11-21T09:00:00+09:00, or milliseconds"
    case .badDay(let text): "the day is “\(text)”, but it must be 0 to 1000000"
    case .badElapsed(let text):
      "the elapsed time is “\(text)”, but it must be seconds, or -1 for a card's first review"
    case .seconds: "the times are too small for milliseconds; they were read as seconds"
    case .badDuration(let text): "the duration is “\(text)”, but it must be milliseconds"
    case .duplicate: "another row has the same card and time"
    case .unsorted: "the rows are not in chronological order; they were sorted"
    }
  }
}
