import RabbleText

/// The HTML in a text that another program left behind, and what each part of it becomes.
struct Markup {
  /// A tag or an entity.
  struct Mark {
    /// Its bytes in the text's UTF-8.
    let range: Range<Int>
    /// How tables of HTML write it.
    let name: String
    /// What stands for it in plain text; `nil` for a tag that only the author can replace.
    let replacement: String?

    /// Whether it is an entity, and not a tag.
    var isEntity: Bool { name.hasPrefix("&") }
  }

  /// The tags and entities in the order of the text.
  let marks: [Mark]
  private let bytes: [UInt8]

  /// Looks for HTML in a text.
  init(_ text: String) {
    bytes = Array(text.utf8)
    marks = Self.marks(in: bytes)
  }

  /// What replaces each mark; `nil` where the author must decide.
  ///
  /// All replacements are made at once. A mark whose replacement would be part of a tag or an entity
  /// has none: what was written with `&lt;b&gt;` is to be seen, and must not be removed as a tag
  /// later.
  var replacements: [String?] {
    var replaced = Set(marks.indices.filter { marks[$0].replacement != nil })
    for _ in 0..<Self.rounds {
      let misread = misread(replacing: replaced)
      if misread.isEmpty {
        return marks.indices.map { replaced.contains($0) ? marks[$0].replacement : nil }
      }
      replaced.subtract(misread)
    }
    return marks.map { _ in nil }
  }

  /// Leaving out some replacements hardly ever makes others wrong; no text needs more rounds.
  private static let rounds = 8

  /// The marks whose replacements would be parts of a tag or an entity.
  private func misread(replacing replaced: Set<Int>) -> [Int] {
    var text: [UInt8] = []
    var places: [(mark: Int, range: Range<Int>)] = []
    var start = 0
    for (index, mark) in marks.enumerated() where replaced.contains(index) {
      text += bytes[start..<mark.range.lowerBound]
      let place = text.count
      text += (mark.replacement ?? "").utf8
      places.append((index, place..<text.count))
      start = mark.range.upperBound
    }
    text += bytes[start...]
    // The tag or entity, from 1, that each byte belongs to.
    var owners = [Int](repeating: 0, count: text.count)
    for (number, range) in (Self.marks(in: text).map(\.range) + Self.entities(in: text))
      .enumerated()
    {
      for index in range { owners[index] = number + 1 }
    }
    return places.filter { _, range in
      if !range.isEmpty { return range.contains(where: { owners[$0] > 0 }) }
      guard range.lowerBound > 0, range.lowerBound < owners.count else { return false }
      return owners[range.lowerBound] > 0
        && owners[range.lowerBound] == owners[range.lowerBound - 1]
    }.map { $0.mark }
  }

  // MARK: - Finding

  /// Entities and what they stand for.
  private static let texts = [
    "&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'",
    "&apos;": "'", "&hellip;": "…", "&ndash;": "–", "&mdash;": "—",
  ]
  private static let tags = [
    "<br>", "<br/>", "<br />", "<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "<div>", "</div>",
    "<p>", "</p>", "<em>", "</em>", "<strong>", "</strong>", "<span", "</span>",
  ]

  private static func marks(in bytes: [UInt8]) -> [Mark] {
    var marks: [Mark] = []
    for (offset, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "&") {
        for (entity, text) in texts where stands(entity, at: offset, of: bytes) {
          marks.append(
            Mark(range: offset..<offset + entity.utf8.count, name: entity, replacement: text))
        }
      } else if byte == UInt8(ascii: "<") {
        for tag in tags where stands(tag, at: offset, of: bytes) {
          marks.append(
            Mark(
              range: offset..<offset + tag.utf8.count, name: tag,
              replacement: tag.hasPrefix("<br") || tag.hasSuffix("n") ? nil : ""))
        }
      }
    }
    return marks
  }

  private static func stands(_ text: String, at offset: Int, of bytes: [UInt8]) -> Bool {
    bytes[offset...].starts(with: text.utf8) { ($0 | 0x20) == ($1 | 0x20) }
  }

  /// Where whatever looks like an entity stands, known or not: `&lt;`, `&copy;`, `&#39;`; of `&amp;lt;`
  /// both parts. A single letter makes none, as in `R&D;`.
  static func entities(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "&") {
      var start = offset
      while let end = endOfEntity(from: start, in: bytes) {
        found.append(start..<end)
        guard bytes[start + 1..<end].elementsEqual("amp;".utf8) else { break }
        start = end - 1
      }
    }
    return found
  }

  /// The offset after the `;` of an entity whose name begins after `start`.
  private static func endOfEntity(from start: Int, in bytes: [UInt8]) -> Int? {
    var end = start + 1
    if end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    while end < bytes.count, isLetterOrDigit(bytes[end]) { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: ";") && end - start > 2 ? end + 1 : nil
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

extension AnswerList {
  /// The pieces of a text, in which the `;` at the end of an entity parts nothing.
  static func answerPieces(of text: String) -> [(text: String, range: Range<Int>)] {
    var bytes = Array(text.utf8)
    let entities = Markup.entities(in: bytes)
    // A control character stands for those while the text is parted; it is as long.
    for entity in entities { bytes[entity.upperBound - 1] = 1 }
    return pieces(of: String(decoding: bytes, as: UTF8.self)).map { piece in
      (
        text: entities.isEmpty ? piece.text : piece.text.replacing("\u{1}", with: ";"),
        range: piece.range
      )
    }
  }
}
