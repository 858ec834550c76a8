/// Reads a review CSV piece by piece, so that a file of any size needs little memory.
public struct ReviewCSVReader {
  /// The most faults that are kept with their lines.
  static let faultLimit = 1000

  private let dayStart: Int64
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

  /// Begins a file.
  ///
  /// - Parameter dayStart: how many hours after midnight UTC a learner's day begins.
  public init(dayStart: Int = 4) {
    self.dayStart = Int64(dayStart) * 3_600_000
  }

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
    var (histories, sources) = builder.sortedHistories()
    let duplicates = Self.duplicates(histories, sources)
    if !duplicates.isEmpty {
      for source in duplicates.sorted() {
        unusedCount += 1
        if faults.count < Self.faultLimit {
          faults.append(ReviewCSVFault(line: Int(lines[source]), kind: .duplicate))
        }
      }
      faults.sort { $0.line < $1.line }
      builder.remove(duplicates)
      histories = builder.histories()
    }
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
          day: Int(row.milliseconds.dayNumber(startingAt: dayStart)), duration: row.duration))
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

  /// A number for a card whose name is none; the names get the numbers no file uses.
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

  /// The rows, by their number, that another row of the same card and time precedes.
  private static func duplicates(_ histories: ReviewHistories, _ sources: [Int32]) -> Set<Int> {
    var result: Set<Int> = []
    for card in histories.cards {
      for index in histories.range(of: card).dropFirst()
      where histories.milliseconds[index] == histories.milliseconds[index - 1] {
        result.insert(Int(sources[index]))
      }
    }
    return result
  }

  /// Where the line that goes on here ends: at a line feed outside of quotation marks.
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

extension Int64 {
  /// The number of the day this time in milliseconds belongs to, if days begin so much after
  /// midnight.
  fileprivate func dayNumber(startingAt start: Int64) -> Int64 {
    let (quotient, remainder) = (self - start).quotientAndRemainder(dividingBy: 86_400_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
