import RabbleMemory
import RabbleScheduling

/// The reviews of a CSV file with the columns `card_id,review_rating,review_time,review_duration`,
/// as the FSRS tools exchange them.
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
  private var faults: [ReviewCSVFault] = []
  private var unusedCount = 0
  private var unsortedCount = 0
  private var isHopeless = false

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
      let row = try columns.row(bytes)
      let card = row.number ?? number(ofCard: row.name)
      if row.milliseconds < lastTime {
        unsortedCount += 1
        if unsortedCount == 1 { report(.unsorted) }
      }
      lastTime = row.milliseconds
      builder.append(
        LoggedReview(
          card: card, grade: row.grade, milliseconds: row.milliseconds,
          day: Moment(milliseconds: row.milliseconds, utcOffset: 0).day.number,
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
  /// The columns; all but the last are required.
  static let names = ["card_id", "review_rating", "review_time", "review_duration"]

  /// A row without a fault.
  struct Row {
    /// The card, if its name is a number.
    let number: Int?
    /// The card's name, if it is not.
    let name: [UInt8]
    let grade: Grade
    let milliseconds: Int64
    let duration: Int
  }

  /// For each field of a row, which of the columns it is; -1 for others.
  private let roles: [Int]
  private let hasDuration: Bool

  /// - Throws: the column that is missing.
  init(header: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) {
    var roles: [Int] = []
    Self.forEachField(of: header) { _, bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      let role = Self.names.firstIndex(of: name) ?? -1
      roles.append(roles.contains(role) ? -1 : role)
    }
    for (role, name) in Self.names.enumerated().dropLast() where !roles.contains(role) {
      throw .missingColumn(name)
    }
    self.roles = roles
    hasDuration = roles.contains(Self.names.count - 1)
  }

  /// Reads a row.
  ///
  /// - Throws: its first fault.
  func row(_ bytes: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) -> Row {
    var found = 0
    var fault: ReviewCSVFault.Kind?
    var number: Int?
    var name: [UInt8] = []
    var grade: Grade?
    var milliseconds: Int64?
    var duration = 0
    Self.forEachField(of: bytes) { index, field in
      guard index < roles.count, roles[index] >= 0 else { return }
      found |= 1 << roles[index]
      switch roles[index] {
      case 0:
        number = Self.integer(field)
        if number == nil { name = Array(field) }
        if field.isEmpty { fault = fault ?? .emptyCard }
      case 1:
        grade = Self.integer(field).flatMap { Grade(rawValue: $0) }
        if grade == nil { fault = fault ?? .badRating(Self.text(field)) }
      case 2:
        milliseconds = Self.milliseconds(field)
        if milliseconds == nil { fault = fault ?? .badTime(Self.text(field)) }
      default:
        guard let number = Self.duration(field) else {
          fault = fault ?? .badDuration(Self.text(field))
          return
        }
        duration = number
      }
    }
    for (role, name) in Self.names.enumerated() where found & 1 << role == 0 {
      if role < 3 || hasDuration { throw .missingField(name) }
    }
    if let fault { throw fault }
    guard let grade, let milliseconds else { throw .missingField(Self.names[1]) }
    return Row(
      number: number, name: name, grade: grade, milliseconds: milliseconds, duration: duration)
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

  /// Milliseconds since 1970-01-01T00:00:00Z, from such a number or from ISO 8601; `nil` for anything
  /// else, and for a time before 1970 or after 9999.
  private static func milliseconds(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    if bytes.count > 4, bytes[4] == UInt8(ascii: "-") {
      let moment = Moment(lenientISO8601: bytes)
      return moment.flatMap { (0...latest).contains($0.milliseconds) ? $0.milliseconds : nil }
    }
    guard bytes.first != UInt8(ascii: "-"), bytes.count <= 15, let number = integer(bytes),
      number <= latest
    else { return nil }
    return Int64(number)
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
    case .badDuration(let text): "the duration is “\(text)”, but it must be milliseconds"
    case .duplicate: "another row has the same card and time"
    case .unsorted: "the rows are not in chronological order; they were sorted"
    }
  }
}
