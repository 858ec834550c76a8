/// A sentence with blanks in doubled braces, each of which is asked by itself.
///
///     let text = try ClozeText("私{{は}}学生{{です::copula}}。")
///     text.filled           // "私は学生です。"
///     text.blanks[1].hint   // "copula"
///
/// `::` begins a blank's hint; `;` separates texts that are all right in it, of which the first is
/// shown. Anki's `{{c1::text::hint}}` is read as well: blanks of one number are asked together.
package struct ClozeText: Hashable, Sendable {
  /// A blank of the sentence.
  package struct Blank: Hashable, Sendable {
    /// What the blank is known by among those of its sentence: its number where the author gave one
    /// (`c1`), else its text, and how often that stood before in the sentence if it did (`は 2`). Of a text
    /// of more than 1,000 bytes, only the beginning, with a number that tells it from others.
    package fileprivate(set) var key: String
    /// What belongs in it, as written: `;` separates texts that are all right.
    package let answer: String
    /// The author's hint.
    package let hint: String?

    /// The first of the texts that are right in it, which fills it.
    package var filling: String {
      let first = answer.prefix { $0 != ";" && $0 != "；" }
      return String(first).trimmed
    }
  }

  /// A part of the sentence.
  package enum Piece: Hashable, Sendable {
    /// What stands there for everyone to see.
    case text(String)
    /// A blank.
    case blank(Blank)
  }

  /// The sentence from left to right.
  package let pieces: [Piece]
  /// The places of the blanks of each key among the pieces.
  private let places: [String: [Int]]

  /// Reads a sentence.
  ///
  /// - Parameters:
  ///   - text: the sentence as written.
  ///   - names: what blanks are known by instead of the key that their text gives them.
  /// - Throws: ``ClozeError`` when no blank stands in it or one is not sound.
  package init(_ text: String, names: [String: String] = [:]) throws(ClozeError) {
    var pieces: [Piece] = []
    var seen: [String: Int] = [:]
    var places: [String: [Int]] = [:]
    var number = 0
    var rest = text[...]
    while let open = rest.firstPair(of: "{") {
      if open.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<open.lowerBound])))
      }
      number += 1
      let inner = rest[open.upperBound...]
      guard let close = inner.firstPair(of: "}") else { throw .unclosed(blank: number) }
      var blank = try Self.blank(inner[..<close.lowerBound], number: number, seen: &seen)
      if let name = names[blank.key] { blank.key = name }
      places[blank.key, default: []].append(pieces.count)
      pieces.append(.blank(blank))
      rest = inner[close.upperBound...]
    }
    guard number > 0 else { throw .noBlank }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
    self.places = places
  }

  /// The sentence of a text, or `nil` where there is none or it has a fault that is reported
  /// elsewhere.
  package static func sound(_ text: String?, names: [String: String] = [:]) -> ClozeText? {
    guard let text else { return nil }
    do { return try ClozeText(text, names: names) } catch { return nil }
  }

  private static func blank(
    _ text: Substring, number: Int, seen: inout [String: Int]
  ) throws(ClozeError) -> Blank {
    if text.firstPair(of: "{") != nil { throw .unclosed(blank: number) }
    var parts: [Substring] = []
    var rest = text
    while let separator = rest.firstPair(of: ":"), parts.count < 2 {
      parts.append(rest[..<separator.lowerBound])
      rest = rest[separator.upperBound...]
    }
    parts.append(rest)
    var ordinal: String?
    if parts.count > 1, let first = parts.first, first.isClozeNumber {
      ordinal = String(first)
      parts.removeFirst()
    }
    let answer = String(parts[0]).trimmed
    let hint = parts.dropFirst().joined(separator: "::").trimmed
    let plain = Blank(key: "", answer: answer, hint: nil)
    guard !plain.filling.isEmpty else { throw .emptyBlank(blank: number) }
    var key = Self.key(of: ordinal ?? plain.filling)
    if ordinal == nil {
      let count = seen[key, default: 0] + 1
      seen[key] = count
      if count > 1 { key += " \(count)" }
    }
    return Blank(key: key, answer: answer, hint: hint.isEmpty ? nil : hint)
  }

  /// The most bytes of a text that is its blank's key as it stands.
  private static let longestKey = 1_000

  /// The text, or, where it is far longer than any author's, its beginning and a hash of all of it: the
  /// study log has the key with every answer.
  private static func key(of text: String) -> String {
    if text.utf8.count <= longestKey { return text }
    return String(text.unicodeScalars.prefix(100)) + " "
      + String(FNV1a.hash(text.utf8), radix: 16)
  }

  /// Whether a blank's key is a number that the author gave it, unless its text reads like one.
  package static func isNumber(_ key: String) -> Bool { key[...].isClozeNumber }

  /// The blanks from left to right.
  package var blanks: [Blank] {
    pieces.compactMap { if case .blank(let blank) = $0 { blank } else { nil } }
  }

  /// The keys of the cards, each once, in the order of the sentence.
  package var keys: [String] {
    var seen: Set<String> = []
    return blanks.map(\.key).filter { seen.insert($0).inserted }
  }

  /// The sentence with all blanks filled.
  package var filled: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .blank(let blank): blank.filling
      }
    }.joined()
  }

  /// The sentence with all blanks open.
  package var opened: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .blank: Self.gap
      }
    }.joined()
  }

  /// What an open blank looks like.
  package static let gap = "＿＿"

  /// What fills the only blank of a sentence; `nil` where it has more, or the two don't belong together.
  ///
  /// - Parameters:
  ///   - filled: the sentence as ``filled``.
  ///   - opened: the sentence as ``opened``.
  /// - Returns: what stands in the one for the blank of the other.
  package static func filling(of filled: String, open opened: String) -> String? {
    let sides = opened.split(separator: gap, omittingEmptySubsequences: false).map(\.utf8)
    guard sides.count == 2, filled.utf8.count > sides[0].count + sides[1].count,
      filled.utf8.starts(with: sides[0]), filled.utf8.suffix(sides[1].count).elementsEqual(sides[1])
    else { return nil }
    return String(filled.utf8.dropFirst(sides[0].count).dropLast(sides[1].count))
  }

  /// The sentence with the blanks of one key open and the others filled, with the furigana that
  /// stand in it. The hint of an open blank stands in brackets in its place, as without it several
  /// words could be meant: `私は学生[copula]。` Of a text of more than ``reach`` pieces only what is
  /// within that many of an open blank is there, and `…` stands for the rest.
  package func sentence(open key: String) -> RubyText {
    var segments: [RubyText.Segment] = []
    var next = 0
    func leaveOut(to index: Int) {
      if index > next { segments.append(RubyText.Segment(base: " … ")) }
    }
    for range in shown(open: key) {
      leaveOut(to: range.lowerBound)
      for piece in pieces[range] {
        switch piece {
        case .text(let text): segments += RubyText(text).segments
        case .blank(let blank) where blank.key == key:
          segments.append(RubyText.Segment(base: blank.hint.map { "[\($0)]" } ?? Self.gap))
        case .blank(let blank): segments += RubyText(blank.filling).segments
        }
      }
      next = range.upperBound
    }
    leaveOut(to: pieces.count)
    return RubyText(segments: segments)
  }

  /// How many pieces of a long text are shown before an open blank and behind it. Otherwise the
  /// cards of a text with thousands of blanks would be as long as that text, each.
  package static let reach = 60

  /// The pieces that are shown while the blanks of a key are open.
  private func shown(open key: String) -> [Range<Int>] {
    guard pieces.count > Self.reach, let open = places[key] else { return [0..<pieces.count] }
    var ranges: [Range<Int>] = []
    for place in open {
      let end = min(place + Self.reach + 1, pieces.count)
      if let last = ranges.last, place - Self.reach <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(max(0, place - Self.reach)..<end)
      }
    }
    return ranges
  }

  /// The texts of which each is right in the blanks of one key, as written. Where several blanks
  /// share the key, it is what fills them, from left to right.
  package func answers(to key: String) -> [String] {
    let blanks = (places[key] ?? []).compactMap { index in
      if case .blank(let blank) = pieces[index] { blank } else { nil }
    }
    let own = blanks.map(\.texts)
    if Set(own).count == 1 { return own[0] }
    return blanks.isEmpty ? [] : [blanks.map(\.filling).joined(separator: " ")]
  }
}

extension ClozeText.Blank {
  /// The texts that are right in it.
  fileprivate var texts: [String] {
    AnswerList.semicolonSeparated(answer)
  }
}

extension Substring {
  /// Where an ASCII character first stands twice in a row, as all signs of blanks do. Another character's
  /// part is none: `{́` is a letter with an accent.
  fileprivate func firstPair(of sign: Character) -> Range<Index>? {
    var rest = utf8[...]
    while let first = rest.firstIndex(where: { $0 == sign.asciiValue }) {
      let second = rest.index(after: first)
      if self[second...].first == sign, isBoundary(first) {
        return first..<rest.index(after: second)
      }
      rest = rest[second...]
    }
    return nil
  }

  private func isBoundary(_ index: Index) -> Bool {
    index == startIndex || self.index(after: self.index(before: index)) == index
  }

  /// Whether it is a blank's number as Anki writes it: `c1`.
  fileprivate var isClozeNumber: Bool {
    first == "c" && count > 1 && dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }
}

/// What is wrong with a sentence that should have blanks.
public enum ClozeError: Error, Hashable, Sendable {
  /// There is no blank in it.
  case noBlank
  /// A blank has no `}}`; blanks count from 1.
  case unclosed(blank: Int)
  /// Nothing stands in a blank; blanks count from 1.
  case emptyBlank(blank: Int)
}
