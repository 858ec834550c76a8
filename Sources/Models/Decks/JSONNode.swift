/// One value of a JSON text, as a place in the text: 16 bytes, whatever its size.
struct JSONNode {
  /// What it is.
  var type: JSONType
  /// Whether a string has escapes and must be decoded.
  var hasEscapes: Bool
  /// The offset of its first byte; of a string, of the opening quotation mark.
  var start: UInt32
  /// The offset after its last byte.
  var end: UInt32
  /// The index of the node that follows it and everything in it.
  var next: UInt32
}
