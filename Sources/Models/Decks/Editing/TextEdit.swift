/// A change of one place in a text: the bytes of a range give way to others.
///
///     let edits = [TextEdit(0..<1, "X"), TextEdit(3..<3, "!")]
///     try TextEdit.apply(edits, to: Array("abc".utf8))   // "Xbc!"
public struct TextEdit: Hashable, Sendable {
  /// The bytes that give way; empty where something is only put in.
  public let range: Range<Int>
  /// What stands there afterwards.
  public let replacement: String

  /// Makes an edit.
  public init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Why edits cannot be applied to a text.
  public enum Failure: Error, Hashable, Sendable {
    /// A range does not lie within the text's bytes.
    case outside(Range<Int>, count: Int)
    /// Two edits change the same bytes, or put something in at the same place.
    case overlap(Range<Int>, Range<Int>)
  }

  /// The text with all edits made, whatever their order; the same edit twice is made once.
  ///
  /// - Throws: ``Failure`` if a range lies outside or two edits overlap; nothing is changed then.
  public static func apply(_ edits: [TextEdit], to bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.replacement.utf8.count })
    var last: TextEdit?
    for edit in edits.sorted(by: { $0.isBefore($1) }) where edit != last {
      guard edit.range.lowerBound >= 0, edit.range.upperBound <= bytes.count else {
        throw .outside(edit.range, count: bytes.count)
      }
      if let last, edit.overlaps(last) { throw .overlap(last.range, edit.range) }
      result += bytes[(last?.range.upperBound ?? 0)..<edit.range.lowerBound]
      result += edit.replacement.utf8
      last = edit
    }
    return result + bytes[(last?.range.upperBound ?? 0)...]
  }

  /// Whether two edits cannot both be made.
  public func overlaps(_ other: TextEdit) -> Bool {
    range.lowerBound == other.range.lowerBound
      || (range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound)
  }

  private func isBefore(_ other: TextEdit) -> Bool {
    (range.lowerBound, range.upperBound, replacement)
      < (other.range.lowerBound, other.range.upperBound, other.replacement)
  }
}
