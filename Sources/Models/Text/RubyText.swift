/// A text some of whose parts carry their reading above them (furigana).
///
///     let text = RubyText("食[た]べ 物[もの]")
///     text.base      // "食べ物"
///     text.reading   // "たべもの"
///
/// Three notations are read, also mixed: Anki's `漢字[かんじ]`, where a space begins a base and is not
/// shown; Aozora's `｜漢字《かんじ》`, where `｜` is optional before a run of kanji; and HTML's
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

  /// The segments from left to right; no two neighbors are without a reading.
  public let segments: [Segment]

  /// Makes a text of segments, joining neighbors without a reading.
  public init(segments: [Segment]) {
    var joined: [Segment] = []
    // What has no reading yet; in place, as a text of many parts would be copied for each of them.
    var plain = ""
    for segment in segments where !segment.base.isEmpty {
      if segment.reading == nil {
        plain += segment.base
      } else {
        if !plain.isEmpty { joined.append(Segment(base: plain)) }
        plain = ""
        joined.append(segment)
      }
    }
    if !plain.isEmpty { joined.append(Segment(base: plain)) }
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

  /// Whether any of the three notations could stand in a text: most texts are ruled out at once.
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

  /// The text with each reading in brackets behind its base: `漢字(かんじ)`.
  public var bracketed: String {
    segments.map { segment in segment.base + (segment.reading.map { "(\($0))" } ?? "") }.joined()
  }

  /// The text in the parts between its line breaks, without the empty ones; at least one part.
  public var paragraphs: [RubyText] {
    guard segments.contains(where: { $0.base.contains(where: \.isNewline) }) else { return [self] }
    var parts: [[Segment]] = [[]]
    for segment in segments {
      guard segment.reading == nil else {
        parts[parts.count - 1].append(segment)
        continue
      }
      let lines = segment.base.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() {
        if index > 0 { parts.append([]) }
        parts[parts.count - 1].append(Segment(base: String(line)))
      }
    }
    let paragraphs = parts.map(RubyText.init(segments:)).filter { text in
      !text.base.allSatisfy(\.isWhitespace)
    }
    return paragraphs.isEmpty ? [RubyText(segments: [])] : paragraphs
  }

  /// The text with each reading in the place of its base.
  public var reading: String { segments.map { $0.reading ?? $0.base }.joined() }
}

/// Reads the notations of ``RubyText`` from left to right, in time in proportion to the text: nothing is looked
/// for twice.
struct RubyReader {
  private var rest: Substring
  /// Whether `</ruby>` may follow.
  private var mayEndMarkup = true
  /// Whether Aozora's `｜` stands in what has no reading yet.
  private var hasBar = false
  /// What was read and has no reading yet.
  private var plain = ""
  private var done: [RubyText.Segment] = []

  init(_ text: String) {
    rest = text[...]
  }

  /// The segments of the whole text.
  mutating func segments() -> [RubyText.Segment] {
    while let character = rest.first {
      switch character {
      case "[" where readBracketed(to: "]", base: Self.ankiBase): break
      case "《"
      where readBracketed(to: "》", base: { [hasBar] in Self.aozoraBase($0, $1, hasBar: hasBar) }):
        break
      case "<" where readMarkup(): break
      default:
        plain.append(character)
        hasBar = hasBar || Self.isBar(character)
        rest.removeFirst()
      }
    }
    flush()
    return done
  }

  private mutating func flush() {
    if !plain.isEmpty { done.append(.init(base: plain)) }
    plain = ""
    hasBar = false
  }

  /// Reads a reading in brackets, if it is one and something stands before it to carry it.
  private mutating func readBracketed(
    to close: Character,
    base: (_ before: String, _ reading: String) -> (kept: Substring, base: Substring)?
  ) -> Bool {
    let inner = rest.dropFirst()
    let end = inner.firstIndex { !$0.isKana } ?? inner.endIndex
    guard inner.startIndex < end, inner[end...].first == close else { return false }
    let reading = String(inner[..<end])
    guard let found = base(plain, reading) else { return false }
    let base = String(found.base)
    plain = String(found.kept)
    flush()
    done.append(.init(base: base, reading: reading))
    rest = inner[inner.index(after: end)...]
    return true
  }

  /// Anki's rule: a base goes back to the last space, which is not shown, or to another boundary.
  /// The kana it begins with are no part of it, unless the reading begins with them too.
  private static func ankiBase(_ before: String, _ reading: String)
    -> (kept: Substring, base: Substring)?
  {
    let run = before[before.endOfLastBoundary...]
    let kana = run.prefix(while: \.isKana)
    guard kana.count < run.count else { return nil }
    var base = run
    if !kana.isEmpty, !reading.hasPrefix(kana), let last = run.lastIndex(where: \.isKana) {
      base = run[run.index(after: last)...]
    }
    guard !base.isEmpty else { return nil }
    let kept = before[..<base.startIndex]
    let isAfterSpace = kept.last == " " && base.startIndex == run.startIndex
    return (isAfterSpace ? kept.dropLast() : kept, base)
  }

  /// Aozora's rule: a base goes back to `｜`, which is not shown, or over a run of kanji.
  private static func aozoraBase(_ before: String, _ reading: String, hasBar: Bool)
    -> (kept: Substring, base: Substring)?
  {
    if hasBar, let bar = before.lastIndex(where: isBar) {
      let base = before[before.index(after: bar)...]
      return base.isEmpty ? nil : (before[..<bar], base)
    }
    let start = before.lastIndex { !$0.isKanji }.map { before.index(after: $0) }
    let base = before[(start ?? before.startIndex)...]
    return base.isEmpty ? nil : (before[..<base.startIndex], base)
  }

  private static func isBar(_ letter: Character) -> Bool { letter == "｜" || letter == "|" }

  /// Reads `<ruby>…<rt>…</rt></ruby>`, with or without `<rb>` and `<rp>`.
  private mutating func readMarkup() -> Bool {
    guard mayEndMarkup, rest.hasPrefix("<ruby>") else { return false }
    guard let end = rest.firstRange(of: "</ruby>") else {
      mayEndMarkup = false
      return false
    }
    var inner = rest[rest.index(rest.startIndex, offsetBy: 6)..<end.lowerBound]
    var found: [RubyText.Segment] = []
    // Bases in elements of their own, of which the readings follow the last.
    var bases: ArraySlice<String> = []
    var readingsLeft = inner.ranges(of: "<rt>").count
    while let open = inner.firstRange(of: "<rt>") {
      if bases.isEmpty {
        bases = Self.bases(inner[..<open.lowerBound])[...]
        if bases.count != readingsLeft { bases = [bases.joined()] }
      }
      readingsLeft -= 1
      let base = bases.removeFirst()
      let after = inner[open.upperBound...]
      let close = after.firstRange(of: "</rt>")
      let reading = Self.withoutMarkup(after[..<(close?.lowerBound ?? after.endIndex)])
      found.append(.init(base: base, reading: reading.isEmpty ? nil : reading))
      inner = close.map { after[$0.upperBound...] } ?? after[after.endIndex...]
    }
    let tail = bases.joined() + Self.withoutMarkup(inner)
    if !tail.isEmpty { found.append(.init(base: tail)) }
    flush()
    done += found
    rest = rest[end.upperBound...]
    return true
  }

  /// The bases before a reading: each `<rb>`, or all of the text; empty for none.
  private static func bases(_ text: Substring) -> [String] {
    text.split(separator: "</rb>").map(withoutMarkup).filter { !$0.isEmpty }
  }

  /// A piece of a ruby element without its tags and without what `<rp>` holds for old browsers.
  private static func withoutMarkup(_ text: Substring) -> String {
    var result = ""
    var rest = text
    var mayEndParenthesis = true
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      let close =
        mayEndParenthesis && rest[open...].hasPrefix("<rp>")
        ? rest[open...].firstRange(of: "</rp>") : nil
      if let close {
        rest = rest[close.upperBound...]
        continue
      }
      if rest[open...].hasPrefix("<rp>") { mayEndParenthesis = false }
      if let close = rest[open...].firstIndex(of: ">") {
        rest = rest[rest.index(after: close)...]
      } else {
        break
      }
    }
    return result + rest
  }
}

extension String {
  /// Where the last run without white space, punctuation or brackets begins.
  fileprivate var endOfLastBoundary: Index {
    lastIndex { $0.isWhitespace || ($0.isPunctuation && $0 != "々") }.map { index(after: $0) }
      ?? startIndex
  }
}

extension Character {
  /// Whether it is hiragana, katakana, the long mark or the middle dot.
  package var isKana: Bool {
    unicodeScalars.allSatisfy { (0x3041...0x30ff).contains($0.value) && $0.value != 0x30a0 }
  }

  /// Whether it is an ideograph or one of the marks that stand for one.
  fileprivate var isKanji: Bool {
    self == "々" || self == "〆" || self == "ヶ"
      || unicodeScalars.first?.properties.isIdeographic == true
  }
}
