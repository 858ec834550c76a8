/// What comes of waiting for a line.
public enum InputEvent: Hashable, Sendable {
  /// A line, without its end.
  case line(String)
  /// The first 64 KiB of a line that was longer; the rest is gone.
  case cutLine(String)
  /// A line that is not UTF-8: nobody can tell what was meant.
  case garbledLine
  /// Ctrl-C: what stood in the line is gone.
  case interrupted
  /// There will be no more lines.
  case endOfInput
  /// The terminal went away (SIGHUP).
  case hangUp
  /// The program is asked to end (SIGTERM, SIGQUIT).
  case terminated

  /// The longest line taken, in bytes of UTF-8.
  public static let longestLine = 65_536

  /// A line from its bytes: cut at the end of a character when too long, a line break inside replaced
  /// by a space.
  init(lineBytes bytes: some RandomAccessCollection<UInt8>, isCut: Bool = false) {
    var taken = bytes.prefix(InputEvent.longestLine)
    let isCut = isCut || taken.count < bytes.count
    if isCut {
      // Continuation bytes first, then the byte that promised more of them than are there.
      let tail = taken.suffix(3).reversed().prefix { $0 & 0xc0 == 0x80 }.count
      if let lead = taken.dropLast(tail).last, lead >= 0xc0 {
        let promised = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1
        if tail < promised { taken = taken.dropLast(tail + 1) }
      }
    }
    let flat = taken.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 }
    guard let text = String(validating: flat, as: UTF8.self) else {
      self = .garbledLine
      return
    }
    self = isCut ? .cutLine(text) : .line(text)
  }
}
