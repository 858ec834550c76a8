import RabbleText

/// The conflicts that a merge of Git left in a file: the lines from `<<<<<<<` to `>>>>>>>`, with `=======` between
/// the two sides and, in the styles diff3 and zdiff3, the common text behind `|||||||`.
///
/// Either side makes the file whole, so the rest is read with one of them.
struct MergeConflicts {
  /// A side of a conflict.
  enum Side {
    case ours, theirs
  }

  /// Where the marks of one conflict are.
  private struct Conflict {
    /// From the first byte of the first mark to the last one of the last line.
    let range: Range<Int>
    /// The lines of the two sides.
    let ours: Range<Int>
    let theirs: Range<Int>
  }

  private let conflicts: [Conflict]

  /// Looks for conflicts. Marks that are not all there, in their order and at the margin, are text.
  init(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    var conflicts: [Conflict] = []
    var search = Search()
    var index = start
    // Nearly no file has any: the lines are looked at from the first mark on.
    while index < bytes.count, let mark = Self.firstMark(in: bytes, from: index, after: start) {
      index = mark
      while index < bytes.count {
        var end = index
        while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
        let next = Self.lineStart(after: end, in: bytes)
        if let found = search.read(index..<end, next: next, of: bytes) { conflicts.append(found) }
        index = next
        if !search.isInside { break }
      }
    }
    self.conflicts = conflicts
  }

  /// What is known of a conflict while its lines are read.
  private struct Search {
    private var start: Int?
    private var oursStart = 0
    private var oursEnd: Int?
    private var theirsStart: Int?

    var isInside: Bool { start != nil }

    mutating func read(
      _ line: Range<Int>, next: Int, of bytes: UnsafeBufferPointer<UInt8>
    ) -> Conflict? {
      guard line.count >= 7, let mark = bytes[line].first, "<|=>".utf8.contains(mark),
        bytes[line].prefix(7).allSatisfy({ $0 == mark })
      else { return nil }
      let isAlone = line.count == 7
      guard isAlone || (mark != .equalsSign && bytes[line.lowerBound + 7] == .space) else {
        return nil
      }
      switch mark {
      case UInt8(ascii: "<"):
        self = Search()
        (start, oursStart) = (line.lowerBound, next)
      case .verticalLine where start != nil && oursEnd == nil: oursEnd = line.lowerBound
      case .equalsSign where start != nil && theirsStart == nil:
        oursEnd = oursEnd ?? line.lowerBound
        theirsStart = next
      case UInt8(ascii: ">"):
        guard let start, let oursEnd, let theirsStart else { return nil }
        let (ours, theirs) = (oursStart..<oursEnd, theirsStart..<line.lowerBound)
        self = Search()
        return Conflict(range: start..<line.upperBound, ours: ours, theirs: theirs)
      default: break
      }
      return nil
    }
  }

  /// The first `<` at the beginning of a line.
  private static func firstMark(
    in bytes: UnsafeBufferPointer<UInt8>, from first: Int, after start: Int
  ) -> Int? {
    let words = UnsafeRawBufferPointer(bytes)
    let mark = UInt8(ascii: "<")
    let marks = UInt64(mark) &* 0x0101_0101_0101_0101
    var index = first
    while index < bytes.count {
      if index + 8 <= bytes.count {
        // A byte that is the mark becomes 0, and only then the highest bit of the difference is set.
        let word = words.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ marks
        if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 == 0 {
          index += 8
          continue
        }
      }
      if bytes[index] == mark, index == start || bytes[index - 1].isLineEnd { return index }
      index += 1
    }
    return nil
  }

  private static func lineStart(after end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let isPair =
      end + 1 < bytes.count && bytes[end] == .carriageReturn && bytes[end + 1] == .lineFeed
    return min(end + (isPair ? 2 : 1), bytes.count)
  }

  /// Whether there are none.
  var isEmpty: Bool { conflicts.isEmpty }

  /// The bytes of each conflict, its marks among them.
  var ranges: [Range<Int>] { conflicts.map(\.range) }

  /// The text with one side of each conflict. In place of the marks and the other side there are spaces, so that
  /// every byte and every line is where it was.
  func text(_ side: Side, of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text = Array(bytes)
    for conflict in conflicts {
      let kept = side == .ours ? conflict.ours : conflict.theirs
      for index in conflict.range where !kept.contains(index) && !text[index].isLineEnd {
        text[index] = .space
      }
    }
    return text
  }
}

extension [Range<Int>] {
  /// Whether a range has a byte of one of these, which follow each other, or begins in one.
  ///
  /// - Complexity: O(log n)
  func touch(_ range: Range<Int>) -> Bool {
    let next = partitioningIndex { $0.upperBound > range.lowerBound }
    return next < count && self[next].lowerBound < Swift.max(range.upperBound, range.lowerBound + 1)
  }
}
