/// A fault of a file with the bytes it is about, and what would fix it.
public struct SourceFault: Hashable, Sendable {
  /// What is wrong.
  public let fault: DeckFault
  /// The bytes it is about; empty for a place between two of them, or when the file was not read.
  public let span: SourceSpan
  /// The edits that fix it unambiguously; empty where its author must decide.
  public let edits: [TextEdit]

  /// Makes a fault.
  init(_ fault: DeckFault, span: SourceSpan, edits: [TextEdit] = []) {
    self.fault = fault
    self.span = span
    self.edits = edits
  }
}

/// The faults of one file, with their lines and columns, up to a number that can still be read.
struct FaultList {
  let path: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private var faults: [SourceFault] = []
  private var further = 0
  private var hidesError = false
  private let lines: LazyLocator
  /// The bytes of merge conflicts. Each is one fault; what else is wrong within it is not named.
  private var conflicts: [Range<Int>] = []

  /// Makes an empty list for the text that begins at `start`.
  init(path: String, bytes: UnsafeBufferPointer<UInt8>, start: Int, limit: Int) {
    self.path = path
    self.bytes = bytes
    self.limit = max(1, limit)
    lines = LazyLocator(bytes, start: start)
  }

  /// Whether there are none.
  var isEmpty: Bool { faults.isEmpty }

  /// The faults by place, and how many more there were.
  var all: [DeckFault] { sourceFaults.map(\.fault) }

  /// The faults by place, each with the bytes it is about, and how many more there were.
  var sourceFaults: [SourceFault] {
    let sorted = faults.enumerated().sorted {
      ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
    }.map(\.element)
    guard further > 0 else { return sorted }
    let rest = DeckFault(
      path: path,
      kind: .furtherFaults(count: further),
      consequence: hidesError ? .questionSkipped : .valueIgnored
    )
    return sorted + [SourceFault(rest, span: SourceSpan(bytes.count, bytes.count))]
  }

  /// Adds a fault for each conflict; what is wrong within one is not named besides.
  mutating func add(_ found: MergeConflicts, _ consequence: DeckFault.Consequence) {
    conflicts = []
    for range in found.ranges {
      let lines = line(of: range.lowerBound)...line(of: range.upperBound)
      add(
        .mergeConflict(lines: lines), at: range.lowerBound, to: range.upperBound, in: nil,
        consequence)
    }
    conflicts = found.ranges
  }

  /// Adds the fault of the value at `offset`.
  mutating func add(
    _ kind: DeckFault.Kind,
    at offset: Int,
    to end: Int? = nil,
    in location: FaultLocation?,
    _ consequence: DeckFault.Consequence,
    edits: [TextEdit] = []
  ) {
    if conflicts.touch(offset..<offset) { return }
    guard faults.count < limit else {
      further += 1
      hidesError = hidesError || consequence != .valueIgnored
      return
    }
    let position = lines.position(of: offset)
    let fault = DeckFault(
      path: path,
      line: position.line,
      column: position.column,
      location: location,
      kind: kind,
      consequence: consequence
    )
    faults.append(SourceFault(fault, span: SourceSpan(offset, end ?? offset), edits: edits))
  }

  /// The line of the value at `offset`.
  func line(of offset: Int) -> Int { lines.position(of: offset).line }
}
