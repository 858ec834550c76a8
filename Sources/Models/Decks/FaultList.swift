/// The faults of one file, with their lines and columns, up to a number that can still be read.
struct FaultList {
  private let path: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private let limit: Int
  private var faults: [DeckFault] = []
  private var further = 0
  private var hidesError = false
  private var locator: TextLocator?

  /// Makes an empty list for the text that begins at `start`.
  init(path: String, bytes: UnsafeBufferPointer<UInt8>, start: Int, limit: Int) {
    self.path = path
    self.bytes = bytes
    self.start = start
    self.limit = max(1, limit)
  }

  /// The faults by place, and how many more there were.
  var all: [DeckFault] {
    let sorted = faults.enumerated().sorted {
      ($0.element.line ?? 0, $0.element.column ?? 0, $0.offset)
        < ($1.element.line ?? 0, $1.element.column ?? 0, $1.offset)
    }.map(\.element)
    guard further > 0 else { return sorted }
    let rest = DeckFault(
      path: path,
      kind: .furtherFaults(count: further),
      consequence: hidesError ? .questionLeftOut : .valueIgnored
    )
    return sorted + [rest]
  }

  /// Adds the fault of the value at `offset`.
  mutating func add(
    _ kind: DeckFault.Kind,
    at offset: Int,
    in place: DeckPlace?,
    _ consequence: DeckFault.Consequence
  ) {
    guard faults.count < limit else {
      further += 1
      hidesError = hidesError || consequence != .valueIgnored
      return
    }
    let position = locate(offset)
    faults.append(
      DeckFault(
        path: path,
        line: position.line,
        column: position.column,
        place: place,
        kind: kind,
        consequence: consequence
      )
    )
  }

  /// The line of the value at `offset`.
  mutating func line(of offset: Int) -> Int { locate(offset).line }

  private mutating func locate(_ offset: Int) -> SourcePosition {
    let found = locator ?? TextLocator(bytes, start: start)
    locator = found
    return found.position(of: offset)
  }
}
