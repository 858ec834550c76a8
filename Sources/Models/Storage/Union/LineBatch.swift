import RabbleScheduling
import RabbleText

/// Lines of events, collected until it pays to read them on all processors.
struct LineBatch: Sendable {
  /// The bytes from which a batch is full, and those of a part.
  private static let (full, part) = (4 << 20, 1 << 17)

  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The numbers of the lines.
  private(set) var numbers: [Int] = []

  var isEmpty: Bool { ends.isEmpty }
  var isFull: Bool { bytes.count >= Self.full }

  /// Adds a line with its number.
  mutating func add(_ line: UnsafeRawBufferPointer, number: Int = 0) {
    bytes += line
    ends.append(bytes.count)
    numbers.append(number)
  }

  /// Removes all lines, and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }

  /// Hands on the bytes of a line.
  func withLine<Result>(
    _ line: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0[(line == 0 ? 0 : ends[line - 1])..<ends[line]]))
    }
  }

  /// Reads the lines on all processors.
  ///
  /// - Parameters:
  ///   - latest: as for ``EventScan``.
  ///   - directions: as for ``EventScan``.
  /// - Returns: runs of lines, in their order.
  func scanned(until latest: Int64, directions: Int) -> [ScannedLines] {
    var parts: [Range<Int>] = []
    var first = 0
    for line in ends.indices {
      let start = first == 0 ? 0 : ends[first - 1]
      guard ends[line] - start >= Self.part || line == ends.count - 1 else { continue }
      parts.append(first..<line + 1)
      first = line + 1
    }
    return Parallel.map(parts.count) { [parts] in
      ScannedLines(self, parts[$0], until: latest, directions: directions)
    }
  }
}

/// Lines that were read.
struct ScannedLines: Sendable {
  /// What a line is: the number of an answer or a wording, or none in its usual form.
  enum Line: Sendable {
    case review(Int)
    case wording(Int)
    case other
  }

  /// A wording.
  struct Wording: Sendable {
    let values: [EventValue]
    let check: Int64
    let id, device: EventID
  }

  /// The number of the first line.
  let first: Int
  private(set) var lines: [Line] = []
  private(set) var reviews = ScannedReviews()
  private(set) var wordings: [Wording] = []

  fileprivate init(_ batch: LineBatch, _ range: Range<Int>, until latest: Int64, directions: Int) {
    first = range.lowerBound
    lines.reserveCapacity(range.count)
    var review = EventScan(.of(ReviewEvent.table), directions: directions)
    var wording = EventScan(.of(WordingEvent.table), directions: directions)
    for number in range {
      let line: Line = batch.withLine(number) { bytes in
        if review.read(bytes, until: latest), let card = review.card,
          reviews.add(review.values, card: card, check: review.check)
        {
          return .review(reviews.answers.count - 1)
        }
        guard wording.read(bytes, until: latest) else { return .other }
        wordings.append(
          Wording(
            values: wording.values, check: wording.check, id: wording.event, device: wording.maker))
        return .wording(wordings.count - 1)
      }
      lines.append(line)
    }
  }
}
