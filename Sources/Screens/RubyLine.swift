/// A text some of whose parts carry their reading above them (furigana).
public struct RubyLine: Hashable, Sendable {
  /// A part of the text with at most one reading.
  public struct Segment: Hashable, Sendable {
    /// What stands on the line.
    public let base: String
    /// What stands above it, if anything.
    public let reading: String?

    /// Makes a segment.
    public init(base: String, reading: String? = nil) {
      self.base = base
      self.reading = reading
    }
  }

  /// The segments from left to right.
  public let segments: [Segment]

  /// Makes a text of segments.
  public init(segments: [Segment]) {
    self.segments = segments
  }

  /// Makes a text without readings.
  public init(_ text: String) {
    segments = [Segment(base: text)]
  }

  /// Whether a part has a reading.
  public var hasReadings: Bool { segments.contains { $0.reading != nil } }

  /// The text without its readings.
  public var base: String { segments.map(\.base).joined() }

  /// The text with each reading in brackets behind what it is the reading of: `漢字(かんじ)`.
  public var bracketed: String {
    segments.map { segment in segment.base + (segment.reading.map { "(\($0))" } ?? "") }.joined()
  }
}
