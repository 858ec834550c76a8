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
            "\(value.name) has the entity \(entity) of HTML", "write \(Quoted.text(text))",
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
