/// A text some of whose parts carry their reading above them (furigana).
///
///     let text = RubyText("食[た]べ 物[もの]")
///     text.base      // "食べ物"
///     text.reading   // "たべもの"
///
/// Three notations are read, also mixed: Anki's `漢字[かんじ]`, where a space begins a base and is not
/// shown; Aozora's `｜漢字《かんじ》`, where `｜` may be left out before a run of kanji; and HTML's
/// `<ruby>漢字<rt>かんじ</rt></ruby>`. A bracket that holds anything but kana is text like any other.
public struct RubyText: Hashable, Sendable {
  /// A part of the text with at most one reading.
  public struct Segment: Hashable, Sendable {
    /// What stands on the line.
    public let base: String
    /// What stands above it, in kana.
    public let reading: String?

    /// Makes a segment.
    public init(base: String, reading: String? = nil) {
      self.base = base
      self.reading = reading
    }
  }

  /// The segments from left to right; no two neighbours are without a reading.
  public let segments: [Segment]

  /// Makes a text of segments, joining neighbours without a reading.
  public init(segments: [Segment]) {
    var joined: [Segment] = []
    for segment in segments where !segment.base.isEmpty {
      if segment.reading == nil, let last = joined.last, last.reading == nil {
        joined[joined.count - 1] = Segment(base: last.base + segment.base)
      } else {
        joined.append(segment)
      }
    }
    self.segments = joined
  }

  /// Reads a text.
  public init(_ text: String) {
    guard Self.mayHaveReadings(text) else {
      self.init(segments: [Segment(base: text)])
      return
    }
    var reader = RubyReader(text)
    self.init(segments: reader.segments())
  }

  /// Whether any of the three notations could stand in a text: most texts are told at once.
  public static func mayHaveReadings(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { index in
        switch bytes[index] {
        case UInt8(ascii: "["), UInt8(ascii: "<"): true
        case 0xe3: bytes[index...].starts(with: "《".utf8)
        default: false
        }
      }
    }
  }

  /// Whether a part has a reading.
  public var hasReadings: Bool { segments.contains { $0.reading != nil } }

  /// The text without its readings.
  public var base: String { segments.map(\.base).joined() }

  /// The text with each reading in the place of its base.
  public var reading: String { segments.map { $0.reading ?? $0.base }.joined() }
}
