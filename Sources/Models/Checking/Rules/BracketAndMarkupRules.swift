import RabbleDecks
import RabbleQuestions
import RabbleText

/// A bracket without its partner.
struct UnbalancedBrackets: TextRule {
  static let rule = Rule("RW309", "unbalanced-bracket", .warning, "A bracket has no partner.")
  let triggers: TextTraits = .bracket

  private static let partners: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "(", "]": "[", "}": "{", "）": "（", "］": "［", "｝": "｛", "」": "「", "』": "『",
    "】": "【", "〕": "〔", "〉": "〈", "》": "《",
  ]
  private static let openings = Set(partners.values)
  private static let widths: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "）", "）": ")", "]": "］", "］": "]", "}": "｝", "｝": "}",
  ]

  func check(_ value: TextValue, _ findings: inout FindingList) {
    guard value.isContent else { return }
    var open: [(offset: Int, scalar: Unicode.Scalar)] = []
    var found: [(offset: Int, scalar: Unicode.Scalar, other: Unicode.Scalar?)] = []
    var previous: Unicode.Scalar = " "
    value.forEachScalar { offset, scalar in
      defer { previous = scalar }
      if Self.openings.contains(scalar) {
        open.append((offset, scalar))
      } else if let partner = Self.partners[scalar] {
        if open.last?.scalar == partner {
          open.removeLast()
        } else if let other = Self.widths[scalar], let partner = Self.partners[other],
          open.last?.scalar == partner
        {
          open.removeLast()
          found.append((offset, scalar, other))
        } else if scalar != ")" || !Self.endsNumberOrFace(previous) {
          found.append((offset, scalar, nil))
        }
      }
    }
    for (offset, scalar, other) in found {
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        other == nil
          ? "\(value.name) closes with \(scalar) what was not opened"
          : "\(value.name) closes with \(scalar) a bracket of another width",
        other.map { "write \($0)" } ?? "remove it, or open it",
        replacement: other.map { String($0) })
    }
    for (offset, scalar) in open where !(scalar == "(" && value.text.contains(":(")) {
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) has a \(scalar) that is not closed", "close it, or remove it")
    }
  }

  /// Whether a closing bracket may stand alone: in `1)`, `:)` and `;)`.
  private static func endsNumberOrFace(_ previous: Unicode.Scalar) -> Bool {
    previous == ":" || previous == ";" || previous == "-" || ("0"..."9").contains(previous)
  }
}

/// What is left of HTML.
struct Markup: TextRule {
  static let rule = Rule("RW313", "markup", .warning, "A text has an entity or tag of HTML.")
  let triggers: TextTraits = .markup

  private static let entities = [
    "&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'",
    "&apos;": "'", "&hellip;": "…", "&ndash;": "–", "&mdash;": "—",
  ]
  private static let tags = [
    "<br>", "<br/>", "<br />", "<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "<div>", "</div>",
    "<p>", "</p>", "<em>", "</em>", "<strong>", "</strong>", "<span", "</span>",
  ]

  func check(_ value: TextValue, _ findings: inout FindingList) {
    let bytes = Array(value.text.utf8)
    for (offset, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "&") {
        for (entity, text) in Self.entities where Self.stands(entity, at: offset, of: bytes) {
          findings.add(
            Self.rule, in: value, offset..<offset + entity.utf8.count,
            "\(value.name) has the entity \(entity) of HTML", "write \(Quoting.quoted(text))",
            replacement: text)
        }
      } else if byte == UInt8(ascii: "<") {
        for tag in Self.tags where Self.stands(tag, at: offset, of: bytes) {
          findings.add(
            Self.rule, in: value, offset..<offset + tag.utf8.count,
            "\(value.name) has the tag \(tag) of HTML", "remove it",
            replacement: tag.hasPrefix("<br") || tag.hasSuffix("n") ? nil : "")
        }
      }
    }
  }

  private static func stands(_ text: String, at offset: Int, of bytes: [UInt8]) -> Bool {
    bytes[offset...].starts(with: text.utf8) { ($0 | 0x20) == ($1 | 0x20) }
  }
}

/// A blank in single braces, or braces outside a cloze.
struct SingleBraces: TextRule {
  static let rule = Rule(
    "RW316", "braces", .warning, "Braces stand where no blank of a cloze is read.")
  let triggers: TextTraits = .brace

  func check(_ value: TextValue, _ findings: inout FindingList) {
    let bytes = Array(value.text.utf8)
    guard let first = bytes.firstIndex(of: UInt8(ascii: "{")) else { return }
    if value.isQuestion(.cloze) {
      if let single = Self.single(bytes) {
        findings.add(
          Self.rule, in: value, single..<single + 1, "\"cloze\" has a brace that stands alone",
          "put what is asked into {{ }}")
      }
    } else if value.isQuestion(.prompt) || value.isQuestion(.answer),
      first + 1 < bytes.count, bytes[first + 1] == UInt8(ascii: "{")
    {
      findings.add(
        Self.rule, in: value, first..<first + 2, "\(value.name) has {{, which makes no blank there",
        "put the sentence under \"cloze\"")
    }
  }

  /// The offset of the first brace that is not doubled.
  private static func single(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == byte {
        index += 2
      } else {
        return index
      }
    }
    return nil
  }
}

/// A blank of a cloze with a mark for a hint and none behind it.
struct BlankHints: QuestionRule {
  static let rule = Rule("RW511", "empty-blank-hint", .warning, "A blank has :: and no hint.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.cloze) else { return }
    let bytes = Array(value.text.utf8)
    let mark = Array("::".utf8)
    var index = 0
    while index + 3 < bytes.count {
      defer { index += 1 }
      guard bytes[index...].starts(with: mark) else { continue }
      var end = index + 2
      while end < bytes.count, bytes[end] == 0x20 { end += 1 }
      guard bytes[end...].starts(with: "}}".utf8) else { continue }
      findings.add(
        Self.rule, in: value, index..<end, "the blank has a :: with no hint behind it",
        "write the hint, or remove the ::", replacement: "")
    }
  }
}
