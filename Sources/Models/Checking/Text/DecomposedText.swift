import Foundation

/// Letters whose marks stand apart from them (NFD), as some systems write file names.
struct DecomposedText: TextRule {
  static let rule = Rule(
    "RW303", "decomposed-text", .warning, "A letter and its mark are two characters (not NFC).")
  let triggers: TextTraits = .combining

  func check(_ value: TextValue, _ findings: inout FindingList) {
    let composed = value.text.precomposedStringWithCanonicalMapping
    guard !composed.unicodeScalars.elementsEqual(value.text.unicodeScalars) else { return }
    var offset = 0
    for (one, other) in zip(value.text.unicodeScalars, composed.unicodeScalars) {
      if one != other { break }
      offset += UTF8.width(one)
    }
    // Back to the letter that the differing mark belongs to.
    let utf8 = value.text.utf8
    let place = utf8.index(utf8.startIndex, offsetBy: min(offset, utf8.count))
    let letters = value.text.indices
    let letter = letters.last { $0 <= place } ?? value.text.startIndex
    let from = utf8.distance(from: utf8.startIndex, to: letter)
    let deck = findings.deck
    let start = deck.offset(of: from, in: value.field.span)
    let stop = deck.offset(
      of: from + String(value.text[letter]).utf8.count, in: value.field.span)
    findings.add(
      Self.rule, at: .init(start, stop),
      "\(value.name) has a letter whose mark is a character of its own (NFD)",
      "write the letter as one character (NFC)",
      edits: [.init(deck.content(of: value.field.span), deck.literal(composed))])
  }
}
