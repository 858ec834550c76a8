import Foundation
import RabbleMemory
import RabbleScheduling

/// The reviews of a CSV file, or of a file of JSON objects with the same names, one a line: with the columns
/// `card_id,review_rating,review_time,review_duration`, as the FSRS tools exchange them; with those of the
/// FSRS benchmark, `card_id,day_offset,rating,duration,elapsed_seconds`; or as `rabble log export` writes
/// them, of which reviews that were undone or given outside the schedule are left out.
///
///     var reader = ReviewCSVReader()
///     reader.read(bytes)                    // as often as there are bytes
///     let log = reader.finish()
///     log.histories.count                   // the good rows
///     log.faults.first?.description         // "line 7: the rating is “9”, but it must be 1 to 4"
///
/// Rows with a fault are reported and not used; rows that are merely out of order are used.
package struct ReviewCSV: Sendable {
  /// The good rows, by card.
  package let histories: ReviewHistories
  /// The first faults, in the order of lines; a thousand at most.
  package let faults: [ReviewCSVFault]
  /// How many rows were not used.
  package let unusedCount: Int
}

/// Reads a review CSV piece by piece, so that a file of any size needs little memory.
package struct ReviewCSVReader {
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
  private var isUnsorted = false
  private var isHopeless = false
  private var hasSeconds = false
  /// Whether lines are JSON objects.
  private var isJSON = false
  /// The keys of the first object, in the order in which rows have their values.
  private var keys: [String] = []

  /// Begins a file. A learner's days are counted in UTC.
  package init() {}

  /// Reads the next bytes.
  package mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var start = bytes.startIndex
    if line == 0, rest.isEmpty, let first = bytes.first { isJSON = first == UInt8(ascii: "{") }
    if !rest.isEmpty {
      let isQuoted = !isJSON && Self.isOpen(rest)
      guard let end = lineEnd(in: bytes, from: start, isQuoted: isQuoted) else {
        rest += bytes
        return
      }
      rest += bytes[start..<end]
      let whole = rest
      rest = []
      whole.withUnsafeBytes { readLine($0) }
      start = end + 1
    }
    while let end = lineEnd(in: bytes, from: start, isQuoted: false) {
      readLine(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
    }
    rest += bytes[start...]
  }

  /// Ends the file.
  package consuming func finish() -> ReviewCSV {
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
    return ReviewCSV(histories: histories, faults: faults, unusedCount: unusedCount)
  }

  private mutating func readLine(_ bytes: UnsafeRawBufferPointer) {
    line += 1
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes = .init(rebasing: bytes.dropLast()) }
    if line == 1, bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      bytes = .init(rebasing: bytes.dropFirst(3))
    }
    guard !bytes.isEmpty, !isHopeless else { return }
    if isJSON { return readObject(bytes) }
    guard columns != nil else { return readHeader(bytes) }
    readRow(bytes)
  }

  /// Reads a line that is a JSON object, as the row that it is below a header of its keys.
  private mutating func readObject(_ bytes: UnsafeRawBufferPointer) {
    guard let object = try? JSONDecoder().decode([String: JSONField].self, from: Data(bytes)) else {
      unusedCount += 1
      return report(.noObject)
    }
    if columns == nil {
      keys = object.keys.filter(ReviewCSVColumns.isName).sorted()
      Array(keys.joined(separator: ",").utf8).withUnsafeBytes { readHeader($0) }
    }
    let row = keys.map { object[$0]?.text ?? "" }.joined(separator: ",")
    Array(row.utf8).withUnsafeBytes { readRow($0) }
  }

  private mutating func readRow(_ bytes: UnsafeRawBufferPointer) {
    guard let columns else { return }
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
        if milliseconds < lastTime, !isUnsorted {
          isUnsorted = true
          report(.unsorted)
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
  private func lineEnd(
    in bytes: UnsafeRawBufferPointer, from start: Int, isQuoted: Bool
  ) -> Int? {
    var isQuoted = isQuoted
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n"), !isQuoted { return index }
      if bytes[index] == UInt8(ascii: "\""), !isJSON { isQuoted.toggle() }
      index += 1
    }
    return nil
  }

  private static func isOpen(_ bytes: [UInt8]) -> Bool {
    bytes.reduce(false) { $1 == UInt8(ascii: "\"") ? !$0 : $0 }
  }
}

/// A value of a JSON object, as a field of a row has it.
private struct JSONField: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      text = ""
    } else if let string = try? value.decode(String.self) {
      text = string.contains(",") ? "\"\(string.replacing("\"", with: ""))\"" : string
    } else if let number = try? value.decode(Int.self) {
      text = "\(number)"
    } else if let flag = try? value.decode(Bool.self) {
      text = flag ? "true" : "false"
    } else {
      text = "\(try value.decode(Double.self))"
    }
  }
}

// MARK: - Faults

/// A problem with a line of a review CSV.
package struct ReviewCSVFault: Hashable, Sendable {
  /// The problems there are.
  package enum Kind: Error, Hashable, Sendable {
    /// The line is no JSON object of texts and numbers, as the first line is.
    case noObject
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
  package let line: Int
  package let kind: Kind

  package init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

extension ReviewCSVFault: CustomStringConvertible {
  /// Line and reason, in one sentence.
  package var description: String { "line \(line): \(reason)" }

  private var reason: String {
    switch kind {
    case .noObject: "it is not a JSON object with texts and numbers"
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
