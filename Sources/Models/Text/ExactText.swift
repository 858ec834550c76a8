/// A text that equals another only where both have the same scalars. As a `String`, “é” in one scalar equals
/// “é” in two; as names of files they are two files.
package struct ExactText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Wraps a text.
  package init(_ text: String) { self.text = text }

  /// Whether two have the same scalars.
  package static func == (first: Self, second: Self) -> Bool { first.text.isSame(as: second.text) }

  /// Hashes the scalars.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether the two have the same scalars, not only the same meaning.
  package func isSame(as other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}
