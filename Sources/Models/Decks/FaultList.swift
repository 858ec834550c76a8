/// The faults of one file, with their lines and columns, up to a number that can still be read.
struct FaultList {
  let path: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private let limit: Int
  private var faults: [SourceFault] = []
  private var further = 0
  private var hidesError = false
  private let lines: LazyLocator

  /// Makes an empty list for the text that begins at `start`.
  init(path: String, bytes: UnsafeBufferPointer<UInt8>, start: Int, limit: Int) {
    self.path = path
    self.bytes = bytes
    self.start = start
    self.limit = max(1, limit)
    lines = LazyLocator(bytes, start: start)
  }

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
      consequence: hidesError ? .questionLeftOut : .valueIgnored
    )
    return sorted + [SourceFault(rest, span: SourceSpan(bytes.count, bytes.count))]
  }

  /// Adds the fault of the value at `offset`.
  mutating func add(
    _ kind: DeckFault.Kind,
    at offset: Int,
    to end: Int? = nil,
    in place: DeckPlace?,
    _ consequence: DeckFault.Consequence,
    edits: [TextEdit] = []
  ) {
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
      place: place,
      kind: kind,
      consequence: consequence
    )
    faults.append(SourceFault(fault, span: SourceSpan(offset, end ?? offset), edits: edits))
  }

  /// The line of the value at `offset`.
  func line(of offset: Int) -> Int { lines.position(of: offset).line }
}
