import RabbleDecks

/// A text of a deck, where it stands, and what it has in it.
struct TextValue {
  /// The text as it is read.
  let text: String
  /// Where it stands.
  let field: SourceField
  /// What it has in it.
  let traits: TextTraits
  /// The columns that a terminal gives it.
  let columns: Int

  init(_ text: String, _ field: SourceField) {
    self.text = text
    self.field = field
    (traits, columns) = TextTraits.scan(text)
  }

  /// The key as its author knows it: `"prompt"`, `"alternatives[1]"`.
  var name: String { "\"\(field.path)\"" }

  /// Whether it is the question's value under this key.
  func isQuestion(_ key: DeckKey.Question) -> Bool { field.key == .question(key) }

  /// Whether it is a text of a language that is learned or known, and no label of the author's.
  var isContent: Bool {
    switch field.key {
    case .question(let key):
      switch key {
      case .prompt, .answer, .hint, .reading, .furigana, .alternatives, .blocked, .cloze: true
      default: false
      }
    case .example: true
    default: false
    }
  }

  /// Calls `body` with each scalar and the offset of its first byte in UTF-8.
  func forEachScalar(_ body: (_ offset: Int, _ scalar: Unicode.Scalar) -> Void) {
    var offset = 0
    for scalar in text.unicodeScalars {
      body(offset, scalar)
      offset += UTF8.width(scalar)
    }
  }
}

extension SourceField {
  /// The way to it from its question or group: `alternatives[1]`, `example.text`.
  var path: String {
    let name =
      switch key {
      case .group(let key): key.name
      case .settings(let key): "settings.\(key.name)"
      case .question(let key): key.name
      case .example(let key): "example.\(key.name)"
      case .unknown: "?"
      }
    return element.map { "\(name)[\($0)]" } ?? name
  }
}
